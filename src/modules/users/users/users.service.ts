import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { type Patch, DataAccess } from '../../../database';
import {
  filterTypes,
  FilterSubjectProvider,
  createFilterSubjectSource,
} from '../../../platform/requests/filters';
import type { CallerRights } from '../administrators/administrators.service';
import type { ApiKeysOption } from '../administrators/api-keys-option';
import { UserUnitOfWork } from './user-unit-of-work';
import { UserCrud, userListing } from './user-crud';
import { toUserColumns } from './user-columns';
import { UserCredentialsService } from './user-credentials.service';
import type { CreateUserDto, UpdateUserDto, UserCountQuery, UserQuery } from './user.dto';
import type { User } from './user.entity';
import { type ResolvedUserParts, UserPartsService } from './user-parts.service';
import { UserSearchIndexer } from './user-search-indexer';
import type { ResolvedUserImportRecord } from './user-import-records';

/** A request about a user, with the password replaced by its hash. */
type WithPasswordHash<T> = Omit<T, 'password'> & Partial<Pick<User, 'passwordHash'>>;

/** The columns and parts of a new user. */
type NewUser = Pick<ResolvedUserImportRecord, 'columns' | 'parts'>;

/** Manages users (specification, Users). */
@Injectable()
@FilterSubjectProvider()
export class UsersService implements FilterSubjectProvider {
  /** Users as subjects of filters. */
  readonly filterSubjectSource: FilterSubjectProvider['filterSubjectSource'];
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly credentials: UserCredentialsService,
    private readonly parts: UserPartsService,
    private readonly searchIndexer: UserSearchIndexer,
  ) {
    this.filterSubjectSource = createFilterSubjectSource(filterTypes.user, this.users);
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
    return this.searchIndexer.update(id);
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
   * of `UserPartsService`, with pointers into the body
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
    const addressDefaults = { userType, reverseChargeVat };
    const requestedParts = {
      ...addressDefaults,
      addressBook,
      customTags,
      supplier,
      vouchers,
      wishlist,
    };
    return this.dataAccess.unitOfWork.run(async () => {
      const groupColumn = await this.credentials.resolveGroupColumn(group);
      const columns = { ...toUserColumns(values), ...groupColumn };
      const [id] = await this.credentials.runCreation([columns], caller, async (extraColumns) => {
        const [parts] = await this.parts.resolveParts([requestedParts]);
        return this.insertUsers([{ columns, parts: parts as ResolvedUserParts }], extraColumns);
      });
      return { id: id as number };
    });
  }

  /**
   * Creates users from import records, together.
   * @throws for a single user the errors of `create` except those of references; for several users ConstraintViolation
   * instead of errors that name the taken value
   */
  createFromImportRecords(
    records: readonly ResolvedUserImportRecord[],
    caller: CallerRights,
  ): Promise<{ id: number }[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      const columns = records.map(({ columns }) => columns);
      const ids = await this.credentials.runCreation(columns, caller, (extraColumns) =>
        this.insertUsers(records, extraColumns),
      );
      return ids.map((id) => ({ id }));
    });
  }

  /**
   * Updates a user.
   * @throws NotFound, PidTaken, EmailTaken, NickTaken, LastSuperAdministratorNotRemovable; ScopeMissing for members of the system group
   */
  update(
    id: number,
    { group, keys, ...values }: WithPasswordHash<UpdateUserDto>,
    caller: CallerRights,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouchIfChanged(id, caller, async () => {
      const columns = {
        ...toUserColumns(values),
        ...(await this.credentials.resolveGroupColumn(group)),
      };
      await this.updateColumns(id, columns, caller, keys);
      await this.searchIndexer.update(id);
    });
  }

  /**
   * Replaces the columns and parts of a user by those of an import record.
   * @param loadStoredUser loads the user's stored state; called once the user is locked
   * @throws the errors of `update` except those of references, and the errors of `UserPartsService.replaceChangedParts`
   */
  async replaceByImportRecord(
    id: number,
    { columns, parts }: ResolvedUserImportRecord,
    loadStoredUser: () => Promise<readonly Pick<ResolvedUserImportRecord, 'parts'>[]>,
    caller: CallerRights,
  ): Promise<void> {
    await this.userUnitOfWork.runAndTouch(id, caller, async () => {
      const [storedUser] = await loadStoredUser();
      if (!storedUser) throw new NotFound({ resource: 'user', id });
      await this.updateColumns(id, columns, caller);
      await this.parts.replaceChangedParts(id, parts, storedUser.parts);
      await this.searchIndexer.update(id);
    });
  }

  /**
   * Deletes a user.
   * @param apiKeysOption whether the keys created by the user end as well
   * @throws NotFound, LastSuperAdministratorNotRemovable, ApiKeySecretReplaced; ScopeMissing for members of the system group and for keys
   */
  remove(
    id: number,
    caller: CallerRights,
    apiKeysOption: ApiKeysOption = 'end',
  ): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.users.lock(id);
      await this.credentials.runRemoval(id, caller, apiKeysOption, async () => {
        await this.parts.removeFromSearchIndex(id);
        await this.userUnitOfWork.removeReferencesToUser(id);
        await this.users.remove(id);
      });
      await this.searchIndexer.remove(id);
      return { id };
    });
  }

  /** Inserts users. @param extraColumns columns that are stored for each user in addition */
  private async insertUsers(
    users: readonly NewUser[],
    extraColumns: Partial<User>,
  ): Promise<number[]> {
    const { dateAdded, lastUsed } = this.userUnitOfWork.getInitialTimestamps();
    const ids = await this.users.insertAll(
      // The large object comes first, because copying it after others is slow.
      users.map(({ columns }) => ({
        ...columns,
        dateAdded: columns.dateAdded ?? dateAdded,
        lastUsed,
        ...extraColumns,
      })),
    );
    const insertedUsers = users.map(({ columns, parts }, at) => ({
      id: ids[at] as number,
      columns,
      parts,
    }));
    await this.parts.insertParts(new Map(insertedUsers.map(({ id, parts }) => [id, parts])));
    await this.searchIndexer.add(
      insertedUsers.map(({ id, columns: { pId, email, nick = null }, parts: { addressBook } }) => {
        return { id, pId, email, nick, addresses: addressBook };
      }),
    );
    return ids;
  }

  private updateColumns(
    id: number,
    columns: Partial<User>,
    caller: CallerRights,
    apiKeysOption?: ApiKeysOption,
  ): Promise<void> {
    const write = (extraColumns: Patch<User>): Promise<void> =>
      this.users.update(id, { ...columns, ...extraColumns });
    return this.credentials.runCredentialChange(id, columns, caller, write, apiKeysOption);
  }
}
