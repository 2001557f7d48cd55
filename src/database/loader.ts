import { Injectable } from '@nestjs/common';
import type { LoadPlan } from '../core/load-plan';
import type { Page, PageQuery } from '../core/page';
import {
  chunks,
  type Condition,
  LONGEST_LIST,
  padded,
  placeholders,
  whereClause,
} from './conditions';
import { Database } from './database';
import { withChildren } from './children';
import type { Steps } from './dialect/connection';
import type { Listing } from './listing';
import type { Entity, EntityModel } from './model';
import { quote } from './names';
import { countSteps, pageSteps } from './paging';
import { Plans } from './plans';
import type { Loaded } from './row-reader';
import { type CompiledPlan, ROOT } from './select';

/** A property that ids are sorted by. */
interface Order<E> {
  readonly by: keyof E & string;
  readonly descending?: boolean;
}

/**
 * Reads: only the columns of a plan, one SELECT for the records with their to-one relations and one for
 * each to-many relation, into plain objects of the entity's shape. A to-one relation without a record is
 * null; children come by ascending id; `id` is always there.
 */
@Injectable()
export class Loader {
  private readonly plans: Plans;

  constructor(private readonly database: Database) {
    this.plans = new Plans(database.models);
  }

  async byId<E>(entity: Entity<E>, id: number, plan: LoadPlan): Promise<E | undefined> {
    const [found] = await this.byIds(entity, [id], plan);
    return found;
  }

  /** In the order of the ids; ids without a record are left out. */
  async byIds<E>(entity: Entity<E>, ids: readonly number[], plan: LoadPlan): Promise<E[]> {
    if (ids.length === 0) return [];
    const compiled = this.plans.compiled(entity, plan);
    const distinct = [...new Set(ids)];
    const records = await this.database.read(byIdSteps(compiled, distinct, this.database.readLock));
    if (ids.length === 1) return records as E[];
    const found = new Map(records.map((record) => [record['id'], record]));
    return ids.flatMap((id) => found.get(id) ?? []) as E[];
  }

  /** By ascending id. */
  async where<E>(
    entity: Entity<E>,
    conditions: readonly Condition[],
    plan: LoadPlan,
  ): Promise<E[]> {
    const compiled = this.plans.compiled(entity, plan);
    return (await this.database.read(whereSteps(compiled, conditions))) as E[];
  }

  /**
   * Ids of the records that conditions hold for.
   * @param wanted in which order, how many at most; without an order in any
   */
  async ids<E>(
    entity: Entity<E>,
    conditions: readonly Condition[],
    wanted: { readonly order?: readonly Order<E>[]; readonly limit?: number } = {},
  ): Promise<number[]> {
    return this.database.read(idSteps(this.database.models.of(entity), conditions, wanted));
  }

  /** How many of the records that conditions hold for have each value of a property. */
  async countBy<E, P extends keyof E & string>(
    entity: Entity<E>,
    property: P,
    conditions: readonly Condition[],
  ): Promise<Map<E[P], number>> {
    const counts = await this.database.read(
      countBySteps(this.database.models.of(entity), property, conditions),
    );
    return counts as Map<E[P], number>;
  }

  /**
   * Keeps records as they are until the unit of work ends; what is read after it is up to date. All in one
   * order, so that two at once wait for each other instead of dead-locking.
   */
  async lock(entity: Entity, ids: readonly number[]): Promise<void> {
    const { forUpdate } = this.database.dialect;
    // SQLite has one writer at a time.
    if (forUpdate === '') return;
    const table = quote(this.database.models.of(entity).table);
    const id = `${ROOT}.${quote('id')}`;
    const sorted = [...new Set(ids)].sort((one, other) => one - other);
    for (const list of chunks(sorted, LONGEST_LIST).map(padded)) {
      const within = `${id} IN (${placeholders(list.length)}) ORDER BY ${id}${forUpdate}`;
      await this.database.all(`SELECT ${id} FROM ${table} ${ROOT} WHERE ${within}`, list);
    }
  }

  /**
   * One page of a list.
   * @param conditions hold beside the query's filters (the records of one parent, for example)
   * @throws InvalidRequest for an unknown sort or a cursor that is none of this sort
   */
  async page<E>(
    list: Listing<E>,
    query: PageQuery & Readonly<Record<string, unknown>>,
    plan: LoadPlan,
    conditions: readonly Condition[] = [],
  ): Promise<Page<E>> {
    const compiled = this.plans.compiled(list.entity, plan);
    const page = await this.database.read(pageSteps(list, query, compiled, conditions));
    return page as Page<E>;
  }

  /** How many records the query's filters and `q` leave. */
  async count<E>(
    list: Listing<E>,
    query: Readonly<Record<string, unknown>> = {},
    conditions: readonly Condition[] = [],
  ): Promise<number> {
    const model = this.database.models.of(list.entity);
    return this.database.read(countSteps(list, model, query, conditions));
  }
}

function* idSteps<E>(
  model: EntityModel,
  conditions: readonly Condition[],
  { order = [], limit }: { readonly order?: readonly Order<E>[]; readonly limit?: number },
): Steps<number[]> {
  const where = whereClause(model, ROOT, conditions);
  const parts = order.map(({ by, descending = false }) => {
    return `${ROOT}.${quote(model.column(by).name)}${descending ? ' DESC' : ''}`;
  });
  const sql =
    `SELECT ${ROOT}.${quote('id')} FROM ${quote(model.table)} ${ROOT}${where.sql}` +
    (parts.length === 0 ? '' : ` ORDER BY ${parts.join(', ')}`) +
    (limit === undefined ? '' : ' LIMIT ?');
  const params = limit === undefined ? where.params : [...where.params, limit];
  const [rows = []] = yield [{ sql, params }];
  return rows.map(([id]) => Number(id));
}

function* countBySteps(
  model: EntityModel,
  property: string,
  conditions: readonly Condition[],
): Steps<Map<unknown, number>> {
  const where = whereClause(model, ROOT, conditions);
  const { name, kind } = model.column(property);
  const value = `${ROOT}.${quote(name)}`;
  const from = `${quote(model.table)} ${ROOT}${where.sql}`;
  const sql = `SELECT ${value}, COUNT(*) FROM ${from} GROUP BY ${value}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  return new Map(
    rows.map(([raw = null, count]) => [
      raw === null ? null : (kind.read?.(raw) ?? raw),
      Number(count),
    ]),
  );
}

function* byIdSteps(compiled: CompiledPlan, ids: readonly number[], lock: string): Steps<Loaded[]> {
  const { root } = compiled;
  const lists = chunks(ids, LONGEST_LIST).map(padded);
  if (lock !== '') {
    // Of its own: together with the joins it would lock the joined records too.
    const table = quote(root.model.table);
    const id = `${ROOT}.${quote('id')}`;
    yield lists.map((list) => ({
      sql: `SELECT ${id} FROM ${table} ${ROOT} WHERE ${id} IN (${placeholders(list.length)})${lock}`,
      params: list,
    }));
  }
  const rows = yield lists.map((list) => ({ sql: compiled.byIds(list.length), params: list }));
  return yield* withChildren(compiled, rows.flat());
}

function* whereSteps(compiled: CompiledPlan, conditions: readonly Condition[]): Steps<Loaded[]> {
  const { root } = compiled;
  const where = whereClause(root.model, ROOT, conditions);
  const sql = `SELECT ${root.list} FROM ${root.from}${where.sql}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  // Sorted here: asked to, an engine may take an index that has the order for one that finds the records.
  const { idAt } = root.reader;
  const sorted = [...rows].sort((one, other) => Number(one[idAt]) - Number(other[idAt]));
  return yield* withChildren(compiled, sorted);
}
