import { extendTable, defineMigration } from './schema';

/** Indexes to count and page lists of very many records: they are narrow, while the table's own order is wide. */
export const CountedLists = defineMigration(111, 'CountedLists', [
  extendTable('documents', { indexes: [['type', 'exported', 'status']] }),
  extendTable('users', { indexes: [['id']] }),
]);
