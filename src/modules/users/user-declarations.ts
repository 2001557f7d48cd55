import { idOnlyPlan, createLoadPlan } from '../../core/load-plan';
import { toSortKey } from '../../core/text';
import { anyOf, is, isNotNull, isNull, isOneOf, increment, type Stores } from '../../database';
import { elementReference, elementNames, zoneNames } from '../../platform/catalog';
import { tagGroupNames, tagNames, tagValueNames } from '../custom-tags';
import {
  createColumnFields,
  compositeField,
  createFieldsOfColumns,
  keyField,
  listField,
  flagField,
  ownerField,
  referenceField,
  secretField,
  type StoredDeclaration,
} from '../../platform/data-transfer/imports';
import { UserAddress } from './addresses/user-address.entity';
import { UserGroup } from './groups/user-group.entity';
import { RewardMovement } from './rewards/reward-movement.entity';
import { ShoppingBundleOptionDto, ShoppingOptionDto } from './shopping-lists/shopping-list-row.dto';
import {
  ShoppingList,
  ShoppingListRow,
  shoppingListRowSearch,
} from './shopping-lists/shopping-list.entity';
import { SupplierItem } from './suppliers/supplier-item.entity';
import { TagAssignment, TagAssignmentText } from './tags/tag-assignment.entity';
import { toEmailKey } from './users/email-key';
import { loadUserSearchEntries } from './users/user-search';
import { credentialColumns } from './users/user-credentials';
import { User, userSearch } from './users/user.entity';
import { Voucher, VoucherMovement } from './vouchers/voucher.entity';
import { WishlistItem } from './wishlist/wishlist-item.entity';
import { userGroupNames, userNames } from './user-names';

/** The import record of a stored user, with addresses, tags, wishlist and supplied items. */
export const userDeclaration: StoredDeclaration = {
  type: 'userRecord',
  canMakeAdministrator: true,
  entity: User,
  key: ['pId'],
  fields: createColumnFields(User, {
    others: [
      keyField('pId'),
      referenceField('group', 'groupId', userGroupNames),
      ...createFieldsOfColumns(User, ['passwordHash', 'passwordTrusted']).map(secretField),
    ],
    without: [
      'emailKey',
      'emailFolded',
      'nickFolded',
      'credentialVersion',
      'salesAgentId',
      'lastUsed',
    ],
  }),
  derived: [
    { property: 'emailKey', compute: ({ email }) => toEmailKey(email as string) },
    { property: 'emailFolded', compute: ({ email }) => toSortKey(email as string) },
    { property: 'nickFolded', compute: ({ nick }) => toSortKey((nick ?? '') as string) },
  ],
  parts: [
    {
      name: 'addressBook',
      entity: UserAddress,
      owner: 'userId',
      key: ['pId'],
      fields: createColumnFields(UserAddress, {
        others: [
          keyField('pId'),
          flagField('default', 'defaultMarker'),
          referenceField('zone', 'locationId', zoneNames, { optional: true }),
        ],
        without: ['userId'],
      }),
    },
    {
      name: 'customTags',
      entity: TagAssignment,
      owner: 'userId',
      key: ['tagId'],
      fields: createColumnFields(TagAssignment, {
        others: [
          referenceField('customTag', 'tagId', tagNames),
          referenceField('group', 'groupId', tagGroupNames, { optional: true }),
          compositeField('chosen', 'chosenId', tagValueNames, { optional: true }),
        ],
        without: ['userId'],
      }),
      parts: [
        {
          name: 'languages',
          entity: TagAssignmentText,
          owner: 'assignmentId',
          key: ['languageCode'],
          fields: createColumnFields(TagAssignmentText, { without: ['assignmentId'] }),
        },
      ],
    },
    {
      name: 'wishlist',
      entity: WishlistItem,
      owner: 'userId',
      key: ['productId'],
      fields: [referenceField('product', 'productId', elementNames.product)],
    },
    {
      name: 'supplierItems',
      entity: SupplierItem,
      owner: 'userId',
      key: ['elementId'],
      fields: createColumnFields(SupplierItem, {
        others: [compositeField('item', 'elementId', elementReference)],
        without: ['userId'],
      }),
    },
  ],
  provisionalColumns: ['pId', 'email', 'emailKey', 'nick', 'supplier', 'groupId'],
  initialColumns: ({ dateAdded }) => ({
    lastUsed: dateAdded,
    passwordHash: null,
    passwordTrusted: null,
  }),
  // A change of credentials ends the user's logins.
  extraChanges: (changes) =>
    credentialColumns.some((name) => name in changes) ? { credentialVersion: increment(1) } : {},
  afterWrite: async (stores, ids) => {
    await clearUntrustedPasswords(stores, ids);
    await stores.search.replace(userSearch, await loadUserSearchEntries(stores, ids));
  },
};

/** Removes the passwords of administrators that were set by somebody without the right to create administrators. */
async function clearUntrustedPasswords(
  { loader, writer }: Stores,
  ids: readonly number[],
): Promise<void> {
  const groups = await loader.listIds(UserGroup, [is('systemMarker', 1)]);
  const isUntrusted = anyOf(isNull('passwordTrusted'), is('passwordTrusted', false));
  const has = isNotNull('passwordHash');
  const conditions = [isOneOf('id', ids), isOneOf('groupId', groups), isUntrusted, has];
  await writer.update(User, conditions, { passwordHash: null });
}

/** The fields of a user that can only be set after all users exist: the sales agent and the time of the last change. */
export const userStateDeclaration: StoredDeclaration = {
  type: 'userState',
  entity: User,
  key: ['pId'],
  updatesOtherRecords: true,
  fields: createFieldsOfColumns(
    User,
    ['lastUsed'],
    [
      ownerField('user'),
      referenceField('salesAgent', 'salesAgentId', userNames, { optional: true }),
    ],
  ),
};

const ownerFields = [ownerField('user')];

export const userVouchersDeclaration: StoredDeclaration = {
  type: 'userVouchers',
  entity: User,
  key: ['pId'],
  updatesOtherRecords: true,
  fields: ownerFields,
  parts: [
    {
      name: 'vouchers',
      entity: Voucher,
      owner: 'userId',
      key: ['code'],
      fields: createColumnFields(Voucher, { without: ['userId'] }),
      parts: [
        {
          name: 'movements',
          entity: VoucherMovement,
          owner: 'voucherId',
          fields: createColumnFields(VoucherMovement, { without: ['voucherId'] }),
        },
      ],
    },
  ],
};

export const userRewardsDeclaration: StoredDeclaration = {
  type: 'userRewards',
  entity: User,
  key: ['pId'],
  updatesOtherRecords: true,
  fields: ownerFields,
  parts: [
    {
      name: 'movements',
      entity: RewardMovement,
      owner: 'userId',
      fields: createColumnFields(RewardMovement, { without: ['userId'] }),
    },
  ],
};

export const userShoppingListsDeclaration: StoredDeclaration = {
  type: 'userShoppingLists',
  entity: User,
  key: ['pId'],
  updatesOtherRecords: true,
  fields: ownerFields,
  parts: [
    {
      name: 'lists',
      entity: ShoppingList,
      owner: 'userId',
      key: ['pId'],
      fields: createColumnFields(ShoppingList, {
        others: [keyField('pId'), flagField('default', 'defaultMarker')],
        without: ['userId'],
      }),
      parts: [
        {
          name: 'rows',
          entity: ShoppingListRow,
          owner: 'listId',
          fields: createColumnFields(ShoppingListRow, {
            others: [
              compositeField('reference', 'referenceId', elementReference, {
                optional: true,
                none: 0,
              }),
              listField('productOptions', () => ShoppingOptionDto, { emptyValue: [] }),
              listField('bundleOptions', () => ShoppingBundleOptionDto, { emptyValue: [] }),
            ],
            without: ['listId'],
          }),
        },
      ],
    },
  ],
  beforeUpdate: unindexRows,
  afterWrite: indexRows,
};

const searchedRowPlan = createLoadPlan(ShoppingListRow, ['comment', 'pId']);

/** Removes rows that are about to be replaced from the search index. */
async function unindexRows({ loader, search }: Stores, userIds: readonly number[]): Promise<void> {
  const lists = await loader.listIds(ShoppingList, [isOneOf('userId', userIds)]);
  const rows = await loader.listWhere(ShoppingListRow, [isOneOf('listId', lists)], idOnlyPlan);
  await search.remove(
    shoppingListRowSearch,
    rows.map(({ id }) => id),
  );
}

async function indexRows({ loader, search }: Stores, userIds: readonly number[]): Promise<void> {
  const lists = await loader.listIds(ShoppingList, [isOneOf('userId', userIds)]);
  const rows = await loader.listWhere(ShoppingListRow, [isOneOf('listId', lists)], searchedRowPlan);
  const entries = rows.map(({ id, comment, pId }) => ({ id, fields: [comment, pId ?? ''] }));
  await search.replace(shoppingListRowSearch, entries);
}

/** The import records of user data that only operations can create. */
export const userDeclarations: readonly StoredDeclaration[] = [
  userDeclaration,
  userVouchersDeclaration,
  userRewardsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
];
