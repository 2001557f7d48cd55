import { readFile } from 'node:fs/promises';

/** Of opened font files that a thread keeps for the next document. */
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

const kept = new Map<string, Uint8Array>();

/**
 * The TrueType or OpenType font in a file, which may be a WOFF2; the latest ones are kept.
 * @param path of a file that does not change
 */
export async function fontInFile(path: string): Promise<Uint8Array> {
  const known = kept.get(path);
  if (known) {
    kept.delete(path);
    kept.set(path, known);
    return known;
  }
  const bytes = await readFile(path);
  const font = isWoff2(bytes) ? await decompressed(bytes) : bytes;
  kept.set(path, font);
  let size = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of kept) {
    if (size <= MOST_KEPT_BYTES || oldest === path) break;
    kept.delete(oldest);
    size -= length;
  }
  return font;
}

async function decompressed(bytes: Buffer): Promise<Uint8Array> {
  // Few documents need it, and it takes its time to load.
  const { decompress } = await import('wawoff2');
  // What is decompressed stands in memory that the next file is decompressed in.
  return (await decompress(bytes)).slice();
}

function isWoff2(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'wOF2';
}
