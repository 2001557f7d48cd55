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
export function matchesWeakly(header: string | undefined, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/**
 * Whether an If-Match header matches the tag: `*`, or a list that contains it. Weak tags never match (RFC 9110,
 * 13.1.1).
 */
export function matchesStrongly(header: string, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || tag === etag);
}

function parseTags(header = ''): string[] {
  return header.trim() === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
}

/** Whether the caller already has this state, by `If-None-Match`. */
export function isNotModified(request: Request, etag: string): boolean {
  return matchesWeakly(request.headers['if-none-match'], etag);
}
