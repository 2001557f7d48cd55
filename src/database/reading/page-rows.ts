import {
  splitIntoChunks,
  type Condition,
  whereNotNull,
  whereNull,
  whereIn,
  MAX_LIST_LENGTH,
  createWhereClause,
} from '../queries/conditions';
import type { Cursor } from '../queries/cursor';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import { type CompiledPlan, ROOT_ALIAS } from './compile-plan';
import type { SortColumn, SortOrder } from '../queries/sorting';

/** Limits of an ordered scan: records for each wanted row, and in total. */
const MAX_SCANNED_PER_ROW = 200;
const MAX_SCANNED_RECORDS = 25_000;
/**
 * A scan takes this multiple of the records that it would take if matches were spread evenly. If that isn't enough, it
 * is given up.
 */
const UNEVEN_MULTIPLE = 8;

/** Describes the rows of a page and how they are found. */
export interface RowQuery {
  readonly compiled: CompiledPlan;
  readonly sorting: SortOrder;
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
  const rowWindow = { conditions: [], order: rowQuery.sorting.columns, limit, offset };
  return yield* readRows(rowQuery, rowWindow);
}

/** Reads the rows with these ids, in the order of the query. */
export function* readRowsByIds(
  { compiled, sorting }: RowQuery,
  ids: readonly number[],
): QueryProgram<RawRow[]> {
  const rows: RawRow[] = [];
  for (const chunk of splitIntoChunks(ids, MAX_LIST_LENGTH)) {
    const conditions = [whereIn('id', chunk)];
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
  const columns = rowQuery.sorting.columns.map(({ column, isDescending }) => ({
    column,
    isDescending: isDescending !== (cursor.direction === -1),
  }));
  for (const { conditions: rangeConditions, order } of toKeyRanges(columns, cursor.sortValues)) {
    rows.push(
      ...(yield* readRows(rowQuery, {
        conditions: rangeConditions,
        order,
        limit: limit - rows.length,
        offset: 0,
      })),
    );
    if (rows.length === limit) break;
  }
  return rows;
}

function* readRows(rowQuery: RowQuery, rowWindow: RowWindow): QueryProgram<readonly RawRow[]> {
  const scannedRows = rowQuery.scan && (yield* scanRows(rowQuery, rowQuery.scan, rowWindow));
  if (scannedRows) return scannedRows;
  const [rows = []] = yield [createRowsStatement(rowQuery, rowQuery.conditions, rowWindow)];
  return rows;
}

/** @returns undefined if the index can't be scanned, or if the scan would be or was too long */
function* scanRows(
  rowQuery: RowQuery,
  { indexConditions, rowConditions, total }: OrderedScan,
  rowWindow: RowWindow,
): QueryProgram<readonly RawRow[] | undefined> {
  const [first] = rowWindow.order;
  if (!first || first.column.nullable) return undefined;
  const lastRowNumber = rowWindow.limit + rowWindow.offset;
  const scannedPerMatch =
    total === undefined ? MAX_SCANNED_PER_ROW : yield* estimateScannedPerRow(rowQuery, total);
  const scanLength = Math.min(lastRowNumber * scannedPerMatch, MAX_SCANNED_RECORDS);
  if (scanLength < lastRowNumber) return undefined;
  const endValue = yield* readSortValueAt(rowQuery, indexConditions, rowWindow, scanLength);
  const endConditions =
    endValue === undefined
      ? []
      : [compareWithRawValue(first.column, first.isDescending ? '>=' : '<=', endValue)];
  const inOrder: RowQuery = { ...rowQuery, bypassesOrderIndex: false };
  const [found = []] = yield [
    createRowsStatement(inOrder, [...rowConditions, ...endConditions], rowWindow),
  ];
  return endValue === undefined || found.length === rowWindow.limit ? found : undefined;
}

/** Estimates the records to scan for one match; the highest id approximates the number of records. */
function* estimateScannedPerRow({ compiled }: RowQuery, total: number): QueryProgram<number> {
  const { primaryKey, table } = compiled.root.model;
  const sql = `SELECT MAX(${ROOT_ALIAS}.${quoteIdentifier(primaryKey.name)}) FROM ${quoteIdentifier(table)} ${ROOT_ALIAS}`;
  const [rows] = yield [{ sql, params: [] }];
  const spread = Number(rows?.[0]?.[0] ?? 0) / Math.max(total, 1);
  return Math.min(Math.ceil(spread * UNEVEN_MULTIPLE), MAX_SCANNED_PER_ROW);
}

/** Returns the leading sort value of the row with this number; undefined if there are fewer rows. */
function* readSortValueAt(
  { compiled }: RowQuery,
  indexConditions: readonly Condition[],
  { conditions, order }: RowWindow,
  rowNumber: number,
): QueryProgram<SqlValue | undefined> {
  const { model } = compiled.root;
  const where = createWhereClause(model, ROOT_ALIAS, [...indexConditions, ...conditions]);
  const name = quoteIdentifier((order[0] as SortColumn).column.name);
  const table = `${quoteIdentifier(model.table)} ${ROOT_ALIAS}`;
  const sql = `SELECT ${ROOT_ALIAS}.${name} FROM ${table}${where.sql}${createOrderClause(order)} LIMIT 1 OFFSET ?`;
  const [rows] = yield [{ sql, params: [...where.params, rowNumber] }];
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
      const equalConditions = columns
        .slice(0, at)
        .map(({ column }, i) => createEqualCondition(column, key[i] ?? null));
      const order = columns.slice(at);
      return createBeyondKeyConditions(columns[at] as SortColumn, key[at] ?? null).map(
        (condition) => ({
          conditions: [...equalConditions, condition],
          order,
        }),
      );
    })
    .reverse()
    .flat();
}

function createEqualCondition(column: ColumnModel, value: SqlValue): Condition {
  return value === null ? whereNull(column.property) : compareWithRawValue(column, '=', value);
}

/** Returns the conditions for values after a key; NULL sorts before all values, on both engines. */
function createBeyondKeyConditions(
  { column, isDescending }: SortColumn,
  value: SqlValue,
): Condition[] {
  if (!isDescending)
    return [
      value === null ? whereNotNull(column.property) : compareWithRawValue(column, '>', value),
    ];
  if (value === null) return [];
  const below = compareWithRawValue(column, '<', value);
  return column.nullable ? [below, whereNull(column.property)] : [below];
}

/** Compares a column with a value that is already in database format. */
function compareWithRawValue(
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
function createRowsStatement(
  rowQuery: RowQuery,
  listConditions: readonly Condition[],
  { conditions, order, limit, offset }: RowWindow,
): Statement {
  const { root } = rowQuery.compiled;
  const where = createWhereClause(root.model, ROOT_ALIAS, [...listConditions, ...conditions]);
  const orderBy = createOrderClause(order);
  const columnList = createSelectList(rowQuery);
  if (order.length === 1 && offset === 0 && !rowQuery.bypassesOrderIndex) {
    const sql = `SELECT ${columnList} FROM ${root.from}${where.sql}${orderBy} LIMIT ?`;
    return { sql, params: [...where.params, limit] };
  }
  const id = quoteIdentifier(root.model.primaryKey.name);
  const table = `${quoteIdentifier(root.model.table)} ${ROOT_ALIAS}`;
  const innerOrderBy = rowQuery.bypassesOrderIndex ? createUnindexedOrderClause(order) : orderBy;
  const idsSubquery = `SELECT ${ROOT_ALIAS}.${id} AS page_id FROM ${table}${where.sql}${innerOrderBy} LIMIT ? OFFSET ?`;
  const sql = `SELECT ${columnList} FROM (${idsSubquery}) p CROSS JOIN ${root.from} WHERE ${ROOT_ALIAS}.${id} = p.page_id${orderBy}`;
  return { sql, params: [...where.params, limit, offset] };
}

/** Selects the sort values after the reader's columns: cursors are created from them. */
function createSelectList({ compiled, sorting }: RowQuery): string {
  const keys = sorting.columns.map(({ column }) => `${ROOT_ALIAS}.${quoteIdentifier(column.name)}`);
  return [compiled.root.columnList, ...keys].join(', ');
}

function createOrderClause(columns: readonly SortColumn[]): string {
  const parts = columns.map(
    ({ column, isDescending }) =>
      `${ROOT_ALIAS}.${quoteIdentifier(column.name)}${isDescending ? ' DESC' : ''}`,
  );
  return ` ORDER BY ${parts.join(', ')}`;
}

/** Sorts by an expression of the id. No index has this order, so that no engine scans one to find a few rows. */
function createUnindexedOrderClause([first]: readonly SortColumn[]): string {
  return ` ORDER BY ${ROOT_ALIAS}.${quoteIdentifier('id')} + 0${first?.isDescending === true ? ' DESC' : ''}`;
}
