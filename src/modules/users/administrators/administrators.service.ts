import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import { assertSecretNotReplaced, ScopeMissing } from '../../../api/problems/api-errors';
import type { CallerLock } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { idOnlyPlan, mergePlans, createLoadPlan } from '../../../core/load-plan';
import { includesScope } from '../../../core/scopes';
import { formatCode } from '../../../core/code-list';
import { DataAccess, whereEquals, whereNotNull, increment } from '../../../database';
import { CallerCache } from '../../../platform/access';
import { UserGroup } from '../groups/user-group.entity';
import { User } from '../users/user.entity';
import {
  ADMINISTRATOR_SHARED_STATE_ID,
  AdministratorSharedState,
} from './administration-state.entity';
import { findAdministratorScopes, userRightsPlan } from './administrator-rights';
import { SUPER_ADMINISTRATOR, systemLevelCodes } from './system-levels';

/** 409: the change would leave the store without a super-administrator. */
export const LastSuperAdministratorNotRemovable = defineError({
  code: 'administrator.last',
  status: 409,
  title: "The last super-administrator can't be removed",
  remedy: `Create another administrator of level ${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)} first.`,
  detail: () =>
    'The store needs an active member of the system group with the system level ' +
    `${formatCode(systemLevelCodes, SUPER_ADMINISTRATOR)}.`,
});

/** The rights of a caller. */
export type CallerRights = Pick<Principal, 'scopes' | 'checkSecretReplaced'>;

/** The service itself as a caller, for changes that no user asks for, such as an order that spends a user's voucher. */
export const systemCaller: CallerRights = { scopes: new Set(['users:admin']) };

/** Whether a caller may create and change administrators. */
export function canManageAdministrators({ scopes }: CallerRights): boolean {
  return includesScope(scopes, 'users:admin');
}

/**
 * Requires `users:admin` of a caller; has to run inside the unit of work that writes.
 * @throws ScopeMissing, ApiKeySecretReplaced
 */
export async function requireUsersAdmin(caller: CallerRights): Promise<void> {
  if (!canManageAdministrators(caller)) throw new ScopeMissing({ scope: 'users:admin' });
  await assertSecretNotReplaced(caller);
}

/** Whether the caller is allowed without asking the database. */
function isAllowedWithoutLookup(caller: CallerRights): boolean {
  return canManageAdministrators(caller) && !caller.checkSecretReplaced;
}

const administratorPlan = mergePlans(userRightsPlan, createLoadPlan(User, ['pId', 'nick']));
const groupRolePlan = createLoadPlan(User, [], { group: ['systemMarker'] });

/** An administrator as a caller, with the version of its credentials. */
interface CachedAdministrator {
  readonly id: number;
  readonly credentialVersion: number;
  readonly principal: Principal;
}

/** Finds the active members of the system group and authorizes changes to them. */
@Injectable()
export class AdministratorsService {
  private readonly cache: CallerCache<number, CachedAdministrator>;

  constructor(
    private readonly dataAccess: DataAccess,
    clock: Clock,
  ) {
    this.cache = new CallerCache(clock, (userId) => this.loadAdministrator(userId));
  }

  /**
   * Requires `users:admin` of a caller that changes the system group, its members or their passwords.
   * @param groupIds groups that the change touches: the user's old and new group, or the group itself
   * @throws ScopeMissing, ApiKeySecretReplaced
   */
  async authorizeGroupChange(caller: CallerRights, groupIds: readonly number[]): Promise<void> {
    if (isAllowedWithoutLookup(caller)) return;
    const systemGroup = await this.findSystemGroupId();
    if (groupIds.some((id) => id === systemGroup)) await requireUsersAdmin(caller);
  }

  /**
   * Requires `users:admin` of a caller that changes a member of the system group. Has to run inside the unit of work
   * that locks the user's row.
   * @throws ScopeMissing, ApiKeySecretReplaced
   */
  async authorizeUserChange(caller: CallerRights, userId: number): Promise<void> {
    if (isAllowedWithoutLookup(caller)) return;
    const user = await this.dataAccess.loader.findById(User, userId, groupRolePlan);
    if (user && user.group.systemMarker !== null) await requireUsersAdmin(caller);
  }

  /**
   * Runs a change of several administrators, such as another system group. Such changes run one after the other and
   * take effect on the next call of the users concerned.
   */
  runAdministratorChange<T>(change: () => Promise<T>): Promise<T> {
    const { unitOfWork } = this.dataAccess;
    return unitOfWork.run(async () => {
      unitOfWork.afterCommit(() => {
        this.cache.invalidate(() => true);
      });
      await this.lockAdministratorChanges();
      return change();
    });
  }

  /**
   * Like `runAdministratorChange`, for a change that may remove the last super-administrator. It deactivates, demotes, moves or
   * deletes an active user of level 3, or leaves the store without a system group.
   * @throws LastSuperAdministratorNotRemovable if no super-administrator is left, although there was one before
   */
  runKeepingSuperAdministrator<T>(change: () => Promise<T>): Promise<T> {
    return this.runAdministratorChange(async () => {
      const hadOne = await this.hasSuperAdministrator();
      const result = await change();
      if (hadOne && !(await this.hasSuperAdministrator()))
        throw new LastSuperAdministratorNotRemovable();
      return result;
    });
  }

  /**
   * Waits for other changes of administrators or group roles, and blocks them until the enclosing unit of work ends.
   */
  async lockAdministratorChanges(): Promise<void> {
    // The row is written, not only locked, because a Galera cluster keeps row locks on one node only.
    await this.dataAccess.writer.update(AdministratorSharedState, ADMINISTRATOR_SHARED_STATE_ID, {
      changes: increment(1),
    });
  }

  /** Returns the active administrator with this id, as stored at most five seconds ago. */
  findAdministrator(userId: number): Promise<CachedAdministrator | undefined> {
    return this.cache.find(userId);
  }

  /** Makes changes of a user take effect on its next call; to be called after they are committed. */
  invalidateCache(userId: number): void {
    this.cache.invalidate(({ id }) => id === userId);
  }

  /** The id of the system group, if there is one. */
  async findSystemGroupId(): Promise<number | undefined> {
    const [group] = await this.dataAccess.loader.listWhere(
      UserGroup,
      [whereNotNull('systemMarker')],
      idOnlyPlan,
    );
    return group?.id;
  }

  private async loadAdministrator(userId: number): Promise<CachedAdministrator | undefined> {
    const user = await this.dataAccess.loader.findById(User, userId, administratorPlan);
    const scopes = user && findAdministratorScopes(user);
    if (!scopes) return undefined;
    const { id, pId, nick, credentialVersion } = user;
    const principal: Principal = {
      callerId: `user:${id}`,
      actor: { kind: 'user', id, name: nick ?? pId },
      scopes,
      checkStillValid: async (lock) => {
        const current = await this.loadCurrentUser(id, lock);
        return (
          current?.credentialVersion === credentialVersion &&
          findAdministratorScopes(current) === scopes
        );
      },
    };
    return { id, credentialVersion, principal };
  }

  /** Loads the current user and group; `lock` decides how the rows are locked. */
  private async loadCurrentUser(id: number, lock: CallerLock | undefined) {
    const { loader, writer } = this.dataAccess;
    if (lock === 'exclusive') await writer.lock(User, [id]);
    return loader.findCurrent(User, id, userRightsPlan, { isShareLocked: lock !== undefined });
  }

  /** Reads without locks: at READ COMMITTED each read sees everything that earlier changes have committed. */
  private async hasSuperAdministrator(): Promise<boolean> {
    const groupId = await this.findSystemGroupId();
    if (groupId === undefined) return false;
    const conditions = [
      whereEquals('groupId', groupId),
      whereEquals('systemLevel', SUPER_ADMINISTRATOR),
      whereEquals('active', true),
    ];
    return (await this.dataAccess.loader.listWhere(User, conditions, idOnlyPlan)).length > 0;
  }
}
