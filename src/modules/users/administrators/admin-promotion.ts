import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { anyOf, type Condition, is, isNull, increment, Stores } from '../../../database';
import { User } from '../users/user.entity';

/** Maximum number of members that the error lists. */
const MAX_SHOWN_MEMBERS = 20;

const nickPlan = createLoadPlan(User, ['nick']);

/** 409: a group with members becomes the system group only if the request confirms their number. */
export const MembersUnconfirmed = defineError<{
  members: number;
  first: readonly { id: number; nick: string }[];
}>({
  code: 'userGroup.membersUnconfirmed',
  status: 409,
  title: 'The members of the group would become administrators',
  remedy: 'Check the members, then send their number as `confirmMembers`.',
  detail: ({ members }) =>
    `The group has ${members} members, who would become administrators. confirmMembers has to be ${members}.`,
  pointer: () => '/confirmMembers',
  extension: ({ members, first }) => ({ members, first }),
});

/**
 * Promotes users to members of the system group. Passwords set by somebody without `users:admin` are removed, so that
 * their authors can't log in as an administrator.
 */
@Injectable()
export class AdminPromotion {
  constructor(private readonly stores: Stores) {}

  /** Promotes a user that has joined the system group and whose row the enclosing unit of work has locked. */
  async promoteUser(id: number): Promise<void> {
    await this.clearUntrustedPasswords(is('id', id));
  }

  /**
   * Promotes all members of a group that nobody can join until the enclosing unit of work ends.
   * @param confirmed number of members that the caller has confirmed
   * @throws MembersUnconfirmed
   */
  async promoteMembers(groupId: number, confirmed: number | undefined): Promise<void> {
    const { loader, writer } = this.stores;
    const ofGroup = is('groupId', groupId);
    const members = (await loader.countBy(User, 'groupId', [ofGroup])).get(groupId) ?? 0;
    if (members === 0) return;
    if (members !== confirmed) {
      throw new MembersUnconfirmed({ members, first: await this.listFirstMembers(ofGroup) });
    }
    // All rows are updated, so a concurrent password change either commits before this update or sees an administrator.
    await writer.update(User, { groupId }, { credentialVersion: increment(1) });
    await this.clearUntrustedPasswords(ofGroup);
  }

  private async clearUntrustedPasswords(condition: Condition): Promise<void> {
    const isUntrusted = anyOf(isNull('passwordTrusted'), is('passwordTrusted', false));
    await this.stores.writer.update(User, [condition, isUntrusted], { passwordHash: null });
  }

  private async listFirstMembers(condition: Condition): Promise<{ id: number; nick: string }[]> {
    const wanted = { order: [{ by: 'id' }], limit: MAX_SHOWN_MEMBERS } as const;
    const ids = await this.stores.loader.listIds(User, [condition], wanted);
    const users = await this.stores.loader.listByIds(User, ids, nickPlan);
    return users.map(({ id, nick }) => ({ id, nick: nick ?? '' }));
  }
}
