import type { Request } from 'express';
import { matchesStrongly } from '../../../api/etag';
import type { ByteRange, StoredFile } from '../../files';
import { RangeOutside } from '../file-manager.errors';

/** The strong entity tag of a file. */
export function etagOf({ tag }: StoredFile): string {
  return `"${tag}"`;
}

/** Whether If-Match or If-Unmodified-Since speaks of another state of the file (RFC 9110, 13.2.2). */
export function hasChanged({ headers }: Request, file: StoredFile): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return !matchesStrongly(match, etagOf(file));
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return secondsOf(file.modifiedAt.getTime()) > secondsOf(since);
}

/** One range of bytes: from a first one on, or so many at the end. */
const RANGE = /^bytes=\s*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))\s*$/i;

/**
 * The one range that a GET asks for (RFC 9110, 14.1.2); undefined: the whole file (no range, several, one
 * that is none, or one of a state that If-Range says is past).
 * @throws RangeOutside
 */
export function rangeOf(request: Request, file: StoredFile): ByteRange | undefined {
  const { groups } = RANGE.exec(request.headers.range ?? '') ?? {};
  if (!groups || request.method !== 'GET' || !isOfThisState(request, file)) return undefined;
  const { size } = file;
  const { first, last, suffix } = groups;
  const begin = first === undefined ? Math.max(size - Number(suffix), 0) : Number(first);
  const end = last ? Number(last) : Infinity;
  if (end < begin) return undefined;
  if (begin >= size) throw new RangeOutside({ size });
  return { first: begin, last: Math.min(end, size - 1) };
}

function isOfThisState({ headers }: Request, file: StoredFile): boolean {
  const condition = headers['if-range'];
  if (typeof condition !== 'string') return true;
  if (condition.includes('"')) return matchesStrongly(condition, etagOf(file));
  return secondsOf(Date.parse(condition)) === secondsOf(file.modifiedAt.getTime());
}

/** Dates of HTTP have no fraction. */
function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
