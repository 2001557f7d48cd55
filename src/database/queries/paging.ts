import { createHash } from 'node:crypto';
import type { Page, PageQuery } from '../../core/page';
import { readWithChildren } from '../reading/read-with-children';
import { type Condition, createWhereClause } from './conditions';
import { type CursorTotal, type Cursor, decodeCursor, encodeCursor } from './cursor';
import type { IdBitset } from './id-bitset';
import type { RawRow, QueryProgram } from '../dialect/connection';
import type { ListDefinition } from './list-definition';
import type { EntityModel } from '../schema/entity-model';
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
  type QueryParameters,
  type ListQuery,
  toListQuery,
  determineTermRarity,
} from './list-query';
import type { ReadObject } from '../reading/row-reader';
import { readMatchingIds } from '../search/read-matching-ids';
import { COMMON_TERM_MIN_POSTINGS } from '../search/search-query';
import { type CompiledPlan, ROOT_ALIAS } from '../reading/compile-plan';
import { type SortOrder, parseSorting } from './sorting';
import { countWithoutCache, countWithCache } from './total-cache';

/** The requested page. */
interface PageRequest {
  readonly compiledPlan: CompiledPlan;
  readonly sorting: SortOrder;
  readonly page: number;
  readonly perPage: number;
}

/** Options for reading a page. */
interface PageReadOptions {
  /** Identifies where the page is read from. */
  readonly countCacheKey: object;
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
export function* createPageProgram<E>(
  list: ListDefinition<E>,
  query: PageQuery & QueryParameters,
  compiled: CompiledPlan,
  baseConditions: readonly Condition[],
  { countCacheKey, maxChunkRows }: PageReadOptions,
): QueryProgram<PartialPage> {
  const { page, perPage } = query;
  const { model } = compiled.root;
  const sorting = parseSorting(list, model, query.sort);
  const initialQuery = toListQuery(list, query, baseConditions);
  const request = { compiledPlan: compiled, sorting, page, perPage };
  const cursor = query.cursor ? parseCursor(query.cursor, sorting) : undefined;
  const digest = digestConditions(model, toIndexConditions(initialQuery));
  const listQuery = yield* determineTermRarity(initialQuery);
  const hasRangeFilters = hasRangeFiltersBesidesSort(listQuery, sorting);
  const cursorTotal =
    cursor?.initialTotal.conditionsDigest === digest ? cursor.initialTotal.total : undefined;
  const totalProgram = hasRangeFilters ? countMatches(model, listQuery, countCacheKey) : undefined;
  const { ids, ...earlyCount } = yield* countBeforeReading(listQuery, cursorTotal, totalProgram);
  let { total } = earlyCount;
  const rowQuery = toRowQuery(request, listQuery, hasRangeFilters ? total : undefined);
  const { rows, hasMore } = yield* readPageRows(request, rowQuery, cursor, ids);
  if (cursor?.direction === -1) rows.reverse();
  const [firstChunk = [], ...remainingChunks] =
    maxChunkRows === undefined
      ? [rows]
      : yield* splitRowsByChildCount(compiled, rows, maxChunkRows);
  const items = yield* readWithChildren(compiled, firstChunk);
  if (!cursor) total ??= inferTotal(request, rows.length, hasMore);
  total ??= yield* countMatches(model, listQuery, countCacheKey);
  const isPastLastPage = !cursor && rows.length === 0 && total > 0 && page > 1;
  // If rows were inserted between the two statements, the page before this one already contains some of them.
  const lastPage = Math.min(Math.ceil(total / perPage), page - 1);
  const cursors = createCursors(request, rows, cursor, hasMore, {
    total,
    conditionsDigest: digest,
  });
  const { idIndex } = compiled.root.reader;
  const remainingIds = remainingChunks.map((chunk) => chunk.map((row) => Number(row[idIndex])));
  return {
    items,
    total,
    page,
    perPage,
    remainingIds,
    ...cursors,
    ...(isPastLastPage && { lastPage }),
  };
}

/** Counts that are needed before the rows are read: they decide how the rows are found. */
interface EarlyCount {
  readonly total?: number;
  /** Ids of all matches. */
  readonly ids?: IdBitset;
}

/** @param cursorTotal total from the cursor */
function* countBeforeReading(
  listQuery: ListQuery,
  cursorTotal: number | undefined,
  totalProgram: QueryProgram<number> | undefined,
): QueryProgram<EarlyCount> {
  if (cursorTotal !== undefined) return { total: cursorTotal };
  const commonTermSearch = findCommonTermSearch(listQuery);
  if (commonTermSearch) {
    const ids = yield* readMatchingIds(commonTermSearch);
    return { total: ids.size, ids };
  }
  return totalProgram ? { total: yield* totalProgram } : {};
}

interface PageRows {
  readonly rows: RawRow[];
  /** Whether more rows follow. */
  readonly hasMore: boolean;
}

/** @param ids ids of all matches, if known: the page is then read by its ids */
function* readPageRows(
  { sorting, page, perPage }: PageRequest,
  rowQuery: RowQuery,
  cursor: Cursor | undefined,
  ids: IdBitset | undefined,
): QueryProgram<PageRows> {
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const [first] = sorting.columns;
  if (ids && !cursor && first?.column.property === 'id') {
    const pageIds = ids.slice(offset, perPage + 1, first.isDescending);
    const rows = yield* readRowsByIds(rowQuery, pageIds.slice(0, perPage));
    return { rows, hasMore: pageIds.length > perPage };
  }
  // One extra row shows whether another page follows.
  const found = yield* cursor
    ? readRowsFromCursor(rowQuery, cursor, perPage + 1)
    : readRowsAtOffset(rowQuery, perPage + 1, offset);
  return { rows: found.slice(0, perPage), hasMore: found.length > perPage };
}

/**
 * Whether a list by id, without a search, has range filters on other properties. Many records may match such filters,
 * or few.
 */
function hasRangeFiltersBesidesSort(
  { boundedProperties, search }: ListQuery,
  { columns }: SortOrder,
): boolean {
  const leadingProperty = columns[0]?.column.property;
  return (
    !search &&
    leadingProperty === 'id' &&
    boundedProperties.some((property) => property !== leadingProperty)
  );
}

/** Decides how the rows are found. @param total number of matches, if filters restrict a range */
function toRowQuery(
  { compiledPlan, sorting }: PageRequest,
  listQuery: ListQuery,
  total: number | undefined,
): RowQuery {
  const { baseConditions, search } = listQuery;
  const hasManyMatches = search
    ? !search.isRare
    : total !== undefined && total >= COMMON_TERM_MIN_POSTINGS;
  return {
    compiled: compiledPlan,
    sorting,
    conditions: toIndexConditions(listQuery),
    ...(hasManyMatches && {
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
  rowCount: number,
  hasMore: boolean,
): number | undefined {
  const isLast = !hasMore && (rowCount > 0 || page === 1);
  return isLast ? (page - 1) * perPage + rowCount : undefined;
}

/** Identifies conditions; the digest has no security purpose. */
function digestConditions(model: EntityModel, conditions: readonly Condition[]): string {
  const { sql, params } = createWhereClause(model, ROOT_ALIAS, conditions);
  const text = JSON.stringify([sql, params]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Counts the records that match a request's filters and `q`. */
export function* createCountProgram<E>(
  list: ListDefinition<E>,
  model: EntityModel,
  query: QueryParameters,
  baseConditions: readonly Condition[],
  countCacheKey: object,
): QueryProgram<number> {
  return yield* countMatches(
    model,
    yield* determineTermRarity(toListQuery(list, query, baseConditions)),
    countCacheKey,
  );
}

function* countMatches(
  model: EntityModel,
  listQuery: ListQuery,
  countCacheKey: object,
): QueryProgram<number> {
  const commonTermSearch = findCommonTermSearch(listQuery);
  if (commonTermSearch) return (yield* readMatchingIds(commonTermSearch)).size;
  const countStatement = toCountStatement(model, listQuery);
  return yield* isUnfiltered(listQuery)
    ? countWithCache(countCacheKey, countStatement)
    : countWithoutCache(countStatement);
}

function parseCursor(text: string, { normalizedText: sort, columns }: SortOrder): Cursor {
  return decodeCursor(
    text,
    sort,
    columns.map(({ column }) => column),
  );
}

function createCursors(
  { compiledPlan, sorting, page }: PageRequest,
  rows: readonly RawRow[],
  cursor: Cursor | undefined,
  hasMore: boolean,
  initialTotal: CursorTotal,
): Pick<Page<unknown>, 'nextCursor' | 'previousCursor'> {
  const createCursor = (row: RawRow | undefined, direction: 1 | -1): string | undefined => {
    const sortValues = row?.slice(compiledPlan.root.valueCount) ?? cursor?.sortValues;
    return (
      sortValues && encodeCursor(sorting.normalizedText, { direction, sortValues, initialTotal })
    );
  };
  const isBackward = cursor?.direction === -1;
  // A cursor was created from a record on its other side, so there is a page in that direction.
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : cursor !== undefined || (page > 1 && rows.length > 0);
  const nextCursor = hasNext ? createCursor(rows.at(-1), 1) : undefined;
  const previousCursor = hasPrevious ? createCursor(rows[0], -1) : undefined;
  return {
    ...(nextCursor !== undefined && { nextCursor }),
    ...(previousCursor !== undefined && { previousCursor }),
  };
}
