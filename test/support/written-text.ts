import type { PassThrough } from 'node:stream';

/** Everything that was written to a stream so far. From Node.js 26 on, `read` returns one chunk at a time. */
export function writtenText(stream: PassThrough): string {
  let text = '';
  for (
    let chunk = stream.read() as Buffer | null;
    chunk !== null;
    chunk = stream.read() as Buffer | null
  ) {
    text += String(chunk);
  }
  return text;
}
