import type { Hash } from 'node:crypto';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { BodyMalformed, BodyTooLarge, BodyTooSlow } from '../problems/api-errors';
import {
  hasBody,
  MAX_JSON_BYTES,
  closeConnectionIfUnread,
  parseSmallJson,
  MAX_PUBLIC_JSON_BYTES,
  assertMediaType,
} from './body';
import { openBodyStream } from './body-stream';

/** How long a body may take to arrive. */
const BODY_TIMEOUT_MS = 60_000;

const createBodyParser = (limit: number): RequestHandler =>
  raw({ type: () => true, limit, inflate: false });

/** Express's readers by limit, for bodies with a declared length. Bodies without one would be read to their end. */
const bodyParsers = {
  [MAX_JSON_BYTES]: createBodyParser(MAX_JSON_BYTES),
  [MAX_PUBLIC_JSON_BYTES]: createBodyParser(MAX_PUBLIC_JSON_BYTES),
} as const;

type SmallBodyLimit = keyof typeof bodyParsers;

/**
 * Reads and parses a request's JSON body.
 * @param limit maximum size in bytes, after decompression
 * @param digest updated with the bytes, after decompression
 * @returns undefined if the request has no body
 * @throws BodyTooSlow, BodyTooLarge, MediaTypeUnsupported, or BodyMalformed if it isn't JSON in UTF-8
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  limit: SmallBodyLimit,
  digest?: Hash,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  assertMediaType(request, 'application/json');
  const bytes = await readBytes(request, response, limit);
  if (bytes.length === 0) return undefined;
  digest?.update(bytes);
  return parseSmallJson(bytes);
}

function readBytes(request: Request, response: Response, limit: SmallBodyLimit): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (length === undefined || encoding !== undefined)
    return readStreamedBytes(request, response, limit);
  if (Number(length) > limit) {
    closeConnectionIfUnread(request, response);
    return Promise.reject(new BodyTooLarge({ limit }));
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      closeConnectionIfUnread(request, response);
      reject(new BodyTooSlow());
    }, BODY_TIMEOUT_MS);
    bodyParsers[limit](request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error) reject(createUnreadableBodyError());
      // Without a body if the transfer encoding is unknown.
      else resolve((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      // Only the parsed value is needed; the bytes would otherwise stay in memory as long as the request.
      request.body = undefined;
    });
  });
}

/** Reads a body whose decompressed length is unknown, and stops as soon as it is too long. */
async function readStreamedBytes(
  request: Request,
  response: Response,
  limit: SmallBodyLimit,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An infinite minimum makes the window a time limit for the whole body.
  const limits = { windowMs: BODY_TIMEOUT_MS, minBytes: Infinity };
  for await (const chunk of openBodyStream(request, response, 'application/json', limits)) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLarge({ limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function createUnreadableBodyError(): Error {
  const detail = 'The body could not be read to its end.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
