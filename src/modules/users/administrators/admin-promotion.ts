import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { anyOf, type Condition, is, isNull, increment, DataAccess } from '../../../database';
import { User } from '../users/user.entity';

/** Maximum number of members that the error lists. */
const MAX_SHOWN_MEMBERS = 20;

const nickPlan = createLoadPlan(User, ['nick']);

/** 409: the number of members that the request expects isn't that of the group. */
export const MembersUnconfirmed = defineError<{
  members: number;
  first: readonly { id: number; nick: string }[];
}>({
  code: 'userGroup.membersUnconfirmed',
  status: 409,
  title: 'The group has another number of members',
  remedy: 'Check the members, then send their number as `confirmMembers`, or omit it.',
  detail: ({ members }) =>
    `The group has ${members} members, who would become administrators; confirmMembers differs.`,
  pointer: () => '/confirmMembers',
  extensionMembers: ({ members, first }) => ({ members, first }),
});

/**
 * Changes who is an administrator. When users join, passwords set by somebody without `users:admin` are removed, so
 * that their authors can't log in as an administrator.
 */
@Injectable()
export class AdminPromotion {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {}

  /** Promotes a user that has joined the system group and whose row the enclosing unit of work has locked. */
  async clearUntrustedPassword(id: number): Promise<void> {
    await this.clearUntrustedPasswords(is('id', id));
  }

  /**
   * Promotes all members of a group that nobody can join until the enclosing unit of work ends.
   * @param expected number of members that the caller expects; undefined: any
   * @throws MembersUnconfirmed
   */
  async promoteMembers(groupId: number, expected?: number): Promise<void> {
    const ofGroup = is('groupId', groupId);
    const counts = await this.dataAccess.loader.countBy(User, 'groupId', [ofGroup]);
    const members = counts.get(groupId) ?? 0;
    if (expected !== undefined && members !== expected && members > 0) {
      throw new MembersUnconfirmed({ members, first: await this.listFirstMembers(ofGroup) });
    }
    await this.endLogins(groupId);
    await this.clearUntrustedPasswords(ofGroup);
  }

  /**
   * Ends the logins of all members of a group that has become or was the system group. Active ones get an entry in the
   * journal. All rows are updated, so a concurrent password change either commits before this update or sees the new
   * rights.
   */
  async endLogins(groupId: number): Promise<void> {
    const { journal, loader, writer } = this.dataAccess;
    const endedLogins = { credentialVersion: increment(1) };
    const ofGroup = is('groupId', groupId);
    await writer.update(User, [ofGroup, is('active', false)], endedLogins);
    // The time of the user's last change.
    const touched = { ...endedLogins, lastUsed: this.clock.now() };
    await writer.update(User, [ofGroup, is('active', true)], touched);
    const administrators = await loader.listIds(User, [ofGroup, is('active', true)]);
    journal.recordFields(User, administrators, ['systemAccess']);
  }

  private async clearUntrustedPasswords(condition: Condition): Promise<void> {
    const isUntrusted = anyOf(isNull('passwordTrusted'), is('passwordTrusted', false));
    await this.dataAccess.writer.update(User, [condition, isUntrusted], { passwordHash: null });
  }

  private async listFirstMembers(condition: Condition): Promise<{ id: number; nick: string }[]> {
    const wanted = { order: [{ property: 'id' }], limit: MAX_SHOWN_MEMBERS } as const;
    const ids = await this.dataAccess.loader.listIds(User, [condition], wanted);
    const users = await this.dataAccess.loader.listByIds(User, ids, nickPlan);
    return users.map(({ id, nick }) => ({ id, nick: nick ?? '' }));
  }
}
