import {
  chunks,
  type Condition,
  isNotNull,
  isNull,
  isOneOf,
  MAX_LIST_LENGTH,
  whereClause,
} from '../queries/conditions';
import type { Cursor } from '../queries/cursor';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import { type CompiledPlan, ROOT_ALIAS } from './compile-plan';
import type { SortColumn, Sorting } from '../queries/sorting';

/** Records that are looked at in their order: for each one that is wanted, and in all at most. */
const SCANNED_PER_ROW = 200;
const MAX_SCANNED = 25_000;
/** Times those that hold a page if what is found is spread evenly; where that is not enough, it is not spread evenly. */
const UNEVEN_MULTIPLE = 8;

/** The rows of a page that are wanted. */
export interface RowQuery {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  /** In the form in which indexes answer. */
  readonly conditions: readonly Condition[];
  /** Where very many records fulfil them: what the first ones in the order are found by. */
  readonly scan?: OrderedScan;
  /** Whether the records are found by their conditions and sorted, whatever index has the order. */
  readonly isUnordered: boolean;
}

/** A look at one record of the order after the other. */
interface OrderedScan {
  /** Those that an index with the order has, too. */
  readonly indexConditions: readonly Condition[];
  /** All of them, in the form in which they are asked record by record. */
  readonly probes: readonly Condition[];
  /** How many records fulfil them, where that is known; the order is that of the ids then. */
  readonly total?: number;
}

/** Some of the rows in an order. */
interface RowWindow {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortColumn[];
  readonly limit: number;
  readonly offset: number;
}

/** The rows from a place by number. */
export function* readRowsAtOffset(
  wanted: RowQuery,
  limit: number,
  offset: number,
): QueryProgram<readonly RawRow[]> {
  const part = { conditions: [], order: wanted.sorting.columns, limit, offset };
  return yield* readRows(wanted, part);
}

/** The rows with these ids, which are in the order. */
export function* readRowsByIds(
  { compiled, sorting }: RowQuery,
  ids: readonly number[],
): QueryProgram<RawRow[]> {
  const rows: RawRow[] = [];
  for (const chunk of chunks(ids, MAX_LIST_LENGTH)) {
    const conditions = [isOneOf('id', chunk)];
    const wanted = { compiled, sorting, conditions, isUnordered: false };
    rows.push(...(yield* readRowsAtOffset(wanted, chunk.length, 0)));
  }
  return rows;
}

/**
 * The rows on one side of a cursor, nearest first. One statement for each leading part of the order that
 * still equals the cursor's: each is a range of an index that has the order's columns, on both engines,
 * which one statement with OR is not.
 */
export function* readRowsFromCursor(
  wanted: RowQuery,
  cursor: Cursor,
  limit: number,
): QueryProgram<readonly RawRow[]> {
  const rows: RawRow[] = [];
  const columns = wanted.sorting.columns.map(({ column, descending }) => ({
    column,
    descending: descending !== (cursor.direction === -1),
  }));
  for (const { conditions: within, order } of toKeyRanges(columns, cursor.key)) {
    rows.push(
      ...(yield* readRows(wanted, {
        conditions: within,
        order,
        limit: limit - rows.length,
        offset: 0,
      })),
    );
    if (rows.length === limit) break;
  }
  return rows;
}

function* readRows(wanted: RowQuery, part: RowWindow): QueryProgram<readonly RawRow[]> {
  const walked = wanted.scan && (yield* scanRows(wanted, wanted.scan, part));
  if (walked) return walked;
  const [rows = []] = yield [rowsStatement(wanted, wanted.conditions, part)];
  return rows;
}

/** @returns undefined where too many records would have to be looked at */
function* scanRows(
  wanted: RowQuery,
  { indexConditions, probes, total }: OrderedScan,
  part: RowWindow,
): QueryProgram<readonly RawRow[] | undefined> {
  const [first] = part.order;
  if (!first || first.column.nullable) return undefined;
  const rows = part.limit + part.offset;
  const each = total === undefined ? SCANNED_PER_ROW : yield* scannedPerRow(wanted, total);
  const length = Math.min(rows * each, MAX_SCANNED);
  if (length < rows) return undefined;
  const end = yield* readSortValueAt(wanted, indexConditions, part, length);
  const upTo =
    end === undefined ? [] : [compareRaw(first.column, first.descending ? '>=' : '<=', end)];
  const inOrder = { ...wanted, isUnordered: false };
  const [found = []] = yield [rowsStatement(inOrder, [...probes, ...upTo], part)];
  return end === undefined || found.length === part.limit ? found : undefined;
}

/** The highest id tells about how many records there are. */
function* scannedPerRow({ compiled }: RowQuery, total: number): QueryProgram<number> {
  const { key, table } = compiled.root.model;
  const sql = `SELECT MAX(${ROOT_ALIAS}.${quoteIdentifier(key.name)}) FROM ${quoteIdentifier(table)} ${ROOT_ALIAS}`;
  const [rows] = yield [{ sql, params: [] }];
  const spread = Number(rows?.[0]?.[0] ?? 0) / Math.max(total, 1);
  return Math.min(Math.ceil(spread * UNEVEN_MULTIPLE), SCANNED_PER_ROW);
}

/** The leading value of the order in its row of this number; undefined: there are not as many. */
function* readSortValueAt(
  { compiled }: RowQuery,
  fixed: readonly Condition[],
  { conditions, order }: RowWindow,
  number: number,
): QueryProgram<SqlValue | undefined> {
  const { model } = compiled.root;
  const where = whereClause(model, ROOT_ALIAS, [...fixed, ...conditions]);
  const name = quoteIdentifier((order[0] as SortColumn).column.name);
  const table = `${quoteIdentifier(model.table)} ${ROOT_ALIAS}`;
  const sql = `SELECT ${ROOT_ALIAS}.${name} FROM ${table}${where.sql}${orderClause(order)} LIMIT 1 OFFSET ?`;
  const [rows] = yield [{ sql, params: [...where.params, number] }];
  return rows?.[0]?.[0];
}

interface KeyRange {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortColumn[];
}

/** What lies behind a key in an order, as ranges that follow each other. */
function toKeyRanges(columns: readonly SortColumn[], key: readonly SqlValue[]): KeyRange[] {
  return columns
    .map((_, at) => {
      const same = columns.slice(0, at).map(({ column }, i) => equalTo(column, key[i] ?? null));
      const order = columns.slice(at);
      return beyondKey(columns[at] as SortColumn, key[at] ?? null).map((condition) => ({
        conditions: [...same, condition],
        order,
      }));
    })
    .reverse()
    .flat();
}

function equalTo(column: ColumnModel, value: SqlValue): Condition {
  return value === null ? isNull(column.property) : compareRaw(column, '=', value);
}

/** NULL stands before every value, on both engines. */
function beyondKey({ column, descending }: SortColumn, value: SqlValue): Condition[] {
  if (!descending)
    return [value === null ? isNotNull(column.property) : compareRaw(column, '>', value)];
  if (value === null) return [];
  const below = compareRaw(column, '<', value);
  return column.nullable ? [below, isNull(column.property)] : [below];
}

/** The value is the database's already, not one in memory. */
function compareRaw(
  { name }: ColumnModel,
  sign: '=' | '<' | '>' | '<=' | '>=',
  value: SqlValue,
): Condition {
  return (_, alias) => ({ sql: `${alias}.${quoteIdentifier(name)} ${sign} ?`, params: [value] });
}

/**
 * The ids are found first, from an index alone where one has the order, and the rows are fetched for
 * them: MariaDB would rather sort whole rows of the whole table, and OFFSET would read what it skips.
 */
function rowsStatement(
  wanted: RowQuery,
  listConditions: readonly Condition[],
  { conditions, order, limit, offset }: RowWindow,
): Statement {
  const { root } = wanted.compiled;
  const where = whereClause(root.model, ROOT_ALIAS, [...listConditions, ...conditions]);
  const by = orderClause(order);
  const list = selectList(wanted);
  if (order.length === 1 && offset === 0 && !wanted.isUnordered) {
    const sql = `SELECT ${list} FROM ${root.from}${where.sql}${by} LIMIT ?`;
    return { sql, params: [...where.params, limit] };
  }
  const id = quoteIdentifier(root.model.key.name);
  const table = `${quoteIdentifier(root.model.table)} ${ROOT_ALIAS}`;
  const inner = wanted.isUnordered ? unorderedClause(order) : by;
  const ids = `SELECT ${ROOT_ALIAS}.${id} AS page_id FROM ${table}${where.sql}${inner} LIMIT ? OFFSET ?`;
  const sql = `SELECT ${list} FROM (${ids}) p CROSS JOIN ${root.from} WHERE ${ROOT_ALIAS}.${id} = p.page_id${by}`;
  return { sql, params: [...where.params, limit, offset] };
}

/** The sort values stand behind what the reader takes: cursors are made of them. */
function selectList({ compiled, sorting }: RowQuery): string {
  const keys = sorting.columns.map(({ column }) => `${ROOT_ALIAS}.${quoteIdentifier(column.name)}`);
  return [compiled.root.columnList, ...keys].join(', ');
}

function orderClause(columns: readonly SortColumn[]): string {
  const parts = columns.map(
    ({ column, descending }) =>
      `${ROOT_ALIAS}.${quoteIdentifier(column.name)}${descending ? ' DESC' : ''}`,
  );
  return ` ORDER BY ${parts.join(', ')}`;
}

/** By the id, so written that no engine walks the whole table in its order to find a few. */
function unorderedClause([first]: readonly SortColumn[]): string {
  return ` ORDER BY ${ROOT_ALIAS}.${quoteIdentifier('id')} + 0${first?.descending === true ? ' DESC' : ''}`;
}
