import { extendTable, migration, varchar } from './schema';

/** In which trace something was done, and a message belongs. */
export const Traces = migration(
  180,
  'Traces',
  ['journal_entries', 'outbox_messages', 'webhook_deliveries'].map((table) =>
    extendTable(table, { columns: { trace: varchar(55, { nullable: true }) } }),
  ),
);
