import { extendTable, defineMigration, money } from './schema';

/** Adds the rounding of documents and the amounts that credit notes gave back to vouchers; null in older rows. */
export const RoundedDocuments = defineMigration(210, 'RoundedDocuments', [
  extendTable('documents', { columns: { rounding: money({ nullable: true }) } }),
  extendTable('document_vouchers', { columns: { given_back: money({ nullable: true }) } }),
]);
