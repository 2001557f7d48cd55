import { idOnlyPlan, createLoadPlan } from '../../core/load-plan';
import { toSortKey } from '../../core/text-folding';
import {
  anyOf,
  whereEquals,
  whereNotNull,
  whereNull,
  whereIn,
  increment,
  type DataAccess,
} from '../../database';
import { elementReference, elementPidResolvers, zonePidResolver } from '../../platform/catalog';
import { tagGroupPidResolver, tagPidResolver, tagValueReference } from '../custom-tags';
import {
  createColumnFields,
  compositeReferenceField,
  createSelectedColumnFields,
  identifierField,
  storedListField,
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
import { UserTagAssignment, UserTagAssignmentText } from './tags/user-tag-assignment.entity';
import { toEmailKey } from './users/email-key';
import { loadUserSearchEntries } from './users/user-search-indexer';
import { credentialColumns } from './users/user-credentials.service';
import { User, userSearchKind } from './users/user.entity';
import { Voucher, VoucherMovement } from './vouchers/voucher.entity';
import { WishlistItem } from './wishlist/wishlist-item.entity';
import { userGroupPidResolver, userPidResolver } from './user-pid-resolvers';

/** The import record of a stored user, with addresses, tags, wishlist and supplied items. */
export const userRecordDeclaration: StoredRecordDeclaration = {
  type: 'userRecord',
  canMakeAdministrator: true,
  entity: User,
  keyProperties: ['pId'],
  fields: createColumnFields(User, {
    customFields: [
      identifierField('pId'),
      storedReferenceField('group', 'groupId', userGroupPidResolver),
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
  derivedColumns: [
    { property: 'emailKey', compute: ({ email }) => toEmailKey(email as string) },
    { property: 'emailFolded', compute: ({ email }) => toSortKey(email as string) },
    { property: 'nickFolded', compute: ({ nick }) => toSortKey((nick ?? '') as string) },
  ],
  parts: [
    {
      name: 'addressBook',
      entity: UserAddress,
      ownerProperty: 'userId',
      keyProperties: ['pId'],
      fields: createColumnFields(UserAddress, {
        customFields: [
          identifierField('pId'),
          storedFlagField('default', 'defaultMarker'),
          storedReferenceField('zone', 'locationId', zonePidResolver, { optional: true }),
        ],
        omittedColumns: ['userId'],
      }),
    },
    {
      name: 'customTags',
      entity: UserTagAssignment,
      ownerProperty: 'userId',
      keyProperties: ['tagId'],
      fields: createColumnFields(UserTagAssignment, {
        customFields: [
          storedReferenceField('customTag', 'tagId', tagPidResolver),
          storedReferenceField('group', 'groupId', tagGroupPidResolver, { optional: true }),
          compositeReferenceField('chosen', 'chosenId', tagValueReference, { optional: true }),
        ],
        omittedColumns: ['userId'],
      }),
      parts: [
        {
          name: 'languages',
          entity: UserTagAssignmentText,
          ownerProperty: 'assignmentId',
          keyProperties: ['languageCode'],
          fields: createColumnFields(UserTagAssignmentText, { omittedColumns: ['assignmentId'] }),
        },
      ],
    },
    {
      name: 'wishlist',
      entity: WishlistItem,
      ownerProperty: 'userId',
      keyProperties: ['productId'],
      fields: [storedReferenceField('product', 'productId', elementPidResolvers.product)],
    },
    {
      name: 'supplierItems',
      entity: SupplierItem,
      ownerProperty: 'userId',
      keyProperties: ['elementId'],
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
    await clearUntrustedAdministratorPasswords(dataAccess, ids);
    await dataAccess.searchIndex.replace(
      userSearchKind,
      await loadUserSearchEntries(dataAccess, ids),
    );
  },
};

/** Removes the passwords of administrators that were set by somebody without the right to create administrators. */
async function clearUntrustedAdministratorPasswords(
  { loader, writer }: DataAccess,
  ids: readonly number[],
): Promise<void> {
  const systemGroupIds = await loader.listIds(UserGroup, [whereEquals('systemMarker', 1)]);
  const untrustedCondition = anyOf(
    whereNull('passwordTrusted'),
    whereEquals('passwordTrusted', false),
  );
  const hasPassword = whereNotNull('passwordHash');
  const conditions = [
    whereIn('id', ids),
    whereIn('groupId', systemGroupIds),
    untrustedCondition,
    hasPassword,
  ];
  await writer.update(User, conditions, { passwordHash: null });
}

/** The fields of a user that can only be set after all users exist: the sales agent and the time of the last change. */
export const userStateDeclaration: StoredRecordDeclaration = {
  type: 'userState',
  entity: User,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  fields: createSelectedColumnFields(
    User,
    ['lastUsed'],
    [
      targetReferenceField('user'),
      storedReferenceField('salesAgent', 'salesAgentId', userPidResolver, { optional: true }),
    ],
  ),
};

const userReferenceFields = [targetReferenceField('user')];

export const userVouchersDeclaration: StoredRecordDeclaration = {
  type: 'userVouchers',
  entity: User,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  fields: userReferenceFields,
  parts: [
    {
      name: 'vouchers',
      entity: Voucher,
      ownerProperty: 'userId',
      keyProperties: ['code'],
      fields: createColumnFields(Voucher, { omittedColumns: ['userId'] }),
      parts: [
        {
          name: 'movements',
          entity: VoucherMovement,
          ownerProperty: 'voucherId',
          fields: createColumnFields(VoucherMovement, { omittedColumns: ['voucherId'] }),
        },
      ],
    },
  ],
};

export const userRewardPointsDeclaration: StoredRecordDeclaration = {
  type: 'userRewards',
  entity: User,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  fields: userReferenceFields,
  parts: [
    {
      name: 'movements',
      entity: RewardMovement,
      ownerProperty: 'userId',
      fields: createColumnFields(RewardMovement, { omittedColumns: ['userId'] }),
    },
  ],
};

export const userShoppingListsDeclaration: StoredRecordDeclaration = {
  type: 'userShoppingLists',
  entity: User,
  keyProperties: ['pId'],
  isUpdateOnly: true,
  fields: userReferenceFields,
  parts: [
    {
      name: 'lists',
      entity: ShoppingList,
      ownerProperty: 'userId',
      keyProperties: ['pId'],
      fields: createColumnFields(ShoppingList, {
        customFields: [identifierField('pId'), storedFlagField('default', 'defaultMarker')],
        omittedColumns: ['userId'],
      }),
      parts: [
        {
          name: 'rows',
          entity: ShoppingListRow,
          ownerProperty: 'listId',
          fields: createColumnFields(ShoppingListRow, {
            customFields: [
              compositeReferenceField('reference', 'referenceId', elementReference, {
                optional: true,
                emptyValue: 0,
              }),
              storedListField('productOptions', () => ShoppingOptionDto, { emptyValue: [] }),
              storedListField('bundleOptions', () => ShoppingBundleOptionDto, { emptyValue: [] }),
            ],
            omittedColumns: ['listId'],
          }),
        },
      ],
    },
  ],
  beforeUpdate: removeShoppingListRowsFromIndex,
  afterWrite: addShoppingListRowsToIndex,
};

const indexedRowPlan = createLoadPlan(ShoppingListRow, ['comment', 'pId']);

/** Removes rows that are about to be replaced from the search index. */
async function removeShoppingListRowsFromIndex(
  { loader, searchIndex }: DataAccess,
  userIds: readonly number[],
): Promise<void> {
  const shoppingListIds = await loader.listIds(ShoppingList, [whereIn('userId', userIds)]);
  const rows = await loader.listWhere(
    ShoppingListRow,
    [whereIn('listId', shoppingListIds)],
    idOnlyPlan,
  );
  await searchIndex.remove(
    shoppingListRowSearchKind,
    rows.map(({ id }) => id),
  );
}

async function addShoppingListRowsToIndex(
  { loader, searchIndex }: DataAccess,
  userIds: readonly number[],
): Promise<void> {
  const shoppingListIds = await loader.listIds(ShoppingList, [whereIn('userId', userIds)]);
  const rows = await loader.listWhere(
    ShoppingListRow,
    [whereIn('listId', shoppingListIds)],
    indexedRowPlan,
  );
  const entries = rows.map(({ id, comment, pId }) => ({ id, fields: [comment, pId ?? ''] }));
  await searchIndex.replace(shoppingListRowSearchKind, entries);
}

/** The declarations of all import records that contain users and their data as they are stored. */
export const userImportDeclarations: readonly StoredRecordDeclaration[] = [
  userRecordDeclaration,
  userVouchersDeclaration,
  userRewardPointsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
];
