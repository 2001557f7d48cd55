import { raw, type Request, type Response } from 'express';
import { InvalidRequest } from '../../core/errors';
import { JsonError, parseJson } from '../../core/json';
import { BodyMalformed, BodyTooLarge, BodyTooSlow, MediaTypeUnsupported } from '../problems';

/** Largest JSON body in bytes, after decompression. */
export const JSON_LIMIT = 1024 * 1024;

/** Elements of an array, and members of an object, of a body at most. */
const MOST_ELEMENTS = 1000;

/** A body has to be there within so many milliseconds. */
const DEADLINE = 60_000;

const readBuffer = raw({ type: () => true, limit: JSON_LIMIT, inflate: true });
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads and parses a request's JSON body.
 * @returns undefined when the request has none
 * @throws 408, 413, 415, or 400 for what is no JSON in UTF-8
 */
export async function readJsonBody(request: Request, response: Response): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  requireMediaType(request, 'application/json');
  const bytes = await readBytes(request, response);
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(utf8.decode(bytes), MOST_ELEMENTS);
  } catch (error) {
    if (error instanceof JsonError && error.code !== 'json.malformed') {
      throw new InvalidRequest([{ pointer: '', code: error.code, detail: error.message }]);
    }
    const detail = 'The body must be one JSON document in UTF-8 without byte order mark.';
    throw new BodyMalformed({ code: 'body.malformed', detail });
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

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readBytes(request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      response.setHeader('Connection', 'close');
      reject(new BodyTooSlow());
    }, DEADLINE);
    readBuffer(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error) reject(bodyProblem(error, response));
      else resolve(request.body as Buffer);
    });
  });
}

function bodyProblem(error: { status?: number }, response: Response): Error {
  if (error.status === 413) {
    response.setHeader('Connection', 'close');
    return new BodyTooLarge({ limit: JSON_LIMIT });
  }
  if (error.status === 415) return new MediaTypeUnsupported({ expected: 'application/json' });
  const detail = 'The body could not be read to its end.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
