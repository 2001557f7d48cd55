import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import { plan } from '../../../core/load-plan';
import { plus, type Reference, Stores } from '../../../database';
import { Administrators, type Authorized } from '../administrators/administrators';
import { SUPER_ADMINISTRATOR } from '../administrators/standing';
import { UserGroupsService } from '../groups/user-groups.service';
import { Passwords } from '../passwords/passwords';
import { User } from './user.entity';

/** What decides whether a user can log in and what it may do then. */
const deciding = ['active', 'groupId', 'systemLevel', 'passwordHash'] as const;
type Standing = Pick<User, (typeof deciding)[number]>;

/** What a change says of it. */
type Credentials = Partial<Standing>;

const standingPlan = plan(User, deciding);

/** Passwords, groups and levels of users: who may change them, and what ends with such a change. */
@Injectable()
export class UserCredentials {
  constructor(
    private readonly stores: Stores,
    private readonly passwords: Passwords,
    private readonly groups: UserGroupsService,
    private readonly administrators: Administrators,
  ) {}

  /** The column of a password, if there is one; slow, so to be called before the unit of work. */
  async hashed(password: string | undefined): Promise<Pick<Credentials, 'passwordHash'>> {
    return password === undefined ? {} : { passwordHash: await this.passwords.hash(password) };
  }

  /** The column of a group, if there is one. @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch */
  async grouped(group: Reference | undefined): Promise<Pick<Credentials, 'groupId'>> {
    return group ? { groupId: await this.groups.reference(group, '/group') } : {};
  }

  /** Requires `users:admin` of a caller who is about to make a member of the system group. @throws ScopeMissing */
  authorize(caller: Authorized, { groupId }: Credentials): Promise<void> {
    return this.administrators.authorize(caller, groupId === undefined ? [] : [groupId]);
  }

  /**
   * Runs a change of a user, whose row is locked in the unit of work around.
   * @param values what becomes of its credentials
   * @param write is given what has to be stored beside them
   * @throws ScopeMissing, LastAdministrator
   */
  async change(
    userId: number,
    values: Credentials,
    caller: Authorized,
    write: (version: { credentialVersion?: ReturnType<typeof plus> }) => Promise<void>,
  ): Promise<void> {
    const before = await this.authorized(userId, caller, values);
    const isSame = deciding.every(
      (name) => values[name] === undefined || values[name] === before[name],
    );
    if (isSame) return write({});
    await this.ending(userId, before, () => write({ credentialVersion: plus(1) }));
  }

  /** Runs the removal of a user, whose row is locked in the unit of work around. @throws ScopeMissing, LastAdministrator */
  async remove(userId: number, caller: Authorized, remove: () => Promise<void>): Promise<void> {
    await this.ending(userId, await this.authorized(userId, caller), remove);
  }

  private async authorized(
    userId: number,
    caller: Authorized,
    { groupId }: Credentials = {},
  ): Promise<Standing> {
    const user = await this.stores.loader.byId(User, userId, standingPlan);
    if (!user) throw new NotFound({ resource: 'user', id: userId });
    const groups = groupId === undefined ? [user.groupId] : [user.groupId, groupId];
    await this.administrators.authorize(caller, groups);
    return user;
  }

  /** Ends the user's logins, and sees to it that a super-administrator is left. */
  private ending(
    userId: number,
    { active, systemLevel }: Standing,
    write: () => Promise<void>,
  ): Promise<void> {
    this.stores.unitOfWork.afterCommit(() => this.administrators.endTokens(userId));
    // Whatever its group: that may become the system group at the same time.
    const mayBeTheLast = active && systemLevel === SUPER_ADMINISTRATOR;
    return mayBeTheLast ? this.administrators.keepOne(write) : write();
  }
}
