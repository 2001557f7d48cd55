import type { LoadPlan } from '../../../../core/load-plan';
import type { SalesDocument } from '../entities/document.entity';

const part = (...columns: readonly string[]): LoadPlan => ({
  columns: new Set(columns),
  relations: new Map(),
});

/** What `searchFields` needs of a stored document. */
export const searchedPlan: LoadPlan = {
  ...part('type', 'pId', 'documentNumber', 'customerEmail', 'customerName', 'transactionId'),
  relations: new Map([
    ['addresses', part('firstName', 'lastName', 'company')],
    ['rows', part('name', 'sku')],
  ]),
};

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
