import type { Transform } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { BodyMalformed, BodyTooSlow, MediaTypeUnsupported } from '../problems';
import { requireMediaType } from './body';
import { linger } from './linger';

/** How slowly a streamed body may come. */
export interface Pace {
  /** Longest wait for its next bytes. */
  readonly idleLimitMs: number;
  /** Bytes that have to come in that time of waiting; a body of single bytes now and then is idle, too. */
  readonly leastBytes: number;
}

const LINES_PACE: Pace = { idleLimitMs: 60_000, leastBytes: 0 };

/** A form is made before it is sent: 1 KiB a second is the least that it comes at. */
export const FORM_PACE: Pace = { idleLimitMs: 60_000, leastBytes: 60 * 1024 };

/**
 * Bytes that are taken before others get their turn: Node reads up to 2 MiB from a socket that has them, which takes
 * some milliseconds.
 */
const TURN_BYTES = 64 * 1024;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * A request's body as it arrives, decompressed; nothing is read before the next part is asked for, and others get their
 * turns meanwhile.
 * An answer that is given before the body was read to its end closes the connection.
 * While it is read: 408 when it comes too slowly, 400 when it breaks off or can't be decoded.
 * @throws MediaTypeUnsupported
 */
export function openBody(
  request: Request,
  response: Response,
  mediaType: string,
  pace = LINES_PACE,
): AsyncIterable<Buffer> {
  requireMediaType(request, mediaType);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decoder && encoding !== 'identity') throw new MediaTypeUnsupported({ expected: mediaType });
  response.setHeader('Connection', 'close');
  linger(request);
  return parts(request, response, decoder, pace);
}

async function* parts(
  request: Request,
  response: Response,
  decoder: (() => Transform) | undefined,
  pace: Pace,
): AsyncGenerator<Buffer> {
  const decoded = decoder?.();
  const source = decoded ? decode(request, decoded) : request;
  // The request must outlive the reading: its socket carries the answer.
  const iterator = source.iterator({ destroyOnReturn: false });
  const clock = new PaceClock(pace);
  let turn = 0;
  try {
    for (;;) {
      const begin = performance.now();
      const coming = iterator.next() as Promise<IteratorResult<Buffer>>;
      const next = await inTime(coming, pace.idleLimitMs);
      if (next.done) break;
      clock.count(performance.now() - begin, next.value.length);
      yield next.value;
      turn += next.value.length;
      if (turn < TURN_BYTES) continue;
      turn = 0;
      await otherWork();
    }
    response.removeHeader('Connection');
  } catch (error) {
    throw error instanceof BodyTooSlow ? error : unreadable();
  } finally {
    if (decoded) {
      request.unpipe(decoded);
      decoded.destroy();
    }
  }
}

/** Adds up what came in the time that was waited for it; what the service itself took is not the sender's. */
class PaceClock {
  private waited = 0;
  private bytes = 0;

  constructor(private readonly pace: Pace) {}

  /** @throws BodyTooSlow */
  count(milliseconds: number, bytes: number): void {
    this.waited += milliseconds;
    this.bytes += bytes;
    if (this.waited < this.pace.idleLimitMs) return;
    if (this.bytes < this.pace.leastBytes) throw new BodyTooSlow();
    this.waited = 0;
    this.bytes = 0;
  }
}

function decode(request: Request, decoder: Transform): Transform {
  // A pipeline would destroy the request, and with it the answer, when the decoder fails.
  request.once('error', (error) => decoder.destroy(error));
  return request.pipe(decoder);
}

function inTime<T>(next: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    // A reader that gave up has left its last wait behind; a process that stops doesn't wait for that.
    const timer = setTimeout(() => {
      reject(new BodyTooSlow());
    }, limit).unref();
    next
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });
}

function unreadable(): Error {
  const detail = 'The body broke off, or is not in the encoding that Content-Encoding names.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
