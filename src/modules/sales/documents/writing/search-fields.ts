import { createLoadPlan } from '../../../../core/load-plan';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { SalesDocument } from '../entities/document.entity';
import type { Shipment } from '../entities/shipment.entity';

const searchedDocumentColumns = [
  'pId',
  'documentNumber',
  'customerEmail',
  'customerName',
  'transactionId',
] as const;
const searchedAddressColumns = ['firstName', 'lastName', 'company'] as const;
const searchedRowColumns = ['name', 'sku'] as const;

/** The searchable columns of a document. */
interface SearchedDocument extends Pick<SalesDocument, (typeof searchedDocumentColumns)[number]> {
  readonly addresses: readonly Pick<DocumentAddress, (typeof searchedAddressColumns)[number]>[];
  /** Rows of all levels. */
  readonly rows: readonly Pick<DocumentRow, (typeof searchedRowColumns)[number]>[];
}

/** Columns to load for `toDocumentSearchFields`. */
export const documentSearchPlan = createLoadPlan(SalesDocument, searchedDocumentColumns, {
  addresses: searchedAddressColumns,
  rows: searchedRowColumns,
});

/** Texts that `q` searches: pId, number, customer, transaction and rows of a document. */
export function toDocumentSearchFields(document: SearchedDocument): string[] {
  const { pId, documentNumber, customerEmail, customerName, transactionId } = document;
  const texts = new Set([pId, documentNumber ?? '', customerEmail, customerName, transactionId]);
  for (const { firstName, lastName, company } of document.addresses) {
    texts.add(`${firstName} ${lastName}`.trim()).add(company);
  }
  for (const { name, sku } of document.rows) texts.add(name).add(sku);
  texts.delete('');
  return [...texts];
}

/** Texts that `q` searches: pId and tracking number of a shipment. Empty when it has neither. */
export function createShipmentSearchEntries({
  id,
  pId,
  trackingNumber,
}: Pick<Shipment, 'id' | 'pId' | 'trackingNumber'>): { id: number; fields: string[] }[] {
  const fields = [pId ?? '', trackingNumber ?? ''].filter((text) => text !== '');
  return fields.length > 0 ? [{ id, fields }] : [];
}
