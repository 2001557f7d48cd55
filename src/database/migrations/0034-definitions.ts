import { createTable, id, longText, migration, pid, varchar } from './schema';

/** Customization templates. */
export const Definitions = migration(34, 'Definitions', [
  createTable('definitions', {
    columns: { id: id(), p_id: pid(), name: varchar(255), description: longText() },
    uniques: [['p_id']],
  }),
]);
