import { defineMigration, extendTable, json } from './schema';

/** Which fields of a record an entry of the journal is about. */
export const JournalFields = defineMigration(270, 'JournalFields', [
  extendTable('journal_entries', { columns: { fields: json({ nullable: true }) } }),
]);
