import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Maximum number of buffered bytes. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/**
 * A pipeline adds several listeners for the end of a response; log, metrics and limits have listeners, too. Above ten
 * listeners, Node.js warns of a leak.
 */
const MAX_LISTENERS = 20;

/** Transforms a stream of bytes. */
export type StreamTransform = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer | string>;

/**
 * Streams a body; the headers must be set already. The source is closed in any case. A disconnected client is not an
 * error.
 */
export async function sendStream(
  response: Response,
  content: Readable,
  transform?: StreamTransform,
): Promise<void> {
  if (response.destroyed) {
    content.destroy();
    return;
  }
  response.setMaxListeners(MAX_LISTENERS);
  // While a pipeline waits for its source, it does not notice that its target is closed.
  response.once('close', () => content.destroy());
  if (!transform) return pipeTo(content, response);
  try {
    await pipeline(content, transform, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Streams a body whose chunks are created on demand; the headers must be set already. */
export async function sendChunks(response: Response, chunks: AsyncIterable<string>): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const content = Readable.from(chunks, { objectMode: false, highWaterMark: MAX_BUFFERED_BYTES });
  await sendStream(response, content);
}

/** Like a pipeline, without its abort signal and promises: they take a third of the time of a small file. */
function pipeTo(content: Readable, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    content.once('error', (error) => {
      response.destroy();
      reject(error);
    });
    response.once('close', resolve).once('error', resolve);
    content.pipe(response);
  });
}
