import { createHash } from 'node:crypto';
import type { Page, PageQuery } from '../core/page';
import { withChildren } from './children';
import { type Condition, whereClause } from './conditions';
import { type Counted, type Cursor, readCursor, writeCursor } from './cursor';
import type { RawRow, Steps } from './dialect/connection';
import type { Listing } from './listing';
import type { EntityModel } from './model';
import { rowsAt, rowsFrom, type Wanted } from './page-rows';
import { cutIntoPieces } from './pieces';
import {
  conditionsOf,
  countStatement,
  isWhole,
  probesOf,
  type Query,
  type Question,
  questionOf,
  weighed,
} from './question';
import type { Loaded } from './row-reader';
import { RARE } from './search-query';
import { type CompiledPlan, ROOT } from './select';
import { type Sorting, sortingOf } from './sorting';
import { counted, totalOf } from './totals';

/** A page that is asked for. */
interface Request {
  readonly compiled: CompiledPlan;
  readonly sorting: Sorting;
  readonly page: number;
  readonly perPage: number;
}

/** How a page is read. */
interface Reading {
  /** What it is read from; only told from others. */
  readonly source: object;
  /** Rows that are read with one piece, records with their children; absent: the page is one piece. */
  readonly most?: number;
}

/** A page of which the first records have been read, and the ids of the others, in pieces. */
export interface BegunPage extends Page<Loaded> {
  readonly later: readonly (readonly number[])[];
}

/**
 * The read of one page. With a cursor it costs the same anywhere, and its total is that of the walk's beginning;
 * without, `page` is an OFFSET.
 */
export function* pageSteps<E>(
  list: Listing<E>,
  query: PageQuery & Query,
  compiled: CompiledPlan,
  fixed: readonly Condition[],
  { source, most }: Reading,
): Steps<BegunPage> {
  const { page, perPage } = query;
  const { model } = compiled.root;
  const sorting = sortingOf(list, model, query.sort);
  const asked = questionOf(list, query, fixed);
  const request = { compiled, sorting, page, perPage };
  const cursor = query.cursor ? cursorOf(query.cursor, sorting) : undefined;
  const of = digestOf(model, conditionsOf(asked));
  const question = yield* weighed(asked);
  const isWide = isBoundedBeside(question, sorting);
  let total = cursor?.counted.of === of ? cursor.counted.total : undefined;
  // It tells how the rows are best found.
  if (isWide) total ??= yield* countOf(model, question, source);
  const wanted = wantedOf(request, question, isWide ? total : undefined);
  // One row more than wanted tells whether there is a page behind.
  const found = yield* cursor
    ? rowsFrom(wanted, cursor, perPage + 1)
    : rowsAt(wanted, perPage + 1, Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER));
  const rows = found.slice(0, perPage);
  const isMore = found.length > perPage;
  if (cursor?.direction === -1) rows.reverse();
  const [first = [], ...others] =
    most === undefined ? [rows] : yield* cutIntoPieces(compiled, rows, most);
  const items = yield* withChildren(compiled, first);
  if (!cursor) total ??= totalShown(request, rows.length, isMore);
  total ??= yield* countOf(model, question, source);
  const isBehind = !cursor && rows.length === 0 && total > 0 && page > 1;
  // Of rows that came in between the two statements the page before this one shows some already.
  const lastPage = Math.min(Math.ceil(total / perPage), page - 1);
  const cursors = cursorsOf(request, rows, cursor, isMore, { total, of });
  const { idAt } = compiled.root.reader;
  const later = others.map((piece) => piece.map((row) => Number(row[idAt])));
  return { items, total, page, perPage, later, ...cursors, ...(isBehind && { lastPage }) };
}

/** Whether filters bound the values of anything but what is sorted by: very many records may be left, or few. */
function isBoundedBeside({ bounded, search }: Question, { columns }: Sorting): boolean {
  const leading = columns[0]?.column.property;
  return !search && leading === 'id' && bounded.some((property) => property !== leading);
}

/** How the rows are found. @param total how many there are, where filters bound something */
function wantedOf(
  { compiled, sorting }: Request,
  question: Question,
  total: number | undefined,
): Wanted {
  const { fixed, search } = question;
  const isCommon = search ? !search.isRare : total !== undefined && total >= RARE;
  return {
    compiled,
    sorting,
    conditions: conditionsOf(question),
    ...(isCommon && { walk: { fixed, probes: probesOf(question) } }),
    isUnordered: total !== undefined,
  };
}

/** The total where a page by number shows it, which the last one does. */
function totalShown({ page, perPage }: Request, rows: number, isMore: boolean): number | undefined {
  const isLast = !isMore && (rows > 0 || page === 1);
  return isLast ? (page - 1) * perPage + rows : undefined;
}

/** Tells conditions from others; it is no secret and guards nothing. */
function digestOf(model: EntityModel, conditions: readonly Condition[]): string {
  const { sql, params } = whereClause(model, ROOT, conditions);
  const text = JSON.stringify([sql, params]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Counts what a query's filters and `q` leave. */
export function* countSteps<E>(
  list: Listing<E>,
  model: EntityModel,
  query: Query,
  fixed: readonly Condition[],
  source: object,
): Steps<number> {
  return yield* countOf(model, yield* weighed(questionOf(list, query, fixed)), source);
}

function* countOf(model: EntityModel, question: Question, source: object): Steps<number> {
  const count = countStatement(model, question);
  return yield* isWhole(question) ? totalOf(source, count) : counted(count);
}

function cursorOf(text: string, { text: sort, columns }: Sorting): Cursor {
  return readCursor(
    text,
    sort,
    columns.map(({ column }) => column),
  );
}

function cursorsOf(
  { compiled, sorting, page }: Request,
  rows: readonly RawRow[],
  cursor: Cursor | undefined,
  isMore: boolean,
  counted: Counted,
): { next?: string; previous?: string } {
  const at = (row: RawRow | undefined, direction: 1 | -1): string | undefined => {
    const key = row?.slice(compiled.root.width) ?? cursor?.key;
    return key && writeCursor(sorting.text, { direction, key, counted });
  };
  const backward = cursor?.direction === -1;
  // A cursor comes from a record on its other side, so there is a page there.
  const hasNext = backward || isMore;
  const hasPrevious = backward ? isMore : cursor !== undefined || (page > 1 && rows.length > 0);
  const next = hasNext ? at(rows.at(-1), 1) : undefined;
  const previous = hasPrevious ? at(rows[0], -1) : undefined;
  return { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) };
}
