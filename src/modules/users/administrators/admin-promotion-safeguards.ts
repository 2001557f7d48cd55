import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import {
  anyOf,
  type Condition,
  whereEquals,
  whereNull,
  increment,
  DataAccess,
} from '../../../database';
import { User } from '../users/user.entity';

/** Maximum number of members that the error lists. */
const MAX_SHOWN_MEMBERS = 20;

const nickPlan = createLoadPlan(User, ['nick']);

/** 409: the number of members that the request expects isn't that of the group. */
export const MemberCountMismatch = defineError<{
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
 * Protects the rights of administrators when callers make users administrators or take this right away. Passwords set
 * by somebody without `users:admin` are removed, so that their authors can't log in as an administrator.
 */
@Injectable()
export class AdminPromotionSafeguards {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {}

  /** Removes the untrusted password of a user who has joined the system group. The caller has locked the user's row. */
  async clearUntrustedPassword(id: number): Promise<void> {
    await this.clearUntrustedPasswords(whereEquals('id', id));
  }

  /**
   * Ends the logins of all members of a new system group, and removes their untrusted passwords. The caller has locked
   * the group, so that users can't join it before the enclosing unit of work ends.
   * @param expectedMemberCount number of members that the caller expects; undefined: any
   * @throws MemberCountMismatch
   */
  async secureNewAdministrators(groupId: number, expectedMemberCount?: number): Promise<void> {
    const groupCondition = whereEquals('groupId', groupId);
    const memberCounts = await this.dataAccess.loader.countBy(User, 'groupId', [groupCondition]);
    const members = memberCounts.get(groupId) ?? 0;
    if (expectedMemberCount !== undefined && members !== expectedMemberCount && members > 0) {
      throw new MemberCountMismatch({
        members,
        first: await this.listFirstMembers(groupCondition),
      });
    }
    await this.endLoginsOfMembers(groupId);
    await this.clearUntrustedPasswords(groupCondition);
  }

  /**
   * Ends the logins of all members of a group that has become or was the system group. Active ones get an entry in the
   * journal. All rows are updated, so a concurrent password change either commits before this update or sees the new
   * rights.
   */
  async endLoginsOfMembers(groupId: number): Promise<void> {
    const { journal, loader, writer } = this.dataAccess;
    const credentialPatch = { credentialVersion: increment(1) };
    const groupCondition = whereEquals('groupId', groupId);
    await writer.update(User, [groupCondition, whereEquals('active', false)], credentialPatch);
    // `lastUsed` is the time of the user's last change.
    const loginsEndedPatch = { ...credentialPatch, lastUsed: this.clock.now() };
    await writer.update(User, [groupCondition, whereEquals('active', true)], loginsEndedPatch);
    const activeMemberIds = await loader.listIds(User, [
      groupCondition,
      whereEquals('active', true),
    ]);
    journal.recordFields(User, activeMemberIds, ['systemAccess']);
  }

  private async clearUntrustedPasswords(condition: Condition): Promise<void> {
    const untrustedCondition = anyOf(
      whereNull('passwordTrusted'),
      whereEquals('passwordTrusted', false),
    );
    await this.dataAccess.writer.update(User, [condition, untrustedCondition], {
      passwordHash: null,
    });
  }

  private async listFirstMembers(condition: Condition): Promise<{ id: number; nick: string }[]> {
    const firstMembersOptions = { order: [{ property: 'id' }], limit: MAX_SHOWN_MEMBERS } as const;
    const ids = await this.dataAccess.loader.listIds(User, [condition], firstMembersOptions);
    const users = await this.dataAccess.loader.listByIds(User, ids, nickPlan);
    return users.map(({ id, nick }) => ({ id, nick: nick ?? '' }));
  }
}
