import { createHash } from 'node:crypto';
import type { Page, PageQuery } from '../../core/page';
import { readWithChildren } from '../reading/read-with-children';
import { type Condition, whereClause } from './conditions';
import { type CursorTotal, type Cursor, decodeCursor, encodeCursor } from './cursor';
import type { IdSet } from './id-set';
import type { RawRow, QueryProgram } from '../dialect/connection';
import type { Listing } from './listing';
import type { EntityModel } from '../schema/model';
import {
  readRowsAtOffset,
  readRowsFromCursor,
  readRowsByIds,
  type RowQuery,
} from '../reading/page-rows';
import { splitIntoChunks } from '../reading/split-into-chunks';
import {
  findCommonTermSearch,
  toIndexConditions,
  toCountStatement,
  isUnfiltered,
  toRowConditions,
  type QueryValues,
  type ListQuery,
  toListQuery,
  resolveRarity,
} from './list-query';
import type { ReadObject } from '../reading/row-reader';
import { readFoundIds } from '../search/read-found-ids';
import { RARE_BELOW_POSTINGS } from '../search/search-query';
import { type CompiledPlan, ROOT_ALIAS } from '../reading/compile-plan';
import { type Sorting, parseSorting } from './sorting';
import { countUncached, countCached } from './count-cached';

/** A page that is asked for. */
interface PageRequest {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  readonly page: number;
  readonly perPage: number;
}

/** How a page is read. */
interface PageReadOptions {
  /** What it is read from; only told from others. */
  readonly source: object;
  /** Rows that are read with one piece, records with their children; absent: the page is one piece. */
  readonly maxChunkRows?: number;
}

/** A page of which the first records have been read, and the ids of the others, in pieces. */
export interface PartialPage extends Page<ReadObject> {
  readonly remainingIds: readonly (readonly number[])[];
}

/**
 * The read of one page. With a cursor it costs the same anywhere, and its total is that of the walk's beginning;
 * without, `page` is an OFFSET.
 */
export function* pageProgram<E>(
  list: Listing<E>,
  query: PageQuery & QueryValues,
  compiled: CompiledPlan,
  fixed: readonly Condition[],
  { source, maxChunkRows }: PageReadOptions,
): QueryProgram<PartialPage> {
  const { page, perPage } = query;
  const { model } = compiled.root;
  const sorting = parseSorting(list, model, query.sort);
  const asked = toListQuery(list, query, fixed);
  const request = { compiled, sorting, page, perPage };
  const cursor = query.cursor ? parseCursor(query.cursor, sorting) : undefined;
  const of = digestConditions(model, toIndexConditions(asked));
  const question = yield* resolveRarity(asked);
  const isWide = hasOtherBounds(question, sorting);
  const known = cursor?.counted.conditionsDigest === of ? cursor.counted.total : undefined;
  const count = isWide ? countMatches(model, question, source) : undefined;
  const { ids, ...ahead } = yield* precount(question, known, count);
  let { total } = ahead;
  const wanted = toRowQuery(request, question, isWide ? total : undefined);
  const { rows, isMore } = yield* readPageRows(request, wanted, cursor, ids);
  if (cursor?.direction === -1) rows.reverse();
  const [first = [], ...others] =
    maxChunkRows === undefined ? [rows] : yield* splitIntoChunks(compiled, rows, maxChunkRows);
  const items = yield* readWithChildren(compiled, first);
  if (!cursor) total ??= inferTotal(request, rows.length, isMore);
  total ??= yield* countMatches(model, question, source);
  const isBehind = !cursor && rows.length === 0 && total > 0 && page > 1;
  // Of rows that came in between the two statements the page before this one shows some already.
  const lastPage = Math.min(Math.ceil(total / perPage), page - 1);
  const cursors = createCursors(request, rows, cursor, isMore, { total, conditionsDigest: of });
  const { idAt } = compiled.root.reader;
  const later = others.map((piece) => piece.map((row) => Number(row[idAt])));
  return {
    items,
    total,
    page,
    perPage,
    remainingIds: later,
    ...cursors,
    ...(isBehind && { lastPage }),
  };
}

/** What is known before rows are looked for: it tells how they are best found. */
interface Precount {
  readonly total?: number;
  /** Of all that is found. */
  readonly ids?: IdSet;
}

/** @param known the total that the cursor tells */
function* precount(
  question: ListQuery,
  known: number | undefined,
  count: QueryProgram<number> | undefined,
): QueryProgram<Precount> {
  if (known !== undefined) return { total: known };
  const common = findCommonTermSearch(question);
  if (common) {
    const ids = yield* readFoundIds(common);
    return { total: ids.size, ids };
  }
  return count ? { total: yield* count } : {};
}

interface FoundRows {
  readonly rows: RawRow[];
  /** Whether there are others behind them. */
  readonly isMore: boolean;
}

/** @param ids of all that is found, where they are known: those of the page are the rows' */
function* readPageRows(
  { sorting, page, perPage }: PageRequest,
  wanted: RowQuery,
  cursor: Cursor | undefined,
  ids: IdSet | undefined,
): QueryProgram<FoundRows> {
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const [first] = sorting.columns;
  if (ids && !cursor && first?.column.property === 'id') {
    const named = ids.slice(offset, perPage + 1, first.descending);
    const rows = yield* readRowsByIds(wanted, named.slice(0, perPage));
    return { rows, isMore: named.length > perPage };
  }
  // One row more than wanted tells whether there is a page behind.
  const found = yield* cursor
    ? readRowsFromCursor(wanted, cursor, perPage + 1)
    : readRowsAtOffset(wanted, perPage + 1, offset);
  return { rows: found.slice(0, perPage), isMore: found.length > perPage };
}

/** Whether filters bound the values of anything but what is sorted by: very many records may be left, or few. */
function hasOtherBounds({ boundedProperties, search }: ListQuery, { columns }: Sorting): boolean {
  const leading = columns[0]?.column.property;
  return !search && leading === 'id' && boundedProperties.some((property) => property !== leading);
}

/** How the rows are found. @param total how many there are, where filters bound something */
function toRowQuery(
  { compiled, sorting }: PageRequest,
  question: ListQuery,
  total: number | undefined,
): RowQuery {
  const { baseConditions, search } = question;
  const isCommon = search ? !search.isRare : total !== undefined && total >= RARE_BELOW_POSTINGS;
  return {
    compiled,
    sorting,
    conditions: toIndexConditions(question),
    ...(isCommon && {
      scan: {
        indexConditions: baseConditions,
        probes: toRowConditions(question),
        ...(total !== undefined && { total }),
      },
    }),
    isUnordered: total !== undefined,
  };
}

/** The total where a page by number shows it, which the last one does. */
function inferTotal(
  { page, perPage }: PageRequest,
  rows: number,
  isMore: boolean,
): number | undefined {
  const isLast = !isMore && (rows > 0 || page === 1);
  return isLast ? (page - 1) * perPage + rows : undefined;
}

/** Tells conditions from others; it is no secret and guards nothing. */
function digestConditions(model: EntityModel, conditions: readonly Condition[]): string {
  const { sql, params } = whereClause(model, ROOT_ALIAS, conditions);
  const text = JSON.stringify([sql, params]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Counts what a query's filters and `q` leave. */
export function* countProgram<E>(
  list: Listing<E>,
  model: EntityModel,
  query: QueryValues,
  fixed: readonly Condition[],
  source: object,
): QueryProgram<number> {
  return yield* countMatches(model, yield* resolveRarity(toListQuery(list, query, fixed)), source);
}

function* countMatches(
  model: EntityModel,
  question: ListQuery,
  source: object,
): QueryProgram<number> {
  const common = findCommonTermSearch(question);
  if (common) return (yield* readFoundIds(common)).size;
  const count = toCountStatement(model, question);
  return yield* isUnfiltered(question) ? countCached(source, count) : countUncached(count);
}

function parseCursor(text: string, { text: sort, columns }: Sorting): Cursor {
  return decodeCursor(
    text,
    sort,
    columns.map(({ column }) => column),
  );
}

function createCursors(
  { compiled, sorting, page }: PageRequest,
  rows: readonly RawRow[],
  cursor: Cursor | undefined,
  isMore: boolean,
  counted: CursorTotal,
): { next?: string; previous?: string } {
  const at = (row: RawRow | undefined, direction: 1 | -1): string | undefined => {
    const key = row?.slice(compiled.root.width) ?? cursor?.key;
    return key && encodeCursor(sorting.text, { direction, key, counted });
  };
  const backward = cursor?.direction === -1;
  // A cursor comes from a record on its other side, so there is a page there.
  const hasNext = backward || isMore;
  const hasPrevious = backward ? isMore : cursor !== undefined || (page > 1 && rows.length > 0);
  const next = hasNext ? at(rows.at(-1), 1) : undefined;
  const previous = hasPrevious ? at(rows[0], -1) : undefined;
  return { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) };
}
