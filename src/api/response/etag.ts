import { hash } from 'node:crypto';
import type { Request } from 'express';

/**
 * Creates the strong entity tag (RFC 9110, 8.8.3) of a response.
 * @param version version of the record; without it, the tag is a hash of the body
 */
export function createETag(body: string, version?: string): string {
  return `"${version ?? hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether an If-None-Match header matches the tag, weak or strong: `*`, or a list that contains it (RFC 9110, 13.1.2).
 */
export function matchesETagWeakly(header: string | undefined, etag: string): boolean {
  return parseETags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/**
 * Whether an If-Match header matches the tag: `*`, or a list that contains it. Weak tags never match (RFC 9110,
 * 13.1.1).
 */
export function matchesETagStrongly(header: string, etag: string): boolean {
  return parseETags(header).some((tag) => tag === '*' || tag === etag);
}

function parseETags(header = ''): string[] {
  return header.trim() === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
}

/** Whether the caller already has this state, by `If-None-Match`. */
export function isNotModified(request: Request, etag: string): boolean {
  return matchesETagWeakly(request.headers['if-none-match'], etag);
}
