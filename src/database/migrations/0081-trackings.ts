import { extendTable, json, migration } from './schema';

/** What carriers report of shipments. */
export const Trackings = migration(81, 'Trackings', [
  extendTable('document_shipments', { columns: { trackings: json({ nullable: true }) } }),
]);
