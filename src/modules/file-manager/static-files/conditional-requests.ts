import type { Request } from 'express';
import { matchesETagStrongly } from '../../../api/response/etag';
import { parseRange } from '../../../api/response/range-header';
import type { ByteRange } from '../../../core/byte-range';
import type { StoredFile } from '../../../platform/media/files';

/** The strong entity tag of a file. */
export function toEtag({ entityTag }: StoredFile): string {
  return `"${entityTag}"`;
}

/** Whether If-Match or If-Unmodified-Since doesn't match the current state of the file (RFC 9110, 13.2.2). */
export function isPreconditionFailed({ headers }: Request, file: StoredFile): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return !matchesETagStrongly(ifMatch, toEtag(file));
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  return toWholeSeconds(file.modifiedAt.getTime()) > toWholeSeconds(unmodifiedSince);
}

/**
 * The single range that a GET requests; undefined for the whole file, also if If-Range refers to an earlier state.
 * @throws RangeNotSatisfiable
 */
export function findRange(request: Request, file: StoredFile): ByteRange | undefined {
  if (request.method !== 'GET' || !matchesIfRange(request, file)) return undefined;
  return parseRange(request.headers.range, file.size);
}

function matchesIfRange({ headers }: Request, file: StoredFile): boolean {
  const ifRange = headers['if-range'];
  if (typeof ifRange !== 'string') return true;
  if (ifRange.includes('"')) return matchesETagStrongly(ifRange, toEtag(file));
  return toWholeSeconds(Date.parse(ifRange)) === toWholeSeconds(file.modifiedAt.getTime());
}

/** Drops fractions of a second, which HTTP dates don't have. */
function toWholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
