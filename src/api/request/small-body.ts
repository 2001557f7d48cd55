import type { Hash } from 'node:crypto';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { BodyMalformed, BodyTooLarge, BodyTooSlow } from '../problems/problems';
import {
  hasBody,
  MAX_JSON_BYTES,
  closeUnread,
  parseSmallJson,
  MAX_PUBLIC_JSON_BYTES,
  assertMediaType,
} from './body';
import { openBodyStream } from './body-stream';

/** How long a body may take to arrive. */
const BODY_TIMEOUT_MS = 60_000;

const all = (limit: number): RequestHandler => raw({ type: () => true, limit, inflate: false });

/** Express's reader for each limit, of bodies that say how long they are: others it would read to their end. */
const readers = {
  [MAX_JSON_BYTES]: all(MAX_JSON_BYTES),
  [MAX_PUBLIC_JSON_BYTES]: all(MAX_PUBLIC_JSON_BYTES),
} as const;

type SmallLimit = keyof typeof readers;

/**
 * Reads and parses a request's JSON body.
 * @param limit bytes of it at most, after decompression
 * @param digest takes the bytes in, after decompression
 * @returns undefined when the request has none
 * @throws 408, 413, 415, or 400 for what is no JSON in UTF-8
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

function readBytes(request: Request, response: Response, limit: SmallLimit): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (length === undefined || encoding !== undefined) return readStreamed(request, response, limit);
  if (Number(length) > limit) {
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
      if (error) reject(unreadable());
      // Absent: an encoding of the transfer that nobody knows.
      else resolve((request.body as Buffer | undefined) ?? Buffer.alloc(0));
      // What is parsed stands for it; the bytes need not stay as long as the request does.
      request.body = undefined;
    });
  });
}

/** Reads a body without a stated length only until it is too long. */
async function readStreamed(
  request: Request,
  response: Response,
  limit: SmallLimit,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  const pace = { windowMs: BODY_TIMEOUT_MS, minBytes: Infinity };
  for await (const piece of openBodyStream(request, response, 'application/json', pace)) {
    length += piece.length;
    if (length > limit) throw new BodyTooLarge({ limit });
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

function unreadable(): Error {
  const detail = 'The body could not be read to its end.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
