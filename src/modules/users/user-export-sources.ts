import { createLoadPlan } from '../../core/load-plan';
import { type EntityClass } from '../../database';
import { elementNameResolvers } from '../../platform/catalog';
import {
  hasAnyListMember,
  defineRecordExport,
  defineResourceExport,
  RENAMABLE_REMOVED_FIRST,
  RENAMABLE_REMOVED_LAST,
  type RowValues,
  defineStoredRecordExport,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { elementKindByCommentItemType } from './comments/comment-item-type';
import { UserComment } from './comments/user-comment.entity';
import { UserGroupImportDto } from './groups/user-group.dto';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { userNameResolver } from './user-name-resolvers';
import {
  userRecordDeclaration,
  userRewardPointsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
  userVouchersDeclaration,
} from './user-import-declarations';

const userGroupExport = defineResourceExport('userGroup', UserGroup, UserGroupImportDto, {
  customMembers: ['defaultGroup', 'systemGroup', 'confirmMembers'],
  plan: createLoadPlan(UserGroup, ['defaultMarker', 'systemMarker']),
  serialize: ({ defaultMarker, systemMarker }) => ({
    defaultGroup: defaultMarker === 1,
    systemGroup: systemMarker === 1,
  }),
});

const userCommentExport = defineRecordExport(
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
    user: { pId: names.findName(userNameResolver, userId) },
    item: {
      pId: names.findName(elementNameResolvers[elementKindByCommentItemType[itemType]], itemId),
    },
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
    journalKinds: ['userGroup'],
    removalPolicy: RENAMABLE_REMOVED_LAST,
    recordTypes: [userGroupExport],
  },
];

const userEntityClass = User as EntityClass<{ id: number }>;

/** Exports users and everything that belongs to them. */
export const userExportSources: readonly ExportSource[] = [
  {
    entity: userEntityClass,
    journalKinds: ['user'],
    removalPolicy: RENAMABLE_REMOVED_FIRST,
    userIdProperty: 'id',
    recordTypes: [
      defineStoredRecordExport(userRecordDeclaration),
      defineStoredRecordExport(userVouchersDeclaration, hasAnyListMember),
      defineStoredRecordExport(userRewardPointsDeclaration, hasAnyListMember),
      defineStoredRecordExport(userShoppingListsDeclaration, hasAnyListMember),
    ],
  },
  {
    entity: UserComment,
    journalKinds: ['userComment'],
    removalPolicy: {
      removal: { unsupportedReason: 'it is removed with its user or its element' },
      renaming: { unsupportedReason: 'no operation renames it' },
    },
    userIdProperty: 'userId',
    recordTypes: [userCommentExport],
  },
  // Last, because sales agents have to exist first and imported comments change LASTUSED.
  {
    entity: userEntityClass,
    journalKinds: ['user'],
    userIdProperty: 'id',
    recordTypes: [defineStoredRecordExport(userStateDeclaration)],
  },
];
