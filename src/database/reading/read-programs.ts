import type { QueryProgram } from '../dialect/connection';
import {
  type Condition,
  createWhereClause,
  formatPlaceholders,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  splitIntoChunks,
} from '../queries/conditions';
import type { EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import { type CompiledPlan, ROOT_ALIAS } from './compile-plan';
import { readWithChildren } from './read-with-children';
import type { ReadObject } from './row-reader';

/** A property by which ids are sorted. */
export interface IdOrder<E> {
  readonly property: keyof E & string;
  readonly descending?: boolean;
}

/** Reads the ids of the records that fulfill conditions. */
export function* createIdsProgram<E>(
  model: EntityModel,
  conditions: readonly Condition[],
  { order = [], limit }: { readonly order?: readonly IdOrder<E>[]; readonly limit?: number },
): QueryProgram<number[]> {
  const where = createWhereClause(model, ROOT_ALIAS, conditions);
  const orderTerms = order.map(({ property, descending = false }) => {
    return `${ROOT_ALIAS}.${quoteIdentifier(model.getColumn(property).name)}${descending ? ' DESC' : ''}`;
  });
  const sql =
    `SELECT ${ROOT_ALIAS}.${quoteIdentifier('id')} FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}` +
    (orderTerms.length === 0 ? '' : ` ORDER BY ${orderTerms.join(', ')}`) +
    (limit === undefined ? '' : ' LIMIT ?');
  const params = limit === undefined ? where.params : [...where.params, limit];
  const [rows = []] = yield [{ sql, params }];
  return rows.map(([id]) => Number(id));
}

/** Counts the records that fulfill conditions. */
export function* createCountWhereProgram(
  model: EntityModel,
  conditions: readonly Condition[],
): QueryProgram<number> {
  const where = createWhereClause(model, ROOT_ALIAS, conditions);
  const sql = `SELECT COUNT(*) FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  return Number(rows[0]?.[0]);
}

/** Counts the records that fulfill conditions, by each value of a property. */
export function* createCountByProgram(
  model: EntityModel,
  property: string,
  conditions: readonly Condition[],
): QueryProgram<Map<unknown, number>> {
  const where = createWhereClause(model, ROOT_ALIAS, conditions);
  const { name, kind } = model.getColumn(property);
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

/** Reads records with their children, in any order. @param lock lock clause for the records alone */
export function* createByIdsProgram(
  compiled: CompiledPlan,
  ids: readonly number[],
  lock: string,
): QueryProgram<ReadObject[]> {
  const { root } = compiled;
  const paddedIdLists = splitIntoChunks(ids, MAX_LIST_LENGTH).map(padToPowerOfTwo);
  if (lock !== '') {
    // A separate statement: with the joins it would lock the joined records too.
    const table = quoteIdentifier(root.model.table);
    const id = `${ROOT_ALIAS}.${quoteIdentifier('id')}`;
    yield paddedIdLists.map((list) => ({
      sql: `SELECT ${id} FROM ${table} ${ROOT_ALIAS} WHERE ${id} IN (${formatPlaceholders(list.length)})${lock}`,
      params: list,
    }));
  }
  const rows = yield paddedIdLists.map((list) => ({
    sql: compiled.createByIdsSql(list.length),
    params: list,
  }));
  return yield* readWithChildren(compiled, rows.flat());
}

/** Reads the current state of a record with its children. @param lock lock clause for it and its relations */
export function* createCurrentRecordProgram(
  compiled: CompiledPlan,
  id: number,
  lock: string,
): QueryProgram<ReadObject[]> {
  const [rows = []] = yield [{ sql: `${compiled.createByIdsSql(1)}${lock}`, params: [id] }];
  return yield* readWithChildren(compiled, rows);
}

/** Reads the records that fulfill conditions with their children, by ascending id. */
export function* createWhereProgram(
  compiled: CompiledPlan,
  conditions: readonly Condition[],
): QueryProgram<ReadObject[]> {
  const { root } = compiled;
  const where = createWhereClause(root.model, ROOT_ALIAS, conditions);
  const sql = `SELECT ${root.columnList} FROM ${root.from}${where.sql}`;
  const [rows = []] = yield [{ sql, params: where.params }];
  // Sorted here: with ORDER BY, an engine may choose an index for the order instead of one that finds the records.
  const { idIndex } = root.reader;
  const sorted = [...rows].sort((one, other) => Number(one[idIndex]) - Number(other[idIndex]));
  return yield* readWithChildren(compiled, sorted);
}
