import { toCsvCell, toCsvRow, quoteCsvCell, CSV_ROW_END } from '../../core/csv';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import type { ResponseContext } from './response-context';
import { isLongList, listChunks } from './json-chunks';

/** The media type of tables. */
export const CSV_MEDIA_TYPE = 'text/csv';

/** Links to the pages before and after one; "" where there is none. */
export interface PageLinks {
  readonly NEXT: string;
  readonly PREVIOUS: string;
}

/** The records of a list as rows of a table, with a column for each of their keys. */
export interface CsvTable<T> {
  /** @param keys those that were asked for; all when undefined */
  columns(keys?: readonly string[]): readonly string[];
  /** The records, each written when it is taken. */
  records(value: T, context: ResponseContext): AsyncIterable<object> | Iterable<object>;
  /** To the rest of the list, for which the table has no place; absent: it is whole. */
  readonly links?: (value: T, context: ResponseContext) => PageLinks;
}

/** A table as CSV, in parts between which others have their turn. */
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

/** The links of a list to its other pages as a `Link` header (RFC 8288); undefined: there are none. */
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
  for (const [at, value] of values.entries()) {
    if (at > 0) yield ',';
    if (isLongList(value)) yield* longCellChunks(value);
    else yield toCsvCell(value);
  }
  yield CSV_ROW_END;
}

/** Each part is in quotes by itself; those in between are left out. */
function* longCellChunks(list: readonly unknown[]): Generator<string> {
  yield '"';
  for (const part of listChunks(list)) yield quoteCsvCell(part).slice(1, -1);
  yield '"';
}
