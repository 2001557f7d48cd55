import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { anyOf, type Condition, is, isNull, increment, Stores } from '../../../database';
import { User } from '../users/user.entity';

/** How many members the refusal names. */
const MAX_SHOWN_MEMBERS = 20;

const nickPlan = createLoadPlan(User, ['nick']);

/** 409: a group with members becomes the system group only when their number was said. */
export const MembersUnconfirmed = defineError<{
  members: number;
  first: readonly { id: number; nick: string }[];
}>({
  code: 'userGroup.membersUnconfirmed',
  status: 409,
  title: 'The members would become administrators',
  remedy: 'Look at the members, then send their number as `confirmMembers`.',
  detail: ({ members }) =>
    `${members} users belong to the group and would become administrators; confirmMembers must be ${members}.`,
  pointer: () => '/confirmMembers',
  extension: ({ members, first }) => ({ members, first }),
});

/** How users become members of the system group: whoever set their passwords before can't log in as them. */
@Injectable()
export class AdminPromotion {
  constructor(private readonly stores: Stores) {}

  /** Lets a user rise who is in the system group now, and whose row is locked in the unit of work around. */
  async promoteUser(id: number): Promise<void> {
    await this.clearUntrustedPasswords(is('id', id));
  }

  /**
   * Lets all members of a group rise, which nobody can join until the unit of work around ends.
   * @param confirmed how many they are, as the caller knows it
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
    // Every row is written: a password that is being set at the same time comes before this, or finds an administrator.
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
