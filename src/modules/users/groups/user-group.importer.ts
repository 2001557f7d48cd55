import { Injectable } from '@nestjs/common';
import {
  createSequentialRunner,
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import { type CreateUserGroupDto, UserGroupImportDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { userGroupRecord } from './user-group.record';
import { UserGroupHasBothRoles } from './user-group.errors';
import { UserGroupsService } from './user-groups.service';

/** A stored group in the form of an import record. */
type StoredUserGroup = CreateUserGroupDto & { id: number; dateAdded: Date };

/** An import record; fields that it doesn't contain are absent. */
type CompleteUserGroupRecord = Omit<UserGroupImportDto, 'dateAdded'> & {
  readonly dateAdded?: Date;
};

/**
 * Creates the import definition of user groups. The records look like the API's create body. A group takes its roles
 * from the groups that have them.
 */
function createUserGroupImportDefinition(groups: UserGroupsService) {
  const plan = userGroupRecord.getLoadPlan();
  return defineResourceImport<UserGroupImportDto, StoredUserGroup, CompleteUserGroupRecord>({
    type: 'userGroup',
    dto: UserGroupImportDto,
    updatedAtOwner: { entity: UserGroup },
    provisionalRow: {
      entity: UserGroup,
      toRow: ({ content }) => toDryRunRow(content as CompleteUserGroupRecord),
    },
    toCompleteRecords: (values) => values.map(toCompleteRecord),
    unstoredMembers: ['confirmMembers'],
    findStoredRecords: async (pIds) => (await groups.listByPIds(pIds, plan)).map(toStoredUserGroup),
    create: createSequentialRunner(({ confirmMembers: _unused, ...value }, caller) =>
      groups.create(value, caller),
    ),
    update: (id, value, caller) => groups.update(id, value, caller),
  });
}

/** @throws UserGroupHasBothRoles */
function toCompleteRecord({ dateAdded, ...value }: UserGroupImportDto): CompleteUserGroupRecord {
  if (value.defaultGroup && value.systemGroup)
    throw new UserGroupHasBothRoles({ pointer: '/systemGroup' });
  return { ...value, ...(dateAdded && { dateAdded }) };
}

function toStoredUserGroup({ defaultMarker, systemMarker, ...group }: UserGroup): StoredUserGroup {
  return { ...group, defaultGroup: defaultMarker === 1, systemGroup: systemMarker === 1 };
}

/**
 * Converts a record to the row that later records of a dry run find. The row has no roles, because another group may
 * still have them.
 */
function toDryRunRow({
  defaultGroup: _default,
  systemGroup: _system,
  ...group
}: CompleteUserGroupRecord): object {
  return { ...group, defaultMarker: null, systemMarker: null };
}

/** Imports user groups. */
@Injectable()
@ImportTypeRegistrar()
export class UserGroupImporter implements ImportTypeRegistrar {
  constructor(private readonly groups: UserGroupsService) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createUserGroupImportDefinition(this.groups), { remover: this.groups });
  }
}
