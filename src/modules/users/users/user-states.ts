import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { plan } from '../../../core/load-plan';
import { covers } from '../../../core/scopes';
import { isOneOf, Stores } from '../../../database';
import type { Authorized } from '../administrators/administrators';
import { Passwords } from '../passwords/passwords';
import { userColumns } from './user-columns';
import { UserCredentials } from './user-credentials';
import type { UserLineDto } from './user.dto';
import { User } from './user.entity';
import { UserParts } from './user-parts';
import { planOf, type StoredState, storedState, type UserState } from './user-state';

const hashPlan = plan(User, ['pId', 'passwordHash'], { group: ['systemMarker'] });

/** What lines say of users, and what is stored of the same users. */
@Injectable()
export class UserStates {
  private readonly hashes = new WeakMap<UserLineDto, string>();

  constructor(
    private readonly stores: Stores,
    private readonly passwords: Passwords,
    private readonly credentials: UserCredentials,
    private readonly parts: UserParts,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Hashes passwords, one at a time: logins go on meanwhile. One that is stored already keeps its hash, so that its line
   * changes nothing; but nobody without `users:admin` learns whether an administrator's is.
   * @throws TryAgain when too many hashes are waiting
   */
  async hash(values: readonly UserLineDto[], { scopes }: Authorized): Promise<void> {
    const given = values.filter(({ password }) => password !== undefined);
    const conditions = [isOneOf('pId', [...new Set(given.map(({ pId }) => pId))])];
    const stored =
      given.length > 0 ? await this.stores.loader.where(User, conditions, hashPlan) : [];
    const mayCompare = ({ group }: User): boolean =>
      covers(scopes, 'users:admin') || group.systemMarker === null;
    const known = new Map(
      stored.filter(mayCompare).map(({ pId, passwordHash }) => [pId, passwordHash]),
    );
    for (const value of given) {
      const { pId, password = '' } = value;
      const before = known.get(pId) ?? null;
      const isSame = before !== null && (await this.passwords.verify(password, before));
      const hash = isSame ? before : await this.passwords.hash(password);
      known.set(pId, hash);
      this.hashes.set(value, hash);
    }
  }

  /**
   * What a line says, with defaults for what it does not say; of a password, a day of creation and vouchers it
   * says nothing without them.
   * @throws what `UserParts.resolve` does, with pointers into the create body
   */
  async of(value: UserLineDto): Promise<UserState> {
    const {
      password: _hashed,
      group,
      addressBook,
      customTags,
      supplier,
      vouchers,
      wishlist,
      ...values
    } = value;
    const { birthDay = null, currencyCode = '', nick = '' } = values;
    const passwordHash = this.hashes.get(value);
    const columns = {
      ...userColumns({ ...values, currencyCode, nick }),
      ...(await this.credentials.grouped(group)),
      ...(passwordHash === undefined ? {} : { passwordHash }),
      birthDay,
    };
    const whole = supplier && { logo: '', items: [], ...supplier };
    const given = { addressBook, customTags, supplier: whole, vouchers, wishlist };
    return { pId: value.pId, columns, parts: await this.parts.resolve(given, value.pId) };
  }

  /** The stored users that states are about. */
  async stored(states: readonly UserState[]): Promise<StoredState[]> {
    const byPid = new Map(states.map((state) => [state.pId, state]));
    const users = await this.stores.loader.where(
      User,
      [isOneOf('pId', [...byPid.keys()])],
      planOf(states),
    );
    const { defaultLanguage } = this.configuration;
    return users.map((user) =>
      storedState(user, byPid.get(user.pId) as UserState, defaultLanguage),
    );
  }
}
