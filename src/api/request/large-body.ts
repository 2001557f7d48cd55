import type { Hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { BodyTooLarge } from '../problems/api-errors';
import { hasBody, MAX_JSON_BYTES, getMaxBodyBytes, mapParseErrors, parseSmallJson } from './body';
import { openBodyStream, type TransferLimits } from './body-stream';
import { ByteAccumulator } from './byte-accumulator';

/** The whole body must arrive within two minutes of waiting. */
const LARGE_BODY_TRANSFER_LIMITS: TransferLimits = { windowMs: 120_000, minBytes: Infinity };

/** Options for a JSON body that may be large. */
export interface LargeBodyOptions {
  /** Maximum size in bytes, after decompression. */
  readonly limit: number;
  /** Updated with the bytes, after decompression. */
  readonly digest?: Hash;
  /** Parses a body of more than MAX_JSON_BYTES and takes over its memory. @throws JsonError */
  readonly parseLarge: (body: Buffer) => Promise<unknown>;
}

/**
 * Reads and parses a request's JSON body that may be large.
 * @returns the parsed JSON; undefined if the request has no body
 * @throws BodyTooSlow, BodyTooLarge, MediaTypeUnsupported, or BodyMalformed if it isn't JSON in UTF-8
 */
export async function readLargeJsonBody(
  request: Request,
  response: Response,
  { limit, digest, parseLarge }: LargeBodyOptions,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const body = openBodyStream(request, response, 'application/json', LARGE_BODY_TRANSFER_LIMITS);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge({ limit });
  const accumulator = new ByteAccumulator(getMaxBodyBytes(request, limit));
  for await (const chunk of body) {
    if (!accumulator.append(chunk)) throw new BodyTooLarge({ limit });
    digest?.update(chunk);
  }
  const { bytes } = accumulator;
  if (bytes.length === 0) return undefined;
  return bytes.length > MAX_JSON_BYTES
    ? mapParseErrors(() => parseLarge(bytes))
    : parseSmallJson(bytes);
}
