import { Injectable } from '@nestjs/common';
import { getCallerKey } from '../../core/actor-context';
import { FairSemaphore } from '../../core/fair-semaphore';
import { type LoadPlan, createLoadPlanForType, type RecordPlan } from '../../core/load-plan';
import { nextEventLoopTurn } from '../../core/yield-to-event-loop';
import type { Page, PageQuery } from '../../core/page';
import {
  chunks,
  type Condition,
  isOneOf,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  placeholders,
  whereClause,
  isNever,
} from '../queries/conditions';
import { Database } from '../database';
import { readWithChildren } from './read-with-children';
import type { ReadCost, QueryProgram } from '../dialect/connection';
import type { Listing } from '../queries/listing';
import type { EntityClass, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import { type PartialPage, countProgram, pageProgram } from '../queries/paging';
import { PlanCache } from './plan-cache';
import type { ReadObject } from './row-reader';
import { hasLockCount, LOCK_COUNT_PROPERTY, lockRowsByIds } from '../writing/row-locks';
import { type CompiledPlan, ROOT_ALIAS } from './compile-plan';

/** Rows in a chunk: creating and serializing their objects takes some milliseconds. */
const CHUNK_ROWS = 800;

/** Page size that returns the whole list. */
const ALL_RECORDS = 2 ** 31 - 1;

/** How long a chunk may wait for chunks of other pages; this matters only while the database doesn't respond. */
const CHUNK_TIMEOUT_MS = 60_000;

/** A property by which ids are sorted. */
interface IdOrder<E> {
  readonly property: keyof E & string;
  readonly descending?: boolean;
}

/**
 * Reads records: only the columns of a plan, with one SELECT for the records and their to-one relations, and one for
 * each to-many relation. The results are plain objects with the properties of the entity. A missing to-one relation is
 * null, children are sorted by ascending id, and `id` is always included.
 */
@Injectable()
export class Loader {
  private readonly plans: PlanCache;
  /** One chunk at a time: rows of several would arrive in the same turn of the event loop. Callers take turns. */
  private readonly chunkSemaphore = new FairSemaphore(1);

  constructor(private readonly database: Database) {
    this.plans = new PlanCache(database.models);
  }

  /** Returns a plan of all columns of an entity, to detect any change of its records. */
  fullPlan<E>(entity: EntityClass<E>): RecordPlan<E> {
    const columns = [...this.database.models.get(entity).columns.keys()];
    const named = columns.filter((name) => name !== LOCK_COUNT_PROPERTY);
    return createLoadPlanForType<E>(named as (keyof E & string)[]);
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
    const compiled = this.plans.getCompiled(entity, plan);
    const distinct = [...new Set(ids)];
    const lock = await this.lockRead(entity, distinct);
    const stored = await this.database.read(byIdsProgram(compiled, distinct, lock));
    const records = this.withProvisional(entity, [isOneOf('id', distinct)], stored);
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
    const compiled = this.plans.getCompiled(entity, plan);
    const lock = isShareLocked ? this.database.dialect.forShare : '';
    const [found] = await this.database.read(currentProgram(compiled, id, lock));
    return found as R | undefined;
  }

  /**
   * Locks records that are about to be read, if the current unit of work demands it.
   * @returns the lock clause for records without a lock count, which must be locked by the read itself
   */
  private async lockRead(entity: EntityClass, ids: readonly number[]): Promise<'' | ' FOR UPDATE'> {
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
    if (conditions.some(isNever)) return [];
    const compiled = this.plans.getCompiled(entity, plan);
    const stored = await this.database.read(whereProgram(compiled, conditions));
    return this.withProvisional(entity, conditions, stored) as R[];
  }

  /** Adds the provisional records of a dry run. */
  private withProvisional<R extends { readonly id?: unknown }>(
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
    if (conditions.some(isNever)) return [];
    const stored = await database.read(
      idsProgram(database.models.get(entity), conditions, options),
    );
    const provisional = database.provisionalRecords?.list(entity, conditions) ?? [];
    return [...stored, ...provisional.map(({ id }) => id)].slice(0, options.limit);
  }

  /** Counts the records that fulfill conditions. */
  countWhere<E>(entity: EntityClass<E>, conditions: readonly Condition[]): Promise<number> {
    return this.database.read(countWhereProgram(this.database.models.get(entity), conditions));
  }

  /** Counts the records that fulfill conditions, by each value of a property. */
  async countBy<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    conditions: readonly Condition[],
  ): Promise<Map<E[P], number>> {
    const counts = await this.database.read(
      countByProgram(this.database.models.get(entity), property, conditions),
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
    list: Listing<E>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<R>> {
    const compiled = this.plans.getCompiled(list.entity, plan);
    const page = await this.readList(list, (source) =>
      pageProgram(list, query, compiled, conditions, { source }),
    );
    return toPage(page) as Page<R>;
  }

  /** Lists all records that match the query's filters, in the list's order: for small lists without pages. */
  async listAll<E, R>(
    list: Listing<E>,
    query: Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<readonly R[]> {
    const whole = { ...query, page: 1, perPage: ALL_RECORDS };
    return (await this.listPage(list, whole, plan, conditions)).items;
  }

  /**
   * Reads one page of a list whose records may have very many children. If they have, the page contains its first
   * records and reads the others on demand. Each record has its state at the time of its read.
   */
  async listPageInChunks<E, R>(
    list: Listing<E>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan<E, R>,
    conditions: readonly Condition[] = [],
  ): Promise<Page<R>> {
    const compiled = this.plans.getCompiled(list.entity, plan);
    const page = await this.readList(list, (source) =>
      pageProgram(list, query, compiled, conditions, { source, maxChunkRows: CHUNK_ROWS }),
    );
    const { remainingIds } = page;
    const first = toPage(page) as Page<R>;
    return remainingIds.length === 0
      ? first
      : { ...first, remainingChunks: this.readChunks<R>(list, remainingIds, compiled) };
  }

  private async *readChunks<R>(
    list: Listing<unknown>,
    idChunks: readonly (readonly number[])[],
    compiled: CompiledPlan,
  ): AsyncGenerator<readonly R[]> {
    for (const ids of idChunks) {
      await nextEventLoopTurn();
      yield (await this.readChunk(list, ids, compiled)) as R[];
    }
  }

  /** Reads a chunk in the order of the ids. */
  private async readChunk(
    list: Listing<unknown>,
    ids: readonly number[],
    compiled: CompiledPlan,
  ): Promise<ReadObject[]> {
    const caller = getCallerKey();
    const isAcquired = await this.chunkSemaphore.acquire(caller, { timeoutMs: CHUNK_TIMEOUT_MS });
    try {
      const records = await this.readList(list, () => byIdsProgram(compiled, ids, ''), 'lookup');
      return sortByIds(ids, records);
    } finally {
      if (isAcquired) this.chunkSemaphore.release(caller);
    }
  }

  /** Counts the records that match the query's filters and `q`. */
  async countList<E>(
    list: Listing<E>,
    query: Readonly<Record<string, unknown>> = {},
    conditions: readonly Condition[] = [],
  ): Promise<number> {
    const model = this.database.models.get(list.entity);
    return this.readList(list, (source) => countProgram(list, model, query, conditions, source));
  }

  /** Runs a read of a list. */
  private readList<T>(
    { isWorkQueue = false }: Listing<unknown>,
    program: (source: object) => QueryProgram<T>,
    cost: ReadCost = 'scan',
  ): Promise<T> {
    return this.database.readList(program, { cost, isWorkQueue });
  }
}

function sortByIds(ids: readonly number[], records: readonly ReadObject[]): ReadObject[] {
  const found = new Map(records.map((record) => [record['id'], record]));
  return ids.map((id) => found.get(id)).filter((record) => record !== undefined);
}

function toPage({ remainingIds: _, ...page }: PartialPage): Page<ReadObject> {
  return page;
}

function* idsProgram<E>(
  model: EntityModel,
  conditions: readonly Condition[],
  { order = [], limit }: { readonly order?: readonly IdOrder<E>[]; readonly limit?: number },
): QueryProgram<number[]> {
  const where = whereClause(model, ROOT_ALIAS, conditions);
  const parts = order.map(({ property, descending = false }) => {
    return `${ROOT_ALIAS}.${quoteIdentifier(model.column(property).name)}${descending ? ' DESC' : ''}`;
  });
  const sql =
    `SELECT ${ROOT_ALIAS}.${quoteIdentifier('id')} FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}` +
    (parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`) +
    (limit === undefined ? '' : ' LIMIT ?');
  const params = limit === undefined ? where.params : [...where.params, limit];
  const [rows = []] = yield [{ sql, params }];
  return rows.map(([id]) => Number(id));
}

function* countWhereProgram(
  model: EntityModel,
  conditions: readonly Condition[],
): QueryProgram<number> {
  const where = whereClause(model, ROOT_ALIAS, conditions);
  const sql = `SELECT COUNT(*) FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  return Number(rows[0]?.[0]);
}

function* countByProgram(
  model: EntityModel,
  property: string,
  conditions: readonly Condition[],
): QueryProgram<Map<unknown, number>> {
  const where = whereClause(model, ROOT_ALIAS, conditions);
  const { name, kind } = model.column(property);
  const value = `${ROOT_ALIAS}.${quoteIdentifier(name)}`;
  const from = `${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  const sql = `SELECT ${value}, COUNT(*) FROM ${from} GROUP BY ${value}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  return new Map(
    rows.map(([raw = null, count]) => [
      raw === null ? null : (kind.fromDatabase?.(raw) ?? raw),
      Number(count),
    ]),
  );
}

function* byIdsProgram(
  compiled: CompiledPlan,
  ids: readonly number[],
  lock: string,
): QueryProgram<ReadObject[]> {
  const { root } = compiled;
  const lists = chunks(ids, MAX_LIST_LENGTH).map(padToPowerOfTwo);
  if (lock !== '') {
    // A separate statement: with the joins it would lock the joined records too.
    const table = quoteIdentifier(root.model.table);
    const id = `${ROOT_ALIAS}.${quoteIdentifier('id')}`;
    yield lists.map((list) => ({
      sql: `SELECT ${id} FROM ${table} ${ROOT_ALIAS} WHERE ${id} IN (${placeholders(list.length)})${lock}`,
      params: list,
    }));
  }
  const rows = yield lists.map((list) => ({ sql: compiled.byIdsSql(list.length), params: list }));
  return yield* readWithChildren(compiled, rows.flat());
}

function* currentProgram(
  compiled: CompiledPlan,
  id: number,
  lock: string,
): QueryProgram<ReadObject[]> {
  const [rows = []] = yield [{ sql: `${compiled.byIdsSql(1)}${lock}`, params: [id] }];
  return yield* readWithChildren(compiled, rows);
}

function* whereProgram(
  compiled: CompiledPlan,
  conditions: readonly Condition[],
): QueryProgram<ReadObject[]> {
  const { root } = compiled;
  const where = whereClause(root.model, ROOT_ALIAS, conditions);
  const sql = `SELECT ${root.columnList} FROM ${root.from}${where.sql}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  // Sorted here: with ORDER BY, an engine may choose an index for the order instead of one that finds the records.
  const { idIndex } = root.reader;
  const sorted = [...rows].sort((one, other) => Number(one[idIndex]) - Number(other[idIndex]));
  return yield* readWithChildren(compiled, sorted);
}
