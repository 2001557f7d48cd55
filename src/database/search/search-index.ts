import { Injectable } from '@nestjs/common';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import { toSearchTerms } from '../../core/text-folding';
import {
  splitIntoChunks,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  formatPlaceholders,
} from '../queries/conditions';
import { Database } from '../database';
import {
  postingColumns,
  toPostingRows,
  type StoredTerms,
  toStoredTerms,
  parseStoredTerms,
} from './search-terms';

/** A kind of searchable records: one for each table. */
export interface SearchKind {
  readonly name: string;
  /** Number that identifies the kind in the database. */
  readonly number: number;
}

const declaredKinds = new Map<number, SearchKind>();

/**
 * Declares a kind of records that `q` searches. Called once, where the resource is declared.
 * @param number stored in the database: never change or reuse it
 * @throws Error if another kind has the number, which aborts the startup
 */
export function defineSearchKind(name: string, number: number): SearchKind {
  const kind = declaredKinds.get(number) ?? { name, number };
  if (kind.name !== name) {
    throw new Error(`${name} and ${kind.name} both have the search number ${number}`);
  }
  declaredKinds.set(number, kind);
  return kind;
}

/** Returns all declared kinds, by their numbers. */
export function listSearchKinds(): readonly SearchKind[] {
  return [...declaredKinds.values()].sort((one, other) => one.number - other.number);
}

/** A record with the values of its searchable fields. */
interface SearchableRecord {
  readonly id: number;
  readonly fields: readonly string[];
}

/** A record with its terms to store. */
interface IndexedRecord extends StoredTerms {
  readonly id: number;
}

/**
 * The index behind `q`, with one term for each start of a word in a record's searchable fields (core/text-folding).
 * Each term of a record has a row, by which the record is found. Each record has a row with all its terms, by which a
 * single record is checked.
 */
@Injectable()
export class SearchIndex {
  constructor(private readonly database: Database) {}

  /** Replaces the terms of records where they differ; inside a unit of work. `records` must not contain an id twice. */
  async replace(kind: SearchKind, records: readonly SearchableRecord[]): Promise<void> {
    const storedTexts = await this.lockStoredTexts(
      kind,
      records.map(({ id }) => id),
    );
    const indexedRecords = await toIndexedRecords(records);
    const changed = indexedRecords.filter(({ id, text }) => storedTexts.get(id) !== text);
    await this.removePostings(
      kind,
      new Map(changed.flatMap(({ id }) => findMapEntry(storedTexts, id))),
    );
    await this.insert(kind, changed);
  }

  /** Adds the terms of newly inserted records; inside a unit of work. */
  async add(kind: SearchKind, records: readonly SearchableRecord[]): Promise<void> {
    await this.insert(kind, await toIndexedRecords(records));
  }

  /** Removes records from the index; inside a unit of work. */
  async remove(kind: SearchKind, ids: readonly number[]): Promise<void> {
    await this.removePostings(kind, await this.lockStoredTexts(kind, ids));
  }

  /** Returns the stored texts by id, and locks them until the unit of work ends, against concurrent changes. */
  private async lockStoredTexts(
    kind: SearchKind,
    ids: readonly number[],
  ): Promise<Map<number, string>> {
    const storedTexts = new Map<number, string>();
    const sorted = [...ids].sort((one, other) => one - other);
    for (const chunk of splitIntoChunks(sorted, MAX_LIST_LENGTH)) {
      const list = padToPowerOfTwo(chunk);
      const rows = await this.database.select<{ id: number; terms: string }>(
        'SELECT record_id AS id, terms FROM search_records WHERE kind = ? ' +
          `AND record_id IN (${formatPlaceholders(list.length)})${this.database.dialect.forUpdate}`,
        [kind.number, ...list],
      );
      for (const { id, terms } of rows) storedTexts.set(id, terms);
    }
    return storedTexts;
  }

  private async removePostings(
    kind: SearchKind,
    storedTexts: ReadonlyMap<number, string>,
  ): Promise<void> {
    for (const [id, text] of storedTexts) {
      for (const chunk of splitIntoChunks(parseStoredTerms(text), MAX_LIST_LENGTH)) {
        const list = padToPowerOfTwo(chunk);
        await this.database.execute(
          `DELETE FROM search_postings WHERE kind = ? AND term IN (${formatPlaceholders(list.length)}) AND record_id = ?`,
          [kind.number, ...list, id],
        );
      }
    }
    for (const chunk of splitIntoChunks([...storedTexts.keys()], MAX_LIST_LENGTH)) {
      const list = padToPowerOfTwo(chunk);
      await this.database.execute(
        `DELETE FROM search_records WHERE kind = ? AND record_id IN (${formatPlaceholders(list.length)})`,
        [kind.number, ...list],
      );
    }
  }

  private async insert({ number }: SearchKind, records: readonly IndexedRecord[]): Promise<void> {
    if (records.length === 0) return;
    const recordRows = records.map(({ id, text }) => [number, id, text]);
    const postingRows = toPostingRows(number, records);
    await this.database.write(async (transaction) => {
      const columns = ['kind', 'record_id', 'terms'];
      await transaction.insert({ table: 'search_records', columns, rows: recordRows });
      await transaction.insert({
        table: 'search_postings',
        columns: postingColumns,
        rows: postingRows,
      });
    });
  }
}

/** Yields between records: one with a thousand texts takes milliseconds. */
async function toIndexedRecords(records: readonly SearchableRecord[]): Promise<IndexedRecord[]> {
  const indexedRecords: IndexedRecord[] = [];
  for (const { id, fields } of records) {
    await yieldToEventLoop();
    indexedRecords.push({ id, ...toStoredTerms(toSearchTerms(fields)) });
  }
  return indexedRecords;
}

function findMapEntry<K, V>(map: ReadonlyMap<K, V>, key: K): [K, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
