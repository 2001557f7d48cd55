import { Text } from '../../api';
import { plan } from '../../core/load-plan';
import { type Entity, isOneOf, type Stores } from '../../database';
import { sortKey } from '../../core/text';
import { anyElement, elementNames, zoneNames } from '../catalog';
import { tagGroupNames, tagNames, tagValueName } from '../custom-tags';
import {
  columnFields,
  type Composite,
  compositeField,
  fieldsOf,
  holdsList,
  keyField,
  listField,
  markerField,
  namedByPid,
  ownerField,
  recordLines,
  referenceField,
  type Row,
  secretField,
  type StoredDeclaration,
  storedLines,
  type Walk,
} from '../intake';
import { UserAddress } from './addresses/user-address.entity';
import { commentItemKinds } from './comments/comment-item-type';
import { UserComment } from './comments/user-comment.entity';
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
import { emailKey } from './users/email-key';
import { entriesOf } from './users/user-search';
import { User, userSearch } from './users/user.entity';
import { Voucher, VoucherMovement } from './vouchers/voucher.entity';
import { WishlistItem } from './wishlist/wishlist-item.entity';

/** What users and their groups are called in lines. */
export const userNames = namedByPid('user', User);
export const userGroupNames = namedByPid('userGroup', UserGroup);

class VoucherNameDto {
  @Text({ max: 100 })
  code!: string;
}

const codePlan = plan(Voucher, ['code']);

/** A voucher by its code. */
export const voucherName: Composite<VoucherNameDto> = {
  dto: VoucherNameDto,
  key: ({ code }) => code,
  told: (code) => ({ code }),
  named: {
    name: 'voucher',
    keys: async (loader, ids) =>
      new Map((await loader.byIds(Voucher, ids, codePlan)).map(({ id, code }) => [id, code])),
    ids: async (loader, codes) => {
      const found = await loader.where(Voucher, [isOneOf('code', codes)], codePlan);
      return new Map(found.map(({ id, code }) => [code, id]));
    },
  },
};

/** A user as it is stored, with its addresses, tags, wishes and what it supplies. */
const userRecord: StoredDeclaration = {
  type: 'userRecord',
  entity: User,
  key: ['pId'],
  fields: columnFields(User, {
    others: [
      keyField('pId'),
      referenceField('group', 'groupId', userGroupNames),
      ...fieldsOf(User, ['passwordHash', 'passwordTrusted']).map(secretField),
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
    { property: 'emailKey', from: ({ email }) => emailKey(email as string) },
    { property: 'emailFolded', from: ({ email }) => sortKey(email as string) },
    { property: 'nickFolded', from: ({ nick }) => sortKey((nick ?? '') as string) },
  ],
  parts: [
    {
      name: 'addressBook',
      entity: UserAddress,
      owner: 'userId',
      key: ['pId'],
      fields: columnFields(UserAddress, {
        others: [
          keyField('pId'),
          markerField('default', 'defaultMarker'),
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
      fields: columnFields(TagAssignment, {
        others: [
          referenceField('customTag', 'tagId', tagNames),
          referenceField('group', 'groupId', tagGroupNames, { optional: true }),
          compositeField('chosen', 'chosenId', tagValueName, { optional: true }),
        ],
        without: ['userId'],
      }),
      parts: [
        {
          name: 'languages',
          entity: TagAssignmentText,
          owner: 'assignmentId',
          key: ['languageCode'],
          fields: columnFields(TagAssignmentText, { without: ['assignmentId'] }),
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
      fields: columnFields(SupplierItem, {
        others: [compositeField('item', 'elementId', anyElement)],
        without: ['userId'],
      }),
    },
  ],
  initial: ({ dateAdded }) => ({ lastUsed: dateAdded, passwordHash: null, passwordTrusted: null }),
  after: async (stores, ids) => {
    await stores.search.put(userSearch, await entriesOf(stores, ids));
  },
};

/** What is known of a user only once all users are there, and when anything of its own was changed last. */
const userState: StoredDeclaration = {
  type: 'userState',
  entity: User,
  key: ['pId'],
  isOfOther: true,
  fields: fieldsOf(
    User,
    ['lastUsed'],
    [
      ownerField('user'),
      referenceField('salesAgent', 'salesAgentId', userNames, { optional: true }),
    ],
  ),
};

const ownerFields = [ownerField('user')];

const userVouchers: StoredDeclaration = {
  type: 'userVouchers',
  entity: User,
  key: ['pId'],
  isOfOther: true,
  fields: ownerFields,
  parts: [
    {
      name: 'vouchers',
      entity: Voucher,
      owner: 'userId',
      key: ['code'],
      fields: columnFields(Voucher, { without: ['userId'] }),
      parts: [
        {
          name: 'movements',
          entity: VoucherMovement,
          owner: 'voucherId',
          fields: columnFields(VoucherMovement, { without: ['voucherId'] }),
        },
      ],
    },
  ],
};

const userRewards: StoredDeclaration = {
  type: 'userRewards',
  entity: User,
  key: ['pId'],
  isOfOther: true,
  fields: ownerFields,
  parts: [
    {
      name: 'movements',
      entity: RewardMovement,
      owner: 'userId',
      fields: columnFields(RewardMovement, { without: ['userId'] }),
    },
  ],
};

const userShoppingLists: StoredDeclaration = {
  type: 'userShoppingLists',
  entity: User,
  key: ['pId'],
  isOfOther: true,
  fields: ownerFields,
  parts: [
    {
      name: 'lists',
      entity: ShoppingList,
      owner: 'userId',
      key: ['pId'],
      fields: columnFields(ShoppingList, {
        others: [keyField('pId'), markerField('default', 'defaultMarker')],
        without: ['userId'],
      }),
      parts: [
        {
          name: 'rows',
          entity: ShoppingListRow,
          owner: 'listId',
          fields: columnFields(ShoppingListRow, {
            others: [
              compositeField('reference', 'referenceId', anyElement, { optional: true, none: 0 }),
              listField('productOptions', () => ShoppingOptionDto, { none: [] }),
              listField('bundleOptions', () => ShoppingBundleOptionDto, { none: [] }),
            ],
            without: ['listId'],
          }),
        },
      ],
    },
  ],
  after: indexRows,
};

const searchedRow = plan(ShoppingListRow, ['comment', 'pId']);

async function indexRows({ loader, search }: Stores, userIds: readonly number[]): Promise<void> {
  const lists = await loader.ids(ShoppingList, [isOneOf('userId', userIds)]);
  if (lists.length === 0) return;
  const rows = await loader.where(ShoppingListRow, [isOneOf('listId', lists)], searchedRow);
  const entries = rows.map(({ id, comment, pId }) => ({ id, fields: [comment, pId ?? ''] }));
  await search.put(shoppingListRowSearch, entries);
}

/** The lines of users that only their operations make. */
export const userStoredLines: readonly StoredDeclaration[] = [
  userRecord,
  userVouchers,
  userRewards,
  userShoppingLists,
  userState,
];

const groupLines = recordLines(
  'userGroup',
  UserGroup,
  plan(UserGroup, ['pId', 'name', 'description', 'defaultMarker', 'systemMarker', 'dateAdded']),
  ({ pId, name, description, defaultMarker, systemMarker, dateAdded }): Row => ({
    pId,
    name,
    description,
    defaultGroup: defaultMarker === 1,
    systemGroup: systemMarker === 1,
    dateAdded: dateAdded.toISOString(),
  }),
);

const commentLines = recordLines(
  'userComment',
  UserComment,
  plan(UserComment, [
    'pId',
    'userId',
    'itemType',
    'itemId',
    'comment',
    'rating',
    'active',
    'dateAdded',
  ]),
  ({ pId, userId, itemType, itemId, comment, rating, active, dateAdded }, { names }): Row => ({
    pId,
    user: { pId: names.nameOf(userNames, userId) },
    item: { pId: names.nameOf(elementNames[commentItemKinds[itemType]], itemId) },
    itemType,
    comment,
    rating,
    active,
    dateAdded: dateAdded.toISOString(),
  }),
);

/** How groups of users are exported: before everything that names users. */
export const userGroupWalks: readonly Walk[] = [
  { entity: UserGroup, kinds: ['userGroup'], lines: [groupLines] },
];

const users = User as Entity<{ id: number }>;

/** How users are exported, with what is their own. */
export const userWalks: readonly Walk[] = [
  {
    entity: users,
    kinds: ['user'],
    lines: [
      storedLines(userRecord),
      storedLines(userVouchers, holdsList),
      storedLines(userRewards, holdsList),
      storedLines(userShoppingLists, holdsList),
    ],
  },
  { entity: UserComment, kinds: ['userComment'], lines: [commentLines] },
  // Last: comments and sales agents are of users that have to be there.
  { entity: users, kinds: ['user'], lines: [storedLines(userState)] },
];
