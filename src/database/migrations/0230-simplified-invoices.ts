import { bigInt53, bool, extendTable, defineMigration } from './schema';

/** Simplified invoices, and the full invoices that replace them; null in older rows. */
export const SimplifiedInvoices = defineMigration(230, 'SimplifiedInvoices', [
  extendTable('documents', {
    columns: {
      simplified: bool({ nullable: true }),
      exchanged: bool({ nullable: true }),
      replaces_id: bigInt53({ nullable: true }),
    },
    uniques: [['replaces_id']],
  }),
]);
