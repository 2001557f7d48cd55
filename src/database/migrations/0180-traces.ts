import { extendTable, defineMigration, varchar } from './schema';

/** In which trace something was done, and a message belongs. */
export const Traces = defineMigration(
  180,
  'Traces',
  ['journal_entries', 'outbox_messages', 'webhook_deliveries'].map((table) =>
    extendTable(table, { columns: { trace: varchar(55, { nullable: true }) } }),
  ),
);
