import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { BodyMalformed, BodyTooSlow, MediaTypeUnsupported } from '../problems';
import { requireMediaType } from './body';

/** Longest wait for the next bytes of a streamed body, in milliseconds. */
const IDLE_LIMIT = 60_000;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * A request's body as it arrives, decompressed; nothing is read before the next part is asked for.
 * An answer that is given before the body was read to its end closes the connection.
 * While it is read: 408 when no bytes come within the limit, 400 when it breaks off or can't be decoded.
 * @throws MediaTypeUnsupported
 */
export function openBody(
  request: Request,
  response: Response,
  mediaType: string,
  idleLimit = IDLE_LIMIT,
): AsyncIterable<Buffer> {
  requireMediaType(request, mediaType);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decoder && encoding !== 'identity') throw new MediaTypeUnsupported({ expected: mediaType });
  response.setHeader('Connection', 'close');
  return parts(request, response, decoder, idleLimit);
}

async function* parts(
  request: Request,
  response: Response,
  decoder: (() => Transform) | undefined,
  idleLimit: number,
): AsyncGenerator<Buffer> {
  const decoded = decoder?.();
  const source = decoded ? decode(request, decoded) : request;
  // The request must outlive the reading: its socket carries the answer.
  const iterator = source.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await inTime(iterator.next() as Promise<IteratorResult<Buffer>>, idleLimit);
      if (next.done) break;
      yield next.value;
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
