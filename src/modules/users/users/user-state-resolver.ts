import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { isOneOf, DataAccess } from '../../../database';
import { canAdministerUsers, type CallerRights } from '../administrators/administrators';
import { PasswordHasher } from '../passwords/password-hasher';
import { toImportedColumns } from './user-columns';
import { UserCredentials } from './user-credentials';
import type { UserImportDto } from './user.dto';
import { User } from './user.entity';
import { type ResolvedUserParts, UserParts } from './user-parts';
import {
  toComparisonPlan,
  type StoredUserState,
  toStoredUserState,
  type UserImportState,
} from './user-import-state';

const hashPlan = createLoadPlan(User, ['pId', 'passwordHash'], { group: ['systemMarker'] });

/** Resolves import records of users and loads the stored state of the same users. */
@Injectable()
export class UserStateResolver {
  private readonly hashes = new WeakMap<
    UserImportDto,
    Pick<User, 'passwordHash'> & Partial<Pick<User, 'passwordTrusted'>>
  >();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly passwordHasher: PasswordHasher,
    private readonly credentials: UserCredentials,
    private readonly parts: UserParts,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Hashes passwords one at a time, so that logins can run in between. An unchanged password keeps its hash, so that
   * its record changes nothing. Passwords of administrators are compared only for holders of `users:admin`.
   * @throws DatabaseBusy if too many hashes are waiting
   */
  async hashPasswords(values: readonly UserImportDto[], caller: CallerRights): Promise<void> {
    const given = values.filter(({ password }) => password !== undefined);
    const conditions = [isOneOf('pId', [...new Set(given.map(({ pId }) => pId))])];
    const stored = await this.dataAccess.loader.listWhere(User, conditions, hashPlan);
    const mayCompare = ({ group }: Loaded<typeof hashPlan>): boolean =>
      canAdministerUsers(caller) || group.systemMarker === null;
    const known = new Map(
      stored.filter(mayCompare).map(({ pId, passwordHash }) => [pId, passwordHash]),
    );
    for (const value of given) {
      const { pId, password = '' } = value;
      const before = known.get(pId) ?? null;
      const isSame = before !== null && (await this.passwordHasher.verify(password, before));
      const hash = isSame ? before : await this.passwordHasher.hash(password);
      known.set(pId, hash);
      this.hashes.set(value, {
        passwordHash: hash,
        // If a holder of users:admin sends the same password again, it becomes trusted, which is a change.
        ...(canAdministerUsers(caller) ? { passwordTrusted: true } : {}),
      });
    }
  }

  /**
   * Resolves import records to states, with defaults for missing fields. A missing password, creation date or list of
   * vouchers leaves the stored one unchanged.
   * @throws the errors of `UserParts.resolve`, with pointers into the create body
   */
  async resolve(records: readonly UserImportDto[]): Promise<UserImportState[]> {
    const groupIds = await this.credentials.resolveGroups(records.map(({ group }) => group));
    const parts = await this.parts.resolve(records.map(toPartsInput));
    return records.map((record, at) => ({
      pId: record.pId,
      columns: Object.assign(
        toImportedColumns(record, groupIds[at] as number),
        this.hashes.get(record),
      ),
      parts: parts[at] as ResolvedUserParts,
    }));
  }

  /** Returns the stored users that the states describe. */
  async listStored(states: readonly UserImportState[]): Promise<StoredUserState[]> {
    const byPid = new Map(states.map((state) => [state.pId, state]));
    const users = await this.dataAccess.loader.listWhere(
      User,
      [isOneOf('pId', [...byPid.keys()])],
      toComparisonPlan(states),
    );
    const { defaultLanguage } = this.configuration;
    return users.map((user) =>
      toStoredUserState(user, byPid.get(user.pId) as UserImportState, defaultLanguage),
    );
  }
}

function toPartsInput({
  pId,
  addressBook,
  customTags,
  reverseChargeVat,
  supplier,
  userType,
  vouchers,
  wishlist,
}: UserImportDto) {
  const whole = supplier && { logo: '', items: [], ...supplier };
  return {
    pId,
    addressBook,
    customTags,
    reverseChargeVat,
    supplier: whole,
    userType,
    vouchers,
    wishlist,
  };
}
