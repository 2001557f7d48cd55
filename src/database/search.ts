import { Injectable } from '@nestjs/common';
import { queryTerms, searchTerms } from '../core/text';
import { chunks, type Condition, LONGEST_LIST, padded, placeholders } from './conditions';
import { Database } from './database';
import { quote } from './names';

/** The numbers stand in the database: never change one, only add. */
const searchKinds = {
  tagGroup: 1,
  tag: 2,
  tagValue: 3,
  news: 4,
  location: 5,
  definition: 6,
  channel: 7,
  user: 8,
  userGroup: 9,
  shoppingListRow: 10,
  document: 11,
  shipment: 12,
  catalogElement: 13,
  zone: 14,
  headquarter: 15,
  tax: 16,
} as const;

/** What can be searched: one kind for each table of records. */
export type SearchKind = keyof typeof searchKinds;

const TERM_LENGTH = 200;
/** Follows every character that a term can go on with (it is none itself). */
const AFTER_ALL = '\u{10FFFF}';

/** A record, and the values of its fields that can be searched. */
interface SearchEntry {
  readonly id: number;
  readonly fields: readonly string[];
}

/** The index behind `q`: for each word start of a record's searchable fields one term (core/text). */
@Injectable()
export class SearchIndex {
  constructor(private readonly database: Database) {}

  /** Replaces the records' terms; inside a unit of work. An id stands in `entries` at most once. */
  async put(kind: SearchKind, entries: readonly SearchEntry[]): Promise<void> {
    await this.remove(
      kind,
      entries.map(({ id }) => id),
    );
    await this.add(kind, entries);
  }

  /** The terms of records that were inserted just now; inside a unit of work. */
  async add(kind: SearchKind, entries: readonly SearchEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.flatMap(({ id, fields }) =>
      searchTerms(fields).map((term) => [searchKinds[kind], term, id]),
    );
    await this.database.write((transaction) =>
      transaction.insert({ table: 'search_terms', columns: ['kind', 'term', 'record_id'], rows }),
    );
  }

  /** Removes the records from the index; inside a unit of work. */
  async remove(kind: SearchKind, ids: readonly number[]): Promise<void> {
    for (const chunk of chunks(ids, LONGEST_LIST)) {
      const list = padded(chunk);
      await this.database.change(
        `DELETE FROM search_terms WHERE kind = ? AND record_id IN (${placeholders(list.length)})`,
        [searchKinds[kind], ...list],
      );
    }
  }
}

/** One condition for each term of `q`: it begins a word of the record. Without terms there are none. */
export function searchConditions(kind: SearchKind, q: string): Condition[] {
  return queryTerms(q).map((term) => {
    const prefix = [...term].slice(0, TERM_LENGTH).join('');
    return (_, alias) => ({
      sql:
        `${alias}.${quote('id')} IN (SELECT s.record_id FROM search_terms s ` +
        'WHERE s.kind = ? AND s.term >= ? AND s.term < ?)',
      params: [searchKinds[kind], prefix, prefix + AFTER_ALL],
    });
  });
}
