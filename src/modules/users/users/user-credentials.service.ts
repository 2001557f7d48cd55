import { Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../../platform/access';
import { NotFound } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { type Patch, increment, type RecordReference, DataAccess } from '../../../database';
import {
  AdministratorsService,
  canManageAdministrators,
  type CallerRights,
  requireUsersAdmin,
} from '../administrators/administrators.service';
import type { ApiKeysOption } from '../administrators/api-keys-option';
import { AdminPromotionSafeguards } from '../administrators/admin-promotion-safeguards';
import { ADMINISTRATOR, SUPER_ADMINISTRATOR } from '../administrators/system-levels';
import { UserGroupsService } from '../groups/user-groups.service';
import { PasswordHasher } from '../passwords/password-hasher';
import { User } from './user.entity';

/** The columns that decide whether a user can log in, and with which rights. */
export const credentialColumns = ['active', 'groupId', 'systemLevel', 'passwordHash'] as const;
type StoredCredentials = Pick<User, (typeof credentialColumns)[number] | 'passwordTrusted'>;

/** The credentials that a change sets. */
type Credentials = Partial<StoredCredentials>;

/** The columns that are stored in addition to those of the change. */
type ExtraCredentialColumns = Pick<Patch<User>, 'credentialVersion' | 'passwordTrusted'>;

const credentialsPlan = createLoadPlan(User, [...credentialColumns, 'passwordTrusted']);

/** Checks who may change passwords, groups and levels of users, and ends logins and keys after such changes. */
@Injectable()
export class UserCredentialsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly passwordHasher: PasswordHasher,
    private readonly groups: UserGroupsService,
    private readonly administrators: AdministratorsService,
    private readonly adminPromotionSafeguards: AdminPromotionSafeguards,
    private readonly apiKeys: ApiKeysService,
  ) {}

  /** Returns the column of a password, if there is one. This is slow: call it before the unit of work. */
  async hashPassword(password: string | undefined): Promise<Pick<Credentials, 'passwordHash'>> {
    return password === undefined ? {} : { passwordHash: await this.passwordHasher.hash(password) };
  }

  /** Returns the column of a group, if there is one. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  async resolveGroupColumn(
    group: RecordReference | undefined,
  ): Promise<Pick<Credentials, 'groupId'>> {
    if (!group) return {};
    const [groupId] = await this.resolveGroupIds([group]);
    return { groupId: groupId as number };
  }

  /** Returns the ids of users' groups, with one query. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  resolveGroupIds(groups: readonly RecordReference[]): Promise<number[]> {
    return this.groups.resolveIds(groups, '/group');
  }

  /**
   * Runs a write that creates users.
   * @param newCredentials the credentials of each new user
   * @param write gets the columns to store in addition
   * @throws ScopeMissing without `users:admin`, for members of the system group and for levels other than the default
   */
  async runCreation<T>(
    newCredentials: readonly Credentials[],
    caller: CallerRights,
    write: (extraColumns: Pick<User, 'passwordTrusted'>) => Promise<T>,
  ): Promise<T> {
    // Outside of the system group, the default level has no effect.
    const hasDefaultLevels = newCredentials.every(
      ({ systemLevel = ADMINISTRATOR }) => systemLevel === ADMINISTRATOR,
    );
    if (!hasDefaultLevels) await requireUsersAdmin(caller);
    const groupIds = new Set(newCredentials.flatMap(({ groupId }) => groupId ?? []));
    await this.administrators.authorizeGroupChange(caller, [...groupIds]);
    const result = await write({ passwordTrusted: canManageAdministrators(caller) });
    // Checked again: the new member now keeps the group from becoming the system group.
    await this.administrators.authorizeGroupChange(caller, [...groupIds]);
    return result;
  }

  /**
   * Runs a change of a user. The enclosing unit of work has locked the user's row, and the caller may change the user.
   * @param newCredentials the credentials that change
   * @param write gets the columns to store in addition
   * @param apiKeysOption whether the keys created by the user end when its rights do
   * @throws LastSuperAdministratorNotRemovable; ScopeMissing without `users:admin`, for new members of the system group and for another
   * level; the errors of `ApiKeysService.removeByUsers`
   */
  async runCredentialChange(
    userId: number,
    newCredentials: Credentials,
    caller: CallerRights,
    write: (extraColumns: ExtraCredentialColumns) => Promise<void>,
    apiKeysOption: ApiKeysOption = 'end',
  ): Promise<void> {
    const storedCredentials = await this.getStoredCredentials(userId);
    const changedColumns = credentialColumns.filter(
      (name) =>
        newCredentials[name] !== undefined && newCredentials[name] !== storedCredentials[name],
    );
    if (changedColumns.includes('systemLevel')) await requireUsersAdmin(caller);
    await this.authorizeNewGroup(caller, newCredentials.groupId);
    const trustColumn = toTrustColumn(newCredentials, storedCredentials, caller);
    if (changedColumns.length === 0) return write(trustColumn);
    await this.runEndingLogins(userId, storedCredentials, async () => {
      await write({ ...trustColumn, credentialVersion: increment(1) });
      if (changedColumns.includes('groupId'))
        await this.authorizeAndClearUntrustedPassword(userId, newCredentials.groupId, caller);
      if (
        apiKeysOption === 'end' &&
        (await this.losesRights(storedCredentials, newCredentials, changedColumns))
      )
        await this.apiKeys.removeByUsers([userId], caller);
    });
  }

  /**
   * Runs the erasure of a user. All keys created by the user end, including those that were kept when the user stopped
   * being an administrator.
   * @throws the errors of `runCredentialChange`
   */
  async runErasure(
    userId: number,
    newCredentials: Credentials,
    caller: CallerRights,
    write: (extraColumns: ExtraCredentialColumns) => Promise<void>,
  ): Promise<void> {
    await this.runCredentialChange(userId, newCredentials, caller, write, 'keep');
    await this.apiKeys.removeByUsers([userId], caller);
  }

  /**
   * Runs the removal of a user whose row the enclosing unit of work has locked.
   * @param apiKeysOption whether the keys created by the user end as well
   * @throws ScopeMissing, LastSuperAdministratorNotRemovable and the errors of `ApiKeysService.removeByUsers`
   */
  async runRemoval(
    userId: number,
    caller: CallerRights,
    apiKeysOption: ApiKeysOption,
    remove: () => Promise<void>,
  ): Promise<void> {
    await this.administrators.authorizeUserChange(caller, userId);
    await this.runEndingLogins(userId, await this.getStoredCredentials(userId), async () => {
      await remove();
      if (apiKeysOption === 'end') await this.apiKeys.removeByUsers([userId], caller);
    });
  }

  /** Whether a change removes rights that the user may have given to keys. */
  private async losesRights(
    storedCredentials: StoredCredentials,
    { active, systemLevel }: Credentials,
    changedColumns: readonly (keyof Credentials)[],
  ): Promise<boolean> {
    const isDeactivated = changedColumns.includes('active') && active === false;
    const isDemoted = changedColumns.includes('systemLevel') && systemLevel !== SUPER_ADMINISTRATOR;
    if (isDeactivated || isDemoted) return true;
    if (!changedColumns.includes('groupId')) return false;
    return (await this.administrators.findSystemGroupId()) === storedCredentials.groupId;
  }

  /**
   * Checks a user that has joined a group. Until the enclosing unit of work ends, the group can't become the system
   * group.
   */
  private async authorizeAndClearUntrustedPassword(
    userId: number,
    groupId: number | undefined,
    caller: CallerRights,
  ): Promise<void> {
    await this.authorizeNewGroup(caller, groupId);
    if ((await this.administrators.findSystemGroupId()) === groupId)
      await this.adminPromotionSafeguards.clearUntrustedPassword(userId);
  }

  private authorizeNewGroup(caller: CallerRights, groupId: number | undefined): Promise<void> {
    return this.administrators.authorizeGroupChange(caller, groupId === undefined ? [] : [groupId]);
  }

  private async getStoredCredentials(userId: number): Promise<StoredCredentials> {
    const user = await this.dataAccess.loader.findById(User, userId, credentialsPlan);
    if (!user) throw new NotFound({ resource: 'user', id: userId });
    return user;
  }

  /** Runs a write that ends the user's logins, and requires that a super-administrator is left. */
  private runEndingLogins(
    userId: number,
    { active, systemLevel }: StoredCredentials,
    write: () => Promise<void>,
  ): Promise<void> {
    this.dataAccess.unitOfWork.afterCommit(() => this.administrators.invalidateCache(userId));
    // Independent of the group, which may become the system group at the same time.
    const mayBeLastSuperAdministrator = active && systemLevel === SUPER_ADMINISTRATOR;
    return mayBeLastSuperAdministrator
      ? this.administrators.runKeepingSuperAdministrator(write)
      : write();
  }
}

/** Marks a sent password as trusted if the caller has `users:admin`, or if it equals the stored, trusted one. */
function toTrustColumn(
  { passwordHash }: Credentials,
  storedCredentials: StoredCredentials,
  caller: CallerRights,
): ExtraCredentialColumns {
  if (passwordHash === undefined) return {};
  const isUnchangedAndTrusted =
    passwordHash === storedCredentials.passwordHash && storedCredentials.passwordTrusted === true;
  return { passwordTrusted: canManageAdministrators(caller) || isUnchangedAndTrusted };
}
