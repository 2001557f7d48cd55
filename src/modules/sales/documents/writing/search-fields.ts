import { createLoadPlan } from '../../../../core/load-plan';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { SalesDocument } from '../entities/document.entity';
import type { Shipment } from '../entities/shipment.entity';

const ofDocument = [
  'pId',
  'documentNumber',
  'customerEmail',
  'customerName',
  'transactionId',
] as const;
const ofAddress = ['firstName', 'lastName', 'company'] as const;
const ofRow = ['name', 'sku'] as const;

/** What is searched of a document. */
interface Searched extends Pick<SalesDocument, (typeof ofDocument)[number]> {
  readonly addresses: readonly Pick<DocumentAddress, (typeof ofAddress)[number]>[];
  /** On all levels. */
  readonly rows: readonly Pick<DocumentRow, (typeof ofRow)[number]>[];
}

/** What `searchFields` needs of a stored document. */
export const searchedPlan = createLoadPlan(SalesDocument, ['type', ...ofDocument], {
  addresses: ofAddress,
  rows: ofRow,
});

/** What `q` finds a document by: its pId and number, its customer, its transaction and its lines. */
export function searchFields(document: Searched): string[] {
  const { pId, documentNumber, customerEmail, customerName, transactionId } = document;
  const texts = new Set([pId, documentNumber ?? '', customerEmail, customerName, transactionId]);
  for (const { firstName, lastName, company } of document.addresses) {
    texts.add(`${firstName} ${lastName}`.trim()).add(company);
  }
  for (const { name, sku } of document.rows) texts.add(name).add(sku);
  texts.delete('');
  return [...texts];
}

/** What `q` finds a shipment by: its pId and tracking number. None for one that has neither. */
export function shipmentEntries({
  id,
  pId,
  trackingNumber,
}: Pick<Shipment, 'id' | 'pId' | 'trackingNumber'>): { id: number; fields: string[] }[] {
  const fields = [pId ?? '', trackingNumber ?? ''].filter((text) => text !== '');
  return fields.length > 0 ? [{ id, fields }] : [];
}
