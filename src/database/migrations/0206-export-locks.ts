import { bigInt53, changeRows, createTable, id, defineMigration } from './schema';

/** The row that is locked to start an export, so that all processes count the same running exports. */
export const ExportLocks = defineMigration(206, 'ExportLocks', [
  createTable('export_locks', { columns: { id: id(), lock_count: bigInt53({ nullable: true }) } }),
  changeRows({
    up: (runner) => runner.query('INSERT INTO export_locks (id) VALUES (1)') as Promise<void>,
    down: (runner) => runner.query('DELETE FROM export_locks') as Promise<void>,
  }),
]);
