import { Injectable } from '@nestjs/common';
import { type Patch } from '../../../database';
import type { CallerRights } from '../administrators/administrators.service';
import { ShoppingListsService } from '../shopping-lists/shopping-lists.service';
import { UserUnitOfWork } from './user-unit-of-work';
import { UserCrud } from './user-crud';
import { UserCredentialsService } from './user-credentials.service';
import type { User } from './user.entity';
import { UserSearchIndexer } from './user-search-indexer';

/** Erases the personal data of users. */
@Injectable()
export class UserErasuresService {
  constructor(
    private readonly users: UserCrud,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly credentials: UserCredentialsService,
    private readonly shoppingLists: ShoppingListsService,
    private readonly searchIndexer: UserSearchIndexer,
  ) {}

  /**
   * Erases a user's personal data. The user can't log in any more.
   * @param columns the new values of the user's own columns
   * @param removeOwnedRecords removes what belongs to the user, except comments
   * @throws NotFound, LastSuperAdministratorNotRemovable, ApiKeySecretReplaced; ScopeMissing for members of the system group and for keys
   */
  erase(
    userId: number,
    caller: CallerRights,
    columns: Partial<User>,
    removeOwnedRecords: () => Promise<void>,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const write = (extraColumns: Patch<User>): Promise<void> =>
        this.users.update(userId, { ...columns, ...extraColumns });
      await this.credentials.runErasure(userId, columns, caller, write);
      await this.shoppingLists.removeFromSearchIndexByUser(userId);
      await removeOwnedRecords();
      await this.shoppingLists.createForUsers([userId]);
      await this.userUnitOfWork.removeReferencesToUser(userId);
      await this.searchIndexer.update(userId);
    });
  }
}
