import type { Readable } from 'node:stream';
import type { ByteRange } from '../../core/byte-range';
import { idOnlyPlan, type LoadPlan } from '../../core/load-plan';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import type { Page } from '../../core/page';
import type { ResponseContext } from './response-context';
import {
  type AnyRecordDefinition,
  type RecordDefinition,
  recordListField,
  defineRecord,
} from '../records/record';
import type { StreamTransform } from './send-stream';
import type { JsonSchema } from '../validation/schema';
import { recordRowsTable } from '../records/record-csv-tables';
import type { PageLinks, CsvTable } from './csv-table';
import { mergeChunks, isLongList, listChunks } from './json-chunks';

/** A body that is sent while it is made. */
export interface StreamedBody {
  /** Bytes. */
  readonly length: number;
  readonly content: Readable;
  readonly transform: StreamTransform;
}

/** Bytes on their way. */
export interface ByteSource {
  /** How many they are. */
  readonly size: number;
  /** To be read or destroyed. */
  readonly content: Readable;
}

/** A file that an answer holds. */
export interface ResponseFile extends ByteSource {
  /** What it is saved as. */
  readonly name: string;
  readonly mediaType: string;
  /** Another one whenever the bytes are others; without quotes. */
  readonly tag: string;
  /** A part of it, where parts can be had. */
  readonly openRange?: (range: ByteRange) => Promise<Readable>;
}

/** The file that an answer holds, which may be had as itself instead of Base64 in JSON. */
export interface FileSpec<T = never> {
  /** The media type of all of them, where that is known. */
  readonly mediaType?: string;
  /** Further media types, where they are of several. */
  readonly otherTypes?: readonly string[];
  /** Files of any type, each also to be had as nothing but bytes. */
  readonly offersOctetStream: boolean;
  /** Whether a part of the file itself can be had (Range). */
  readonly supportsRanges?: boolean;
  readonly toFile: (value: T) => ResponseFile;
}

type NestedRecordSchema = (record: AnyRecordDefinition) => JsonSchema;

/** The body of an operation's answer: how it is written and described, and what must be read for it. */
export interface ResponseSpec<T> {
  schema(nested: NestedRecordSchema): JsonSchema;
  write(value: T, context: ResponseContext): unknown;
  /** The body itself, where it is too large to be written as a whole. */
  readonly stream?: (value: T) => StreamedBody;
  /** The body in pieces, of a value that is read in pieces; undefined for any other one. */
  readonly chunks?: (value: T, context: ResponseContext) => AsyncIterable<string> | undefined;
  /** For callers who rank a file above JSON. */
  readonly file?: FileSpec<T>;
  /** Of a list, for callers who rank a table above JSON. */
  readonly table?: CsvTable<T>;
  plan(keys?: readonly string[]): LoadPlan;
  /** Keys that `fields` may name; undefined where there is no such parameter. */
  readonly keys?: readonly string[];
  /** The state of a single record in one text, when it has one. */
  readonly version?: (value: T) => string;
  /** Whether a GET of it carries an ETag of what is written. */
  readonly tagged: boolean;
  /** Another answer that the query asks for. */
  readonly variant?: (query: Readonly<Record<string, unknown>>) => ResponseSpec<T>;
}

export type AnyResponseSpec = ResponseSpec<never>;

/** Whether a GET of it carries an ETag. */
export function hasETag({ tagged, file }: Pick<AnyResponseSpec, 'tagged' | 'file'>): boolean {
  return tagged || file !== undefined;
}

/** One record. */
export function recordResponse<T, W extends object>(of: RecordDefinition<T, W>): ResponseSpec<T> {
  return {
    schema: (nested) => nested(of),
    write: (value, context) => of.write(value, context, context.keys),
    plan: (keys) => of.plan(keys),
    keys: of.keys,
    tagged: true,
    ...(of.version ? { version: of.version } : {}),
  };
}

/** A page of records in the specification's upper-case envelope (Common conventions, 6). */
export function pagedResponse<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  return pageEnvelope(
    name,
    of,
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

/** A page of sales records in the specification's camelCase envelope, with `cursors` as an addition. */
export function pagedSalesResponse<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  return pageEnvelope(
    name,
    of,
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

/** A page of records and their number, in an envelope without CURSORS: walked by `page` alone. */
export function pageNumberResponse<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
): ResponseSpec<Page<T>> {
  const answer = pageEnvelope(
    name,
    of,
    (page, items) => ({ [name]: items, ITEMS: page.total }),
    (items) => ({ [name]: items, ITEMS: integerSchema }),
  );
  return { ...answer, table: { ...pageTable(of), links: pageNumberLinks } };
}

/** One record that tells a list. @param table of what it tells */
export function tabularRecordResponse<T, W extends object>(
  of: RecordDefinition<T, W>,
  table: CsvTable<T>,
): ResponseSpec<T> {
  return { ...recordResponse(of), table };
}

/** One record under one key. */
export function wrappedResponse<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
): ResponseSpec<T> {
  return {
    schema: (nested) => objectSchema({ [name]: nested(of) }),
    write: (value, context) => ({ [name]: of.write(value, context) }),
    plan: () => of.plan(),
    tagged: true,
  };
}

/** All records of a small collection under one key, not paged. */
export function collectionResponse<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
): ResponseSpec<readonly T[]> {
  const wrapper = defineRecord<{ rows: readonly T[] }>()(`${of.name}Collection`, {
    [name]: recordListField<{ rows: readonly T[] }, 'rows', W>('rows', of),
  });
  return {
    schema: (nested) => objectSchema({ [name]: { type: 'array', items: nested(of) } }),
    write: (rows, context) => wrapper.write({ rows }, context),
    table: recordRowsTable(of, (rows) => rows),
    plan: () => of.plan(),
    tagged: true,
  };
}

/** The documents of a list instead of its items when the query says `expand=document`. */
export function expandableResponse<T>(
  plain: ResponseSpec<Page<T>>,
  expanded: ResponseSpec<Page<T>>,
): ResponseSpec<Page<T>> {
  return {
    ...plain,
    keys: [...new Set([...(plain.keys ?? []), ...(expanded.keys ?? [])])],
    schema: (nested) => ({ anyOf: [plain.schema(nested), expanded.schema(nested)] }),
    variant: (query) => (query['expand'] === 'document' ? expanded : plain),
  };
}

/** An answer of plain values that are written as they are. */
export function literalResponse<T extends object>(
  schema: Record<string, JsonSchema>,
): ResponseSpec<T> {
  return {
    schema: () => objectSchema(schema),
    write: (value) => value,
    plan: () => idOnlyPlan,
    tagged: false,
  };
}

const stringSchema: JsonSchema = { type: 'string' };
const integerSchema: JsonSchema = { type: 'integer' };

function objectSchema(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}

/** @param name the key that the records stand under */
function pageEnvelope<T, W extends object>(
  name: string,
  of: RecordDefinition<T, W>,
  wrap: (page: Page<T>, items: W[], cursors: { NEXT: string; PREVIOUS: string }) => object,
  schema: (items: JsonSchema) => Record<string, JsonSchema>,
): ResponseSpec<Page<T>> {
  return {
    schema: (nested) => objectSchema(schema({ type: 'array', items: nested(of) })),
    write: (page, context) => {
      const items = page.items.map((item) => of.write(item, context, context.keys));
      return wrap(page, items, cursorLinks(page, context));
    },
    chunks: (page, context) => {
      if (!page.remainingChunks) return undefined;
      const empty = JSON.stringify(wrap(page, [], cursorLinks(page, context)));
      return writeInto(
        empty,
        `${JSON.stringify(name)}:[`,
        pageRecords(page, page.remainingChunks),
        (item) => of.write(item, context, context.keys),
      );
    },
    table: { ...pageTable(of), links: cursorLinks },
    plan: (keys) => of.plan(keys),
    keys: of.keys,
    tagged: false,
  };
}

/** The records of a page as a table, those that are read later as they are read. */
function pageTable<T, W extends object>(of: RecordDefinition<T, W>): CsvTable<Page<T>> {
  return {
    columns: (keys) => of.keys.filter((key) => keys?.includes(key) ?? true),
    async *records(page, context) {
      for await (const items of pageRecords(page, page.remainingChunks))
        for (const item of items) yield of.write(item, context, context.keys);
    },
  };
}

/** All records of a page, as they are read. */
async function* pageRecords<T>(
  { items }: Page<T>,
  rest: AsyncIterable<readonly T[]> | undefined,
): AsyncGenerator<readonly T[]> {
  yield items;
  if (rest) yield* rest;
}

/**
 * Writes records into an envelope while they are read; what it does between two turns of others stays short.
 * @param place text in front of the place in the envelope where they belong
 */
async function* writeInto<T>(
  envelope: string,
  place: string,
  records: AsyncIterable<readonly T[]>,
  write: (record: T) => object,
): AsyncGenerator<string> {
  const at = envelope.indexOf(place) + place.length;
  yield* mergeChunks(
    chunksBetween(envelope.slice(0, at), recordChunks(records, write), envelope.slice(at)),
  );
}

async function* chunksBetween(
  head: string,
  parts: AsyncIterable<string>,
  tail: string,
): AsyncGenerator<string> {
  yield head;
  yield* parts;
  yield tail;
}

/** The JSON of records in short parts, between which others have their turn. */
async function* recordChunks<T>(
  records: AsyncIterable<readonly T[]>,
  write: (record: T) => object,
): AsyncGenerator<string> {
  let separator = '';
  for await (const piece of records) {
    for (const record of piece) {
      await yieldToEventLoop();
      yield separator;
      for (const part of jsonChunks(write(record))) {
        yield part;
        await yieldToEventLoop();
      }
      separator = ',';
    }
  }
}

/** The JSON of a record; each of its long lists comes in parts. */
function* jsonChunks(record: object): Generator<string> {
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
    yield* listChunks(value);
  }
  yield separator === '{' ? '{}' : '}';
}

/** Of a list that is walked by `page` alone. */
function pageNumberLinks(
  { page, perPage, total, lastPage = page - 1 }: Page<unknown>,
  { link }: ResponseContext,
): PageLinks {
  const to = (number: number): string => link({ page: String(number) });
  return {
    NEXT: page * perPage < total ? to(page + 1) : '',
    PREVIOUS: lastPage > 0 ? to(lastPage) : '',
  };
}

function cursorLinks(page: Page<unknown>, { link }: ResponseContext): PageLinks {
  const to = (number: number, cursor?: string): string =>
    cursor === undefined ? '' : link({ page: String(number), cursor });
  return {
    NEXT: to(page.page + 1, page.next),
    PREVIOUS:
      page.lastPage === undefined
        ? to(Math.max(page.page - 1, 1), page.previous)
        : link({ page: String(page.lastPage) }),
  };
}
