import type { ByteRange } from '../../core/byte-range';
import { defineError } from '../../core/errors';

/** 416: the range starts after the end of the file. */
export const RangeNotSatisfiable = defineError<{ size: number }>({
  code: 'range.outside',
  status: 416,
  title: 'The range is outside of the file',
  remedy: 'Request a range within the file.',
  detail: ({ size }) => `The file has ${size} bytes.`,
});

/** One range of bytes: from a first byte on, or a number of bytes at the end. */
const RANGE_HEADER = /^bytes=\s*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))\s*$/i;

/**
 * Parses a header with a single range (RFC 9110, 14.1.2).
 * @param size size of the file in bytes
 * @returns undefined for the whole file: without a header, with several ranges or with an invalid one
 * @throws RangeNotSatisfiable
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const { groups } = RANGE_HEADER.exec(header ?? '') ?? {};
  if (!groups) return undefined;
  const { first, last, suffix } = groups;
  const start = first === undefined ? Math.max(size - Number(suffix), 0) : Number(first);
  const end = last ? Number(last) : Infinity;
  if (end < start) return undefined;
  if (start >= size) throw new RangeNotSatisfiable({ size });
  return { first: start, last: Math.min(end, size - 1) };
}
