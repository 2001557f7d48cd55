import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { type Patch, DataAccess } from '../../../database';
import {
  filterTypes,
  FilterSubjectOwner,
  createFilterSubjectSource,
} from '../../../platform/requests/filters';
import type { CallerRights } from '../administrators/administrators';
import type { ApiKeysOption } from '../administrators/api-keys-option';
import { UserUnitOfWork } from './user-unit-of-work';
import { UserCollection, userListing } from './user-collection';
import { toUserColumns } from './user-columns';
import { UserCredentials } from './user-credentials';
import type { CreateUserDto, UpdateUserDto, UserCountQuery, UserQuery } from './user.dto';
import type { User } from './user.entity';
import { type ResolvedUserParts, UserParts } from './user-parts';
import { UserSearchIndexer } from './user-search-indexer';
import type { UserImportState } from './user-import-state';

/** A request about a user, with the password replaced by its hash. */
type WithPasswordHash<T> = Omit<T, 'password'> & Partial<Pick<User, 'passwordHash'>>;

/** The columns and parts of a new user. */
type NewUser = Pick<UserImportState, 'columns' | 'parts'>;

/** Manages users (specification, Users). */
@Injectable()
@FilterSubjectOwner()
export class UsersService implements FilterSubjectOwner {
  /** Users as subjects of filters. */
  readonly filterSubjects: FilterSubjectOwner['filterSubjects'];
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCollection,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly credentials: UserCredentials,
    private readonly parts: UserParts,
    private readonly search: UserSearchIndexer,
  ) {
    this.filterSubjects = createFilterSubjectSource(filterTypes.user, this.users);
  }

  list<R>(query: UserQuery, plan: LoadPlan<User, R>): Promise<Page<R>> {
    return this.users.listPage({ ...query }, plan);
  }

  /** Returns the number of users that match the filters of the list. */
  async count(query: UserCountQuery): Promise<{ items: number }> {
    return { items: await this.dataAccess.loader.countList(userListing, { ...query }) };
  }

  /** @throws NotFound */
  get<R>(id: number, plan: LoadPlan<User, R>): Promise<R> {
    return this.users.get(id, plan);
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.users.getIdByPid(pId) };
  }

  /** Updates the search index after a change of the record. */
  reindex(id: number): Promise<void> {
    return this.search.update(id);
  }

  /** Replaces the password of a body by its hash. This is slow: call it before the unit of work. */
  async hashPassword<T extends { password?: string }>({
    password,
    ...values
  }: T): Promise<WithPasswordHash<T>> {
    return { ...values, ...(await this.credentials.hashPassword(password)) };
  }

  /**
   * Creates a user.
   * @throws PidTaken, EmailTaken, NickTaken; ScopeMissing for members of the system group and other levels; the errors
   * of `UserParts`, with pointers into the body
   */
  create(
    {
      group,
      addressBook,
      customTags,
      supplier,
      vouchers,
      wishlist,
      ...values
    }: WithPasswordHash<CreateUserDto>,
    caller: CallerRights,
  ): Promise<{ id: number }> {
    const { userType, reverseChargeVat } = values;
    const defaults = { userType, reverseChargeVat };
    const given = { ...defaults, addressBook, customTags, supplier, vouchers, wishlist };
    return this.dataAccess.unitOfWork.run(async () => {
      const grouped = await this.credentials.resolveGroup(group);
      const columns = { ...toUserColumns(values), ...grouped };
      const [id] = await this.credentials.runCreation([columns], caller, async (extraColumns) => {
        const [parts] = await this.parts.resolve([given]);
        return this.insert([{ columns, parts: parts as ResolvedUserParts }], extraColumns);
      });
      return { id: id as number };
    });
  }

  /**
   * Creates users from import states, together.
   * @throws for a single user the errors of `create` except those of references; for several users ConstraintViolation
   * instead of errors that name the taken value
   */
  createFromStates(
    states: readonly UserImportState[],
    caller: CallerRights,
  ): Promise<{ id: number }[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      const columns = states.map(({ columns }) => columns);
      const ids = await this.credentials.runCreation(columns, caller, (extraColumns) =>
        this.insert(states, extraColumns),
      );
      return ids.map((id) => ({ id }));
    });
  }

  /**
   * Updates a user.
   * @throws NotFound, PidTaken, EmailTaken, NickTaken, LastAdministrator; ScopeMissing for members of the system group
   */
  update(
    id: number,
    { group, keys, ...values }: WithPasswordHash<UpdateUserDto>,
    caller: CallerRights,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouchIfChanged(id, caller, async () => {
      const columns = {
        ...toUserColumns(values),
        ...(await this.credentials.resolveGroup(group)),
      };
      await this.updateColumns(id, columns, caller, keys);
      await this.search.update(id);
    });
  }

  /**
   * Replaces the state of a user by an import state.
   * @param loadStored loads the user's stored state; called once the user is locked
   * @throws the errors of `update` except those of references, and the errors of `UserParts.replace`
   */
  async replaceState(
    id: number,
    { columns, parts }: UserImportState,
    loadStored: () => Promise<readonly Pick<UserImportState, 'parts'>[]>,
    caller: CallerRights,
  ): Promise<void> {
    await this.userUnitOfWork.run(id, caller, async () => {
      const [stored] = await loadStored();
      if (!stored) throw new NotFound({ resource: 'user', id });
      await this.updateColumns(id, columns, caller);
      await this.parts.replace(id, parts, stored.parts);
      await this.search.update(id);
    });
  }

  /**
   * Deletes a user.
   * @param keys whether the keys created by the user end as well
   * @throws NotFound, LastAdministrator, SecretReplaced; ScopeMissing for members of the system group and for keys
   */
  remove(id: number, caller: CallerRights, keys: ApiKeysOption = 'end'): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.users.lock(id);
      await this.credentials.runRemoval(id, caller, keys, async () => {
        await this.parts.remove(id);
        await this.userUnitOfWork.clearReferences(id);
        await this.users.remove(id);
      });
      await this.search.remove(id);
      return { id };
    });
  }

  /** Inserts users. @param extraColumns columns that are stored for each user in addition */
  private async insert(users: readonly NewUser[], extraColumns: Partial<User>): Promise<number[]> {
    const { dateAdded, lastUsed } = this.userUnitOfWork.initialTimestamps();
    const ids = await this.users.insertAll(
      // The large object comes first, because copying it after others is slow.
      users.map(({ columns }) => ({
        ...columns,
        dateAdded: columns.dateAdded ?? dateAdded,
        lastUsed,
        ...extraColumns,
      })),
    );
    const made = users.map(({ columns, parts }, at) => ({ id: ids[at] as number, columns, parts }));
    await this.parts.insert(new Map(made.map(({ id, parts }) => [id, parts])));
    await this.search.add(
      made.map(({ id, columns: { pId, email, nick = null }, parts: { addressBook } }) => {
        return { id, pId, email, nick, addresses: addressBook };
      }),
    );
    return ids;
  }

  private updateColumns(
    id: number,
    columns: Partial<User>,
    caller: CallerRights,
    keys?: ApiKeysOption,
  ): Promise<void> {
    const write = (extraColumns: Patch<User>): Promise<void> =>
      this.users.update(id, { ...columns, ...extraColumns });
    return this.credentials.runCredentialChange(id, columns, caller, write, keys);
  }
}
