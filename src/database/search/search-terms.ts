import type { SqlValue } from '../schema/column-kinds';

/** Stands before each term in the one text of a record; no term has white space. */
const TERM_SEPARATOR = '\n';

/** What is stored of one record. */
export interface StoredTerms {
  /** All of its terms in one text, in order. */
  readonly text: string;
  readonly postings: readonly Posting[];
}

/** A term of a record. */
interface Posting {
  readonly term: string;
  /**
   * How many characters the term has in common with the one before it. The terms that begin with a prefix follow
   * each other, and all but the first share the whole of it: whoever takes the terms that share less than the
   * prefix finds each record once.
   */
  readonly shared: number;
}

/** A record's terms as they are stored: without those that another one begins with, which finds the same. */
export function toStoredTerms(terms: readonly string[]): StoredTerms {
  const sorted = [...terms].sort();
  const kept = sorted.filter((term, at) => sorted[at + 1]?.startsWith(term) !== true);
  return {
    text: kept.map((term) => TERM_SEPARATOR + term).join(''),
    postings: kept.map((term, at) => ({ term, shared: sharedLength(kept[at - 1] ?? '', term) })),
  };
}

/** The terms of a record's text. */
export function parseStoredTerms(text: string): string[] {
  return text.split(TERM_SEPARATOR).slice(1);
}

/** What stands in the text of a record that has a term with this prefix. */
export function toTermStart(prefix: string): string {
  return TERM_SEPARATOR + prefix;
}

export const postingColumns = ['kind', 'term', 'record_id', 'shared'] as const;

/** The rows of records' terms, in the order of the index: quickest to insert, and two at once never deadlock. */
export function toPostingRows(
  kind: number,
  records: readonly { readonly id: number; readonly postings: readonly Posting[] }[],
): SqlValue[][] {
  return records
    .flatMap(({ id, postings }) => postings.map(({ term, shared }) => ({ id, term, shared })))
    .sort((one, other) => compareTerms(one.term, other.term) || one.id - other.id)
    .map(({ id, term, shared }) => [kind, term, id, shared]);
}

function compareTerms(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
