import { Injectable } from '@nestjs/common';
import type { LoadPlan } from '../../../core/load-plan';
import { Stores } from '../../../database';
import type { UserAddress } from '../addresses/user-address.entity';
import { User } from './user.entity';

const searched = ['firstName', 'lastName', 'company', 'phone', 'mobile'] as const;

const plan: LoadPlan = {
  columns: new Set<keyof User>(['pId', 'email', 'nick']),
  relations: new Map([
    ['addresses', { columns: new Set<keyof UserAddress>(searched), relations: new Map() }],
  ]),
};

/** What `q` finds users by. */
@Injectable()
export class UserSearch {
  constructor(private readonly stores: Stores) {}

  /** Makes a user's terms anew, after a change of it or of its addresses; inside that unit of work. */
  async renew(userId: number): Promise<void> {
    const user = await this.stores.loader.byId(User, userId, plan);
    if (!user) return;
    const { pId, email, nick, addresses } = user;
    const ofAddresses = addresses.flatMap((address) => searched.map((name) => address[name]));
    const fields = [pId, email, nick ?? '', ...ofAddresses];
    await this.stores.search.put('user', [{ id: userId, fields }]);
  }

  /** Removes a user's terms, inside the unit of work that deletes it. */
  async remove(userId: number): Promise<void> {
    await this.stores.search.remove('user', [userId]);
  }
}
