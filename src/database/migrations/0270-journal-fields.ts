import { defineMigration, extendTable, json } from './schema';

/** The fields of a record that an entry of the journal is about. */
export const JournalFields = defineMigration(270, 'JournalFields', [
  extendTable('journal_entries', { columns: { fields: json({ nullable: true }) } }),
]);
