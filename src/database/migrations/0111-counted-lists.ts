import { extendTable, defineMigration } from './schema';

/** Indexes for counting and paging very long lists: their narrow entries are read faster than the table's wide rows. */
export const CountedLists = defineMigration(111, 'CountedLists', [
  extendTable('documents', { indexes: [['type', 'exported', 'status']] }),
  extendTable('users', { indexes: [['id']] }),
]);
