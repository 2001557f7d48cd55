import { Injectable } from '@nestjs/common';
import type { LoadPlan } from '../../../core/load-plan';
import { Crud, type FoundReferences, listing, type Reference, Stores } from '../../../database';
import { UserGroup } from '../groups/user-group.entity';
import { UserCollection } from './user-collection';
import type { User } from './user.entity';

/** What a user, or a group of users, is to those who refer to it. */
type Known = Pick<User, 'id' | 'pId'>;

/** Users and groups that were looked up together. */
export interface FoundUsers {
  readonly users: FoundReferences<Known>;
  readonly groups: FoundReferences<Known>;
}

const plan: LoadPlan = { columns: new Set<keyof Known>(['pId']), relations: new Map() };

/** Users and their groups for the areas that refer to them. */
@Injectable()
export class UserLookup {
  private readonly users: UserCollection;
  private readonly groups: Crud<UserGroup>;

  constructor(stores: Stores) {
    this.users = new UserCollection(stores);
    this.groups = new Crud(stores, UserGroup, 'userGroup', listing(UserGroup));
  }

  /** Looks up the users and the groups that references name; one query for each, and none without references. */
  async resolve(users: readonly Reference[], groups: readonly Reference[]): Promise<FoundUsers> {
    return {
      users: await this.users.resolve(users, plan),
      groups: await this.groups.resolve(groups, plan),
    };
  }
}
