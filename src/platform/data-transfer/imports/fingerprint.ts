import { hash } from 'node:crypto';

/** Characters that JSON escapes, and a few more. */
const ESCAPED_PATTERN = /["\\\p{Cc}\p{Cs}]/u;
/** Up to this many members insertion sort is faster than the built-in sort. */
const MAX_INSERTION_SORT = 32;

/** Returns the SHA-256 (base64url) of a JSON value's canonical form, regardless of white space and member order. */
export function fingerprint(value: unknown): string {
  return hash('sha256', toCanonicalJson(value), 'base64url');
}

/**
 * Returns the canonical text of a value from JSON.parse (RFC 8785: members sorted by code unit, no white space). It is
 * computed for every record of an import, so the common cases avoid JSON.stringify.
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value) text += (text === '' ? '' : ',') + toCanonicalJson(element);
    return `[${text}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of sortNames(Object.keys(members))) {
    text += `${text === '' ? '' : ','}${quoteJson(name)}:${toCanonicalJson(members[name])}`;
  }
  return `{${text}}`;
}

function quoteJson(text: string): string {
  return ESCAPED_PATTERN.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function sortNames(names: string[]): string[] {
  if (names.length > MAX_INSERTION_SORT) return names.sort();
  for (let next = 1; next < names.length; next++) {
    const name = names[next] as string;
    let at = next;
    for (; at > 0 && (names[at - 1] as string) > name; at--) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}
