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
import { splitRowsByChildCount } from '../reading/split-rows-by-child-count';
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
import { readMatchingIds } from '../search/read-matching-ids';
import { RARE_BELOW_POSTINGS } from '../search/search-query';
import { type CompiledPlan, ROOT_ALIAS } from '../reading/compile-plan';
import { type Sorting, parseSorting } from './sorting';
import { countUncached, countCached } from './count-cached';

/** The requested page. */
interface PageRequest {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  readonly page: number;
  readonly perPage: number;
}

/** Options for reading a page. */
interface PageReadOptions {
  /** Identifies where the page is read from. */
  readonly source: object;
  /** Maximum number of rows in a chunk, children included; absent: the page is one chunk. */
  readonly maxChunkRows?: number;
}

/** A page of which the first records have been read, with the ids of the remaining chunks. */
export interface PartialPage extends Page<ReadObject> {
  readonly remainingIds: readonly (readonly number[])[];
}

/**
 * Reads one page. With a cursor every page costs the same, and the total is the one that the cursor contains. Without a
 * cursor, `page` is an OFFSET.
 */
export function* pageProgram<E>(
  list: Listing<E>,
  query: PageQuery & QueryValues,
  compiled: CompiledPlan,
  baseConditions: readonly Condition[],
  { source, maxChunkRows }: PageReadOptions,
): QueryProgram<PartialPage> {
  const { page, perPage } = query;
  const { model } = compiled.root;
  const sorting = parseSorting(list, model, query.sort);
  const initialQuery = toListQuery(list, query, baseConditions);
  const request = { compiled, sorting, page, perPage };
  const cursor = query.cursor ? parseCursor(query.cursor, sorting) : undefined;
  const digest = digestConditions(model, toIndexConditions(initialQuery));
  const listQuery = yield* resolveRarity(initialQuery);
  const isWide = hasOtherBounds(listQuery, sorting);
  const known =
    cursor?.initialCount.conditionsDigest === digest ? cursor.initialCount.total : undefined;
  const count = isWide ? countMatches(model, listQuery, source) : undefined;
  const { ids, ...precounted } = yield* precount(listQuery, known, count);
  let { total } = precounted;
  const rowQuery = toRowQuery(request, listQuery, isWide ? total : undefined);
  const { rows, hasMore } = yield* readPageRows(request, rowQuery, cursor, ids);
  if (cursor?.direction === -1) rows.reverse();
  const [first = [], ...others] =
    maxChunkRows === undefined
      ? [rows]
      : yield* splitRowsByChildCount(compiled, rows, maxChunkRows);
  const items = yield* readWithChildren(compiled, first);
  if (!cursor) total ??= inferTotal(request, rows.length, hasMore);
  total ??= yield* countMatches(model, listQuery, source);
  const isBehind = !cursor && rows.length === 0 && total > 0 && page > 1;
  // If rows were inserted between the two statements, the page before this one already contains some of them.
  const lastPage = Math.min(Math.ceil(total / perPage), page - 1);
  const cursors = createCursors(request, rows, cursor, hasMore, {
    total,
    conditionsDigest: digest,
  });
  const { idIndex } = compiled.root.reader;
  const later = others.map((chunk) => chunk.map((row) => Number(row[idIndex])));
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

/** Counts that are needed before the rows are read: they decide how the rows are found. */
interface Precount {
  readonly total?: number;
  /** Ids of all matches. */
  readonly ids?: IdSet;
}

/** @param known total from the cursor */
function* precount(
  listQuery: ListQuery,
  known: number | undefined,
  count: QueryProgram<number> | undefined,
): QueryProgram<Precount> {
  if (known !== undefined) return { total: known };
  const common = findCommonTermSearch(listQuery);
  if (common) {
    const ids = yield* readMatchingIds(common);
    return { total: ids.size, ids };
  }
  return count ? { total: yield* count } : {};
}

interface FoundRows {
  readonly rows: RawRow[];
  /** Whether more rows follow. */
  readonly hasMore: boolean;
}

/** @param ids ids of all matches, if known: the page is then read by its ids */
function* readPageRows(
  { sorting, page, perPage }: PageRequest,
  rowQuery: RowQuery,
  cursor: Cursor | undefined,
  ids: IdSet | undefined,
): QueryProgram<FoundRows> {
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const [first] = sorting.columns;
  if (ids && !cursor && first?.column.property === 'id') {
    const pageIds = ids.slice(offset, perPage + 1, first.descending);
    const rows = yield* readRowsByIds(rowQuery, pageIds.slice(0, perPage));
    return { rows, hasMore: pageIds.length > perPage };
  }
  // One extra row shows whether another page follows.
  const found = yield* cursor
    ? readRowsFromCursor(rowQuery, cursor, perPage + 1)
    : readRowsAtOffset(rowQuery, perPage + 1, offset);
  return { rows: found.slice(0, perPage), hasMore: found.length > perPage };
}

/** Whether filters restrict another property than the sort key: many records may match, or few. */
function hasOtherBounds({ boundedProperties, search }: ListQuery, { columns }: Sorting): boolean {
  const leading = columns[0]?.column.property;
  return !search && leading === 'id' && boundedProperties.some((property) => property !== leading);
}

/** Decides how the rows are found. @param total number of matches, if filters restrict a range */
function toRowQuery(
  { compiled, sorting }: PageRequest,
  listQuery: ListQuery,
  total: number | undefined,
): RowQuery {
  const { baseConditions, search } = listQuery;
  const isCommon = search ? !search.isRare : total !== undefined && total >= RARE_BELOW_POSTINGS;
  return {
    compiled,
    sorting,
    conditions: toIndexConditions(listQuery),
    ...(isCommon && {
      scan: {
        indexConditions: baseConditions,
        rowConditions: toRowConditions(listQuery),
        ...(total !== undefined && { total }),
      },
    }),
    bypassesOrderIndex: total !== undefined,
  };
}

/** Returns the total if the page is the last one, so that its number determines it. */
function inferTotal(
  { page, perPage }: PageRequest,
  rows: number,
  hasMore: boolean,
): number | undefined {
  const isLast = !hasMore && (rows > 0 || page === 1);
  return isLast ? (page - 1) * perPage + rows : undefined;
}

/** Identifies conditions; the digest has no security purpose. */
function digestConditions(model: EntityModel, conditions: readonly Condition[]): string {
  const { sql, params } = whereClause(model, ROOT_ALIAS, conditions);
  const text = JSON.stringify([sql, params]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Counts the records that match a request's filters and `q`. */
export function* countProgram<E>(
  list: Listing<E>,
  model: EntityModel,
  query: QueryValues,
  baseConditions: readonly Condition[],
  source: object,
): QueryProgram<number> {
  return yield* countMatches(
    model,
    yield* resolveRarity(toListQuery(list, query, baseConditions)),
    source,
  );
}

function* countMatches(
  model: EntityModel,
  listQuery: ListQuery,
  source: object,
): QueryProgram<number> {
  const common = findCommonTermSearch(listQuery);
  if (common) return (yield* readMatchingIds(common)).size;
  const count = toCountStatement(model, listQuery);
  return yield* isUnfiltered(listQuery) ? countCached(source, count) : countUncached(count);
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
  hasMore: boolean,
  initialCount: CursorTotal,
): Pick<Page<unknown>, 'nextCursor' | 'previousCursor'> {
  const createCursor = (row: RawRow | undefined, direction: 1 | -1): string | undefined => {
    const key = row?.slice(compiled.root.width) ?? cursor?.key;
    return key && encodeCursor(sorting.text, { direction, key, initialCount });
  };
  const backward = cursor?.direction === -1;
  // A cursor was created from a record on its other side, so there is a page in that direction.
  const hasNext = backward || hasMore;
  const hasPrevious = backward ? hasMore : cursor !== undefined || (page > 1 && rows.length > 0);
  const nextCursor = hasNext ? createCursor(rows.at(-1), 1) : undefined;
  const previousCursor = hasPrevious ? createCursor(rows[0], -1) : undefined;
  return {
    ...(nextCursor !== undefined && { nextCursor }),
    ...(previousCursor !== undefined && { previousCursor }),
  };
}
