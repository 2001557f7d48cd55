import { Injectable } from '@nestjs/common';
import {
  defineResourceImport,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import type { StoredUserImportRecord, ResolvedUserImportRecord } from './user-import-records';
import { UserImportRecordResolver } from './user-import-record-resolver';
import { UserImportDto } from './user.dto';
import { User } from './user.entity';
import { EmailTaken, NickTaken } from './user.errors';
import { UsersService } from './users.service';

/** Creates the import definition of users. The records contain the create body and fields that no operation sets. */
function createUserImportDefinition(users: UsersService, recordResolver: UserImportRecordResolver) {
  return defineResourceImport<UserImportDto, StoredUserImportRecord, ResolvedUserImportRecord>({
    type: 'user',
    dto: UserImportDto,
    // A dry run stores no passwords, so it doesn't hash them.
    prepare: async (values, caller) => {
      if (!caller.isDryRun) await recordResolver.hashPasswords(values, caller);
    },
    provisionalRow: {
      entity: User,
      toRow: ({ content }) => toDryRunRow(content as ResolvedUserImportRecord),
      toTakenError: (property, { email, nick }, id) => {
        if (property === 'emailKey') return new EmailTaken({ email: email as string, id });
        return property === 'nick' ? new NickTaken({ nick: nick as string, id }) : undefined;
      },
    },
    toCompleteRecords: (values) => recordResolver.resolveRecords(values),
    findStoredRecords: (_pIds, values) => recordResolver.listStoredUsers(values),
    create: (values, caller) => users.createFromImportRecords(values, caller),
    update: (id, value, caller) =>
      users.replaceByImportRecord(id, value, () => recordResolver.listStoredUsers([value]), caller),
  });
}

const EMPTY_RELATIONS = {
  addresses: [],
  customTags: [],
  supplierItems: [],
  vouchers: [],
  wishlist: [],
};

/** The row of a user that later records of a dry run find. */
function toDryRunRow({ pId, columns }: ResolvedUserImportRecord): object {
  const { email, emailKey, nick, groupId, supplier } = columns;
  return { pId, email, emailKey, nick, groupId, supplier, ...EMPTY_RELATIONS };
}

/** Imports users. */
@Injectable()
@ImportTypeRegistrar()
export class UserImporter implements ImportTypeRegistrar {
  constructor(
    private readonly users: UsersService,
    private readonly recordResolver: UserImportRecordResolver,
  ) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createUserImportDefinition(this.users, this.recordResolver), {
      remover: this.users,
    });
  }
}
