import type { Request } from 'express';
import { matchesStrongly } from '../../../api/response/etag';
import { parseRange } from '../../../api/response/range-header';
import type { ByteRange } from '../../../core/byte-range';
import type { StoredFile } from '../../../platform/media/files';

/** The strong entity tag of a file. */
export function toEtag({ tag }: StoredFile): string {
  return `"${tag}"`;
}

/** Whether If-Match or If-Unmodified-Since names another state of the file (RFC 9110, 13.2.2). */
export function isPreconditionFailed({ headers }: Request, file: StoredFile): boolean {
  const match = headers['if-match'];
  if (match !== undefined) return !matchesStrongly(match, toEtag(file));
  const since = Date.parse(headers['if-unmodified-since'] ?? '');
  return toWholeSeconds(file.modifiedAt.getTime()) > toWholeSeconds(since);
}

/**
 * The one range that a GET asks for; undefined: the whole file (also if If-Range names an earlier state).
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

/** HTTP dates have no fractions of a second. */
function toWholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
