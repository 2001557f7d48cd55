import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { Stores } from '../../../database';
import type { UserAddress } from '../addresses/user-address.entity';
import { User, userSearch } from './user.entity';

const ofUser = ['pId', 'email', 'nick'] as const;
const ofAddress = ['firstName', 'lastName', 'company', 'phone', 'mobile'] as const;

const searchedPlan = createLoadPlan(User, ofUser, { addresses: ofAddress });

/** What is searched of a user. */
type Searched = Pick<User, 'id'> &
  Partial<Pick<User, (typeof ofUser)[number]>> & {
    readonly addresses: readonly Partial<Pick<UserAddress, (typeof ofAddress)[number]>>[];
  };

/** What `q` finds users by. */
@Injectable()
export class UserSearch {
  constructor(private readonly stores: Stores) {}

  /** The terms of users that were inserted just now, inside that unit of work. */
  async add(users: readonly Searched[]): Promise<void> {
    await this.stores.search.add(userSearch, users.map(entryOf));
  }

  /** Makes a user's terms anew, after a change of it or of its addresses; inside that unit of work. */
  async renew(userId: number): Promise<void> {
    const user = await this.stores.loader.findById(User, userId, searchedPlan);
    if (user) await this.stores.search.replace(userSearch, [entryOf(user)]);
  }

  /** Removes a user's terms, inside the unit of work that deletes it. */
  async remove(userId: number): Promise<void> {
    await this.stores.search.remove(userSearch, [userId]);
  }
}

/** What stored users are found by. */
export async function entriesOf({ loader }: Stores, ids: readonly number[]) {
  return (await loader.listByIds(User, ids, searchedPlan)).map(entryOf);
}

function entryOf(user: Searched) {
  const ofAddresses = user.addresses.flatMap((one) => ofAddress.map((name) => one[name] ?? ''));
  return { id: user.id, fields: [...ofUser.map((name) => user[name] ?? ''), ...ofAddresses] };
}
