import { UnreadableImage } from './unreadable-image';
import { ByteReader } from './byte-reader';

/** Bytes of a value by its type's number: those types that count here (BYTE, SHORT, LONG). */
const valueBytesByType: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

const ENTRY_BYTES = 12;

/** Whether the bytes begin as a TIFF does (BigTIFF does not). */
export function findTiffByteOrder(bytes: Buffer): 'little' | 'big' | undefined {
  const start = bytes.toString('latin1', 0, 4);
  if (start === 'II*\0') return 'little';
  return start === 'MM\0*' ? 'big' : undefined;
}

/**
 * Whole-number values of a TIFF's first directory (TIFF 6.0, section 2). Further directories are not looked at.
 * @param wanted tags to read, each with how many of its values at most; others, and values of other types,
 * are passed over
 * @throws Unreadable
 */
export function readTiffDirectory(
  bytes: Buffer,
  wanted: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly number[]> {
  const order = findTiffByteOrder(bytes);
  if (!order) throw new UnreadableImage('it is no TIFF structure');
  const reader = new ByteReader(bytes, order === 'little');
  const start = reader.u32(4);
  const count = reader.u16(start);
  const found = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index++) {
    const entry = start + 2 + index * ENTRY_BYTES;
    const tag = reader.u16(entry);
    const most = wanted.get(tag);
    if (most === undefined || found.has(tag)) continue;
    const values = readEntryValues(reader, entry, most);
    if (values) found.set(tag, values);
  }
  return found;
}

function readEntryValues(reader: ByteReader, entry: number, most: number): number[] | undefined {
  const size = valueBytesByType.get(reader.u16(entry + 2));
  const count = reader.u32(entry + 4);
  if (size === undefined || count === 0) return undefined;
  const at = count * size <= 4 ? entry + 8 : reader.u32(entry + 8);
  reader.require(at, count * size);
  return Array.from({ length: Math.min(count, most) }, (_, index) => {
    const place = at + index * size;
    return size === 1 ? reader.u8(place) : size === 2 ? reader.u16(place) : reader.u32(place);
  });
}
