import { UnreadableImage } from '../codec-task';
import type { ImageHeader } from '../variant';
import { readJpegFrame } from './jpeg-frame';
import { isPngText, listPngChunks, PNG_SIGNATURE } from './png';

/**
 * Maximum number of scans of a JPEG. Progressive ones have about ten. Each costs a pass over the whole picture, however
 * few bytes it has, so a small file could keep a decoder busy for minutes.
 */
const MAX_SCANS = 100;

const SCAN_MARKER = Buffer.from('ffda', 'hex');
const END_MARKER = Buffer.from('ffd9', 'hex');

/**
 * Returns the bytes that a decoder gets: without the texts of a PNG, which libpng would inflate.
 * @throws UnreadableImage if a JPEG has too many scans
 */
export function toDecoderInput(bytes: Buffer, { type }: ImageHeader): Buffer {
  if (type === 'jpeg') requireFewScans(bytes);
  if (type !== 'png') return bytes;
  const kept = [...listPngChunks(bytes)].filter(({ name }) => !isPngText(name));
  return Buffer.concat([PNG_SIGNATURE, ...kept.map(({ whole }) => whole)]);
}

function requireFewScans(bytes: Buffer): void {
  let at = readJpegFrame(bytes).scanAt;
  const end = bytes.indexOf(END_MARKER, at);
  for (let scans = 1; at >= 0 && (end < 0 || at < end); scans++) {
    if (scans > MAX_SCANS) throw new UnreadableImage(`the JPEG has more than ${MAX_SCANS} scans`);
    at = bytes.indexOf(SCAN_MARKER, at + SCAN_MARKER.length);
  }
}
