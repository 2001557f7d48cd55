import type { Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { BodyTooLarge } from '../problems';
import { hasBody, JSON_LIMIT_BYTES, parsed, parseSmall } from './body';
import { openBody, type Pace } from './body-stream';

/** All of it within two minutes of waiting for it. */
const PACE: Pace = { idleLimit: 120_000, leastBytes: Infinity };

/**
 * Bytes that are taken before others get their turn: Node reads up to 2 MiB from a socket that has them, which takes
 * some milliseconds.
 */
const TURN_BYTES = 64 * 1024;

/** How a JSON body is read that may be larger than others. */
export interface LargeBodyReading {
  /** Bytes of it at most, after decompression. */
  readonly limit: number;
  /** Takes the bytes in, after decompression. */
  readonly digest?: Hash;
  /** Parses a body of more than JSON_LIMIT_BYTES, whose pieces are given away. @throws JsonError */
  readonly parseLarge: (pieces: readonly Buffer[]) => Promise<unknown>;
}

/**
 * Reads and parses a request's JSON body that may be large. Its pieces are kept as they come: to put megabytes
 * together takes milliseconds in which others would wait.
 * @returns undefined when the request has none
 * @throws 408, 413, 415, or 400 for what is no JSON in UTF-8
 */
export async function readLargeJsonBody(
  request: Request,
  response: Response,
  { limit, digest, parseLarge }: LargeBodyReading,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const body = openBody(request, response, 'application/json', PACE);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge({ limit });
  const pieces = new Pieces();
  let until = TURN_BYTES;
  for await (const piece of body) {
    pieces.add(piece);
    if (pieces.bytes > limit) throw new BodyTooLarge({ limit });
    digest?.update(piece);
    if (pieces.bytes < until) continue;
    until = pieces.bytes + TURN_BYTES;
    await otherWork();
  }
  if (pieces.bytes === 0) return undefined;
  return pieces.bytes > JSON_LIMIT_BYTES
    ? parsed(() => parseLarge(pieces.all()))
    : parseSmall(Buffer.concat(pieces.all()));
}

/** What is smaller is put together: a body may come byte by byte, each of them an object. */
const SMALL_PIECE_BYTES = 16 * 1024;

/** A body in pieces, few enough of them for its size. */
class Pieces {
  bytes = 0;
  private readonly large: Buffer[] = [];
  private small: Buffer[] = [];
  private smallBytes = 0;

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (piece.length >= SMALL_PIECE_BYTES) {
      this.joinSmall();
      this.large.push(piece);
      return;
    }
    this.small.push(piece);
    this.smallBytes += piece.length;
    if (this.smallBytes >= SMALL_PIECE_BYTES) this.joinSmall();
  }

  all(): readonly Buffer[] {
    this.joinSmall();
    return this.large;
  }

  private joinSmall(): void {
    if (this.smallBytes === 0) return;
    this.large.push(Buffer.concat(this.small));
    this.small = [];
    this.smallBytes = 0;
  }
}
