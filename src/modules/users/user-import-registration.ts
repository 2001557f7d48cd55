import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CatalogRemovals, elementKinds } from '../../platform/catalog';
import { ImportRecordTypes } from '../../platform/data-transfer/imports';
import { createUserCommentImporter } from './comments/user-comment.importer';
import { UserCommentsService } from './comments/user-comments.service';
import { createUserGroupImporter } from './groups/user-group.importer';
import { UserGroupsService } from './groups/user-groups.service';
import { ShoppingListRow } from './shopping-lists/shopping-list.entity';
import { createUserImporter } from './users/user.importer';
import { UserStateResolver } from './users/user-state-resolver';
import { UsersService } from './users/users.service';

/** Registers the record types of users for the import. */
@Injectable()
export class UserImportRegistration implements OnModuleInit {
  constructor(
    private readonly importRecordTypes: ImportRecordTypes,
    private readonly groups: UserGroupsService,
    private readonly users: UsersService,
    private readonly states: UserStateResolver,
    private readonly comments: UserCommentsService,
    private readonly catalogRemovals: CatalogRemovals,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(createUserGroupImporter(this.groups));
    this.importRecordTypes.register(createUserImporter(this.users, this.states));
    this.importRecordTypes.register(createUserCommentImporter(this.comments));
    const property = 'referenceId';
    this.catalogRemovals.registerReferrer({
      kinds: elementKinds,
      entity: ShoppingListRow,
      property,
    });
    this.importRecordTypes.registerRemovable('userGroup', this.groups);
    this.importRecordTypes.registerRemovable('user', this.users);
  }
}
