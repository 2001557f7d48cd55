import { Injectable } from '@nestjs/common';
import {
  defineResourceImport,
  type ImportRecordTypes,
  ImportTypeRegistrar,
} from '../../../platform/data-transfer/imports';
import type { StoredUserState, UserImportState } from './user-import-state';
import { UserStateResolver } from './user-state-resolver';
import { UserImportDto } from './user.dto';
import { User } from './user.entity';
import { EmailTaken, NickTaken } from './user.errors';
import { UsersService } from './users.service';

/** Creates the importer of users. Its records contain the API's create body and fields that no operation sets. */
function createUserImporter(users: UsersService, states: UserStateResolver) {
  return defineResourceImport<UserImportDto, StoredUserState, UserImportState>({
    type: 'user',
    dto: UserImportDto,
    // A dry run stores no passwords, so it doesn't hash them.
    prepare: async (values, caller) => {
      if (!caller.isDryRun) await states.hashPasswords(values, caller);
    },
    dryRunRow: {
      entity: User,
      toRow: ({ content }) => toProvisionalRow(content as UserImportState),
      toTakenError: (property, { email, nick }, id) => {
        if (property === 'emailKey') return new EmailTaken({ email: email as string, id });
        return property === 'nick' ? new NickTaken({ nick: nick as string, id }) : undefined;
      },
    },
    toCompleteRecords: (values) => states.resolve(values),
    find: (_pIds, values) => states.listStored(values),
    create: (values, caller) => users.createFromStates(values, caller),
    update: (id, value, caller) =>
      users.replaceState(id, value, () => states.listStored([value]), caller),
  });
}

const EMPTY_PARTS = {
  addresses: [],
  customTags: [],
  supplierItems: [],
  vouchers: [],
  wishlist: [],
};

/** The row of a user that later records of a dry run find. */
function toProvisionalRow({ pId, columns }: UserImportState): object {
  const { email, emailKey, nick, groupId, supplier } = columns;
  return { pId, email, emailKey, nick, groupId, supplier, ...EMPTY_PARTS };
}

/** Imports users. */
@Injectable()
@ImportTypeRegistrar()
export class UserImporter implements ImportTypeRegistrar {
  constructor(
    private readonly users: UsersService,
    private readonly states: UserStateResolver,
  ) {}

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(createUserImporter(this.users, this.states), this.users);
  }
}
