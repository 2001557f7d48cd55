import { hash } from 'node:crypto';
import type { Request } from 'express';

/**
 * The strong entity tag (RFC 9110, 8.8.3) of an answer.
 * @param version the record's own version, where it has one; else the body's bytes decide
 */
export function createETag(body: string, version?: string): string {
  return `"${version ?? hash('sha1', body, 'base64url')}"`;
}

/** Whether an If-None-Match header names the tag, weak or strong: `*`, or a list that holds it (RFC 9110, 13.1.2). */
export function matchesWeakly(header: string | undefined, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Whether an If-Match header names the tag: `*`, or a list that holds it; weak ones never match (RFC 9110, 13.1.1). */
export function matchesStrongly(header: string, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || tag === etag);
}

function parseTags(header = ''): string[] {
  return header.trim() === '*' ? ['*'] : (header.match(/(?:W\/)?"[^"]*"/g) ?? []);
}

/** Whether the caller has this state already, by `If-None-Match`. */
export function isNotModified(request: Request, etag: string): boolean {
  return matchesWeakly(request.headers['if-none-match'], etag);
}
