import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../api';
import type { LoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { sortKey } from '../../../core/text';
import { Stores } from '../../../database';
import { FilterItems, filterTypes, type SubjectKind, subjectsOf } from '../../filters';
import { emailKey } from './email-key';
import { UserChanges } from './user-changes';
import { UserCollection, userListing } from './user-collection';
import { UserCredentials } from './user-credentials';
import type { CreateUserDto, UpdateUserDto, UserCountQuery, UserQuery } from './user.dto';
import type { User } from './user.entity';
import { UserParts } from './user-parts';
import { UserSearch } from './user-search';

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
    caller: Principal,
    plan: LoadPlan,
  ): Promise<User> {
    const parts = { addressBook, customTags, supplier, vouchers, wishlist };
    const hashed = await this.credentials.hashed(password);
    return this.stores.unitOfWork.run(async () => {
      const grouped = await this.credentials.grouped(group);
      await this.credentials.authorize(caller, grouped);
      const storeParts = await this.parts.check(parts);
      const columns = { ...columnsOf(values), ...hashed, ...grouped };
      const id = await this.users.insert({ ...columns, ...this.changes.beginning() });
      await storeParts(id);
      await this.search.renew(id);
      return this.users.get(id, plan);
    });
  }

  /** @throws NotFound, PidTaken, EmailTaken, NickTaken, LastAdministrator; ScopeMissing for members of the system group */
  async update(
    id: number,
    { password, group, ...values }: UpdateUserDto,
    caller: Principal,
    plan: LoadPlan,
  ): Promise<User> {
    const hashed = await this.credentials.hashed(password);
    return this.changes.run(id, async () => {
      const columns = {
        ...columnsOf(values),
        ...hashed,
        ...(await this.credentials.grouped(group)),
      };
      await this.credentials.change(id, columns, caller, (version) =>
        this.users.patch(id, { ...columns, ...version }),
      );
      await this.search.renew(id);
      return this.users.get(id, plan);
    });
  }

  /** @throws NotFound, LastAdministrator; ScopeMissing for members of the system group */
  remove(id: number, caller: Principal): Promise<{ id: number }> {
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
}

/** The user's own columns that a body names; the folded forms go with their texts. */
function columnsOf({
  email,
  nick,
  salesAgent,
  ...values
}: Omit<UpdateUserDto, 'password' | 'group'>): Partial<User> {
  return {
    ...values,
    ...(email === undefined
      ? {}
      : { email, emailKey: emailKey(email), emailFolded: sortKey(email) }),
    ...(nick === undefined ? {} : { nick: nick === '' ? null : nick, nickFolded: sortKey(nick) }),
    ...(salesAgent === undefined ? {} : { agent: salesAgent }),
  };
}
