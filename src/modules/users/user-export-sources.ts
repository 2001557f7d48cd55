import { createLoadPlan } from '../../core/load-plan';
import { type EntityClass } from '../../database';
import { elementPidResolvers } from '../../platform/catalog';
import {
  hasAnyListMember,
  defineRecordExport,
  defineResourceExport,
  REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  REMOVE_AFTER_CHANGES_RENAME_BY_PID,
  type RowValues,
  defineStoredRecordExport,
  type ExportSource,
} from '../../platform/data-transfer/imports';
import { elementKindByCommentItemType } from './comments/comment-item-type';
import { UserComment } from './comments/user-comment.entity';
import { UserGroupImportDto } from './groups/user-group.dto';
import { UserGroup } from './groups/user-group.entity';
import { User } from './users/user.entity';
import { userPidResolver } from './user-pid-resolvers';
import {
  userRecordDeclaration,
  userRewardPointsDeclaration,
  userShoppingListsDeclaration,
  userStateDeclaration,
  userVouchersDeclaration,
} from './user-import-declarations';

const userGroupExport = defineResourceExport('userGroup', UserGroup, UserGroupImportDto, {
  membersNotFromColumns: ['defaultGroup', 'systemGroup', 'confirmMembers'],
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
    { naturalKeys },
  ): RowValues => ({
    pId,
    user: { pId: naturalKeys.findNaturalKey(userPidResolver, userId) },
    item: {
      pId: naturalKeys.findNaturalKey(
        elementPidResolvers[elementKindByCommentItemType[itemType]],
        itemId,
      ),
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
    removalReplay: REMOVE_AFTER_CHANGES_RENAME_BY_PID,
    recordTypes: [userGroupExport],
  },
];

const userEntityClass = User as EntityClass<{ id: number }>;

/** Exports users and everything that belongs to them. */
export const userExportSources: readonly ExportSource[] = [
  {
    entity: userEntityClass,
    journalKinds: ['user'],
    removalReplay: REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
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
    removalReplay: {
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
