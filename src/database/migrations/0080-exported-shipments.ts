import { type SchemaChange, defineMigration } from './schema';

/** An acknowledgement moves an order on from 1 Incoming: its shipments may wait for another system. */
const wasAcknowledged =
  'EXISTS (SELECT 1 FROM document_statuses e ' +
  'WHERE e.document_id = d.id AND e.shipment_id = 0 AND e.from_status = 1)';

/** Nothing has become of them since they came in with an order that was exported. */
const untouched =
  'FROM document_shipments s JOIN documents d ON d.id = s.document_id ' +
  `WHERE s.exported = 0 AND s.version = 1 AND d.type = 1 AND d.exported = 1 AND NOT ${wasAcknowledged}`;

// MySQL reads the table that it changes only through a table derived of it.
const those = (id: string): string =>
  `WHERE id IN (SELECT id FROM (SELECT ${id} AS id ${untouched}) f)`;

/**
 * Both get their next version, because both show it; `updated_at` stays: the store has not changed, and clients
 * that ask for what did need not read its history again.
 */
const endWaiting: SchemaChange = {
  up: async (runner) => {
    await runner.query(`UPDATE documents SET version = version + 1 ${those('d.id')}`);
    await runner.query(
      `UPDATE document_shipments SET exported = 1, version = version + 1 ${those('s.id')}`,
    );
  },
  // Which of them waited is not known any more, and none should have.
  down: () => Promise.resolve(),
};

/** Parcels of imported history are not sent again. */
export const ExportedShipments = defineMigration(80, 'ExportedShipments', [endWaiting]);
