import { idOnlyPlan, createLoadPlan } from '../../core/load-plan';
import { toSortKey } from '../../core/text';
import { anyOf, is, isNotNull, isNull, isOneOf, increment, type DataAccess } from '../../database';
import { elementReference, elementNameResolvers, zoneNameResolver } from '../../platform/catalog';
import { tagGroupNameResolver, tagNameResolver, tagValueReference } from '../custom-tags';
import {
  createColumnFields,
  compositeReferenceField,
  createSelectedColumnFields,
  keyField,
  listField,
  storedFlagField,
  targetReferenceField,
  storedReferenceField,
  secretField,
  type StoredRecordDeclaration,
} from '../../platform/data-transfer/imports';
import { UserAddress } from './addresses/user-address.entity';
import { UserGroup } from './groups/user-group.entity';
import { RewardMovement } from './rewards/reward-movement.entity';
import { ShoppingBundleOptionDto, ShoppingOptionDto } from './shopping-lists/shopping-list-row.dto';
import {
  ShoppingList,
  ShoppingListRow,
  shoppingListRowSearchKind,
} from './shopping-lists/shopping-list.entity';
import { SupplierItem } from './suppliers/supplier-item.entity';
import { TagAssignment, TagAssignmentText } from './tags/tag-assignment.entity';
import { toEmailKey } from './users/email-key';
import { loadUserSearchEntries } from './users/user-search-indexer';
import { credentialColumns } from './users/user-credentials';
import { User, userSearchKind } from './users/user.entity';
import { Voucher, VoucherMovement } from './vouchers/voucher.entity';
import { WishlistItem } from './wishlist/wishlist-item.entity';
import { userGroupNameResolver, userNameResolver } from './user-name-resolvers';

/** The import record of a stored user, with addresses, tags, wishlist and supplied items. */
export const userDeclaration: StoredRecordDeclaration = {
  type: 'userRecord',
  canMakeAdministrator: true,
  entity: User,
  key: ['pId'],
  fields: createColumnFields(User, {
    customFields: [
      keyField('pId'),
      storedReferenceField('group', 'groupId', userGroupNameResolver),
      ...createSelectedColumnFields(User, ['passwordHash', 'passwordTrusted']).map(secretField),
    ],
    omittedColumns: [
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
        customFields: [
          keyField('pId'),
          storedFlagField('default', 'defaultMarker'),
          storedReferenceField('zone', 'locationId', zoneNameResolver, { optional: true }),
        ],
        omittedColumns: ['userId'],
      }),
    },
    {
      name: 'customTags',
      entity: TagAssignment,
      owner: 'userId',
      key: ['tagId'],
      fields: createColumnFields(TagAssignment, {
        customFields: [
          storedReferenceField('customTag', 'tagId', tagNameResolver),
          storedReferenceField('group', 'groupId', tagGroupNameResolver, { optional: true }),
          compositeReferenceField('chosen', 'chosenId', tagValueReference, { optional: true }),
        ],
        omittedColumns: ['userId'],
      }),
      parts: [
        {
          name: 'languages',
          entity: TagAssignmentText,
          owner: 'assignmentId',
          key: ['languageCode'],
          fields: createColumnFields(TagAssignmentText, { omittedColumns: ['assignmentId'] }),
        },
      ],
    },
    {
      name: 'wishlist',
      entity: WishlistItem,
      owner: 'userId',
      key: ['productId'],
      fields: [storedReferenceField('product', 'productId', elementNameResolvers.product)],
    },
    {
      name: 'supplierItems',
      entity: SupplierItem,
      owner: 'userId',
      key: ['elementId'],
      fields: createColumnFields(SupplierItem, {
        customFields: [compositeReferenceField('item', 'elementId', elementReference)],
        omittedColumns: ['userId'],
      }),
    },
  ],
  dryRunColumns: ['pId', 'email', 'emailKey', 'nick', 'supplier', 'groupId'],
  initialColumns: ({ dateAdded }) => ({
    lastUsed: dateAdded,
    passwordHash: null,
    passwordTrusted: null,
  }),
  // A change of credentials ends the user's logins.
  extraChanges: (changes) =>
    credentialColumns.some((name) => name in changes) ? { credentialVersion: increment(1) } : {},
  afterWrite: async (dataAccess, ids) => {
    await clearUntrustedPasswords(dataAccess, ids);
    await dataAccess.searchIndex.replace(
      userSearchKind,
      await loadUserSearchEntries(dataAccess, ids),
    );
  },
};

/** Removes the passwords of administrators that were set by somebody without the right to create administrators. */
async function clearUntrustedPasswords(
  { loader, writer }: DataAccess,
  ids: readonly number[],
): Promise<void> {
  const groups = await loader.listIds(UserGroup, [is('systemMarker', 1)]);
  const isUntrusted = anyOf(isNull('passwordTrusted'), is('passwordTrusted', false));
  const has = isNotNull('passwordHash');
  const conditions = [isOneOf('id', ids), isOneOf('groupId', groups), isUntrusted, has];
  await writer.update(User, conditions, { passwordHash: null });
}

/** The fields of a user that can only be set after all users exist: the sales agent and the time of the last change. */
export const userStateDeclaration: StoredRecordDeclaration = {
  type: 'userState',
  entity: User,
  key: ['pId'],
  isUpdateOnly: true,
  fields: createSelectedColumnFields(
    User,
    ['lastUsed'],
    [
      targetReferenceField('user'),
      storedReferenceField('salesAgent', 'salesAgentId', userNameResolver, { optional: true }),
    ],
  ),
};

const ownerFields = [targetReferenceField('user')];

export const userVouchersDeclaration: StoredRecordDeclaration = {
  type: 'userVouchers',
  entity: User,
  key: ['pId'],
  isUpdateOnly: true,
  fields: ownerFields,
  parts: [
    {
      name: 'vouchers',
      entity: Voucher,
      owner: 'userId',
      key: ['code'],
      fields: createColumnFields(Voucher, { omittedColumns: ['userId'] }),
      parts: [
        {
          name: 'movements',
          entity: VoucherMovement,
          owner: 'voucherId',
          fields: createColumnFields(VoucherMovement, { omittedColumns: ['voucherId'] }),
        },
      ],
    },
  ],
};

export const userRewardsDeclaration: StoredRecordDeclaration = {
  type: 'userRewards',
  entity: User,
  key: ['pId'],
  isUpdateOnly: true,
  fields: ownerFields,
  parts: [
    {
      name: 'movements',
      entity: RewardMovement,
      owner: 'userId',
      fields: createColumnFields(RewardMovement, { omittedColumns: ['userId'] }),
    },
  ],
};

export const userShoppingListsDeclaration: StoredRecordDeclaration = {
  type: 'userShoppingLists',
  entity: User,
  key: ['pId'],
  isUpdateOnly: true,
  fields: ownerFields,
  parts: [
    {
      name: 'lists',
      entity: ShoppingList,
      owner: 'userId',
      key: ['pId'],
      fields: createColumnFields(ShoppingList, {
        customFields: [keyField('pId'), storedFlagField('default', 'defaultMarker')],
        omittedColumns: ['userId'],
      }),
      parts: [
        {
          name: 'rows',
          entity: ShoppingListRow,
          owner: 'listId',
          fields: createColumnFields(ShoppingListRow, {
            customFields: [
              compositeReferenceField('reference', 'referenceId', elementReference, {
                optional: true,
                none: 0,
              }),
              listField('productOptions', () => ShoppingOptionDto, { emptyValue: [] }),
              listField('bundleOptions', () => ShoppingBundleOptionDto, { emptyValue: [] }),
            ],
            omittedColumns: ['listId'],
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
async function unindexRows(
  { loader, searchIndex }: DataAccess,
  userIds: readonly number[],
): Promise<void> {
  const lists = await loader.listIds(ShoppingList, [isOneOf('userId', userIds)]);
  const rows = await loader.listWhere(ShoppingListRow, [isOneOf('listId', lists)], idOnlyPlan);
  await searchIndex.remove(
    shoppingListRowSearchKind,
    rows.map(({ id }) => id),
  );
}

async function indexRows(
  { loader, searchIndex }: DataAccess,
  userIds: readonly number[],
): Promise<void> {
  const lists = await loader.listIds(ShoppingList, [isOneOf('userId', userIds)]);
  const rows = await loader.listWhere(ShoppingListRow, [isOneOf('listId', lists)], searchedRowPlan);
  const entries = rows.map(({ id, comment, pId }) => ({ id, fields: [comment, pId ?? ''] }));
  await searchIndex.replace(shoppingListRowSearchKind, entries);
}

/** The import records of user data that only operations can create. */
export const userImportDeclarations: readonly StoredRecordDeclaration[] = [
  userDeclaration,
  userVouchersDeclaration,
  userRewardsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
];
