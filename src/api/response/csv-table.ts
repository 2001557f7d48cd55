import { toCsvCell, toCsvRow, quoteCsvCell, CSV_ROW_END } from '../../core/csv';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import type { ResponseContext } from './response-context';
import { isLongList, stringifyListInChunks } from './json-chunks';

export const CSV_MEDIA_TYPE = 'text/csv';

/** Links to the next and previous page; "" if there is no such page. */
export interface PageLinks {
  readonly NEXT: string;
  readonly PREVIOUS: string;
}

type QueryValues = Readonly<Record<string, unknown>>;

/** How a table is read to its end, if the query doesn't ask for a page. */
export interface CsvTablePaging<T> {
  /** Query parameters that ask for a page. */
  readonly pageParameters: readonly string[];
  /** The query values of the largest page. */
  readonly largestPageQuery: QueryValues;
  /** The query values of the page after this one; undefined after the last. */
  getNextPageQuery(value: T): QueryValues | undefined;
}

/** A list as a CSV table: one row for each record, one column for each value. */
export interface CsvTable<T> {
  /** Paths of the values in a record, `KEY` or `KEY.MEMBER`. @param keys selected keys; undefined: all */
  listColumns(keys?: readonly string[]): readonly string[];
  /** The records. Each is serialized when the caller takes it. */
  toRecords(value: T, context: ResponseContext): AsyncIterable<object> | Iterable<object>;
  /** Links to the other pages, for which the table has no place; absent if the list is not paged. */
  readonly createLinks?: (value: T, context: ResponseContext) => PageLinks;
  /** Absent if the list is not paged. */
  readonly paging?: CsvTablePaging<T>;
}

/** Byte order mark: spreadsheets that find it read the table as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as CSV, in chunks; other work can run between them. */
export async function* writeCsvChunks<T>(
  table: CsvTable<T>,
  pages: AsyncIterable<T> | Iterable<T>,
  context: ResponseContext,
  { withByteOrderMark = false } = {},
): AsyncGenerator<string> {
  const columns = table.listColumns(context.keys);
  const paths = columns.map((column) => column.split('.'));
  yield (withByteOrderMark ? BYTE_ORDER_MARK : '') + toCsvRow(columns.map(toCsvCell));
  for await (const value of pages) {
    for await (const record of table.toRecords(value, context)) {
      for (const part of writeRowChunks(paths.map((path) => getValue(record, path)))) {
        yield part;
        await yieldToEventLoop();
      }
    }
  }
}

function getValue(record: object, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const key of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  return value;
}

/** The links of a list to its other pages as a `Link` header (RFC 8288); undefined without other pages. */
export function toLinkHeader({ NEXT, PREVIOUS }: PageLinks): string | undefined {
  const links = [
    ...(NEXT === '' ? [] : [`<${NEXT}>; rel="next"`]),
    ...(PREVIOUS === '' ? [] : [`<${PREVIOUS}>; rel="prev"`]),
  ];
  return links.length === 0 ? undefined : links.join(', ');
}

function* writeRowChunks(values: readonly unknown[]): Generator<string> {
  if (!values.some(isLongList)) {
    yield toCsvRow(values.map(toCsvCell));
    return;
  }
  for (const [index, value] of values.entries()) {
    if (index > 0) yield ',';
    if (isLongList(value)) yield* writeLongCellChunks(value);
    else yield toCsvCell(value);
  }
  yield CSV_ROW_END;
}

/** Each chunk is quoted separately; the inner quotes are removed. */
function* writeLongCellChunks(list: readonly unknown[]): Generator<string> {
  yield '"';
  for (const part of stringifyListInChunks(list)) yield quoteCsvCell(part).slice(1, -1);
  yield '"';
}
