import type { QueryRunner } from 'typeorm';
import { access } from './baseline/access';
import { catalog } from './baseline/catalog';
import { sales } from './baseline/sales';
import { searchTerms } from './baseline/search';
import { sending } from './baseline/sending';
import { tags } from './baseline/tags';
import { users } from './baseline/users';
import { type SchemaChange, changeRows, defineMigration } from './schema';

/** Rows that all processes share. */
const first: Readonly<Record<string, string>> = {
  access_locks: '(id) VALUES (1)',
  administration: '(id, changes) VALUES (1, 0)',
  file_lock_turns: '(id, taken) VALUES (1, 0)',
};

const firstRows: SchemaChange = {
  up: async (runner: QueryRunner) => {
    for (const [table, row] of Object.entries(first))
      await runner.query(`INSERT INTO ${table} ${row}`);
  },
  down: () => Promise.resolve(),
};

/**
 * Creates the tables of 1.0.0 in a new database. This migration has the name of the last migration of that version, so
 * it doesn't run in a database of 1.0.0.
 */
export const Baseline = defineMigration(92, 'CommentsOfChanges', [
  ...access,
  ...catalog,
  ...tags,
  ...users,
  ...sales,
  ...sending,
  searchTerms,
  changeRows(firstRows),
]);
