import type { QueryRunner } from 'typeorm';
import {
  postingColumns,
  toPostingRows,
  toStoredTerms,
  parseStoredTerms,
} from '../search/search-terms';
import { searchTerms } from './baseline/search';
import {
  bigInt53,
  type SchemaChange,
  createTable,
  longText,
  defineMigration,
  smallInt,
  varchar,
} from './schema';

/** Records that are indexed together, and rows of one INSERT. */
const BATCH = 500;

interface StoredRecord {
  readonly id: number;
  readonly terms: string[];
}

type Store = (kind: number, records: readonly StoredRecord[]) => Promise<void>;

/** Copies the content of the old table to the new tables, in batches of records. */
const fill: SchemaChange = {
  up: async (runner) => {
    // The old table is dropped last. If it is missing, the new tables are complete. If it exists, rows in the new
    // tables come from an interrupted run.
    if (!(await runner.hasTable('search_terms'))) return;
    for (const table of ['search_records', 'search_postings']) {
      await runner.query(`DELETE FROM ${table}`);
    }
    await forEachBatch(runner, 'search_terms', 'term', async (kind, records) => {
      const stored = records.map(({ id, terms }) => ({ id, ...toStoredTerms(terms) }));
      const texts = stored.map(({ id, text }) => [kind, id, text]);
      await insert(runner, 'search_records', ['kind', 'record_id', 'terms'], texts);
      await insert(runner, 'search_postings', postingColumns, toPostingRows(kind, stored));
    });
  },
  down: (runner) =>
    forEachBatch(runner, 'search_records', 'terms', async (kind, records) => {
      const rows = records.flatMap(({ id, terms: [text = ''] }) =>
        parseStoredTerms(text).map((term) => [kind, term, id]),
      );
      await insert(runner, 'search_terms', ['kind', 'term', 'record_id'], rows);
    }),
};

async function forEachBatch(
  runner: QueryRunner,
  table: string,
  column: string,
  store: Store,
): Promise<void> {
  const kinds = (await runner.query(`SELECT DISTINCT kind FROM ${table}`)) as { kind: number }[];
  for (const { kind } of kinds) {
    for (let last = 0, isMore = true; isMore;) {
      const ids = (await runner.query(
        `SELECT DISTINCT record_id AS id FROM ${table} WHERE kind = ? AND record_id > ? ORDER BY record_id LIMIT ${BATCH}`,
        [kind, last],
      )) as { id: number | string }[];
      const end = Number(ids.at(-1)?.id ?? last);
      await store(kind, await selectRecordTerms(runner, { table, column, kind, after: last, end }));
      last = end;
      isMore = ids.length === BATCH;
    }
  }
}

async function selectRecordTerms(
  runner: QueryRunner,
  range: { table: string; column: string; kind: number; after: number; end: number },
): Promise<StoredRecord[]> {
  const rows = (await runner.query(
    `SELECT record_id AS id, ${range.column} AS term FROM ${range.table} WHERE kind = ? AND record_id > ? AND record_id <= ?`,
    [range.kind, range.after, range.end],
  )) as { id: number | string; term: string }[];
  const found = new Map<number, string[]>();
  for (const { id, term } of rows) {
    const terms = found.get(Number(id));
    if (terms) terms.push(term);
    else found.set(Number(id), [term]);
  }
  return [...found].map(([id, terms]) => ({ id, terms }));
}

async function insert(
  runner: QueryRunner,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const group = `(${columns.map(() => '?').join(', ')})`;
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows.slice(at, at + BATCH);
    const groups = part.map(() => group).join(', ');
    await runner.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${groups}`,
      part.flat(),
    );
  }
}

/**
 * Another form of the index behind `q` (search-index.ts). One table has a row for each term of a record, by which
 * records are found. The other table has a row for each record, with all its terms. Neither has foreign keys, because
 * both serve records of all kinds.
 */
export const SearchPostings = defineMigration(110, 'SearchPostings', [
  createTable('search_postings', {
    columns: { kind: smallInt(), term: varchar(200), record_id: bigInt53(), shared: smallInt() },
    primaryKey: ['kind', 'term', 'record_id'],
    withoutRowId: true,
  }),
  createTable('search_records', {
    columns: { kind: smallInt(), record_id: bigInt53(), terms: longText() },
    primaryKey: ['kind', 'record_id'],
    withoutRowId: true,
  }),
  fill,
  { up: searchTerms.down, down: searchTerms.up },
]);
