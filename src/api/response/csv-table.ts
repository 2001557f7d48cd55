import { toCsvCell, toCsvRow, quoteCsvCell, CSV_ROW_END } from '../../core/csv';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import type { ResponseContext } from './response-context';
import { isLongList, listChunks } from './json-chunks';

export const CSV_MEDIA_TYPE = 'text/csv';

/** Links to the next and previous page; "" for a missing page. */
export interface PageLinks {
  readonly NEXT: string;
  readonly PREVIOUS: string;
}

/** A list as a CSV table: one row for each record, one column for each key. */
export interface CsvTable<T> {
  /** @param keys selected keys; undefined: all */
  columns(keys?: readonly string[]): readonly string[];
  /** The records, each written when it is consumed. */
  records(value: T, context: ResponseContext): AsyncIterable<object> | Iterable<object>;
  /** Links to the other pages, for which the table has no place; absent if the list is not paged. */
  readonly links?: (value: T, context: ResponseContext) => PageLinks;
}

/** A table as CSV, in chunks; other work can run between them. */
export async function* csvChunks<T>(
  table: CsvTable<T>,
  value: T,
  context: ResponseContext,
): AsyncGenerator<string> {
  const columns = table.columns(context.keys);
  yield toCsvRow(columns.map(toCsvCell));
  for await (const record of table.records(value, context)) {
    const cells = columns.map((column) => (record as Readonly<Record<string, unknown>>)[column]);
    for (const part of rowChunks(cells)) {
      yield part;
      await yieldToEventLoop();
    }
  }
}

/** The links of a list to its other pages as a `Link` header (RFC 8288); undefined without other pages. */
export function toLinkHeader({ NEXT, PREVIOUS }: PageLinks): string | undefined {
  const links = [
    ...(NEXT === '' ? [] : [`<${NEXT}>; rel="next"`]),
    ...(PREVIOUS === '' ? [] : [`<${PREVIOUS}>; rel="prev"`]),
  ];
  return links.length === 0 ? undefined : links.join(', ');
}

function* rowChunks(values: readonly unknown[]): Generator<string> {
  if (!values.some(isLongList)) {
    yield toCsvRow(values.map(toCsvCell));
    return;
  }
  for (const [index, value] of values.entries()) {
    if (index > 0) yield ',';
    if (isLongList(value)) yield* longCellChunks(value);
    else yield toCsvCell(value);
  }
  yield CSV_ROW_END;
}

/** Each chunk is quoted separately; the inner quotes are removed. */
function* longCellChunks(list: readonly unknown[]): Generator<string> {
  yield '"';
  for (const part of listChunks(list)) yield quoteCsvCell(part).slice(1, -1);
  yield '"';
}
