import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypes,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { type CreateUserGroupDto, UserGroupImportDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { userGroupRecord } from './user-group.record';
import { GroupHasBothRoles } from './user-group.errors';
import { UserGroupsService } from './user-groups.service';

/** A stored group in the form of an import record. */
type StoredUserGroup = CreateUserGroupDto & { id: number; dateAdded: Date };

/** An import record; fields that it doesn't contain are absent. */
type UserGroupInput = Omit<UserGroupImportDto, 'dateAdded'> & { readonly dateAdded?: Date };

/**
 * Creates the importer of user groups, whose records look like the API's create body. A role moves from the group that
 * has it.
 */
function createUserGroupImporter(groups: UserGroupsService) {
  const plan = userGroupRecord.plan();
  return defineResourceImport<UserGroupImportDto, StoredUserGroup, UserGroupInput>({
    type: 'userGroup',
    dto: UserGroupImportDto,
    updatedAtOwner: { entity: UserGroup },
    dryRunRow: {
      entity: UserGroup,
      toRow: ({ content }) => toProvisionalRow(content as UserGroupInput),
    },
    toCompleteRecords: (values) => values.map(toCompleteRecord),
    notStored: ['confirmMembers'],
    find: async (pIds) => (await groups.listByPIds(pIds, plan)).map(toImportForm),
    create: createSequentialRunner(({ confirmMembers: _unused, ...value }, caller) =>
      groups.create(value, caller),
    ),
    update: (id, value, caller) => groups.update(id, value, caller),
  });
}

/** @throws GroupHasBothRoles */
function toCompleteRecord({ dateAdded, ...value }: UserGroupImportDto): UserGroupInput {
  if (value.defaultGroup && value.systemGroup)
    throw new GroupHasBothRoles({ pointer: '/systemGroup' });
  return { ...value, ...(dateAdded && { dateAdded }) };
}

function toImportForm({ defaultMarker, systemMarker, ...group }: UserGroup): StoredUserGroup {
  return { ...group, defaultGroup: defaultMarker === 1, systemGroup: systemMarker === 1 };
}

/** The group as later records of a dry run find it: without its roles, which a group takes from the one that has them. */
function toProvisionalRow({
  defaultGroup: _default,
  systemGroup: _system,
  ...group
}: UserGroupInput): object {
  return { ...group, defaultMarker: null, systemMarker: null };
}

/** Imports user groups. */
@Injectable()
@ImportTypeRegistrar()
export class UserGroupImporter implements ImportTypeRegistrar {
  constructor(private readonly groups: UserGroupsService) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(createUserGroupImporter(this.groups), this.groups);
  }
}
