import { InvalidRequest } from '../core/errors';
import type { Page, PageQuery } from '../core/page';
import { withChildren } from './children';
import { type Condition, isNotNull, isNull, whereClause } from './conditions';
import { type Cursor, readCursor, writeCursor } from './cursor';
import type { RawRow, Statement, Steps } from './dialect/connection';
import type { SqlValue } from './kinds';
import { filterConditions, type Listing } from './listing';
import type { ColumnModel, EntityModel } from './model';
import { quote } from './names';
import { searchConditions } from './search';
import type { Loaded } from './row-reader';
import { type CompiledPlan, ROOT } from './select';
import { type SortColumn, type Sorting, sortingOf } from './sorting';

type Query = Readonly<Record<string, unknown>>;

/** A page that is asked for. */
interface Request {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  readonly conditions: readonly Condition[];
  readonly page: number;
  readonly perPage: number;
}

/** The read of one page. With a cursor it costs the same anywhere; without, `page` is an OFFSET. */
export function* pageSteps<E>(
  list: Listing<E>,
  query: PageQuery & Query,
  compiled: CompiledPlan,
  fixed: readonly Condition[],
): Steps<Page<Loaded>> {
  const { page, perPage } = query;
  const sorting = sortingOf(list, compiled.root.model, query.sort);
  const conditions = [...fixed, ...queryConditions(list, query)];
  const request = { compiled, sorting, conditions, page, perPage };
  const cursor = query.cursor ? cursorOf(query.cursor, sorting) : undefined;
  // One row more than wanted tells whether there is a page behind.
  const found = yield* cursor ? rowsFrom(request, cursor) : rowsAt(request);
  const rows = found.slice(0, perPage);
  const isMore = found.length > perPage;
  if (cursor?.direction === -1) rows.reverse();
  const items = yield* withChildren(compiled, rows);
  const before = (page - 1) * perPage;
  const isCounted = !cursor && !isMore && (rows.length > 0 || page === 1);
  const total = isCounted ? before + rows.length : yield* countOf(compiled.root.model, conditions);
  return { items, total, page, perPage, ...cursorsOf(request, rows, cursor, isMore) };
}

/** Counts what a query's filters and `q` leave. */
export function* countSteps<E>(
  list: Listing<E>,
  model: EntityModel,
  query: Query,
  fixed: readonly Condition[],
): Steps<number> {
  return yield* countOf(model, [...fixed, ...queryConditions(list, query)]);
}

function* countOf(model: EntityModel, conditions: readonly Condition[]): Steps<number> {
  const where = whereClause(model, ROOT, conditions);
  const sql = `SELECT COUNT(*) FROM ${quote(model.table)} ${ROOT}${where.sql}`;
  const [rows] = yield [{ sql, params: where.params }];
  return Number(rows?.[0]?.[0] ?? 0);
}

function queryConditions<E>(list: Listing<E>, query: Query): Condition[] {
  const { q } = query;
  const conditions = filterConditions(list, query);
  if (typeof q !== 'string' || q === '') return conditions;
  if (list.search !== undefined) return [...conditions, ...searchConditions(list.search, q)];
  throw new InvalidRequest([
    { pointer: 'query/q', code: 'field.unknown', detail: 'This list can not be searched.' },
  ]);
}

function cursorOf(text: string, { text: sort, columns }: Sorting): Cursor {
  return readCursor(
    text,
    sort,
    columns.map(({ column }) => column),
  );
}

/** Page by number. */
function* rowsAt(request: Request): Steps<readonly RawRow[]> {
  const { sorting, conditions, page, perPage } = request;
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const [rows = []] = yield [
    rowsStatement(request, conditions, sorting.columns, perPage + 1, offset),
  ];
  return rows;
}

/**
 * The rows on one side of a cursor, nearest first. One statement for each leading part of the order that
 * still equals the cursor's: each is a range of an index that has the order's columns, on both engines,
 * which one statement with OR is not.
 */
function* rowsFrom(request: Request, cursor: Cursor): Steps<readonly RawRow[]> {
  const wanted = request.perPage + 1;
  const rows: RawRow[] = [];
  const columns = request.sorting.columns.map(({ column, descending }) => ({
    column,
    descending: descending !== (cursor.direction === -1),
  }));
  for (const { conditions, order } of ranges(columns, cursor.key)) {
    const limit = wanted - rows.length;
    const [found = []] = yield [
      rowsStatement(request, [...request.conditions, ...conditions], order, limit),
    ];
    rows.push(...found);
    if (rows.length === wanted) break;
  }
  return rows;
}

interface Range {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortColumn[];
}

/** What lies behind a key in an order, as ranges that follow each other. */
function ranges(columns: readonly SortColumn[], key: readonly SqlValue[]): Range[] {
  return columns
    .map((_, at) => {
      const same = columns.slice(0, at).map(({ column }, i) => equalTo(column, key[i] ?? null));
      const order = columns.slice(at);
      return beyond(columns[at] as SortColumn, key[at] ?? null).map((condition) => ({
        conditions: [...same, condition],
        order,
      }));
    })
    .reverse()
    .flat();
}

function equalTo(column: ColumnModel, value: SqlValue): Condition {
  return value === null ? isNull(column.property) : compared(column, '=', value);
}

/** NULL stands before every value, on both engines. */
function beyond({ column, descending }: SortColumn, value: SqlValue): Condition[] {
  if (!descending)
    return [value === null ? isNotNull(column.property) : compared(column, '>', value)];
  if (value === null) return [];
  const below = compared(column, '<', value);
  return column.nullable ? [below, isNull(column.property)] : [below];
}

/** The value is the database's already, not one in memory. */
function compared({ name }: ColumnModel, sign: '=' | '<' | '>', value: SqlValue): Condition {
  return (_, alias) => ({ sql: `${alias}.${quote(name)} ${sign} ?`, params: [value] });
}

/**
 * The ids are found first, from an index alone where one has the order, and the rows are fetched for
 * them: MariaDB would rather sort whole rows of the whole table, and OFFSET would read what it skips.
 */
function rowsStatement(
  request: Request,
  conditions: readonly Condition[],
  order: readonly SortColumn[],
  limit: number,
  offset = 0,
): Statement {
  const { root } = request.compiled;
  const where = whereClause(root.model, ROOT, conditions);
  const by = orderClause(order);
  const list = selectList(request);
  if (order.length === 1 && offset === 0) {
    const sql = `SELECT ${list} FROM ${root.from}${where.sql}${by} LIMIT ?`;
    return { sql, params: [...where.params, limit] };
  }
  const id = quote(root.model.key.name);
  const table = `${quote(root.model.table)} ${ROOT}`;
  const ids = `SELECT ${ROOT}.${id} AS page_id FROM ${table}${where.sql}${by} LIMIT ? OFFSET ?`;
  const sql = `SELECT ${list} FROM (${ids}) p CROSS JOIN ${root.from} WHERE ${ROOT}.${id} = p.page_id${by}`;
  return { sql, params: [...where.params, limit, offset] };
}

/** The sort values stand behind what the reader takes: cursors are made of them. */
function selectList({ compiled, sorting }: Request): string {
  const keys = sorting.columns.map(({ column }) => `${ROOT}.${quote(column.name)}`);
  return [compiled.root.list, ...keys].join(', ');
}

function orderClause(columns: readonly SortColumn[]): string {
  const parts = columns.map(
    ({ column, descending }) => `${ROOT}.${quote(column.name)}${descending ? ' DESC' : ''}`,
  );
  return ` ORDER BY ${parts.join(', ')}`;
}

function cursorsOf(
  { compiled, sorting, page }: Request,
  rows: readonly RawRow[],
  cursor: Cursor | undefined,
  isMore: boolean,
): { next?: string; previous?: string } {
  const at = (row: RawRow | undefined, direction: 1 | -1): string | undefined => {
    const key = row?.slice(compiled.root.width) ?? cursor?.key;
    return key && writeCursor(sorting.text, { direction, key });
  };
  const backward = cursor?.direction === -1;
  // A cursor comes from a record on its other side, so there is a page there.
  const hasNext = backward || isMore;
  const hasPrevious = backward ? isMore : cursor !== undefined || (page > 1 && rows.length > 0);
  const next = hasNext ? at(rows.at(-1), 1) : undefined;
  const previous = hasPrevious ? at(rows[0], -1) : undefined;
  return { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) };
}
