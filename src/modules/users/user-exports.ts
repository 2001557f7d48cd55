import { createLoadPlan } from '../../core/load-plan';
import { type EntityClass } from '../../database';
import { elementNames } from '../../platform/catalog';
import {
  holdsList,
  recordLines,
  REMOVE_FIRST,
  REMOVE_LAST,
  type Row,
  storedLines,
  type Walk,
} from '../../platform/data-transfer/imports';
import { commentItemKinds } from './comments/comment-item-type';
import { UserComment } from './comments/user-comment.entity';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { userNames } from './user-names';
import {
  userRecord,
  userRewards,
  userShoppingLists,
  userState,
  userVouchers,
} from './user-stored-lines';

const groupLines = recordLines(
  'userGroup',
  UserGroup,
  createLoadPlan(UserGroup, ['pId', 'name', 'description', 'defaultMarker', 'systemMarker', 'dateAdded']),
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
  createLoadPlan(UserComment, [
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
  { entity: UserGroup, kinds: ['userGroup'], removalPolicy: REMOVE_LAST, lines: [groupLines] },
];

const users = User as EntityClass<{ id: number }>;

/** How users are exported, with what is their own. */
export const userWalks: readonly Walk[] = [
  {
    entity: users,
    kinds: ['user'],
    removalPolicy: REMOVE_FIRST,
    person: 'id',
    lines: [
      storedLines(userRecord),
      storedLines(userVouchers, holdsList),
      storedLines(userRewards, holdsList),
      storedLines(userShoppingLists, holdsList),
    ],
  },
  {
    entity: UserComment,
    kinds: ['userComment'],
    removalPolicy: {
      removal: { never: 'it goes with its user or its element' },
      renaming: { never: 'no operation renames it' },
    },
    person: 'userId',
    lines: [commentLines],
  },
  // Last: sales agents are users that have to be there, and comments move LASTUSED.
  { entity: users, kinds: ['user'], person: 'id', lines: [storedLines(userState)] },
];
