import { createTable, id, longText, defineMigration, pid, varchar } from './schema';

/** Customization templates. */
export const Definitions = defineMigration(34, 'Definitions', [
  createTable('definitions', {
    columns: { id: id(), p_id: pid(), name: varchar(255), description: longText() },
    uniques: [['p_id']],
  }),
]);
