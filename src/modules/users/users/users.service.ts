import { Injectable } from '@nestjs/common';
import type { LoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { Stores } from '../../../database';
import { FilterItems, filterTypes, type SubjectKind, subjectsOf } from '../../filters';
import type { Authorized } from '../administrators/administrators';
import { UserChanges } from './user-changes';
import { UserCollection, userListing } from './user-collection';
import { userColumns } from './user-columns';
import { UserCredentials } from './user-credentials';
import type { CreateUserDto, UpdateUserDto, UserCountQuery, UserQuery } from './user.dto';
import type { User } from './user.entity';
import { type ResolvedParts, UserParts } from './user-parts';
import { UserSearch } from './user-search';
import type { UserState } from './user-state';

/** Users (specification, Users). */
@Injectable()
export class UsersService {
  /** Users as what filters name. */
  readonly subjects: SubjectKind;
  private readonly users: UserCollection;

  constructor(
    private readonly stores: Stores,
    private readonly changes: UserChanges,
    private readonly credentials: UserCredentials,
    private readonly parts: UserParts,
    private readonly search: UserSearch,
    private readonly filters: FilterItems,
  ) {
    this.users = new UserCollection(stores);
    this.subjects = subjectsOf(this.users);
  }

  list(query: UserQuery, plan: LoadPlan): Promise<Page<User>> {
    return this.users.page({ ...query }, plan);
  }

  /** How many users the list would hold. */
  async count(query: UserCountQuery): Promise<{ items: number }> {
    return { items: await this.stores.loader.count(userListing, { ...query }) };
  }

  /** @throws NotFound */
  get(id: number, plan: LoadPlan): Promise<User> {
    return this.users.get(id, plan);
  }

  /** @throws NotFound */
  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.users.idOf(pId) };
  }

  /**
   * @throws PidTaken, EmailTaken, NickTaken; ScopeMissing for members of the system group; what `UserParts` throws
   * of addresses, vouchers, wishes and supplies, with pointers into the body
   */
  async create(
    {
      password,
      group,
      addressBook,
      customTags,
      supplier,
      vouchers,
      wishlist,
      ...values
    }: CreateUserDto,
    caller: Authorized,
    plan: LoadPlan,
  ): Promise<User> {
    const given = { addressBook, customTags, supplier, vouchers, wishlist };
    const hashed = await this.credentials.hashed(password);
    return this.stores.unitOfWork.run(async () => {
      const grouped = await this.credentials.grouped(group);
      await this.credentials.authorize(caller, grouped);
      const parts = await this.parts.resolve(given);
      const id = await this.insert({ ...userColumns(values), ...hashed, ...grouped }, parts);
      return this.users.get(id, plan);
    });
  }

  /** Makes a user that is in this state. @throws what `create` does but for references */
  createAs({ columns, parts }: UserState, caller: Authorized): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      await this.credentials.authorize(caller, columns);
      return { id: await this.insert(columns, parts) };
    });
  }

  /** @throws NotFound, PidTaken, EmailTaken, NickTaken, LastAdministrator; ScopeMissing for members of the system group */
  async update(
    id: number,
    { password, group, ...values }: UpdateUserDto,
    caller: Authorized,
    plan: LoadPlan,
  ): Promise<User> {
    const hashed = await this.credentials.hashed(password);
    return this.changes.run(id, async () => {
      const columns = {
        ...userColumns(values),
        ...hashed,
        ...(await this.credentials.grouped(group)),
      };
      await this.change(id, columns, caller);
      await this.search.renew(id);
      return this.users.get(id, plan);
    });
  }

  /** Brings a user into this state. @throws what `update` does but for references, and what `UserParts.replace` does */
  async become(id: number, { columns, parts }: UserState, caller: Authorized): Promise<void> {
    await this.changes.run(id, async () => {
      await this.change(id, columns, caller);
      await this.parts.replace(id, parts);
      await this.search.renew(id);
    });
  }

  /** @throws NotFound, LastAdministrator; ScopeMissing for members of the system group */
  remove(id: number, caller: Authorized): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      await this.users.lock(id);
      await this.credentials.remove(id, caller, async () => {
        await this.parts.remove(id);
        await this.filters.forget(filterTypes.user, id);
        await this.users.remove(id);
      });
      await this.search.remove(id);
      return { id };
    });
  }

  private async insert(columns: Partial<User>, parts: ResolvedParts): Promise<number> {
    const id = await this.users.insert({ ...this.changes.beginning(), ...columns });
    await this.parts.insert(id, parts);
    await this.search.renew(id);
    return id;
  }

  private change(id: number, columns: Partial<User>, caller: Authorized): Promise<void> {
    return this.credentials.change(id, columns, caller, (version) =>
      this.users.patch(id, { ...columns, ...version }),
    );
  }
}
