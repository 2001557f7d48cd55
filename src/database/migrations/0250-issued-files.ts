import {
  createTable,
  defineMigration,
  extendTable,
  foreignKey,
  id,
  instant,
  json,
  pid,
  varchar,
} from './schema';

/** Where the bytes of issued documents are stored, and the parties that documents of erased persons retain. */
export const IssuedFiles = defineMigration(250, 'IssuedFiles', [
  extendTable('issued_e_documents', {
    columns: {
      path: varchar(80, { nullable: true }),
      document_date: instant({ nullable: true }),
    },
    indexes: [['document_date']],
  }),
  createTable('retained_parties', {
    columns: {
      id: id(),
      document_id: foreignKey('documents', 'CASCADE'),
      user_p_id: pid({ nullable: true }),
      customer_name: varchar(511),
      customer_email: varchar(254),
      addresses: json(),
    },
    uniques: [['document_id']],
  }),
]);
