import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';

/** Bytes of a value by the number of its type, for the types that are read (BYTE, SHORT, LONG). */
const valueBytesByType: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

const ENTRY_BYTES = 12;

/** Returns the byte order if the bytes start like a TIFF; undefined otherwise, also for a BigTIFF. */
export function findTiffByteOrder(bytes: Buffer): 'little' | 'big' | undefined {
  const start = bytes.toString('latin1', 0, 4);
  if (start === 'II*\0') return 'little';
  return start === 'MM\0*' ? 'big' : undefined;
}

/**
 * Reads integer values from a TIFF's first directory (TIFF 6.0, section 2). Further directories are ignored.
 * @param wanted tags to read, each with the maximum number of values; other tags and values of other types are skipped
 * @throws UnreadableImage
 */
export function readTiffDirectory(
  bytes: Buffer,
  wanted: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly number[]> {
  const order = findTiffByteOrder(bytes);
  if (!order) throw new UnreadableImage('it is not a TIFF structure');
  const reader = new ByteReader(bytes, order === 'little');
  const start = reader.u32(4);
  const count = reader.u16(start);
  const found = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index++) {
    const entry = start + 2 + index * ENTRY_BYTES;
    const tag = reader.u16(entry);
    const maxValues = wanted.get(tag);
    if (maxValues === undefined || found.has(tag)) continue;
    const values = readEntryValues(reader, entry, maxValues);
    if (values) found.set(tag, values);
  }
  return found;
}

function readEntryValues(
  reader: ByteReader,
  entry: number,
  maxValues: number,
): number[] | undefined {
  const size = valueBytesByType.get(reader.u16(entry + 2));
  const count = reader.u32(entry + 4);
  if (size === undefined || count === 0) return undefined;
  const at = count * size <= 4 ? entry + 8 : reader.u32(entry + 8);
  reader.require(at, count * size);
  return Array.from({ length: Math.min(count, maxValues) }, (_, index) => {
    const place = at + index * size;
    return size === 1 ? reader.u8(place) : size === 2 ? reader.u16(place) : reader.u32(place);
  });
}
