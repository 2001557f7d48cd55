import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import { assertSecretNotReplaced, ScopeMissing } from '../../../api/problems/problems';
import type { CallerLock } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { idOnlyPlan, mergePlans, createLoadPlan } from '../../../core/load-plan';
import { includesScope } from '../../../core/scopes';
import { formatCode } from '../../../core/codes';
import { Stores, is, isNotNull, increment } from '../../../database';
import { CallerCache } from '../../../platform/access';
import { UserGroup } from '../groups/user-group.entity';
import { User } from '../users/user.entity';
import { ADMINISTRATION_ID, Administration } from './administration.entity';
import { findAdministratorScopes, rightsPlan } from './administrator-rights';
import { SUPER_ADMINISTRATOR, systemLevelCodes } from './system-levels';

/** 409: the change would leave the store without anybody who may do everything. */
export const LastAdministrator = defineError({
  code: 'administrator.last',
  status: 409,
  title: 'The last administrator has to stay',
  remedy: `Make another administrator of level ${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)} first.`,
  detail: () =>
    'The store needs an active member of the system group with the system level ' +
    `${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)}. Make another one first.`,
});

/** A caller, as far as its rights go. */
export type CallerRights = Pick<Principal, 'scopes' | 'isReplaced'>;

/** The store, for what it does of its own accord: an order spends a voucher, whoever owns it. */
export const systemCaller: CallerRights = { scopes: new Set(['users:admin']) };

/** Whether a caller may change administrators, and make some. */
export function canAdministerUsers({ scopes }: CallerRights): boolean {
  return includesScope(scopes, 'users:admin');
}

/** To be called inside the unit of work that writes. @throws ScopeMissing, SecretReplaced */
export async function requireUsersAdmin(caller: CallerRights): Promise<void> {
  if (!canAdministerUsers(caller)) throw new ScopeMissing({ scope: 'users:admin' });
  await assertSecretNotReplaced(caller);
}

/** Without asking the database. */
function isAllowedWithoutLookup(caller: CallerRights): boolean {
  return canAdministerUsers(caller) && !caller.isReplaced;
}

const callerPlan = mergePlans(rightsPlan, createLoadPlan(User, ['pId', 'nick']));
const memberPlan = createLoadPlan(User, [], { group: ['systemMarker'] });

/** An administrator as a caller. */
interface Administrator {
  readonly id: number;
  readonly credentialVersion: number;
  readonly principal: Principal;
}

/** The active members of the system group: who they are, and what guards them. */
@Injectable()
export class Administrators {
  private readonly cache: CallerCache<number, Administrator>;

  constructor(
    private readonly stores: Stores,
    clock: Clock,
  ) {
    this.cache = new CallerCache(clock, (userId) => this.load(userId));
  }

  /**
   * Requires `users:admin` of a caller who is about to change the system group, its members or their passwords.
   * @param groupIds groups that the change touches: the user's own and its new one, or the group itself
   * @throws ScopeMissing, SecretReplaced
   */
  async authorize(caller: CallerRights, groupIds: readonly number[]): Promise<void> {
    if (isAllowedWithoutLookup(caller)) return;
    const systemGroup = await this.findSystemGroupId();
    if (groupIds.some((id) => id === systemGroup)) await requireUsersAdmin(caller);
  }

  /**
   * Requires `users:admin` of a caller who is about to change anything of a member of the system group; inside the
   * unit of work that holds the user's row.
   * @throws ScopeMissing, SecretReplaced
   */
  async authorizeChange(caller: CallerRights, userId: number): Promise<void> {
    if (isAllowedWithoutLookup(caller)) return;
    const user = await this.stores.loader.findById(User, userId, memberPlan);
    if (user && user.group.systemMarker !== null) await requireUsersAdmin(caller);
  }

  /**
   * Runs a change that may leave the store without a super-administrator: one that deactivates, demotes, moves
   * or deletes an active user of level 3, or gives or takes the mark of the system group. Such changes run one
   * after the other, and count from the next call of everybody whom they touch.
   * @throws LastAdministrator when there was one before the change, and none is after it
   */
  runKeepingSuperAdministrator<T>(change: () => Promise<T>): Promise<T> {
    const { unitOfWork } = this.stores;
    return unitOfWork.run(async () => {
      unitOfWork.afterCommit(() => {
        this.cache.invalidate(() => true);
      });
      await this.lockAdministration();
      const hadOne = await this.hasSuperAdministrator();
      const result = await change();
      if (hadOne && !(await this.hasSuperAdministrator())) throw new LastAdministrator();
      return result;
    });
  }

  /** Inside a unit of work: waits for others who change administrators or the roles of groups, and keeps them waiting. */
  async lockAdministration(): Promise<void> {
    // A row that is written, not only locked: in a Galera cluster locks hold on one node only.
    await this.stores.writer.update(Administration, ADMINISTRATION_ID, { changes: increment(1) });
  }

  /** The active administrator with this id, as it was at most five seconds ago. */
  find(userId: number): Promise<Administrator | undefined> {
    return this.cache.find(userId);
  }

  /** Lets changes of a user count from its next call; to be called once they are stored. */
  invalidateTokens(userId: number): void {
    this.cache.invalidate(({ id }) => id === userId);
  }

  /** The id of the system group, if there is one. */
  async findSystemGroupId(): Promise<number | undefined> {
    const [group] = await this.stores.loader.listWhere(
      UserGroup,
      [isNotNull('systemMarker')],
      idOnlyPlan,
    );
    return group?.id;
  }

  private async load(userId: number): Promise<Administrator | undefined> {
    const user = await this.stores.loader.findById(User, userId, callerPlan);
    const scopes = user && findAdministratorScopes(user);
    if (!scopes) return undefined;
    const { id, pId, nick, credentialVersion } = user;
    const principal: Principal = {
      name: `user:${id}`,
      who: { kind: 'user', id, name: nick ?? pId },
      scopes,
      isStillValid: async (hold) => {
        const now = await this.loadCurrent(id, hold);
        return (
          now?.credentialVersion === credentialVersion && findAdministratorScopes(now) === scopes
        );
      },
    };
    return { id, credentialVersion, principal };
  }

  /** A user with its group as they are now, which they stay as `hold` says. */
  private async loadCurrent(id: number, hold: CallerLock | undefined) {
    const { loader, writer } = this.stores;
    if (hold === 'alone') await writer.lock(User, [id]);
    return loader.findCurrent(User, id, rightsPlan, { shared: hold !== undefined });
  }

  /** Plain reads, without locks: at READ COMMITTED each sees what the changes before this one have stored. */
  private async hasSuperAdministrator(): Promise<boolean> {
    const groupId = await this.findSystemGroupId();
    if (groupId === undefined) return false;
    const conditions = [
      is('groupId', groupId),
      is('systemLevel', SUPER_ADMINISTRATOR),
      is('active', true),
    ];
    return (await this.stores.loader.listWhere(User, conditions, idOnlyPlan)).length > 0;
  }
}
