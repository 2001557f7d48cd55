import type { ByteRange } from '../../core/byte-range';
import { defineError } from '../../core/errors';

/** 416: a range begins after the end of the file. */
export const RangeNotSatisfiable = defineError<{ size: number }>({
  code: 'range.outside',
  status: 416,
  title: 'The range lies outside of the file',
  remedy: 'Ask for a range within the file.',
  detail: ({ size }) => `The file has ${size} bytes.`,
});

/** One range of bytes: from a first one on, or a number of them at the end. */
const RANGE = /^bytes=\s*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))\s*$/i;

/**
 * The one range that a header asks for (RFC 9110, 14.1.2); undefined: the whole file (no range, several, or one that is
 * none).
 * @param size bytes of the file
 * @throws RangeNotSatisfiable
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const { groups } = RANGE.exec(header ?? '') ?? {};
  if (!groups) return undefined;
  const { first, last, suffix } = groups;
  const begin = first === undefined ? Math.max(size - Number(suffix), 0) : Number(first);
  const end = last ? Number(last) : Infinity;
  if (end < begin) return undefined;
  if (begin >= size) throw new RangeNotSatisfiable({ size });
  return { first: begin, last: Math.min(end, size - 1) };
}
