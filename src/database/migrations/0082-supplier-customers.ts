import { bool, extendTable, defineMigration } from './schema';

/** Whether the customer of a document was a supplier of the store; not known of older ones. */
export const SupplierCustomers = defineMigration(82, 'SupplierCustomers', [
  extendTable('documents', { columns: { customer_supplier: bool({ nullable: true }) } }),
]);
