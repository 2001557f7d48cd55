import type { Page } from '../../core/page';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import { listRecordColumns } from '../records/record-csv-tables';
import type { NamedSchema, RecordDefinition } from '../records/record';
import { MAX_PER_PAGE } from '../request/list-query';
import type { JsonSchema } from '../validation/schema';
import type { CsvTable, PageLinks, CsvTablePaging } from './csv-table';
import { isLongList, stringifyListInChunks, mergeChunks } from './json-chunks';
import type { ResponseContext } from './response-context';
import { type ResponseSpec, integerSchema, objectSchema, stringSchema } from './response-spec';

/** A page of records in the specification's upper-case envelope (Common conventions, 6). */
export function pagedResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  return createPageResponse(
    name,
    definition,
    (page, items, { NEXT, PREVIOUS }) => ({
      CURSORS: { NEXT, PREVIOUS },
      [name]: items,
      ITEMS: page.total,
      PAGERPARAMETERS: { PAGE: page.page, PERPAGE: page.perPage },
    }),
    (items) => ({
      CURSORS: objectSchema({ NEXT: stringSchema, PREVIOUS: stringSchema }),
      [name]: items,
      ITEMS: integerSchema,
      PAGERPARAMETERS: objectSchema({ PAGE: integerSchema, PERPAGE: integerSchema }),
    }),
  );
}

/** A page of sales records in the specification's camelCase envelope; `cursors` is an extension. */
export function pagedSalesResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  return createPageResponse(
    name,
    definition,
    (page, items, { NEXT, PREVIOUS }) => ({
      cursors: { next: NEXT, previous: PREVIOUS },
      items: page.total,
      [name]: items,
      pagerParameters: { page: page.page, perPage: page.perPage },
    }),
    (items) => ({
      cursors: {
        ...objectSchema({ next: stringSchema, previous: stringSchema }),
        'x-extension': true,
      },
      items: integerSchema,
      [name]: items,
      pagerParameters: objectSchema({ page: integerSchema, perPage: integerSchema }),
    }),
  );
}

/** A page of records with their total, in an envelope without CURSORS: paged by `page` only. */
export function pageNumberResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  const response = createPageResponse(
    name,
    definition,
    (page, items) => ({ [name]: items, ITEMS: page.total }),
    (items) => ({ [name]: items, ITEMS: integerSchema }),
  );
  return {
    ...response,
    csvTable: {
      ...createPageCsvTable(definition),
      createLinks: createPageNumberLinks,
      paging: pageNumberPaging,
    },
  };
}

/**
 * A page of sales records: the items of a list, or their documents if the query has `expand=document`.
 * @param name key of the records
 */
export function expandableResponse<T>(
  name: string,
  item: RecordDefinition<T, object>,
  document: RecordDefinition<T, object>,
): ResponseSpec<Page<T>> {
  const plain = pagedSalesResponse(name, item);
  const expanded = pagedSalesResponse(name, document);
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const page: NamedSchema = {
    component: `${title}Page`,
    schema: (nested) => ({
      anyOf: [
        nested({ component: `${title}ItemPage`, schema: (inner) => plain.schema(inner) }),
        nested({ component: `${title}DocumentPage`, schema: (inner) => expanded.schema(inner) }),
      ],
    }),
  };
  return {
    ...plain,
    keys: [...new Set([...item.keys, ...document.keys])],
    schema: (nested) => nested(page),
    selectSpecForQuery: (query) => (query['expand'] === 'document' ? expanded : plain),
  };
}

/** @param name key of the records */
function createPageResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
  wrap: (page: Page<T>, items: W[], cursors: { NEXT: string; PREVIOUS: string }) => object,
  schema: (items: JsonSchema) => Record<string, JsonSchema>,
): ResponseSpec<Page<T>> {
  return {
    schema: (nested) => objectSchema(schema({ type: 'array', items: nested(definition) })),
    serialize: (page, context) => {
      const items = page.items.map((item) => definition.serialize(item, context, context.keys));
      return wrap(page, items, createCursorLinks(page, context));
    },
    serializeInChunks: (page, context) => {
      if (!page.remainingChunks) return undefined;
      const empty = JSON.stringify(wrap(page, [], createCursorLinks(page, context)));
      return insertRecords(
        empty,
        `${JSON.stringify(name)}:[`,
        readPageRecords(page, page.remainingChunks),
        (item) => definition.serialize(item, context, context.keys),
      );
    },
    csvTable: {
      ...createPageCsvTable(definition),
      createLinks: createCursorLinks,
      paging: cursorPaging,
    },
    getLoadPlan: (keys) => definition.getLoadPlan(keys),
    keys: definition.keys,
    hasBodyETag: false,
  };
}

/** The records of a page as a table; records that are loaded later follow as they are read. */
function createPageCsvTable<T, W extends object>(
  definition: RecordDefinition<T, W>,
): CsvTable<Page<T>> {
  return {
    listColumns: (keys) => listRecordColumns(definition, keys),
    async *toRecords(page, context) {
      for await (const items of readPageRecords(page, page.remainingChunks))
        for (const item of items) yield definition.serialize(item, context, context.keys);
    },
  };
}

/** All records of a page, in chunks, as they are read. */
async function* readPageRecords<T>(
  { items }: Page<T>,
  rest: AsyncIterable<readonly T[]> | undefined,
): AsyncGenerator<readonly T[]> {
  yield items;
  if (rest) yield* rest;
}

/**
 * Writes records into an envelope while they are read, with short slices of work between other requests.
 * @param insertionMarker text of the envelope after which the records belong
 */
async function* insertRecords<T>(
  envelope: string,
  insertionMarker: string,
  records: AsyncIterable<readonly T[]>,
  serialize: (record: T) => object,
): AsyncGenerator<string> {
  const position = envelope.indexOf(insertionMarker) + insertionMarker.length;
  yield* mergeChunks(
    wrapChunks(
      envelope.slice(0, position),
      serializeInChunks(records, serialize),
      envelope.slice(position),
    ),
  );
}

async function* wrapChunks(
  head: string,
  chunks: AsyncIterable<string>,
  tail: string,
): AsyncGenerator<string> {
  yield head;
  yield* chunks;
  yield tail;
}

/** The JSON of records in short chunks; other work can run between them. */
async function* serializeInChunks<T>(
  records: AsyncIterable<readonly T[]>,
  write: (record: T) => object,
): AsyncGenerator<string> {
  let separator = '';
  for await (const batch of records) {
    for (const record of batch) {
      await yieldToEventLoop();
      yield separator;
      for (const chunk of stringifyInChunks(write(record))) {
        yield chunk;
        await yieldToEventLoop();
      }
      separator = ',';
    }
  }
}

/** The JSON of a record; each of its long lists is split into chunks. */
function* stringifyInChunks(record: object): Generator<string> {
  let separator = '{';
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    if (value === undefined) continue;
    const head = `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    if (!isLongList(value)) {
      yield head + JSON.stringify(value);
      continue;
    }
    yield head;
    yield* stringifyListInChunks(value);
  }
  yield separator === '{' ? '{}' : '}';
}

const commonPaging = {
  pageParameters: ['page', 'perPage', 'cursor'],
  largestPageQuery: { perPage: MAX_PER_PAGE },
};

const cursorPaging: CsvTablePaging<Page<unknown>> = {
  ...commonPaging,
  getNextPageQuery: ({ page, nextCursor }) =>
    nextCursor === undefined ? undefined : { page: page + 1, cursor: nextCursor },
};

const pageNumberPaging: CsvTablePaging<Page<unknown>> = {
  ...commonPaging,
  getNextPageQuery: ({ page, perPage, total }) =>
    page * perPage < total ? { page: page + 1 } : undefined,
};

/** Links of a list that is paged by `page` only. */
function createPageNumberLinks(
  { page, perPage, total, lastPage = page - 1 }: Page<unknown>,
  { createLink }: ResponseContext,
): PageLinks {
  const to = (number: number): string => createLink({ page: String(number) });
  return {
    NEXT: page * perPage < total ? to(page + 1) : '',
    PREVIOUS: lastPage > 0 ? to(lastPage) : '',
  };
}

function createCursorLinks(page: Page<unknown>, { createLink }: ResponseContext): PageLinks {
  const to = (number: number, cursor?: string): string =>
    cursor === undefined ? '' : createLink({ page: String(number), cursor });
  return {
    NEXT: to(page.page + 1, page.nextCursor),
    PREVIOUS:
      page.lastPage === undefined
        ? to(Math.max(page.page - 1, 1), page.previousCursor)
        : createLink({ page: String(page.lastPage) }),
  };
}
