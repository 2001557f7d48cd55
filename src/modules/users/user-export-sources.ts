import { createLoadPlan } from '../../core/load-plan';
import { type EntityClass } from '../../database';
import { elementNames } from '../../platform/catalog';
import {
  hasList,
  exportRecords,
  exportResource,
  REMOVE_FIRST,
  REMOVE_LAST,
  type RowValues,
  exportStoredRecords,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { commentItemKinds } from './comments/comment-item-type';
import { UserComment } from './comments/user-comment.entity';
import { UserGroupImportDto } from './groups/user-group.dto';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { userNames } from './user-names';
import {
  userDeclaration,
  userRewardsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
  userVouchersDeclaration,
} from './user-declarations';

const userGroupDeclaration = exportResource('userGroup', UserGroup, UserGroupImportDto, {
  members: ['defaultGroup', 'systemGroup', 'confirmMembers'],
  plan: createLoadPlan(UserGroup, ['defaultMarker', 'systemMarker']),
  serialize: ({ defaultMarker, systemMarker }) => ({
    defaultGroup: defaultMarker === 1,
    systemGroup: systemMarker === 1,
  }),
});

const userCommentDeclaration = exportRecords(
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
  (
    { pId, userId, itemType, itemId, comment, rating, active, dateAdded },
    { names },
  ): RowValues => ({
    pId,
    user: { pId: names.findName(userNames, userId) },
    item: { pId: names.findName(elementNames[commentItemKinds[itemType]], itemId) },
    itemType,
    comment,
    rating,
    active,
    dateAdded: dateAdded.toISOString(),
  }),
);

/** Exports user groups, before all records that refer to users. */
export const userGroupExportSources: readonly ExportSource[] = [
  {
    entity: UserGroup,
    changeKinds: ['userGroup'],
    removalPolicy: REMOVE_LAST,
    recordTypes: [userGroupDeclaration],
  },
];

const userEntity = User as EntityClass<{ id: number }>;

/** Exports users and everything that belongs to them. */
export const userExportSources: readonly ExportSource[] = [
  {
    entity: userEntity,
    changeKinds: ['user'],
    removalPolicy: REMOVE_FIRST,
    userIdProperty: 'id',
    recordTypes: [
      exportStoredRecords(userDeclaration),
      exportStoredRecords(userVouchersDeclaration, hasList),
      exportStoredRecords(userRewardsDeclaration, hasList),
      exportStoredRecords(userShoppingListsDeclaration, hasList),
    ],
  },
  {
    entity: UserComment,
    changeKinds: ['userComment'],
    removalPolicy: {
      removal: { never: 'it is removed with its user or its element' },
      renaming: { never: 'no operation renames it' },
    },
    userIdProperty: 'userId',
    recordTypes: [userCommentDeclaration],
  },
  // Last, because sales agents have to exist first and imported comments change LASTUSED.
  {
    entity: userEntity,
    changeKinds: ['user'],
    userIdProperty: 'id',
    recordTypes: [exportStoredRecords(userStateDeclaration)],
  },
];
