import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Bytes that are made before somebody takes them. */
const BUFFERED_BYTES = 64 * 1024;

/** Makes something else of bytes as they come. */
export type StreamTransform = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer | string>;

/**
 * Sends a body as its bytes come; the headers must have been set. What it was read from is closed in the
 * end, however that is; that the client went away is no error.
 */
export async function sendStream(
  response: Response,
  content: Readable,
  through?: StreamTransform,
): Promise<void> {
  if (response.destroyed) {
    content.destroy();
    return;
  }
  // A pipeline that waits for its source does not see that its target is gone.
  response.once('close', () => content.destroy());
  if (!through) return pipeTo(content, response);
  try {
    await pipeline(content, through, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** Sends a body whose pieces are made when the ones before have been taken; the headers must have been set. */
export async function sendChunks(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const content = Readable.from(pieces, { objectMode: false, highWaterMark: BUFFERED_BYTES });
  await sendStream(response, content);
}

/** As a pipeline does it, without the abort signal and the promises that are a third of the time of a small file. */
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
