import { bigInt53, changeRows, createTable, id, instant, defineMigration, varchar } from './schema';

/** Which paths of the file store are held by which process, and the row that processes queue at. */
export const FileLocks = defineMigration(50, 'FileLocks', [
  createTable('file_locks', {
    columns: { id: id(), path: varchar(1024), holder: varchar(36), expires_at: instant() },
    indexes: [['holder'], ['expires_at']],
  }),
  createTable('file_lock_turns', { columns: { id: id(), taken: bigInt53() } }),
  changeRows({
    up: (runner) =>
      runner.query('INSERT INTO file_lock_turns (id, taken) VALUES (1, 0)') as Promise<void>,
    down: (runner) => runner.query('DELETE FROM file_lock_turns') as Promise<void>,
  }),
]);
