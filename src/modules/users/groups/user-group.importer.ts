import { runSequentially, defineResourceImport } from '../../../platform/data-transfer/imports';
import { type CreateUserGroupDto, UserGroupImportDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { userGroupRecord } from './user-group.record';
import type { UserGroupsService } from './user-groups.service';

/** A stored group in the form of an import record. */
type StoredUserGroup = CreateUserGroupDto & { id: number; dateAdded: Date };

/** An import record; fields that it doesn't contain are absent. */
type UserGroupInput = Omit<UserGroupImportDto, 'dateAdded'> & { readonly dateAdded?: Date };

/**
 * Creates the importer of user groups, whose records look like the API's create body. A role moves from the group that
 * has it.
 */
export function createUserGroupImporter(groups: UserGroupsService) {
  const plan = userGroupRecord.plan();
  return defineResourceImport<UserGroupImportDto, StoredUserGroup, UserGroupInput>({
    type: 'userGroup',
    dto: UserGroupImportDto,
    timestamped: { entity: UserGroup },
    provisional: {
      entity: UserGroup,
      toRow: ({ content }) => toProvisionalRow(content as UserGroupInput),
    },
    complete: (values) =>
      values.map(({ dateAdded, ...value }) => ({ ...value, ...(dateAdded && { dateAdded }) })),
    notStored: ['confirmMembers'],
    find: async (values) => {
      const pIds = values.map(({ pId }) => pId);
      return (await groups.listByPIds(pIds, plan)).map(toImportForm);
    },
    create: runSequentially(({ confirmMembers: _unused, ...value }, caller) =>
      groups.create(value, caller),
    ),
    update: (id, value, caller) => groups.update(id, value, caller),
  });
}

function toImportForm({ defaultMarker, systemMarker, ...group }: UserGroup): StoredUserGroup {
  return { ...group, defaultGroup: defaultMarker === 1, systemGroup: systemMarker === 1 };
}

/** The row of a group that later records of a dry run find. */
function toProvisionalRow({ defaultGroup, systemGroup, ...group }: UserGroupInput): object {
  return { ...group, defaultMarker: defaultGroup ? 1 : null, systemMarker: systemGroup ? 1 : null };
}
