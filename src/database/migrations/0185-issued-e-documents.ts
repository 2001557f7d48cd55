import { createTable, id, defineMigration, foreignKey, varchar } from './schema';

/** The structured invoices that were issued. */
export const IssuedEDocuments = defineMigration(185, 'IssuedEDocuments', [
  createTable('issued_e_documents', {
    columns: {
      id: id(),
      document_id: foreignKey('documents', 'CASCADE'),
      form: varchar(16),
      sha256: varchar(64),
    },
    uniques: [['document_id', 'form']],
  }),
]);
