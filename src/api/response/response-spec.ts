import type { Readable } from 'node:stream';
import type { ByteRange } from '../../core/byte-range';
import { idOnlyPlan, type LoadPlan } from '../../core/load-plan';
import type { ResponseContext } from './response-context';
import {
  type NestedRecordSchemaFactory,
  type RecordDefinition,
  recordListField,
  defineRecord,
} from '../records/record';
import type { StreamTransform } from './send-stream';
import type { JsonSchema } from '../validation/schema';
import { csvTableOfRecords } from '../records/record-csv-tables';
import type { CsvTable } from './csv-table';

/** A body that is sent while it is created. */
export interface StreamedBody {
  /** Size of the transformed content in bytes. */
  readonly length: number;
  readonly content: Readable;
  readonly transform: StreamTransform;
}

/** A stream of bytes with a known size. */
export interface ByteSource {
  /** Number of bytes. */
  readonly size: number;
  /** Must be read or destroyed. */
  readonly content: Readable;
}

/** A file in a response. */
export interface ResponseFile extends ByteSource {
  /** Suggested file name. */
  readonly name: string;
  readonly mediaType: string;
  /** Changes whenever the bytes change; without quotes. */
  readonly entityTag: string;
  /** Opens a range of the file, if ranges are supported. */
  readonly openRange?: (range: ByteRange) => Promise<Readable>;
}

/** The file of a response, which can be requested as itself instead of Base64 in JSON. */
export interface ResponseFileSpec<T = never> {
  /** The media type, if all files share one. */
  readonly mediaType?: string;
  /** Further media types, if there are several. */
  readonly otherMediaTypes?: readonly string[];
  /** Whether every file, of any type, can also be requested as application/octet-stream. */
  readonly offersOctetStream: boolean;
  /** Whether ranges of the file can be requested. */
  readonly supportsRanges?: boolean;
  readonly toFile: (value: T) => ResponseFile;
}

/** The body of an operation's response: how it is written and described, and what must be loaded for it. */
export interface ResponseSpec<T> {
  schema(nested: NestedRecordSchemaFactory): JsonSchema;
  serialize(value: T, context: ResponseContext): unknown;
  /** Creates a body that is too large to be written as a whole. */
  readonly toStreamedBody?: (value: T) => StreamedBody;
  /** The body in chunks, if the value is read in chunks; otherwise undefined. */
  readonly serializeInChunks?: (
    value: T,
    context: ResponseContext,
  ) => AsyncIterable<string> | undefined;
  /** Schema of the progress that the handler reports to clients who prefer lines to JSON. */
  readonly progressSchema?: JsonSchema;
  /** The file for callers who prefer a file to JSON. */
  readonly file?: ResponseFileSpec<T>;
  /** The table of a list for callers who prefer CSV to JSON. */
  readonly csvTable?: CsvTable<T>;
  getLoadPlan(keys?: readonly string[]): LoadPlan;
  /** Keys that `fields` may name; undefined if there is no such parameter. */
  readonly keys?: readonly string[];
  /** Returns the version of a single record for ETag and If-Match, if it has one. */
  readonly readVersion?: (value: T) => string;
  /** Whether GET responses have an ETag of the written body. */
  readonly hasBodyETag: boolean;
  /** Selects another response for the query. */
  readonly selectSpecForQuery?: (query: Readonly<Record<string, unknown>>) => ResponseSpec<T>;
}

export type AnyResponseSpec = ResponseSpec<never>;

/** Whether GET responses have an ETag, of the body or of the file. */
export function hasETag({
  hasBodyETag,
  file,
}: Pick<AnyResponseSpec, 'hasBodyETag' | 'file'>): boolean {
  return hasBodyETag || file !== undefined;
}

/** One record. */
export function recordResponse<T, W extends object>(
  definition: RecordDefinition<T, W>,
): ResponseSpec<T> {
  return {
    schema: (nested) => nested(definition),
    serialize: (value, context) => definition.serialize(value, context, context.keys),
    getLoadPlan: (keys) => definition.getLoadPlan(keys),
    keys: definition.keys,
    hasBodyETag: true,
    ...(definition.readVersion ? { readVersion: definition.readVersion } : {}),
  };
}

/**
 * A single record that contains a list.
 * @param csvTable CSV table of the list
 */
export function tabularRecordResponse<T, W extends object>(
  definition: RecordDefinition<T, W>,
  csvTable: CsvTable<T>,
): ResponseSpec<T> {
  return { ...recordResponse(definition), csvTable };
}

/** One record under one key. */
export function wrappedResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
): ResponseSpec<T> {
  return {
    schema: (nested) => objectSchema({ [name]: nested(definition) }),
    serialize: (value, context) => ({ [name]: definition.serialize(value, context) }),
    getLoadPlan: () => definition.getLoadPlan(),
    hasBodyETag: true,
  };
}

/** All records of a small collection under one key, without paging. */
export function collectionResponse<T, W extends object>(
  name: string,
  definition: RecordDefinition<T, W>,
): ResponseSpec<readonly T[]> {
  const wrapper = defineRecord<{ rows: readonly T[] }>()(`${definition.name}Collection`, {
    [name]: recordListField<{ rows: readonly T[] }, 'rows', W>('rows', definition),
  });
  return {
    schema: (nested) => objectSchema({ [name]: { type: 'array', items: nested(definition) } }),
    serialize: (rows, context) => wrapper.serialize({ rows }, context),
    csvTable: csvTableOfRecords(definition, (rows) => rows),
    getLoadPlan: () => definition.getLoadPlan(),
    hasBodyETag: true,
  };
}

/** A response of plain values that are written as they are. */
export function literalResponse<T extends object>(
  schema: Record<string, JsonSchema>,
): ResponseSpec<T> {
  return {
    schema: () => objectSchema(schema),
    serialize: (value) => value,
    getLoadPlan: () => idOnlyPlan,
    hasBodyETag: false,
  };
}

export const stringSchema: JsonSchema = { type: 'string' };
export const integerSchema: JsonSchema = { type: 'integer' };

/** The schema of an object whose properties are all required. */
export function objectSchema(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}
