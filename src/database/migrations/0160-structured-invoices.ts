import { extendTable, json, defineMigration, varchar } from './schema';

const identity = {
  registration_number: varchar(64, { nullable: true }),
  registration_scheme: varchar(4, { nullable: true }),
  electronic_address: varchar(255, { nullable: true }),
  electronic_address_scheme: varchar(4, { nullable: true }),
};
const vat = {
  category: varchar(2, { nullable: true }),
  exemption_code: varchar(32, { nullable: true }),
  exemption_reason: varchar(255, { nullable: true }),
};

/** Data that structured invoices need in addition to the existing columns; it is unknown for older documents. */
export const StructuredInvoices = defineMigration(160, 'StructuredInvoices', [
  extendTable('headquarters', {
    columns: { legal_name: varchar(255, { nullable: true }), ...identity },
  }),
  extendTable('taxes', { columns: vat }),
  extendTable('elements', { columns: { payment_means: json({ nullable: true }) } }),
  extendTable('documents', {
    columns: {
      buyer_reference: varchar(255, { nullable: true }),
      purchase_order: varchar(255, { nullable: true }),
    },
  }),
  extendTable('document_addresses', { columns: identity }),
  extendTable('document_taxes', { columns: vat }),
]);
