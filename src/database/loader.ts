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
import { type Entity } from './model';
import { quote } from './names';
import { countSteps, pageSteps } from './paging';
import { compiledPlan } from './plans';
import type { Loaded } from './row-reader';
import { type CompiledPlan, ROOT } from './select';

/**
 * Reads: only the columns of a plan, one SELECT for the records with their to-one relations and one for
 * each to-many relation, into plain objects of the entity's shape. A to-one relation without a record is
 * null; children come by ascending id; `id` is always there.
 */
@Injectable()
export class Loader {
  constructor(private readonly database: Database) {}

  async byId<E>(entity: Entity<E>, id: number, plan: LoadPlan): Promise<E | undefined> {
    const [found] = await this.byIds(entity, [id], plan);
    return found;
  }

  /** In the order of the ids; ids without a record are left out. */
  async byIds<E>(entity: Entity<E>, ids: readonly number[], plan: LoadPlan): Promise<E[]> {
    if (ids.length === 0) return [];
    const compiled = compiledPlan(entity, plan);
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
    const compiled = compiledPlan(entity, plan);
    return (await this.database.read(whereSteps(compiled, conditions))) as E[];
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
    const compiled = compiledPlan(list.entity, plan);
    const page = await this.database.read(pageSteps(list, query, compiled, conditions));
    return page as Page<E>;
  }

  /** How many records the query's filters and `q` leave. */
  async count<E>(
    list: Listing<E>,
    query: Readonly<Record<string, unknown>> = {},
    conditions: readonly Condition[] = [],
  ): Promise<number> {
    return this.database.read(countSteps(list, query, conditions));
  }
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
