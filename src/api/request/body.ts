import type { Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { InvalidRequest } from '../../core/errors';
import { JsonError, parseJson } from '../../core/json';
import { BodyMalformed, BodyTooLarge, BodyTooSlow, MediaTypeUnsupported } from '../problems';
import { linger } from './linger';

/** Largest JSON body in bytes, after decompression. */
export const JSON_LIMIT = 1024 * 1024;

/** Elements of an array, and members of an object, of a body at most. */
export const MOST_ELEMENTS = 1000;

/** A body has to be there within so many milliseconds, one beyond the usual limit within the longer time. */
const DEADLINE = 60_000;
const LARGE_DEADLINE = 120_000;

/** Bytes that take about ten milliseconds. */
const DIGESTED_AT_ONCE = 8 * 1024 * 1024;

const readers = new Map<number, RequestHandler>();
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** How a JSON body is read. */
interface BodyReading {
  /** Bytes of it at most, after decompression. */
  readonly limit?: number;
  /** Takes the bytes in, after decompression. */
  readonly digest?: Hash;
  /** Parses a body of more than JSON_LIMIT, which is given away. @throws JsonError */
  readonly parseLarge?: (bytes: Buffer) => Promise<unknown>;
}

/**
 * Reads and parses a request's JSON body.
 * @returns undefined when the request has none
 * @throws 408, 413, 415, or 400 for what is no JSON in UTF-8
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  { limit = JSON_LIMIT, digest, parseLarge }: BodyReading = {},
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  requireMediaType(request, 'application/json');
  const bytes = await readBytes(request, response, limit);
  if (bytes.length === 0) return undefined;
  if (digest) await digestInParts(digest, bytes);
  try {
    return parseLarge && bytes.length > JSON_LIMIT
      ? await parseLarge(bytes)
      : parseJson(utf8.decode(bytes), MOST_ELEMENTS);
  } catch (error) {
    if (!(error instanceof JsonError) && !isNoUtf8(error)) throw error;
    if (error instanceof JsonError && error.code !== 'json.malformed') {
      throw new InvalidRequest([{ pointer: '', code: error.code, detail: error.message }]);
    }
    const detail = 'The body must be one JSON document in UTF-8 without byte order mark.';
    throw new BodyMalformed({ code: 'body.malformed', detail });
  }
}

/** Whether it is what TextDecoder says of bytes that are no UTF-8. */
function isNoUtf8(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

/** Others get a turn in between. */
async function digestInParts(digest: Hash, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += DIGESTED_AT_ONCE) {
    if (at > 0) await otherWork();
    digest.update(bytes.subarray(at, at + DIGESTED_AT_ONCE));
  }
}

/**
 * Requires a body of a media type, in UTF-8.
 * @throws MediaTypeUnsupported
 */
export function requireMediaType(request: Request, expected: string): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const charset = parameters
    .map((one) => /^\s*charset="?([^"]*)"?\s*$/i.exec(one)?.[1])
    .find(Boolean);
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset);
  if (type.trim().toLowerCase() !== expected || !isUtf8)
    throw new MediaTypeUnsupported({ expected });
}

/**
 * An answer that is given before the body was read closes the connection, once the client can have read it. A
 * request without a body keeps it.
 */
export function leaveUnread(request: Request, response: Response): void {
  if (!hasBody(request)) return;
  response.setHeader('Connection', 'close');
  linger(request);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readerOf(limit: number): RequestHandler {
  const reader = readers.get(limit) ?? raw({ type: () => true, limit, inflate: true });
  readers.set(limit, reader);
  return reader;
}

function readBytes(request: Request, response: Response, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const deadline = limit > JSON_LIMIT ? LARGE_DEADLINE : DEADLINE;
    const timer = setTimeout(() => {
      leaveUnread(request, response);
      reject(new BodyTooSlow());
    }, deadline);
    void readerOf(limit)(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error) reject(bodyProblem(error, request, response, limit));
      else resolve(request.body as Buffer);
      // What is parsed stands for it; the bytes need not stay as long as the request does.
      request.body = undefined;
    });
  });
}

function bodyProblem(
  error: { status?: number },
  request: Request,
  response: Response,
  limit: number,
): Error {
  if (error.status === 413) {
    leaveUnread(request, response);
    return new BodyTooLarge({ limit });
  }
  if (error.status === 415) return new MediaTypeUnsupported({ expected: 'application/json' });
  const detail = 'The body could not be read to its end.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
