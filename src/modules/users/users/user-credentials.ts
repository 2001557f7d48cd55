import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../../platform/access';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { type Patch, increment, type Reference, Stores } from '../../../database';
import {
  Administrators,
  canAdministerUsers,
  type CallerRights,
  requireUsersAdmin,
} from '../administrators/administrators';
import type { KeysOption } from '../administrators/keys-option';
import { AdminPromotion } from '../administrators/admin-promotion';
import { ADMINISTRATOR, SUPER_ADMINISTRATOR } from '../administrators/system-levels';
import { UserGroupsService } from '../groups/user-groups.service';
import { PasswordHasher } from '../passwords/password-hasher';
import { User } from './user.entity';

/** What decides whether a user can log in and what it may do then. */
export const credentialColumns = ['active', 'groupId', 'systemLevel', 'passwordHash'] as const;
type StoredCredentials = Pick<User, (typeof credentialColumns)[number] | 'passwordTrusted'>;

/** What a change says of it. */
type Credentials = Partial<StoredCredentials>;

/** What is stored besides what a change says. */
type ExtraColumns = Pick<Patch<User>, 'credentialVersion' | 'passwordTrusted'>;

const credentialsPlan = createLoadPlan(User, [...credentialColumns, 'passwordTrusted']);

/** Passwords, groups and levels of users: who may change them, and what ends with such a change. */
@Injectable()
export class UserCredentials {
  constructor(
    private readonly stores: Stores,
    private readonly passwordHasher: PasswordHasher,
    private readonly groups: UserGroupsService,
    private readonly administrators: Administrators,
    private readonly adminPromotion: AdminPromotion,
    private readonly keys: ApiKeysService,
  ) {}

  /** The column of a password, if there is one; slow, so to be called before the unit of work. */
  async hashPassword(password: string | undefined): Promise<Pick<Credentials, 'passwordHash'>> {
    return password === undefined ? {} : { passwordHash: await this.passwordHasher.hash(password) };
  }

  /** The column of a group, if there is one. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  async resolveGroup(group: Reference | undefined): Promise<Pick<Credentials, 'groupId'>> {
    if (!group) return {};
    const [groupId] = await this.resolveGroups([group]);
    return { groupId: groupId as number };
  }

  /** The ids of users' groups; one query. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  resolveGroups(groups: readonly Reference[]): Promise<number[]> {
    return this.groups.resolveIds(groups, '/group');
  }

  /**
   * Runs a write that makes users.
   * @param values what the credentials of each are to be
   * @param write is given what has to be stored besides them
   * @throws ScopeMissing without `users:admin`, for members of the system group and levels other than the usual one
   */
  async create<T>(
    values: readonly Credentials[],
    caller: CallerRights,
    write: (besides: Pick<User, 'passwordTrusted'>) => Promise<T>,
  ): Promise<T> {
    const isUsual = values.every(
      ({ systemLevel = ADMINISTRATOR }) => systemLevel === ADMINISTRATOR,
    );
    if (!isUsual) await requireUsersAdmin(caller);
    const groupIds = new Set(values.flatMap(({ groupId }) => groupId ?? []));
    await this.administrators.authorize(caller, [...groupIds]);
    const made = await write({ passwordTrusted: canAdministerUsers(caller) });
    // Again: nobody gives a group a mark any more, now that it has a new member.
    await this.administrators.authorize(caller, [...groupIds]);
    return made;
  }

  /**
   * Runs a change of a user whose row is locked in the unit of work around, by a caller who may change that user.
   * @param values what becomes of its credentials
   * @param write is given what has to be stored besides them
   * @param keys that come from the user: whether they end where its rights do
   * @throws LastAdministrator; ScopeMissing without `users:admin`, for whoever would join the system group, and for
   * another level; what ApiKeysService.removeOf does
   */
  async change(
    userId: number,
    values: Credentials,
    caller: CallerRights,
    write: (besides: ExtraColumns) => Promise<void>,
    keys: KeysOption = 'end',
  ): Promise<void> {
    const before = await this.getStored(userId);
    const changed = credentialColumns.filter(
      (name) => values[name] !== undefined && values[name] !== before[name],
    );
    if (changed.includes('systemLevel')) await requireUsersAdmin(caller);
    await this.authorize(caller, values.groupId);
    const trust = toTrustColumn(values, before, caller);
    if (changed.length === 0) return write(trust);
    await this.runEndingLogins(userId, before, async () => {
      await write({ ...trust, credentialVersion: increment(1) });
      if (changed.includes('groupId')) await this.authorizeJoin(userId, values.groupId, caller);
      if (keys === 'end' && (await this.losesRights(before, values, changed)))
        await this.keys.removeByUsers([userId], caller);
    });
  }

  /**
   * Runs the change of a user who is erased: all keys that come from it end, also those that were kept when it stopped
   * being an administrator.
   * @throws what `change` does
   */
  async erase(
    userId: number,
    values: Credentials,
    caller: CallerRights,
    write: (besides: ExtraColumns) => Promise<void>,
  ): Promise<void> {
    await this.change(userId, values, caller, write, 'keep');
    await this.keys.removeByUsers([userId], caller);
  }

  /**
   * Runs the removal of a user, whose row is locked in the unit of work around.
   * @param keys that come from the user: whether they end, too
   * @throws ScopeMissing, LastAdministrator, and what ApiKeysService.removeOf does
   */
  async remove(
    userId: number,
    caller: CallerRights,
    keys: KeysOption,
    remove: () => Promise<void>,
  ): Promise<void> {
    await this.administrators.authorizeChange(caller, userId);
    await this.runEndingLogins(userId, await this.getStored(userId), async () => {
      await remove();
      if (keys === 'end') await this.keys.removeByUsers([userId], caller);
    });
  }

  /** Whether a change ends rights that an administrator may have given to keys. */
  private async losesRights(
    before: StoredCredentials,
    { active, systemLevel }: Credentials,
    changed: readonly (keyof Credentials)[],
  ): Promise<boolean> {
    const isDeactivated = changed.includes('active') && active === false;
    const isDemoted = changed.includes('systemLevel') && systemLevel !== SUPER_ADMINISTRATOR;
    if (isDeactivated || isDemoted) return true;
    if (!changed.includes('groupId')) return false;
    return (await this.administrators.findSystemGroupId()) === before.groupId;
  }

  /** Judges a user by the group that it has joined: until the unit of work around ends nobody gives that a mark. */
  private async authorizeJoin(
    userId: number,
    groupId: number | undefined,
    caller: CallerRights,
  ): Promise<void> {
    await this.authorize(caller, groupId);
    if ((await this.administrators.findSystemGroupId()) === groupId)
      await this.adminPromotion.promoteUser(userId);
  }

  private authorize(caller: CallerRights, groupId: number | undefined): Promise<void> {
    return this.administrators.authorize(caller, groupId === undefined ? [] : [groupId]);
  }

  private async getStored(userId: number): Promise<StoredCredentials> {
    const user = await this.stores.loader.findById(User, userId, credentialsPlan);
    if (!user) throw new NotFound({ resource: 'user', id: userId });
    return user;
  }

  /** Ends the user's logins, and sees to it that a super-administrator is left. */
  private runEndingLogins(
    userId: number,
    { active, systemLevel }: StoredCredentials,
    write: () => Promise<void>,
  ): Promise<void> {
    this.stores.unitOfWork.afterCommit(() => this.administrators.invalidateTokens(userId));
    // Whatever its group: that may become the system group at the same time.
    const mayBeTheLast = active && systemLevel === SUPER_ADMINISTRATOR;
    return mayBeTheLast ? this.administrators.runKeepingSuperAdministrator(write) : write();
  }
}

/** Whether a password that is set, or sent once more, is that of a holder of `users:admin`. */
function toTrustColumn(
  { passwordHash }: Credentials,
  before: StoredCredentials,
  caller: CallerRights,
): ExtraColumns {
  if (passwordHash === undefined) return {};
  const isKept = passwordHash === before.passwordHash && before.passwordTrusted === true;
  return { passwordTrusted: canAdministerUsers(caller) || isKept };
}
