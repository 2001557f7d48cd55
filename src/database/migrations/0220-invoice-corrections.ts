import { bigInt53, bool, extendTable, longText, defineMigration, varchar } from './schema';

/**
 * A credit note's invoice and reason, whether an invoice is fully credited, and lines that credit an amount instead
 * of a quantity. Null in older rows.
 */
export const InvoiceCorrections = defineMigration(220, 'InvoiceCorrections', [
  extendTable('documents', {
    columns: {
      invoice_id: bigInt53({ nullable: true }),
      credited: bool({ nullable: true }),
      reason: longText({ nullable: true }),
      reason_code: varchar(2, { nullable: true }),
    },
  }),
  extendTable('document_rows', { columns: { by_amount: bool({ nullable: true }) } }),
]);
