import { createTable, id, int, json, defineMigration, money, foreignKey, varchar } from './schema';

/** What RMAs give back besides their lines, and how much of an order its credit notes have given back. */
export const Returns = defineMigration(62, 'Returns', [
  createTable('document_additional_items', {
    columns: {
      id: id(),
      document_id: foreignKey('documents', 'CASCADE'),
      type: varchar(16),
      name: varchar(255),
      amount: money(),
    },
    checks: { amount: 'amount >= 0' },
  }),
  createTable('document_credits', {
    columns: {
      id: id(),
      document_id: foreignKey('documents', 'CASCADE'),
      version: int(),
      quantities: json(),
    },
    uniques: [['document_id']],
  }),
]);
