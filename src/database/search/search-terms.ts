import type { SqlValue } from '../schema/column-kinds';

/** Precedes each term in the text of a record; terms contain no white space. */
const TERM_SEPARATOR = '\n';

/** Stored terms of a record. */
export interface StoredTerms {
  /** All terms in one text, in order. */
  readonly text: string;
  readonly postings: readonly Posting[];
}

/** Index entry of a term of a record. */
interface Posting {
  readonly term: string;
  /**
   * Number of leading characters that the term shares with the one before it. Terms that start with the same prefix are
   * consecutive, and all but the first share at least the prefix. So the terms that share less than the prefix contain
   * each record once.
   */
  readonly sharedPrefixLength: number;
}

/** Converts a record's terms to their stored form, without terms that are prefixes of others and thus redundant. */
export function toStoredTerms(terms: readonly string[]): StoredTerms {
  const sorted = [...terms].sort();
  const stored = sorted.filter((term, at) => sorted[at + 1]?.startsWith(term) !== true);
  return {
    text: stored.map((term) => TERM_SEPARATOR + term).join(''),
    postings: stored.map((term, at) => ({
      term,
      sharedPrefixLength: getSharedPrefixLength(stored[at - 1] ?? '', term),
    })),
  };
}

/** Returns the terms in a record's text. */
export function parseStoredTerms(text: string): string[] {
  return text.split(TERM_SEPARATOR).slice(1);
}

/** Returns the text that a record's text contains if it has a term with this prefix. */
export function toStoredPrefix(prefix: string): string {
  return TERM_SEPARATOR + prefix;
}

export const postingColumns = ['kind', 'term', 'record_id', 'shared'] as const;

/** Returns the index rows of records' terms, in the order of the index: this is fastest, and avoids deadlocks. */
export function toPostingRows(
  kind: number,
  records: readonly { readonly id: number; readonly postings: readonly Posting[] }[],
): SqlValue[][] {
  const rows = new Map<string, SqlValue[][]>();
  for (const { id, postings } of records.toSorted((one, other) => one.id - other.id)) {
    for (const { term, sharedPrefixLength } of postings) {
      const row = [kind, term, id, sharedPrefixLength];
      const known = rows.get(term);
      if (known) known.push(row);
      else rows.set(term, [row]);
    }
  }
  return [...rows.keys()].sort().flatMap((term) => rows.get(term) ?? []);
}

function getSharedPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
