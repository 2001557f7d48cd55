import type { Request, Response } from 'express';
import { InvalidRequest } from '../../core/errors';
import { JsonError, type JsonLimits, parseJson } from '../../core/json';
import { BodyMalformed, MediaTypeUnsupported } from '../problems/problems';
import { lingeringClose } from './lingering-close';

/** Largest JSON body in bytes, after decompression. */
export const MAX_JSON_BYTES = 1_048_576;

/** Largest body of those who need no credentials: it is parsed before anybody is known. */
export const MAX_PUBLIC_JSON_BYTES = 4096;

/** How many values a body may have. */
export const JSON_BODY_LIMITS: JsonLimits = { maxPerContainer: 1000, maxTotal: 10_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a body of at most MAX_JSON_BYTES. @throws 400 for what is no JSON in UTF-8 */
export function parseSmallJson(bytes: Buffer): Promise<unknown> {
  return withParseErrors(() => parseJson(utf8.decode(bytes), JSON_BODY_LIMITS));
}

/** @throws 400 for what the parser says is no JSON in UTF-8 */
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

/** Whether it is what TextDecoder says of bytes that are no UTF-8. */
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
export function closeUnread(request: Request, response: Response): void {
  // The answer may have been sent before.
  if (!hasBody(request) || response.headersSent) return;
  response.setHeader('Connection', 'close');
  lingeringClose(request);
}

/** Whether a body comes with the request. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How many bytes a body may come to: as it says, or the limit where it doesn't say. */
export function maxBodyBytes({ headers }: Request, limit: number): number {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? limit : Number(length);
}
