import { bigInt53, changeRows, createTable, id, defineMigration } from './schema';

/** The row that overlapping imports lock, so that one waits for the other. */
export const ImportLocks = defineMigration(200, 'ImportLocks', [
  createTable('import_locks', { columns: { id: id(), lock_count: bigInt53({ nullable: true }) } }),
  changeRows({
    up: (runner) => runner.query('INSERT INTO import_locks (id) VALUES (1)') as Promise<void>,
    down: (runner) => runner.query('DELETE FROM import_locks') as Promise<void>,
  }),
]);
