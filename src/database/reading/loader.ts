import { Injectable } from '@nestjs/common';
import { getCallerId } from '../../core/actor-context';
import { FairSemaphore } from '../../core/fair-semaphore';
import { type LoadPlan, createLoadPlanForType, type RecordPlan } from '../../core/load-plan';
import { waitForNextTurn } from '../../core/yield-to-event-loop';
import type { Page, PageQuery } from '../../core/page';
import { type Condition, whereIn, isUnsatisfiable } from '../queries/conditions';
import { Database } from '../database';
import type { ReadCost, QueryProgram } from '../dialect/connection';
import type { ListDefinition } from '../queries/list-definition';
import type { EntityClass } from '../schema/entity-model';
import { type PartialPage, createCountProgram, createPageProgram } from '../queries/paging';
import { PlanCache } from './plan-cache';
import type { ReadObject } from './row-reader';
import { hasLockCount, LOCK_COUNT_PROPERTY, lockRowsByIds } from '../writing/row-locks';
import type { CompiledPlan } from './compile-plan';
import {
  createByIdsProgram,
  createCountByProgram,
  createCountWhereProgram,
  createCurrentRecordProgram,
  createIdsProgram,
  createWhereProgram,
  type IdOrder,
} from './read-programs';

/** Rows in a chunk: creating and serializing their objects takes some milliseconds. */
const CHUNK_ROWS = 800;

/** Page size that returns the whole list. */
const ALL_RECORDS_PAGE_SIZE = 2 ** 31 - 1;

/** How long a chunk may wait for chunks of other pages; this matters only while the database doesn't respond. */
const CHUNK_TIMEOUT_MS = 60_000;

/**
 * Reads records: only the columns of a plan, with one SELECT for the records and their to-one relations, and one for
 * each to-many relation. The results are plain objects with the properties of the entity. A missing to-one relation is
 * null, children are sorted by ascending id, and `id` is always included.
 */
@Injectable()
export class Loader {
  private readonly planCache: PlanCache;
  /** One chunk at a time: rows of several would arrive in the same turn of the event loop. Callers take turns. */
  private readonly chunkSemaphore = new FairSemaphore(1);

  constructor(private readonly database: Database) {
    this.planCache = new PlanCache(database.models);
  }

  /** Returns a plan of all columns of an entity, to detect any change of its records. */
  createFullPlan<E>(entity: EntityClass<E>): RecordPlan<E> {
    const columns = [...this.database.models.get(entity).columns.keys()];
    const planColumns = columns.filter((name) => name !== LOCK_COUNT_PROPERTY);
    return createLoadPlanForType<E>(planColumns as (keyof E & string)[]);
  }

  async findById<E, R>(
    entity: EntityClass<E>,
    id: number,
    plan: LoadPlan<E, R>,
  ): Promise<R | undefined> {
    const [found] = await this.listByIds(entity, [id], plan);
    return found;
  }

  /** Lists records in the order of the ids; ids without a record are left out. */
  async listByIds<E, R>(
    entity: EntityClass<E>,
    ids: readonly number[],
    plan: LoadPlan<E, R>,
  ): Promise<R[]> {
    if (ids.length === 0) return [];
    const compiled = this.planCache.getCompiled(entity, plan);
    const distinctIds = [...new Set(ids)];
    const lockClause = await this.lockForRead(entity, distinctIds);
    const stored = await this.database.read(createByIdsProgram(compiled, distinctIds, lockClause));
    const records = this.addProvisionalRecords(entity, [whereIn('id', distinctIds)], stored);
    if (ids.length === 1) return records as R[];
    return sortByIds(ids, records) as R[];
  }

  /**
   * Returns the current state of a record, regardless of whether the unit of work locks its reads.
   * @param plan a plan without to-many relations
   * @param options.isShareLocked locks the record and those of its relations against changes until the unit of work ends.
   *   Other units may hold the same lock at the same time.
   */
  async findCurrent<E, R>(
    entity: EntityClass<E>,
    id: number,
    plan: LoadPlan<E, R>,
    { isShareLocked = false }: { readonly isShareLocked?: boolean } = {},
  ): Promise<R | undefined> {
    const compiled = this.planCache.getCompiled(entity, plan);
    const lockClause = isShareLocked ? this.database.dialect.forShare : '';
    const [found] = await this.database.read(createCurrentRecordProgram(compiled, id, lockClause));
    return found as R | undefined;
  }

  /**
   * Locks records that are about to be read, if the current unit of work demands it.
   * @returns the lock clause for records without a lock count (`row-locks.ts`), which the read itself must lock
   */
  private async lockForRead(
    entity: EntityClass,
    ids: readonly number[],
  ): Promise<'' | ' FOR UPDATE'> {
    const { database } = this;
    if (!database.isUnitLockingReads) return '';
    if (!hasLockCount(database.models.get(entity))) return database.dialect.forUpdate;
    await lockRowsByIds(database, entity, ids);
    return '';
  }

  /** Lists records by ascending id. */
  async listWhere<E, R>(
    entity: EntityClass<E>,
    conditions: readonly Condition[],
    plan: LoadPlan<E, R>,
  ): Promise<R[]> {
    if (conditions.some(isUnsatisfiable)) return [];
    const compiled = this.planCache.getCompiled(entity, plan);
    const stored = await this.database.read(createWhereProgram(compiled, conditions));
    return this.addProvisionalRecords(entity, conditions, stored) as R[];
  }

  /** Adds the provisional records of a dry run. */
  private addProvisionalRecords<R extends { readonly id?: unknown }>(
    entity: EntityClass,
    conditions: readonly Condition[],
    stored: R[],
  ): R[] {
    const { provisionalRecords } = this.database;
    return provisionalRecords
      ? [...stored, ...(provisionalRecords.list(entity, conditions) as object[] as R[])]
      : stored;
  }

  /**
   * Lists the ids of the records that fulfill conditions.
   * @param options order and maximum number of ids; the order is arbitrary by default
   */
  async listIds<E>(
    entity: EntityClass<E>,
    conditions: readonly Condition[],
    options: { readonly order?: readonly IdOrder<E>[]; readonly limit?: number } = {},
  ): Promise<number[]> {
    const { database } = this;
    if (conditions.some(isUnsatisfiable)) return [];
    const stored = await database.read(
      createIdsProgram(database.models.get(entity), conditions, options),
    );
    const provisional = database.provisionalRecords?.list(entity, conditions) ?? [];
    return [...stored, ...provisional.map(({ id }) => id)].slice(0, options.limit);
  }

  /** Counts the records that fulfill conditions. */
  countWhere<E>(entity: EntityClass<E>, conditions: readonly Condition[]): Promise<number> {
    return this.database.read(
      createCountWhereProgram(this.database.models.get(entity), conditions),
    );
  }

  /** Counts the records that fulfill conditions, by each value of a property. */
  async countBy<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    conditions: readonly Condition[],
  ): Promise<Map<E[P], number>> {
    const counts = await this.database.read(
      createCountByProgram(this.database.models.get(entity), property, conditions),
      'scan',
    );
    return counts as Map<E[P], number>;
  }

  /**
   * Reads one page of a list.
   * @param conditions apply in addition to the query's filters (the records of one parent, for example)
   * @throws InvalidRequest for an unknown sort, or a cursor for another sort
   */
  async listPage<E, R>(
    list: ListDefinition<E>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<R>> {
    const compiled = this.planCache.getCompiled(list.entity, plan);
    const page = await this.readList(list, (countCacheKey) =>
      createPageProgram(list, query, compiled, conditions, { countCacheKey }),
    );
    return toPage(page) as Page<R>;
  }

  /** Lists all records that match the query's filters, in the list's order: for small lists without pages. */
  async listAll<E, R>(
    list: ListDefinition<E>,
    query: Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<readonly R[]> {
    const wholeListQuery = { ...query, page: 1, perPage: ALL_RECORDS_PAGE_SIZE };
    return (await this.listPage(list, wholeListQuery, plan, conditions)).items;
  }

  /**
   * Reads one page of a list whose records may have very many children. If they have, the page contains its first
   * records and reads the others on demand. Each record has its state at the time of its read.
   */
  async listPageInChunks<E, R>(
    list: ListDefinition<E>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<R>> {
    const compiled = this.planCache.getCompiled(list.entity, plan);
    const page = await this.readList(list, (countCacheKey) =>
      createPageProgram(list, query, compiled, conditions, {
        countCacheKey,
        maxChunkRows: CHUNK_ROWS,
      }),
    );
    const { remainingIds } = page;
    const first = toPage(page) as Page<R>;
    return remainingIds.length === 0
      ? first
      : { ...first, remainingChunks: this.readChunks<R>(list, remainingIds, compiled) };
  }

  private async *readChunks<R>(
    list: ListDefinition<unknown>,
    idChunks: readonly (readonly number[])[],
    compiled: CompiledPlan,
  ): AsyncGenerator<readonly R[]> {
    for (const ids of idChunks) {
      await waitForNextTurn();
      yield (await this.readChunk(list, ids, compiled)) as R[];
    }
  }

  /** Reads a chunk in the order of the ids. */
  private async readChunk(
    list: ListDefinition<unknown>,
    ids: readonly number[],
    compiled: CompiledPlan,
  ): Promise<ReadObject[]> {
    const callerId = getCallerId();
    const isAcquired = await this.chunkSemaphore.acquire(callerId, { timeoutMs: CHUNK_TIMEOUT_MS });
    try {
      const records = await this.readList(
        list,
        () => createByIdsProgram(compiled, ids, ''),
        'lookup',
      );
      return sortByIds(ids, records);
    } finally {
      if (isAcquired) this.chunkSemaphore.release(callerId);
    }
  }

  /** Counts the records that match the query's filters and `q`. */
  async countList<E>(
    list: ListDefinition<E>,
    query: Readonly<Record<string, unknown>> = {},
    conditions: readonly Condition[] = [],
  ): Promise<number> {
    const model = this.database.models.get(list.entity);
    return this.readList(list, (countCacheKey) =>
      createCountProgram(list, model, query, conditions, countCacheKey),
    );
  }

  /** Runs a read of a list. */
  private readList<T>(
    { isWorkQueue = false }: ListDefinition<unknown>,
    createProgram: (countCacheKey: object) => QueryProgram<T>,
    cost: ReadCost = 'scan',
  ): Promise<T> {
    return this.database.readList(createProgram, { cost, isWorkQueue });
  }
}

function sortByIds(ids: readonly number[], records: readonly ReadObject[]): ReadObject[] {
  const found = new Map(records.map((record) => [record['id'], record]));
  return ids.map((id) => found.get(id)).filter((record) => record !== undefined);
}

function toPage({ remainingIds: _, ...page }: PartialPage): Page<ReadObject> {
  return page;
}
