import { plan } from '../../../../core/load-plan';
import { SalesDocument } from '../entities/document.entity';

/** What `searchFields` needs of a stored document. */
export const searchedPlan = plan(
  SalesDocument,
  ['type', 'pId', 'documentNumber', 'customerEmail', 'customerName', 'transactionId'],
  { addresses: ['firstName', 'lastName', 'company'], rows: ['name', 'sku'] },
);

/** What `q` finds a document by: its pId and number, its customer, its transaction and its lines. */
export function searchFields(document: SalesDocument): string[] {
  const { pId, documentNumber, customerEmail, customerName, transactionId } = document;
  const people = document.addresses.flatMap(({ firstName, lastName, company }) => [
    `${firstName} ${lastName}`.trim(),
    company,
  ]);
  const goods = document.rows.flatMap(({ name, sku }) => [name, sku]);
  const own = [pId, documentNumber ?? '', customerEmail, customerName, transactionId];
  const texts = new Set([...own, ...people, ...goods]);
  return [...texts].filter((text) => text !== '');
}
