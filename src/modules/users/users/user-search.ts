import { Injectable } from '@nestjs/common';
import { plan } from '../../../core/load-plan';
import { Stores } from '../../../database';
import { User, userSearch } from './user.entity';

const searched = ['firstName', 'lastName', 'company', 'phone', 'mobile'] as const;

const searchedPlan = plan(User, ['pId', 'email', 'nick'], { addresses: searched });

/** What `q` finds users by. */
@Injectable()
export class UserSearch {
  constructor(private readonly stores: Stores) {}

  /** Makes a user's terms anew, after a change of it or of its addresses; inside that unit of work. */
  async renew(userId: number): Promise<void> {
    const user = await this.stores.loader.byId(User, userId, searchedPlan);
    if (!user) return;
    const { pId, email, nick, addresses } = user;
    const ofAddresses = addresses.flatMap((address) => searched.map((name) => address[name]));
    const fields = [pId, email, nick ?? '', ...ofAddresses];
    await this.stores.search.put(userSearch, [{ id: userId, fields }]);
  }

  /** Removes a user's terms, inside the unit of work that deletes it. */
  async remove(userId: number): Promise<void> {
    await this.stores.search.remove(userSearch, [userId]);
  }
}
