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

/** Limits of an ordered scan: records for each wanted row, and in total. */
const SCANNED_PER_ROW = 200;
const MAX_SCANNED = 25_000;
/** Multiple of the records to scan if matches were spread evenly; if it isn't enough, they are spread unevenly. */
const UNEVEN_MULTIPLE = 8;

/** Describes the rows of a page and how they are found. */
export interface RowQuery {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  /** Conditions in the form that uses indexes. */
  readonly conditions: readonly Condition[];
  /** How the first rows of the order are found if very many records match. */
  readonly scan?: OrderedScan;
  /** Whether the records are found by their conditions and then sorted, even if an index has the order. */
  readonly bypassesOrderIndex: boolean;
}

/** A scan of the records in their order. */
interface OrderedScan {
  /** Conditions that an index with the order also covers. */
  readonly indexConditions: readonly Condition[];
  /** All conditions, in the form that is checked for each record. */
  readonly rowConditions: readonly Condition[];
  /** Number of matches, if known; the order is then by id. */
  readonly total?: number;
}

/** A section of the rows in an order. */
interface RowWindow {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortColumn[];
  readonly limit: number;
  readonly offset: number;
}

/** Reads the rows from an offset. */
export function* readRowsAtOffset(
  rowQuery: RowQuery,
  limit: number,
  offset: number,
): QueryProgram<readonly RawRow[]> {
  const part = { conditions: [], order: rowQuery.sorting.columns, limit, offset };
  return yield* readRows(rowQuery, part);
}

/** Reads the rows with these ids, in the order of the query. */
export function* readRowsByIds(
  { compiled, sorting }: RowQuery,
  ids: readonly number[],
): QueryProgram<RawRow[]> {
  const rows: RawRow[] = [];
  for (const chunk of chunks(ids, MAX_LIST_LENGTH)) {
    const conditions = [isOneOf('id', chunk)];
    const rowQuery = { compiled, sorting, conditions, bypassesOrderIndex: false };
    rows.push(...(yield* readRowsAtOffset(rowQuery, chunk.length, 0)));
  }
  return rows;
}

/**
 * Reads the rows on one side of a cursor, nearest first. There is one statement for each leading part of the order that
 * equals the cursor's. Each is a range of an index with the order's columns, on both engines; a single statement with
 * OR isn't.
 */
export function* readRowsFromCursor(
  rowQuery: RowQuery,
  cursor: Cursor,
  limit: number,
): QueryProgram<readonly RawRow[]> {
  const rows: RawRow[] = [];
  const columns = rowQuery.sorting.columns.map(({ column, descending }) => ({
    column,
    descending: descending !== (cursor.direction === -1),
  }));
  for (const { conditions: within, order } of toKeyRanges(columns, cursor.key)) {
    rows.push(
      ...(yield* readRows(rowQuery, {
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

function* readRows(rowQuery: RowQuery, part: RowWindow): QueryProgram<readonly RawRow[]> {
  const scanned = rowQuery.scan && (yield* scanRows(rowQuery, rowQuery.scan, part));
  if (scanned) return scanned;
  const [rows = []] = yield [rowsStatement(rowQuery, rowQuery.conditions, part)];
  return rows;
}

/** @returns undefined if too many records would have to be scanned */
function* scanRows(
  rowQuery: RowQuery,
  { indexConditions, rowConditions, total }: OrderedScan,
  part: RowWindow,
): QueryProgram<readonly RawRow[] | undefined> {
  const [first] = part.order;
  if (!first || first.column.nullable) return undefined;
  const rows = part.limit + part.offset;
  const each = total === undefined ? SCANNED_PER_ROW : yield* scannedPerRow(rowQuery, total);
  const length = Math.min(rows * each, MAX_SCANNED);
  if (length < rows) return undefined;
  const end = yield* readSortValueAt(rowQuery, indexConditions, part, length);
  const upTo =
    end === undefined ? [] : [compareRaw(first.column, first.descending ? '>=' : '<=', end)];
  const inOrder: RowQuery = { ...rowQuery, bypassesOrderIndex: false };
  const [found = []] = yield [rowsStatement(inOrder, [...rowConditions, ...upTo], part)];
  return end === undefined || found.length === part.limit ? found : undefined;
}

/** Estimates the records to scan for one match; the highest id approximates the number of records. */
function* scannedPerRow({ compiled }: RowQuery, total: number): QueryProgram<number> {
  const { primaryKey, table } = compiled.root.model;
  const sql = `SELECT MAX(${ROOT_ALIAS}.${quoteIdentifier(primaryKey.name)}) FROM ${quoteIdentifier(table)} ${ROOT_ALIAS}`;
  const [rows] = yield [{ sql, params: [] }];
  const spread = Number(rows?.[0]?.[0] ?? 0) / Math.max(total, 1);
  return Math.min(Math.ceil(spread * UNEVEN_MULTIPLE), SCANNED_PER_ROW);
}

/** Returns the leading sort value of the row with this number; undefined if there are fewer rows. */
function* readSortValueAt(
  { compiled }: RowQuery,
  indexConditions: readonly Condition[],
  { conditions, order }: RowWindow,
  number: number,
): QueryProgram<SqlValue | undefined> {
  const { model } = compiled.root;
  const where = whereClause(model, ROOT_ALIAS, [...indexConditions, ...conditions]);
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

/** Returns the records after a key in an order, as consecutive ranges. */
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

/** Returns the conditions for values after a key; NULL sorts before all values, on both engines. */
function beyondKey({ column, descending }: SortColumn, value: SqlValue): Condition[] {
  if (!descending)
    return [value === null ? isNotNull(column.property) : compareRaw(column, '>', value)];
  if (value === null) return [];
  const below = compareRaw(column, '<', value);
  return column.nullable ? [below, isNull(column.property)] : [below];
}

/** Compares a column with a value that is already in database format. */
function compareRaw(
  { name }: ColumnModel,
  sign: '=' | '<' | '>' | '<=' | '>=',
  value: SqlValue,
): Condition {
  return (_, alias) => ({ sql: `${alias}.${quoteIdentifier(name)} ${sign} ?`, params: [value] });
}

/**
 * Returns the statement for some rows. The ids are found first, from an index alone if one has the order; then the rows
 * are fetched. Otherwise MariaDB would sort whole rows of the whole table, and OFFSET would read the skipped rows.
 */
function rowsStatement(
  rowQuery: RowQuery,
  listConditions: readonly Condition[],
  { conditions, order, limit, offset }: RowWindow,
): Statement {
  const { root } = rowQuery.compiled;
  const where = whereClause(root.model, ROOT_ALIAS, [...listConditions, ...conditions]);
  const by = orderClause(order);
  const list = selectList(rowQuery);
  if (order.length === 1 && offset === 0 && !rowQuery.bypassesOrderIndex) {
    const sql = `SELECT ${list} FROM ${root.from}${where.sql}${by} LIMIT ?`;
    return { sql, params: [...where.params, limit] };
  }
  const id = quoteIdentifier(root.model.primaryKey.name);
  const table = `${quoteIdentifier(root.model.table)} ${ROOT_ALIAS}`;
  const inner = rowQuery.bypassesOrderIndex ? unindexedOrderClause(order) : by;
  const ids = `SELECT ${ROOT_ALIAS}.${id} AS page_id FROM ${table}${where.sql}${inner} LIMIT ? OFFSET ?`;
  const sql = `SELECT ${list} FROM (${ids}) p CROSS JOIN ${root.from} WHERE ${ROOT_ALIAS}.${id} = p.page_id${by}`;
  return { sql, params: [...where.params, limit, offset] };
}

/** Selects the sort values after the reader's columns: cursors are created from them. */
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

/** Sorts by id with an expression, so that no engine scans the whole table in its order to find a few rows. */
function unindexedOrderClause([first]: readonly SortColumn[]): string {
  return ` ORDER BY ${ROOT_ALIAS}.${quoteIdentifier('id')} + 0${first?.descending === true ? ' DESC' : ''}`;
}
