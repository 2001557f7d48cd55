import { Injectable } from '@nestjs/common';
import { queryTerms, searchTerms } from '../core/text';
import { chunks, type Condition, LONGEST_LIST, padded, placeholders } from './conditions';
import { Database } from './database';
import { quote } from './names';

/** What can be searched: one kind for each table of records. */
export interface SearchKind {
  readonly name: string;
  /** Stands in the database, beside every term. */
  readonly number: number;
}

const declared = new Map<number, SearchKind>();

/**
 * Declares a kind of records that `q` searches; once, where the resource is declared.
 * @param number stands in the database: never change it, and never take one that was used before
 * @throws Error for a number that another kind has: it ends the start
 */
export function searchKind(name: string, number: number): SearchKind {
  const kind = declared.get(number) ?? { name, number };
  if (kind.name !== name) {
    throw new Error(`${name} and ${kind.name} are both searched as number ${number}`);
  }
  declared.set(number, kind);
  return kind;
}

/** All kinds that were declared, by their numbers. */
export function searchKinds(): readonly SearchKind[] {
  return [...declared.values()].sort((one, other) => one.number - other.number);
}

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
      searchTerms(fields).map((term) => [kind.number, term, id]),
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
        [kind.number, ...list],
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
      params: [kind.number, prefix, prefix + AFTER_ALL],
    });
  });
}
