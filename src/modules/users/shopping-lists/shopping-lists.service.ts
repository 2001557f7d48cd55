import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { idOnlyPlan, type RecordPlan } from '../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../database';
import { UserCrud } from '../users/user-crud';
import { ShoppingListRowsService } from './shopping-list-rows.service';
import { ShoppingList } from './shopping-list.entity';
import type { ShoppingListWithRowCount } from './shopping-list.record';

/** Manages the shopping lists of users; each user has a default list from the start. */
@Injectable()
export class ShoppingListsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly clock: Clock,
    private readonly rows: ShoppingListRowsService,
  ) {}

  /** Returns the lists of a user, oldest first. @throws NotFound */
  async list(
    userId: number,
    plan: RecordPlan<ShoppingList>,
  ): Promise<(ShoppingList & Pick<ShoppingListWithRowCount, 'rowCount'>)[]> {
    await this.users.assertExists(userId);
    const lists = await this.dataAccess.loader.listWhere(
      ShoppingList,
      [whereEquals('userId', userId)],
      plan,
    );
    const counts = await this.rows.countByList(lists.map(({ id }) => id));
    return lists.map((list) => ({ ...list, rowCount: counts.get(list.id) ?? 0 }));
  }

  /** Creates the default lists of new users, inside their unit of work. */
  async createForUsers(userIds: readonly number[]): Promise<void> {
    const dateAdded = this.clock.now();
    const lists = userIds.map((userId) => {
      return { userId, pId: 'default', name: 'Default', defaultMarker: 1, dateAdded };
    });
    await this.dataAccess.writer.insert(ShoppingList, lists);
  }

  /** Removes the rows of a user's lists from the search index, inside the unit of work that removes the user's data. */
  async removeFromSearchIndexByUser(userId: number): Promise<void> {
    const lists = await this.dataAccess.loader.listWhere(
      ShoppingList,
      [whereEquals('userId', userId)],
      idOnlyPlan,
    );
    await this.rows.removeFromSearchIndexByLists(lists.map(({ id }) => id));
  }
}
