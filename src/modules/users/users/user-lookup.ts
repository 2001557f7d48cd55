import { Injectable } from '@nestjs/common';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  Crud,
  type ReferenceLookup,
  isOneOf,
  defineListing,
  type Reference,
  Stores,
} from '../../../database';
import { UserGroup } from '../groups/user-group.entity';
import { Voucher } from '../vouchers/voucher.entity';
import { UserCollection } from './user-collection';
import { User } from './user.entity';

/** What is known of a user that others refer to. */
type ReferencedUser = Pick<User, 'id' | 'pId' | 'supplier' | 'lastUsed'>;

/** Users and groups that were looked up together. */
export interface ResolvedUsers {
  readonly users: ReferenceLookup<ReferencedUser>;
  readonly groups: ReferenceLookup<Pick<UserGroup, 'id' | 'pId'>>;
}

const userPlan = createLoadPlan(User, ['pId', 'supplier', 'lastUsed']);
const codePlan = createLoadPlan(Voucher, ['code']);

/** Users, their groups and their vouchers for the areas that refer to them. */
@Injectable()
export class UserLookup {
  private readonly users: UserCollection;
  private readonly groups: Crud<UserGroup>;

  constructor(private readonly stores: Stores) {
    this.users = new UserCollection(stores);
    this.groups = new Crud(stores, UserGroup, 'userGroup', defineListing(UserGroup));
  }

  /** Looks up the users and the groups that references name; one query for each, and none without references. */
  async resolve(users: readonly Reference[], groups: readonly Reference[]): Promise<ResolvedUsers> {
    return {
      users: await this.users.lookUpReferences(users, userPlan),
      groups: await this.groups.lookUpReferences(groups, pIdOnlyPlan),
    };
  }

  /**
   * Keeps users as they are until the unit of work around ends: whoever stores what names one of them does so before
   * that user is erased, or does not find it any more.
   */
  async lock(pIds: readonly string[]): Promise<void> {
    if (pIds.length === 0) return;
    await this.stores.writer.lockWhere(User, [isOneOf('pId', [...new Set(pIds)])]);
  }

  /**
   * Ids of the vouchers with these codes, whosever they are; codes compare exactly. One query, and none
   * without codes.
   */
  async findVoucherIds(codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (codes.length === 0) return new Map();
    const asked = [isOneOf('code', [...new Set(codes)])];
    const found = await this.stores.loader.listWhere(Voucher, asked, codePlan);
    return new Map(found.map(({ code, id }) => [code, id]));
  }
}
