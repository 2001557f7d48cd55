import { extendTable, migration, money } from './schema';

/** What documents round by, and what credit notes have given back to vouchers; older ones have neither. */
export const RoundedDocuments = migration(210, 'RoundedDocuments', [
  extendTable('documents', { columns: { rounding: money({ nullable: true }) } }),
  extendTable('document_vouchers', { columns: { given_back: money({ nullable: true }) } }),
]);
