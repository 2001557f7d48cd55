import type { Hash } from 'node:crypto';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { InvalidRequest } from '../../core/errors';
import { JsonError, type JsonLimits, parseJson } from '../../core/json';
import {
  BodyMalformed,
  BodyTooLarge,
  BodyTooSlow,
  MediaTypeUnsupported,
} from '../problems/problems';
import { lingeringClose } from './lingering-close';

/** Largest JSON body in bytes, after decompression. */
export const MAX_JSON_BYTES = 1_048_576;

/** Largest JSON body of public operations: it is parsed before the caller is known. */
export const MAX_PUBLIC_JSON_BYTES = 4096;

/** Maximum number of values in a body. */
export const JSON_BODY_LIMITS: JsonLimits = { maxPerContainer: 1000, maxTotal: 10_000 };

/** Maximum time for a body to arrive. */
const BODY_TIMEOUT_MS = 60_000;

const rawReader = (limit: number): RequestHandler =>
  raw({ type: () => true, limit, inflate: true });

/** Express's body parser for each limit. */
const readers = {
  [MAX_JSON_BYTES]: rawReader(MAX_JSON_BYTES),
  [MAX_PUBLIC_JSON_BYTES]: rawReader(MAX_PUBLIC_JSON_BYTES),
} as const;

type SmallLimit = keyof typeof readers;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads and parses a request's JSON body.
 * @param limit maximum size in bytes, after decompression
 * @param digest updated with the bytes, after decompression
 * @returns the parsed JSON; undefined if the request has no body
 * @throws BodyTooSlow, BodyTooLarge, MediaTypeUnsupported, or BodyMalformed if it isn't JSON in UTF-8
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  limit: SmallLimit,
  digest?: Hash,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  assertMediaType(request, 'application/json');
  const bytes = await readBytes(request, response, limit);
  if (bytes.length === 0) return undefined;
  digest?.update(bytes);
  return parseSmallJson(bytes);
}

/** Parses a body of at most MAX_JSON_BYTES. @throws BodyMalformed if it isn't JSON in UTF-8 */
export function parseSmallJson(bytes: Buffer): Promise<unknown> {
  return withParseErrors(() => parseJson(utf8.decode(bytes), JSON_BODY_LIMITS));
}

/**
 * Runs a parser and maps its errors.
 * @throws BodyMalformed if the body isn't JSON in UTF-8; InvalidRequest for other errors of the parser
 */
export async function withParseErrors(parse: () => unknown): Promise<unknown> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof JsonError) && !isUtf8Error(error)) throw error;
    if (error instanceof JsonError && error.code !== 'json.malformed') {
      const { pointer, code, message: detail } = error;
      throw new InvalidRequest([{ pointer, code, detail }]);
    }
    const detail = 'The body must be one JSON document in UTF-8 without byte order mark.';
    throw new BodyMalformed({ code: 'body.malformed', detail });
  }
}

/** Whether it is TextDecoder's error for bytes that are not UTF-8. */
function isUtf8Error(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

/**
 * Requires a body of a media type, in UTF-8.
 * @throws MediaTypeUnsupported
 */
export function assertMediaType(request: Request, expected: string): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/i.exec(parameter)?.[1])
    .find(Boolean);
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset);
  if (type.trim().toLowerCase() !== expected || !isUtf8)
    throw new MediaTypeUnsupported({ expected });
}

/**
 * Closes the connection if a response is sent before the body was read, once the client can have read the response. A
 * request without a body keeps its connection.
 */
export function closeUnread(request: Request, response: Response): void {
  // The response may have been sent already.
  if (!hasBody(request) || response.headersSent) return;
  response.setHeader('Connection', 'close');
  lingeringClose(request);
}

/** Whether the request has a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Maximum size of a request's body in bytes: its declared length, or the limit if the length is unknown. */
export function maxBodyBytes({ headers }: Request, limit: number): number {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? limit : Number(length);
}

function readBytes(request: Request, response: Response, limit: SmallLimit): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) > limit) {
    closeUnread(request, response);
    return Promise.reject(new BodyTooLarge({ limit }));
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      closeUnread(request, response);
      reject(new BodyTooSlow());
    }, BODY_TIMEOUT_MS);
    readers[limit](request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error) reject(toBodyError(error, limit, request, response));
      // Undefined if the transfer encoding is unknown.
      else resolve((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      // The parsed JSON replaces the bytes, which would stay in memory as long as the request.
      request.body = undefined;
    });
  });
}

function toBodyError(
  error: { status?: number },
  limit: SmallLimit,
  request: Request,
  response: Response,
): Error {
  if (error.status === 413) {
    closeUnread(request, response);
    return new BodyTooLarge({ limit });
  }
  if (error.status === 415) return new MediaTypeUnsupported({ expected: 'application/json' });
  const detail = 'The body could not be read to its end.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
