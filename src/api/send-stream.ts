import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A client that takes nothing for so many milliseconds is gone. */
const PATIENCE = 60_000;

/** Makes something else of bytes as they come. */
export type Through = (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer | string>;

/**
 * Sends a body as its bytes come; the headers must have been set. What it was read from is closed in the
 * end, however that is; that the client went away is no error.
 */
export async function sendStream(
  response: Response,
  content: Readable,
  through?: Through,
): Promise<void> {
  // A pipeline that waits for its source does not see that its target is gone.
  if (response.destroyed) content.destroy();
  response.once('close', () => content.destroy());
  response.setTimeout(PATIENCE, () => response.destroy());
  try {
    await (through ? pipeline(content, through, response) : pipeline(content, response));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
