import { Injectable } from '@nestjs/common';
import { ReferenceNotFound } from '../../../core/errors';
import { normalizeEmailAddress } from '../../../core/email-address';
import { createLoadPlan, idOnlyPlan } from '../../../core/load-plan';
import {
  filterByMin,
  filterByMax,
  type Condition,
  Crud,
  filterBy,
  filterByEqual,
  whereEquals,
  defineList,
  type Patch,
  DataAccess,
  uniqueConstraintName,
  mapViolations,
} from '../../../database';
import { toEmailKey } from './email-key';
import { User, userSearchKind } from './user.entity';
import { EmailTaken, NickTaken } from './user.errors';

const emailPlan = createLoadPlan(User, ['email']);

const toEmailCondition = (email: string): Condition => whereEquals('emailKey', toEmailKey(email));

/** The sort orders and filters of the list of users. */
export const userListing = defineList(User, {
  sort: {
    pId: 'pId',
    email: { property: 'email', foldedProperty: 'emailFolded' },
    nick: { property: 'nick', foldedProperty: 'nickFolded' },
    dateAdded: 'dateAdded',
    lastUsed: 'lastUsed',
  },
  search: userSearchKind,
  updatedAtProperty: 'lastUsed',
  filters: {
    dateAdded_min: filterByMin('dateAdded'),
    dateAdded_max: filterByMax('dateAdded'),
    lastUsed_min: filterByMin('lastUsed'),
    lastUsed_max: filterByMax('lastUsed'),
    email: filterBy(toEmailCondition),
    groupId: filterByEqual('groupId'),
    showOnlyActive: filterByEqual('active'),
  },
});

/** All users of the store, with the errors of their constraints. */
@Injectable()
export class UserCrud extends Crud<User> {
  constructor(dataAccess: DataAccess) {
    super(dataAccess, User, 'user', userListing);
  }

  /** @throws PidTaken, EmailTaken, NickTaken, ReferenceNotFound */
  override insert(values: Partial<User>): Promise<number> {
    return this.mapConstraintErrors(values, () => super.insert(values));
  }

  /** @throws NotFound, PidTaken, EmailTaken, NickTaken, ReferenceNotFound */
  override async update(id: number, values: Patch<User>): Promise<void> {
    const { email, emailKey: _key, emailFolded: _folded, ...others } = values;
    const changes = (await this.hasEquivalentEmail(id, email)) ? others : values;
    await this.mapConstraintErrors(changes, () => super.update(id, changes));
  }

  /** Whether the user has this address already, in whichever form of Unicode: then it stays as it is. */
  private async hasEquivalentEmail(id: number, email: Patch<User>['email']): Promise<boolean> {
    if (typeof email !== 'string' || /^\p{ASCII}*$/u.test(email)) return false;
    const stored = await this.dataAccess.loader.findById(User, id, emailPlan);
    return stored !== undefined && normalizeEmailAddress(stored.email) === email;
  }

  /** Maps constraint violations that no check before the write could see, because others write at the same time. */
  private mapConstraintErrors<T>(
    { email, nick, groupId }: Patch<User>,
    write: () => Promise<T>,
  ): Promise<T> {
    return mapViolations(write, {
      [uniqueConstraintName(User, 'emailKey')]: async () =>
        typeof email === 'string'
          ? new EmailTaken({ email, id: await this.findUserId(toEmailCondition(email)) })
          : undefined,
      [uniqueConstraintName(User, 'nick')]: async () =>
        typeof nick === 'string'
          ? new NickTaken({ nick, id: await this.findUserId(whereEquals('nick', nick)) })
          : undefined,
      foreignKey: () =>
        typeof groupId === 'number'
          ? new ReferenceNotFound({
              resource: 'userGroup',
              pointer: '/group',
              reference: groupId,
            })
          : undefined,
    });
  }

  private async findUserId(condition: Condition): Promise<number | undefined> {
    const [user] = await this.listWhere([condition], idOnlyPlan);
    return user?.id;
  }
}
