import { extendTable, defineMigration, varchar } from './schema';

/** The `traceparent` of the request that made a change or caused a message. */
export const Traces = defineMigration(
  180,
  'Traces',
  ['journal_entries', 'outbox_messages', 'webhook_deliveries'].map((table) =>
    extendTable(table, { columns: { trace: varchar(55, { nullable: true }) } }),
  ),
);
