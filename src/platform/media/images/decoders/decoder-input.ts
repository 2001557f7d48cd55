import { ImageDecodingError } from '../codec-task';
import type { ImageHeader } from '../variant';
import { readJpegFrame } from './jpeg-frame';
import { isPngTextChunk, listPngChunks, PNG_SIGNATURE } from './png';

/**
 * Maximum number of scans of a JPEG. Progressive ones have about ten. Each costs a pass over the whole picture, however
 * few bytes it has, so a small file could keep a decoder busy for minutes.
 */
const MAX_JPEG_SCANS = 100;

const JPEG_SCAN_MARKER = Buffer.from('ffda', 'hex');
const JPEG_END_MARKER = Buffer.from('ffd9', 'hex');

/**
 * Returns the bytes that a decoder gets: without the texts of a PNG, which libpng would inflate.
 * @throws ImageDecodingError if a JPEG has too many scans
 */
export function sanitizeForDecoder(bytes: Buffer, { type }: ImageHeader): Buffer {
  if (type === 'jpeg') assertJpegScanLimit(bytes);
  if (type !== 'png') return bytes;
  const keptChunks = [...listPngChunks(bytes)].filter(({ name }) => !isPngTextChunk(name));
  return Buffer.concat([PNG_SIGNATURE, ...keptChunks.map(({ whole }) => whole)]);
}

function assertJpegScanLimit(bytes: Buffer): void {
  let offset = readJpegFrame(bytes).scanOffset;
  const end = bytes.indexOf(JPEG_END_MARKER, offset);
  for (let scans = 1; offset >= 0 && (end < 0 || offset < end); scans++) {
    if (scans > MAX_JPEG_SCANS)
      throw new ImageDecodingError(`the JPEG has more than ${MAX_JPEG_SCANS} scans`);
    offset = bytes.indexOf(JPEG_SCAN_MARKER, offset + JPEG_SCAN_MARKER.length);
  }
}
