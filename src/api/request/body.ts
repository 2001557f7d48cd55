import type { Request, Response } from 'express';
import { InvalidRequest } from '../../core/errors';
import { JsonError, type JsonLimits, parseJson } from '../../core/json';
import { BodyMalformed, MediaTypeUnsupported } from '../problems/api-errors';
import { type JsonSyntaxErrorPosition, findJsonSyntaxError } from './json-syntax-error';
import { enableLingeringClose } from './lingering-close';

/** Largest JSON body in bytes, after decompression. */
export const MAX_JSON_BYTES = 1_048_576;

/** Largest JSON body of public operations: it is parsed before the caller is known. */
export const MAX_PUBLIC_JSON_BYTES = 4096;

/** Maximum number of values in a body. */
export const JSON_BODY_LIMITS: JsonLimits = { maxPerContainer: 1000, maxTotal: 10_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a body of at most MAX_JSON_BYTES. @throws BodyMalformed, InvalidRequest as `mapParseErrors` does */
export function parseSmallJson(bytes: Buffer): Promise<unknown> {
  return mapParseErrors(
    () => parseJson(utf8.decode(bytes), JSON_BODY_LIMITS),
    () => findJsonSyntaxError(bytes.toString()),
  );
}

/**
 * Runs a parser and maps its errors.
 * @param findSyntaxError finds the first fault of malformed JSON
 * @throws BodyMalformed if the body isn't JSON in UTF-8; InvalidRequest for other errors of the parser
 */
export async function mapParseErrors(
  parse: () => unknown,
  findSyntaxError?: () => JsonSyntaxErrorPosition | undefined,
): Promise<unknown> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof JsonError) && !isUtf8Error(error)) throw error;
    if (error instanceof JsonError && error.code !== 'json.malformed') {
      const { pointer, code, message: detail } = error;
      throw new InvalidRequest([{ pointer, code, detail }]);
    }
    const position = error instanceof JsonError ? findSyntaxError?.() : undefined;
    const detail =
      'The body must be one JSON document in UTF-8 without byte order mark.' +
      (position ? ` It is not valid at line ${position.line}, column ${position.column}.` : '');
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
export function closeConnectionIfUnread(request: Request, response: Response): void {
  // The response may have been sent already.
  if (!hasBody(request) || response.headersSent) return;
  response.setHeader('Connection', 'close');
  enableLingeringClose(request);
}

/** Whether the request has a body. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Maximum size of a request's body in bytes: its declared length, or the limit if the length is unknown. */
export function getMaxBodyBytes({ headers }: Request, limit: number): number {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined ? limit : Number(length);
}
