import type { Request } from 'express';
import { matchesStrongly } from '../../../api/etag';
import { type ByteRange, rangeIn } from '../../../api/byte-range';
import type { StoredFile } from '../../files';

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

/**
 * The one range that a GET asks for; undefined: the whole file (also where If-Range speaks of a state that is past).
 * @throws RangeOutside
 */
export function rangeOf(request: Request, file: StoredFile): ByteRange | undefined {
  if (request.method !== 'GET' || !isOfThisState(request, file)) return undefined;
  return rangeIn(request.headers.range, file.size);
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
