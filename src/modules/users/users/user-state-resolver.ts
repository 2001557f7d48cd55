import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { isOneOf, Stores } from '../../../database';
import { canAdministerUsers, type CallerRights } from '../administrators/administrators';
import { PasswordHasher } from '../passwords/password-hasher';
import { toUserColumns } from './user-columns';
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

/** What lines say of users, and what is stored of the same users. */
@Injectable()
export class UserStateResolver {
  private readonly hashes = new WeakMap<
    UserImportDto,
    Pick<User, 'passwordHash'> & Partial<Pick<User, 'passwordTrusted'>>
  >();

  constructor(
    private readonly stores: Stores,
    private readonly passwordHasher: PasswordHasher,
    private readonly credentials: UserCredentials,
    private readonly parts: UserParts,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Hashes passwords, one at a time: logins go on meanwhile. One that is stored already keeps its hash, so that its line
   * changes nothing; but nobody without `users:admin` learns whether an administrator's is.
   * @throws DatabaseBusy when too many hashes are waiting
   */
  async hashPasswords(values: readonly UserImportDto[], caller: CallerRights): Promise<void> {
    const given = values.filter(({ password }) => password !== undefined);
    const conditions = [isOneOf('pId', [...new Set(given.map(({ pId }) => pId))])];
    const stored =
      given.length > 0 ? await this.stores.loader.listWhere(User, conditions, hashPlan) : [];
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
        // Said again by a holder of users:admin, a password that another one has set is a change.
        ...(canAdministerUsers(caller) ? { passwordTrusted: true } : {}),
      });
    }
  }

  /**
   * What lines say, with defaults for what they leave out; a password, a day of creation and vouchers that are left
   * out stay as they are.
   * @throws what `UserParts.resolve` does, with pointers into the create body
   */
  async resolve(lines: readonly UserImportDto[]): Promise<UserImportState[]> {
    const groupIds = await this.credentials.resolveGroups(lines.map(({ group }) => group));
    const parts = await this.parts.resolve(lines.map(toPartsInput));
    return lines.map((line, at) => ({
      pId: line.pId,
      columns: {
        ...toColumnsInput(line),
        groupId: groupIds[at] as number,
        ...this.hashes.get(line),
      },
      parts: parts[at] as ResolvedUserParts,
    }));
  }

  /** The stored users that states are about. */
  async listStored(states: readonly UserImportState[]): Promise<StoredUserState[]> {
    const byPid = new Map(states.map((state) => [state.pId, state]));
    const users = await this.stores.loader.listWhere(
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
  supplier,
  vouchers,
  wishlist,
}: UserImportDto) {
  const whole = supplier && { logo: '', items: [], ...supplier };
  return { pId, addressBook, customTags, supplier: whole, vouchers, wishlist };
}

function toColumnsInput({
  password: _hashed,
  group: _resolved,
  addressBook: _addresses,
  customTags: _tags,
  supplier: _supplier,
  vouchers: _vouchers,
  wishlist: _wishlist,
  ...values
}: UserImportDto): Partial<User> {
  const { birthDay = null, currencyCode = null, nick = '' } = values;
  return { ...toUserColumns({ ...values, currencyCode, nick }), birthDay };
}
