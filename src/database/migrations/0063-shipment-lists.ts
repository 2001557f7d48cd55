import type { QueryRunner } from 'typeorm';
import { toSearchTerms } from '../../core/text';
import { type SchemaChange, changeRows, extendTable, defineMigration } from './schema';

/** Shipments in search_terms (search.ts). */
const SHIPMENT = 12;
const BATCH = 500;

interface StoredShipment {
  readonly id: number;
  readonly p_id: string | null;
  readonly tracking_number: string | null;
}

/** Makes the shipments that are there findable, as new ones are. */
const findShipments: SchemaChange = {
  up: async (runner) => {
    for (let last = 0, isMore = true; isMore;) {
      const shipments = (await runner.query(
        'SELECT id, p_id, tracking_number FROM document_shipments ' +
          `WHERE id > ? AND (p_id IS NOT NULL OR tracking_number IS NOT NULL) ORDER BY id LIMIT ${BATCH}`,
        [last],
      )) as StoredShipment[];
      await index(runner, shipments);
      last = Number(shipments.at(-1)?.id);
      isMore = shipments.length === BATCH;
    }
  },
  down: async (runner) => {
    await runner.query('DELETE FROM search_terms WHERE kind = ?', [SHIPMENT]);
  },
};

async function index(runner: QueryRunner, shipments: readonly StoredShipment[]): Promise<void> {
  const rows = shipments.flatMap(({ id, p_id, tracking_number }) =>
    toSearchTerms([p_id ?? '', tracking_number ?? '']).map((term) => [SHIPMENT, term, id]),
  );
  for (let at = 0; at < rows.length; at += BATCH) {
    const part = rows.slice(at, at + BATCH);
    const marks = part.map(() => '(?, ?, ?)').join(', ');
    const sql = `INSERT INTO search_terms (kind, term, record_id) VALUES ${marks}`;
    await runner.query(sql, part.flat());
  }
}

/** Lists of the shipments of all orders. */
export const ShipmentLists = defineMigration(63, 'ShipmentLists', [
  extendTable('document_shipments', { indexes: [['status']] }),
  changeRows(findShipments),
]);
