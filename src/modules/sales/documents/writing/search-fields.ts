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

/** What is searched of a document. */
interface SearchedDocument extends Pick<SalesDocument, (typeof searchedDocumentColumns)[number]> {
  readonly addresses: readonly Pick<DocumentAddress, (typeof searchedAddressColumns)[number]>[];
  /** On all levels. */
  readonly rows: readonly Pick<DocumentRow, (typeof searchedRowColumns)[number]>[];
}

/** What `searchFields` needs of a stored document. */
export const documentSearchPlan = createLoadPlan(
  SalesDocument,
  ['type', ...searchedDocumentColumns],
  {
    addresses: searchedAddressColumns,
    rows: searchedRowColumns,
  },
);

/** What `q` finds a document by: its pId and number, its customer, its transaction and its lines. */
export function documentSearchFields(document: SearchedDocument): string[] {
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
export function shipmentSearchEntries({
  id,
  pId,
  trackingNumber,
}: Pick<Shipment, 'id' | 'pId' | 'trackingNumber'>): { id: number; fields: string[] }[] {
  const fields = [pId ?? '', trackingNumber ?? ''].filter((text) => text !== '');
  return fields.length > 0 ? [{ id, fields }] : [];
}
