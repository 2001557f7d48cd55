import { extendTable, defineMigration } from './schema';

/** What lists of very many records are counted and paged by: narrow, where the table's own order is wide. */
export const CountedLists = defineMigration(111, 'CountedLists', [
  extendTable('documents', { indexes: [['type', 'exported', 'status']] }),
  extendTable('users', { indexes: [['id']] }),
]);
