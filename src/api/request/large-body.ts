import type { Hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { BodyTooLarge } from '../problems/problems';
import { hasBody, MAX_JSON_BYTES, maxBodyBytes, withParseErrors, parseSmallJson } from './body';
import { openBodyStream, type MinimumRate } from './body-stream';
import { ByteAccumulator } from './byte-accumulator';

/** All of it within two minutes of waiting for it. */
const LARGE_BODY_RATE: MinimumRate = { windowMs: 120_000, minBytes: Infinity };

/** How a JSON body is read that may be larger than others. */
export interface LargeBodyOptions {
  /** Bytes of it at most, after decompression. */
  readonly limit: number;
  /** Takes the bytes in, after decompression. */
  readonly digest?: Hash;
  /** Parses a body of more than MAX_JSON_BYTES, which is given away. @throws JsonError */
  readonly parseLarge: (body: Buffer) => Promise<unknown>;
}

/**
 * Reads and parses a request's JSON body that may be large.
 * @returns undefined when the request has none
 * @throws 408, 413, 415, or 400 for what is no JSON in UTF-8
 */
export async function readLargeJsonBody(
  request: Request,
  response: Response,
  { limit, digest, parseLarge }: LargeBodyOptions,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const body = openBodyStream(request, response, 'application/json', LARGE_BODY_RATE);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge({ limit });
  const gathered = new ByteAccumulator(maxBodyBytes(request, limit));
  for await (const piece of body) {
    if (!gathered.append(piece)) throw new BodyTooLarge({ limit });
    digest?.update(piece);
  }
  const { bytes } = gathered;
  if (bytes.length === 0) return undefined;
  return bytes.length > MAX_JSON_BYTES
    ? withParseErrors(() => parseLarge(bytes))
    : parseSmallJson(bytes);
}
