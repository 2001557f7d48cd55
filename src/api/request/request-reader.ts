import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Fault, InvalidRequest } from '../../core/errors';
import type { LoadPlan } from '../../core/load-plan';
import type { AnyAnswer } from '../answer';
import { hasIdempotencyKey, isRepeatable } from '../idempotency/idempotency';
import type { Operation } from '../operation/operation';
import { UrlMalformed } from '../problems';
import { type DtoClass, inlineSchemaOf } from '../shape/dto';
import type { JsonSchema } from '../shape/schema';
import { type Check, MOST_FAULTS, Shapes } from '../shape/shapes';
import { bodySchema } from './body-schema';
import { JSON_LIMIT, MOST_ELEMENTS, readJsonBody } from './body';
import { FORM_PACE, openBody } from './body-stream';
import { contextOf } from './context';
import { IncomingForm } from './form';
import { readLargeJsonBody } from './large-body';
import { LargeJson } from './large-json';
import type { Place } from './large-json.worker';
import { queryValues } from './query-values';

/** A request whose every part was found to be of the operation's shape. */
export interface ReadRequest {
  /** What the handler is called with, by position. */
  readonly values: readonly unknown[];
  /** The answer that the query chose. */
  readonly answer: AnyAnswer;
  /** Keys that `fields` asks for; all when undefined. */
  readonly keys?: readonly string[];
  /** Hash of query and body, where it may be sent again under an Idempotency-Key. */
  readonly content?: string;
  /** The root that the body could have had, and had not: pointers into it begin without. */
  readonly bareRoot?: string;
}

interface Checks {
  readonly path: Part;
  readonly query: Part;
  readonly body?: Check;
  /** Of the fields of a form. */
  readonly form?: Check;
  /** Where the body may have Base64. */
  readonly base64: readonly Place[];
}

/** What of a body is left to the handler to read. */
interface Unread {
  readonly stream?: AsyncIterable<Buffer>;
  readonly form?: IncomingForm<object>;
}

/** Path or query: the members that it may have, and the check of their values. */
interface Part {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly check: Check;
}

/**
 * Turns a request into its handler's parameters: reads the body, checks path, query and body against the
 * operation's schemas, and reports all faults of the three at once.
 */
@Injectable()
export class RequestReader {
  private readonly compiled = new Map<Operation, Checks>();

  constructor(
    private readonly shapes: Shapes,
    private readonly largeJson: LargeJson,
  ) {}

  /**
   * Compiles the operations' checks ahead of their first requests, one at a time between other work: each
   * takes some milliseconds, all of them a second.
   */
  async prepare(operations: Iterable<Operation>): Promise<void> {
    for (const operation of operations) {
      await setImmediate();
      this.checksOf(operation);
    }
  }

  /** @throws InvalidRequest with every fault, or the body's own problem (408, 413, 415) */
  async read(operation: Operation, request: Request, response: Response): Promise<ReadRequest> {
    const digest = contentDigest(operation, request);
    const unread = this.open(operation, request, response);
    const { body: declared } = operation;
    const body = declared && (await this.readBody(operation, request, response, digest));
    requireDecodable(request);
    const read = this.arrange(operation, request, body, unread);
    return digest ? { ...read, content: digest.digest('hex') } : read;
  }

  private readBody(
    operation: Operation,
    request: Request,
    response: Response,
    digest: Hash | undefined,
  ): Promise<unknown> {
    const limit = operation.body?.limit;
    if (limit === undefined) return readJsonBody(request, response, digest);
    const most = { outside: JSON_LIMIT, elements: MOST_ELEMENTS };
    const { base64 } = this.checksOf(operation);
    const parseLarge = (pieces: readonly Buffer[]): Promise<unknown> =>
      this.largeJson.parse(pieces, most, base64);
    const reading = { limit, parseLarge, ...(digest ? { digest } : {}) };
    return readLargeJsonBody(request, response, reading);
  }

  private open(operation: Operation, request: Request, response: Response): Unread {
    const { stream, form, parameters } = operation;
    if (stream && parameters.some(({ part }) => part === 'stream')) {
      return { stream: openBody(request, response, stream.mediaType) };
    }
    const check = form && this.checksOf(operation).form;
    if (!check) return {};
    const bytes = openBody(request, response, 'multipart/form-data', FORM_PACE);
    const contentType = request.headers['content-type'] ?? '';
    return { form: new IncomingForm(form, contentType, bytes, check) };
  }

  /** The parameters of the operation that reads the record which this request's path names, or begins with. */
  arrangeCurrent(operation: Operation, request: Request): ReadRequest {
    const { properties } = this.checksOf(operation).path;
    const named = Object.entries(request.params).filter(([name]) =>
      Object.hasOwn(properties, name),
    );
    const bare = { params: Object.fromEntries(named), query: {} } as unknown as Request;
    return this.arrange(operation, bare, undefined);
  }

  private arrange(
    operation: Operation,
    request: Request,
    body: unknown,
    unread: Unread = {},
  ): ReadRequest {
    const checks = this.checksOf(operation);
    const faults: Fault[] = [];
    const path = queryValues(request.params, checks.path.properties, 'path', faults);
    const query = queryValues(request.query, checks.query.properties, 'query', faults);
    faults.push(...checks.path.check(path, 'path'), ...checks.query.check(query, 'query'));
    const fields = query['fields'] as string | undefined;
    const answer = operation.answer.variant?.(query) ?? operation.answer;
    const keys = fields === undefined ? undefined : requestedKeys(fields, answer, faults);
    // Before the check, which fills defaults in and turns texts into instants.
    const given = asGiven(operation, body);
    const content = bodyContent(operation, checks.body, body, faults);
    if (faults.length > 0) throw new InvalidRequest(faults.slice(0, MOST_FAULTS));
    const parts = {
      path,
      query,
      body: content,
      given,
      stream: unread.stream,
      form: unread.form,
      plan: (): LoadPlan => answer.plan(keys),
      principal: () => contextOf(request).principal,
      address: () => request.ip ?? '',
    };
    const values: unknown[] = [];
    for (const { index, part } of operation.parameters) {
      const value = parts[part];
      values[index] = typeof value === 'function' ? (value as () => unknown)() : value;
    }
    const isBare = operation.body?.bare === true && !isWrapped(body, operation.body.root);
    return {
      ...{ values, answer },
      ...(keys ? { keys } : {}),
      ...(isBare ? { bareRoot: operation.body.root } : {}),
    };
  }

  private checksOf(operation: Operation): Checks {
    let checks = this.compiled.get(operation);
    if (!checks) this.compiled.set(operation, (checks = this.compile(operation)));
    return checks;
  }

  private compile(operation: Operation): Checks {
    const { pathDto, queryDto, answer, method } = operation;
    const fields = method === 'get' && answer.keys !== undefined;
    const body = operation.body && bodySchema(operation.body, inlineSchemaOf);
    return {
      base64: body ? base64In(body) : [],
      path: this.part(pathDto, {}),
      query: this.part(queryDto, fields ? { fields: fieldsParameter } : {}),
      ...(body ? { body: this.shapes.compile(body) } : {}),
      ...(operation.form ? { form: this.shapes.compile(inlineSchemaOf(operation.form.dto)) } : {}),
    };
  }

  private part(dto: DtoClass | undefined, more: Record<string, JsonSchema>): Part {
    const schema = dto
      ? inlineSchemaOf(dto)
      : { type: 'object' as const, additionalProperties: false };
    const properties = { ...schema.properties, ...more };
    return { properties, check: this.shapes.compile({ ...schema, properties }) };
  }
}

/** The `fields` parameter of operations that answer with records. */
export const fieldsParameter: JsonSchema = {
  type: 'string',
  format: 'text',
  maxLength: 2000,
  description: 'Comma-separated keys of the record; only these are read and answered',
};

/** @throws InvalidRequest for a key that is none */
function contentDigest(operation: Operation, request: Request): Hash | undefined {
  if (!isRepeatable(operation) || !hasIdempotencyKey(request)) return undefined;
  return createHash('sha256')
    .update(request.originalUrl.split('?')[1] ?? '')
    .update('\n');
}

/** The parser of queries takes escapes that are none as they stand, or as replacement characters. */
function requireDecodable({ originalUrl }: Request): void {
  try {
    decodeURIComponent(originalUrl);
  } catch {
    throw new UrlMalformed();
  }
}

function requestedKeys(fields: string, { keys = [] }: AnyAnswer, faults: Fault[]): string[] {
  const byName = new Map(keys.map((key) => [key.toUpperCase(), key]));
  const wanted = new Set<string>();
  for (const name of fields.split(',')) {
    const key = byName.get(name.trim().toUpperCase());
    if (key !== undefined) wanted.add(key);
    else {
      const detail = `The record has no key ${JSON.stringify(name)}; it has ${keys.join(', ')}.`;
      faults.push({ pointer: 'query/fields', code: 'fields.unknown', detail });
    }
  }
  return [...wanted];
}

function asGiven({ body: declared, parameters }: Operation, body: unknown): unknown {
  if (!declared || !parameters.some(({ part }) => part === 'given')) return undefined;
  const isBare = declared.bare === true && !isWrapped(body, declared.root);
  return structuredClone(
    isBare ? body : (body as Record<string, unknown> | null | undefined)?.[declared.root],
  );
}

function bodyContent(
  { body: declared }: Operation,
  check: Check | undefined,
  body: unknown,
  faults: Fault[],
): unknown {
  if (!declared || !check) return undefined;
  const nothing = declared.list ? [] : {};
  if (body === undefined) {
    if (declared.optional) return nothing;
    const detail = `A JSON body with the root ${declared.root} is required.`;
    faults.push({ pointer: '', code: 'body.missing', detail });
    return undefined;
  }
  const wrapped =
    declared.bare && !isWrapped(body, declared.root) ? { [declared.root]: body } : body;
  const found = check(wrapped, '');
  // A bare body has no root, so neither have the pointers into it.
  faults.push(
    ...(wrapped === body
      ? found
      : found.map((fault) => ({
          ...fault,
          pointer: fault.pointer.slice(declared.root.length + 1),
        }))),
  );
  return (wrapped as Record<string, unknown> | null)?.[declared.root] ?? nothing;
}

function isWrapped(body: unknown, root: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, root);
}

/** The places of a document, outside of its arrays, where its schema has Base64. */
function base64In({ properties = {}, ...schema }: JsonSchema): Place[] {
  if (schema['x-base64'] === true) return [[]];
  return Object.entries(properties).flatMap(([name, member]) =>
    base64In(member).map((place) => [name, ...place]),
  );
}
