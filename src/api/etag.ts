import { createHash } from 'node:crypto';

/**
 * The strong entity tag (RFC 9110, 8.8.3) of an answer.
 * @param version the record's own version, where it has one; else the body's bytes decide
 */
export function etagOf(body: string, version?: string): string {
  return `"${version ?? createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether an If-Match or If-None-Match header names the tag: `*`, or a list that holds it. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
