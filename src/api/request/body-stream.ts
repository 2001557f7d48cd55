import type { Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { DomainError } from '../../core/errors';
import {
  BodyDeadlinePassed,
  BodyMalformed,
  BodyTooSlow,
  MediaTypeUnsupported,
} from '../problems/api-errors';
import { assertMediaType } from './body';
import { enableLingeringClose } from './lingering-close';

const HOUR_MS = 60 * 60 * 1000;

/** Minimum rate of a streamed body, for the time that the service waits for the client, and its deadline. */
export interface TransferLimits {
  /** Milliseconds of waiting in which `minBytes` have to arrive. */
  readonly windowMs: number;
  readonly minBytes: number;
  /** Maximum hours for the whole body, including the service's own work. */
  readonly deadlineHours?: number;
}

/** The limits of uploads and imports: at least 1 KiB a second, and the deadline. */
export function createUploadLimits(deadlineHours: number): TransferLimits {
  return { windowMs: 60_000, minBytes: 60 * 1024, deadlineHours };
}

/**
 * Bytes to read before yielding to other work. Node reads up to 2 MiB at once from a socket, which takes some
 * milliseconds.
 */
const SLICE_BYTES = 64 * 1024;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Opens a request's body as a decompressed stream. It reads only on demand and yields to other work in between. A
 * response before the end of the body closes the connection.
 * @throws MediaTypeUnsupported at once; while reading: BodyTooSlow, BodyDeadlinePassed, or BodyMalformed if the body
 * breaks off or can't be decoded
 */
export function openBodyStream(
  request: Request,
  response: Response,
  mediaType: string,
  limits: TransferLimits,
): AsyncIterable<Buffer> {
  assertMediaType(request, mediaType);
  const encoding = (request.headers['content-encoding'] || 'identity').trim().toLowerCase();
  const createDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!createDecoder && encoding !== 'identity')
    throw new MediaTypeUnsupported({ expected: mediaType });
  response.setHeader('Connection', 'close');
  enableLingeringClose(request);
  return readChunks(request, response, createDecoder, limits);
}

async function* readChunks(
  request: Request,
  response: Response,
  createDecoder: (() => Transform) | undefined,
  limits: TransferLimits,
): AsyncGenerator<Buffer> {
  const decoderStream = createDecoder?.();
  const source = decoderStream ? decode(request, decoderStream) : request;
  // The request must not be destroyed after reading: its socket carries the response.
  const iterator = source.iterator({ destroyOnReturn: false });
  const monitor = new TransferRateMonitor(limits);
  let sliceBytes = 0;
  try {
    for (;;) {
      const start = performance.now();
      const pending = iterator.next() as Promise<IteratorResult<Buffer>>;
      const next = await withTimeout(pending, monitor);
      if (next.done) break;
      monitor.recordProgress(performance.now() - start, next.value.length);
      yield next.value;
      sliceBytes += next.value.length;
      if (sliceBytes < SLICE_BYTES) continue;
      sliceBytes = 0;
      await setImmediate();
    }
    if (!response.headersSent) response.removeHeader('Connection');
  } catch (error) {
    throw error instanceof DomainError ? error : createUnreadableBodyError();
  } finally {
    if (decoderStream) {
      request.unpipe(decoderStream);
      decoderStream.destroy();
    }
  }
}

/**
 * Measures the rate of a body. Only the time that was spent waiting counts; the sender isn't responsible for the
 * service's own work.
 */
class TransferRateMonitor {
  private readonly deadlineAt: number;
  private waitedMs = 0;
  private bytes = 0;

  constructor(private readonly limits: TransferLimits) {
    this.deadlineAt = performance.now() + (limits.deadlineHours ?? Infinity) * HOUR_MS;
  }

  /** Milliseconds to wait for the next bytes. */
  get timeoutMs(): number {
    const leftMs = Math.min(this.remainingWindowMs, this.deadlineAt - performance.now());
    // Timers use whole milliseconds, and may fire one millisecond early.
    return Math.max(0, Math.ceil(leftMs) + 1);
  }

  /** The error for a body that is too slow or too late. */
  get timeoutError(): Error {
    const { deadlineHours = 0 } = this.limits;
    return this.isDeadlinePassed
      ? new BodyDeadlinePassed({ hours: deadlineHours })
      : new BodyTooSlow();
  }

  /** @throws BodyTooSlow, BodyDeadlinePassed */
  recordProgress(milliseconds: number, bytes: number): void {
    this.waitedMs += milliseconds;
    this.bytes += bytes;
    if (this.isDeadlinePassed) throw this.timeoutError;
    if (this.waitedMs < this.limits.windowMs) return;
    if (this.bytes < this.limits.minBytes) throw this.timeoutError;
    this.waitedMs = 0;
    this.bytes = 0;
  }

  private get isDeadlinePassed(): boolean {
    return performance.now() >= this.deadlineAt;
  }

  /** Rounded to whole seconds. If enough bytes have arrived already, the next window may pass as well. */
  private get remainingWindowMs(): number {
    const { windowMs, minBytes } = this.limits;
    const left = windowMs - Math.floor(this.waitedMs / 1000) * 1000;
    return this.bytes < minBytes ? left : left + windowMs;
  }
}

function decode(request: Request, decoder: Transform): Transform {
  // If the decoder failed, a pipeline would destroy the request, and with it the response.
  request.once('error', (error) => decoder.destroy(error));
  return request.pipe(decoder);
}

function withTimeout<T>(next: Promise<T>, monitor: TransferRateMonitor): Promise<T> {
  return new Promise((resolve, reject) => {
    // A reader that gave up leaves this timer behind; it must not keep a stopping process alive.
    const timer = setTimeout(() => {
      reject(monitor.timeoutError);
    }, monitor.timeoutMs).unref();
    next
      .finally(() => {
        clearTimeout(timer);
      })
      .then(resolve, reject);
  });
}

function createUnreadableBodyError(): Error {
  const detail = 'The body ended early, or is not in the encoding that Content-Encoding names.';
  return new BodyMalformed({ code: 'body.malformed', detail });
}
