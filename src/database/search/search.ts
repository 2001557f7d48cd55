import { Injectable } from '@nestjs/common';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import { toSearchTerms } from '../../core/text';
import { chunks, MAX_LIST_LENGTH, padToPowerOfTwo, placeholders } from '../queries/conditions';
import { Database } from '../database';
import {
  postingColumns,
  toPostingRows,
  type StoredTerms,
  toStoredTerms,
  parseStoredTerms,
} from './search-terms';

/** What can be searched: one kind for each table of records. */
export interface SearchKind {
  readonly name: string;
  /** Stored with every term in the database. */
  readonly number: number;
}

const declaredKinds = new Map<number, SearchKind>();

/**
 * Declares a kind of records that `q` searches; once, where the resource is declared.
 * @param number stands in the database: never change it, and never take one that was used before
 * @throws Error for a number that another kind has: it ends the start
 */
export function defineSearchKind(name: string, number: number): SearchKind {
  const kind = declaredKinds.get(number) ?? { name, number };
  if (kind.name !== name) {
    throw new Error(`${name} and ${kind.name} are both searched as number ${number}`);
  }
  declaredKinds.set(number, kind);
  return kind;
}

/** All kinds that were declared, by their numbers. */
export function listSearchKinds(): readonly SearchKind[] {
  return [...declaredKinds.values()].sort((one, other) => one.number - other.number);
}

/** A record, and the values of its fields that can be searched. */
interface SearchEntry {
  readonly id: number;
  readonly fields: readonly string[];
}

/** The terms of a record that are to be stored. */
interface IndexedRecord extends StoredTerms {
  readonly id: number;
}

/**
 * The index behind `q`: for each word start of a record's searchable fields one term (core/text). Each term has a
 * row, by which records are found; and each record has one, with all of its terms, by which it is looked at.
 */
@Injectable()
export class SearchIndex {
  constructor(private readonly database: Database) {}

  /** Replaces the records' terms where they are others; inside a unit of work. An id stands in `entries` at most once. */
  async replace(kind: SearchKind, entries: readonly SearchEntry[]): Promise<void> {
    const stored = await this.lock(
      kind,
      entries.map(({ id }) => id),
    );
    const all = await toIndexedRecords(entries);
    const changed = all.filter(({ id, text }) => stored.get(id) !== text);
    await this.removePostings(kind, new Map(changed.flatMap(({ id }) => findMapEntry(stored, id))));
    await this.insert(kind, changed);
  }

  /** The terms of records that were inserted just now; inside a unit of work. */
  async add(kind: SearchKind, entries: readonly SearchEntry[]): Promise<void> {
    await this.insert(kind, await toIndexedRecords(entries));
  }

  /** Removes the records from the index; inside a unit of work. */
  async remove(kind: SearchKind, ids: readonly number[]): Promise<void> {
    await this.removePostings(kind, await this.lock(kind, ids));
  }

  /** The stored texts by id; they stay until the unit of work ends: two that change a record's terms take turns. */
  private async lock(kind: SearchKind, ids: readonly number[]): Promise<Map<number, string>> {
    const stored = new Map<number, string>();
    const sorted = [...ids].sort((one, other) => one - other);
    for (const chunk of chunks(sorted, MAX_LIST_LENGTH)) {
      const list = padToPowerOfTwo(chunk);
      const rows = await this.database.select<{ id: number; terms: string }>(
        'SELECT record_id AS id, terms FROM search_records WHERE kind = ? ' +
          `AND record_id IN (${placeholders(list.length)})${this.database.dialect.forUpdate}`,
        [kind.number, ...list],
      );
      for (const { id, terms } of rows) stored.set(id, terms);
    }
    return stored;
  }

  private async removePostings(
    kind: SearchKind,
    stored: ReadonlyMap<number, string>,
  ): Promise<void> {
    for (const [id, text] of stored) {
      for (const chunk of chunks(parseStoredTerms(text), MAX_LIST_LENGTH)) {
        const list = padToPowerOfTwo(chunk);
        await this.database.execute(
          `DELETE FROM search_postings WHERE kind = ? AND term IN (${placeholders(list.length)}) AND record_id = ?`,
          [kind.number, ...list, id],
        );
      }
    }
    for (const chunk of chunks([...stored.keys()], MAX_LIST_LENGTH)) {
      const list = padToPowerOfTwo(chunk);
      await this.database.execute(
        `DELETE FROM search_records WHERE kind = ? AND record_id IN (${placeholders(list.length)})`,
        [kind.number, ...list],
      );
    }
  }

  private async insert({ number }: SearchKind, records: readonly IndexedRecord[]): Promise<void> {
    if (records.length === 0) return;
    const texts = records.map(({ id, text }) => [number, id, text]);
    const rows = toPostingRows(number, records);
    await this.database.write(async (transaction) => {
      const columns = ['kind', 'record_id', 'terms'];
      await transaction.insert({ table: 'search_records', columns, rows: texts });
      await transaction.insert({ table: 'search_postings', columns: postingColumns, rows });
    });
  }
}

/** Gives way between records: one with a thousand texts takes milliseconds. */
async function toIndexedRecords(entries: readonly SearchEntry[]): Promise<IndexedRecord[]> {
  const all: IndexedRecord[] = [];
  for (const { id, fields } of entries) {
    await yieldToEventLoop();
    all.push({ id, ...toStoredTerms(toSearchTerms(fields)) });
  }
  return all;
}

function findMapEntry<K, V>(map: ReadonlyMap<K, V>, key: K): [K, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
