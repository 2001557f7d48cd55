import type { Readable } from 'node:stream';
import { idOnly, type LoadPlan } from '../core/load-plan';
import type { Page } from '../core/page';
import { type AnyRecord, type RecordOf, type WriteContext, list, record } from './record';
import type { Through } from './send-stream';
import type { JsonSchema } from './shape/schema';

/** What an answer is written with. */
export interface AnswerContext extends WriteContext {
  /** Keys asked for by `fields`; all when undefined. */
  readonly keys?: readonly string[];
  /** The request's own absolute URL with other query parameters. */
  readonly link: (parameters: Readonly<Record<string, string>>) => string;
}

/** A body that is sent while it is made. */
export interface StreamedBody {
  /** Bytes. */
  readonly length: number;
  readonly content: Readable;
  readonly through: Through;
}

type Nested = (record: AnyRecord) => JsonSchema;

/** The body of an operation's answer: how it is written and described, and what must be read for it. */
export interface Answer<T> {
  schema(nested: Nested): JsonSchema;
  write(value: T, context: AnswerContext): unknown;
  /** The body itself, where it is too large to be written as a whole. */
  readonly stream?: (value: T) => StreamedBody;
  plan(keys?: readonly string[]): LoadPlan;
  /** Keys that `fields` may name; undefined where there is no such parameter. */
  readonly keys?: readonly string[];
  /** The state of a single record in one text, when it has one. */
  readonly version?: (value: T) => string;
  /** Whether a GET of it carries an ETag. */
  readonly tagged: boolean;
  /** Another answer that the query asks for. */
  readonly variant?: (query: Readonly<Record<string, unknown>>) => Answer<T>;
}

export type AnyAnswer = Answer<never>;

/** One record. */
export function one<T, W extends object>(of: RecordOf<T, W>): Answer<T> {
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
export function paged<T, W extends object>(name: string, of: RecordOf<T, W>): Answer<Page<T>> {
  return envelope(
    of,
    (page, items, { NEXT, PREVIOUS }) => ({
      CURSORS: { NEXT, PREVIOUS },
      [name]: items,
      ITEMS: page.total,
      PAGERPARAMETERS: { PAGE: page.page, PERPAGE: page.perPage },
    }),
    (items) => ({
      CURSORS: object({ NEXT: text, PREVIOUS: text }),
      [name]: items,
      ITEMS: whole,
      PAGERPARAMETERS: object({ PAGE: whole, PERPAGE: whole }),
    }),
  );
}

/** A page of sales records in the specification's camelCase envelope, with `cursors` as an addition. */
export function pagedSales<T, W extends object>(name: string, of: RecordOf<T, W>): Answer<Page<T>> {
  return envelope(
    of,
    (page, items, { NEXT, PREVIOUS }) => ({
      cursors: { next: NEXT, previous: PREVIOUS },
      items: page.total,
      [name]: items,
      pagerParameters: { page: page.page, perPage: page.perPage },
    }),
    (items) => ({
      cursors: { ...object({ next: text, previous: text }), 'x-extension': true },
      items: whole,
      [name]: items,
      pagerParameters: object({ page: whole, perPage: whole }),
    }),
  );
}

/** A page of records and their number, in an envelope without CURSORS: walked by `page` alone. */
export function counted<T, W extends object>(name: string, of: RecordOf<T, W>): Answer<Page<T>> {
  return envelope(
    of,
    (page, items) => ({ [name]: items, ITEMS: page.total }),
    (items) => ({ [name]: items, ITEMS: whole }),
  );
}

/** One record under one key. */
export function under<T, W extends object>(name: string, of: RecordOf<T, W>): Answer<T> {
  return {
    schema: (nested) => object({ [name]: nested(of) }),
    write: (value, context) => ({ [name]: of.write(value, context) }),
    plan: () => of.plan(),
    tagged: true,
  };
}

/** All records of a small collection under one key, not paged. */
export function collection<T, W extends object>(
  name: string,
  of: RecordOf<T, W>,
): Answer<readonly T[]> {
  const wrapper = record<{ rows: readonly T[] }>()(`${of.name}Collection`, {
    [name]: list<{ rows: readonly T[] }, 'rows', W>('rows', of),
  });
  return {
    schema: (nested) => object({ [name]: { type: 'array', items: nested(of) } }),
    write: (rows, context) => wrapper.write({ rows }, context),
    plan: () => of.plan(),
    tagged: true,
  };
}

/** The documents of a list instead of its items when the query says `expand=document`. */
export function expandable<T>(plain: Answer<Page<T>>, expanded: Answer<Page<T>>): Answer<Page<T>> {
  return {
    ...plain,
    keys: [...new Set([...(plain.keys ?? []), ...(expanded.keys ?? [])])],
    schema: (nested) => ({ anyOf: [plain.schema(nested), expanded.schema(nested)] }),
    variant: (query) => (query['expand'] === 'document' ? expanded : plain),
  };
}

/** An answer of plain values that are written as they are. */
export function literal<T extends object>(schema: Record<string, JsonSchema>): Answer<T> {
  return {
    schema: () => object(schema),
    write: (value) => value,
    plan: () => idOnly,
    tagged: false,
  };
}

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer' };

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}

function envelope<T, W extends object>(
  of: RecordOf<T, W>,
  wrap: (page: Page<T>, items: W[], cursors: { NEXT: string; PREVIOUS: string }) => object,
  schema: (items: JsonSchema) => Record<string, JsonSchema>,
): Answer<Page<T>> {
  return {
    schema: (nested) => object(schema({ type: 'array', items: nested(of) })),
    write: (page, context) => {
      const items = page.items.map((item) => of.write(item, context, context.keys));
      return wrap(page, items, cursorsOf(page, context));
    },
    plan: (keys) => of.plan(keys),
    keys: of.keys,
    tagged: false,
  };
}

function cursorsOf(
  page: Page<unknown>,
  { link }: AnswerContext,
): { NEXT: string; PREVIOUS: string } {
  const to = (number: number, cursor?: string): string =>
    cursor === undefined ? '' : link({ page: String(number), cursor });
  return {
    NEXT: to(page.page + 1, page.next),
    PREVIOUS: to(Math.max(page.page - 1, 1), page.previous),
  };
}
