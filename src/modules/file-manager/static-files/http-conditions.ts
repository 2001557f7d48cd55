import type { Request } from 'express';
import { matchesStrongly } from '../../../api/response/etag';
import { parseRange } from '../../../api/response/range-header';
import type { ByteRange } from '../../../core/byte-range';
import type { StoredFile } from '../../../platform/media/files';

/** The strong entity tag of a file. */
export function toEtag({ entityTag }: StoredFile): string {
  return `"${entityTag}"`;
}

/** Whether If-Match or If-Unmodified-Since doesn't match the current state of the file (RFC 9110, 13.2.2). */
export function isPreconditionFailed({ headers }: Request, file: StoredFile): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return !matchesStrongly(match, toEtag(file));
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return toWholeSeconds(file.modifiedAt.getTime()) > toWholeSeconds(since);
}

/**
 * The single range that a GET requests; undefined for the whole file, also if If-Range refers to an earlier state.
 * @throws RangeNotSatisfiable
 */
export function findRange(request: Request, file: StoredFile): ByteRange | undefined {
  if (request.method !== 'GET' || !isCurrentState(request, file)) return undefined;
  return parseRange(request.headers.range, file.size);
}

function isCurrentState({ headers }: Request, file: StoredFile): boolean {
  const condition = headers['if-range'];
  if (typeof condition !== 'string') return true;
  if (condition.includes('"')) return matchesStrongly(condition, toEtag(file));
  return toWholeSeconds(Date.parse(condition)) === toWholeSeconds(file.modifiedAt.getTime());
}

/** Drops fractions of a second, which HTTP dates don't have. */
function toWholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
