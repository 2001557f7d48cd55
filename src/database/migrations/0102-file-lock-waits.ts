import { createTable, id, instant, defineMigration, varchar } from './schema';

/** The queue for paths of the file store, in the order of requests. */
export const FileLockWaits = defineMigration(102, 'FileLockWaits', [
  createTable('file_lock_waits', {
    columns: { id: id(), path: varchar(1024), holder: varchar(36), expires_at: instant() },
    indexes: [['holder'], ['expires_at']],
  }),
]);
