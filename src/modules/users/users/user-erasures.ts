import { Injectable } from '@nestjs/common';
import { type Patch } from '../../../database';
import type { CallerRights } from '../administrators/administrators';
import { ShoppingListsService } from '../shopping-lists/shopping-lists.service';
import { UserUnitOfWork } from './user-unit-of-work';
import { UserCollection } from './user-collection';
import { UserCredentials } from './user-credentials';
import type { User } from './user.entity';
import { UserSearchIndexer } from './user-search-indexer';

/** Erases the personal data of users. */
@Injectable()
export class UserErasures {
  constructor(
    private readonly users: UserCollection,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly credentials: UserCredentials,
    private readonly shoppingLists: ShoppingListsService,
    private readonly search: UserSearchIndexer,
  ) {}

  /**
   * Erases a user's personal data. The user can't log in any more.
   * @param columns the new values of the user's own columns
   * @param removeBelongings removes what belongs to the user, except comments
   * @throws NotFound, LastAdministrator, SecretReplaced; ScopeMissing for members of the system group and for keys
   */
  erase(
    userId: number,
    caller: CallerRights,
    columns: Partial<User>,
    removeBelongings: () => Promise<void>,
  ): Promise<void> {
    return this.userUnitOfWork.run(userId, caller, async () => {
      const write = (extraColumns: Patch<User>): Promise<void> =>
        this.users.update(userId, { ...columns, ...extraColumns });
      await this.credentials.runErasure(userId, columns, caller, write);
      await this.shoppingLists.removeFromSearchByUser(userId);
      await removeBelongings();
      await this.shoppingLists.createForUsers([userId]);
      await this.userUnitOfWork.clearReferences(userId);
      await this.search.update(userId);
    });
  }
}
