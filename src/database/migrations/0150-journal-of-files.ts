import { extendTable, defineMigration, varchar } from './schema';

/** Which file an entry of the journal is about. */
export const JournalOfFiles = defineMigration(150, 'JournalOfFiles', [
  extendTable('journal_entries', { columns: { path: varchar(1025, { nullable: true }) } }),
]);
