import { extendTable, json, defineMigration } from './schema';

/** What carriers report of shipments. */
export const Trackings = defineMigration(81, 'Trackings', [
  extendTable('document_shipments', { columns: { trackings: json({ nullable: true }) } }),
]);
