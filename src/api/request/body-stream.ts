import type { Transform } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { DomainError } from '../../core/errors';
import {
  BodyDeadlinePassed,
  BodyMalformed,
  BodyTooSlow,
  MediaTypeUnsupported,
} from '../problems/problems';
import { assertMediaType } from './body';
import { lingeringClose } from './lingering-close';

const HOUR_MS = 60 * 60 * 1000;

/** How slowly a streamed body may come. Only the time that the service waits for the client counts. */
export interface MinimumRate {
  /** Milliseconds of waiting in which `minBytes` have to come. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** Hours that the whole body may take, whatever takes them. */
  readonly deadlineHours?: number;
}

/** Of uploads and imports: 1 KiB a second. */
export function uploadRate(deadlineHours: number): MinimumRate {
  return { windowMs: 60_000, minBytes: 60 * 1024, deadlineHours };
}

/**
 * Bytes that are taken before others get their turn: Node reads up to 2 MiB from a socket that has them, which takes
 * some milliseconds.
 */
const SLICE_BYTES = 64 * 1024;

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
 * While it is read: 408 when it comes too slowly or for too long, 400 when it breaks off or can't be decoded.
 * @throws MediaTypeUnsupported
 */
export function openBodyStream(
  request: Request,
  response: Response,
  mediaType: string,
  pace: MinimumRate,
): AsyncIterable<Buffer> {
  assertMediaType(request, mediaType);
  const encoding = (request.headers['content-encoding'] || 'identity').trim().toLowerCase();
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decoder && encoding !== 'identity') throw new MediaTypeUnsupported({ expected: mediaType });
  response.setHeader('Connection', 'close');
  lingeringClose(request);
  return readChunks(request, response, decoder, pace);
}

async function* readChunks(
  request: Request,
  response: Response,
  decoder: (() => Transform) | undefined,
  pace: MinimumRate,
): AsyncGenerator<Buffer> {
  const decoded = decoder?.();
  const source = decoded ? decode(request, decoded) : request;
  // The request must outlive the reading: its socket carries the answer.
  const iterator = source.iterator({ destroyOnReturn: false });
  const clock = new RateMonitor(pace);
  let turn = 0;
  try {
    for (;;) {
      const begin = performance.now();
      const coming = iterator.next() as Promise<IteratorResult<Buffer>>;
      const next = await withTimeout(coming, clock);
      if (next.done) break;
      clock.count(performance.now() - begin, next.value.length);
      yield next.value;
      turn += next.value.length;
      if (turn < SLICE_BYTES) continue;
      turn = 0;
      await otherWork();
    }
    response.removeHeader('Connection');
  } catch (error) {
    throw error instanceof DomainError ? error : unreadableBody();
  } finally {
    if (decoded) {
      request.unpipe(decoded);
      decoded.destroy();
    }
  }
}

/** Adds up what came in the time that was waited for it; the time that the service itself took is not the sender's. */
class RateMonitor {
  private readonly deadlineAt: number;
  private waitedMs = 0;
  private bytes = 0;

  constructor(private readonly rate: MinimumRate) {
    this.deadlineAt = performance.now() + (rate.deadlineHours ?? Infinity) * HOUR_MS;
  }

  /** Milliseconds that the next bytes may take. */
  get timeoutMs(): number {
    const leftMs = Math.min(this.remainingWindowMs, this.deadlineAt - performance.now());
    // Timers are whole milliseconds, and may fire in the one before.
    return Math.max(0, Math.ceil(leftMs) + 1);
  }

  /** Why nothing more is waited for. */
  get timeoutError(): Error {
    const { deadlineHours = 0 } = this.rate;
    return this.isDeadlinePassed
      ? new BodyDeadlinePassed({ hours: deadlineHours })
      : new BodyTooSlow();
  }

  /** @throws BodyTooSlow, BodyDeadlinePassed */
  count(milliseconds: number, bytes: number): void {
    this.waitedMs += milliseconds;
    this.bytes += bytes;
    if (this.isDeadlinePassed) throw this.timeoutError;
    if (this.waitedMs < this.rate.windowMs) return;
    if (this.bytes < this.rate.minBytes) throw this.timeoutError;
    this.waitedMs = 0;
    this.bytes = 0;
  }

  private get isDeadlinePassed(): boolean {
    return performance.now() >= this.deadlineAt;
  }

  /** To the second. Where enough has come already, the next window may pass as well. */
  private get remainingWindowMs(): number {
    const { windowMs, minBytes } = this.rate;
    const left = windowMs - Math.floor(this.waitedMs / 1000) * 1000;
    return this.bytes < minBytes ? left : left + windowMs;
  }
}

function decode(request: Request, decoder: Transform): Transform {
  // A pipeline would destroy the request, and with it the answer, when the decoder fails.
  request.once('error', (error) => decoder.destroy(error));
  return request.pipe(decoder);
}

function withTimeout<T>(next: Promise<T>, clock: RateMonitor): Promise<T> {
  return new Promise((resolve, reject) => {
    // A reader that gave up has left its last wait behind; a process that stops doesn't wait for that.
    const timer = setTimeout(() => {
      reject(clock.timeoutError);
    }, clock.timeoutMs).unref();
    next
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });
}

function unreadableBody(): Error {
  const detail = 'The body broke off, or is not in the encoding that Content-Encoding names.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
