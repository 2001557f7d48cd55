import { bigInt53, extendTable, json, defineMigration } from './schema';

/**
 * Documents that are made of others: at most one of a type for each source, and what the source's shipments
 * cost. Also what lists of many documents are sorted and cut by.
 */
export const GeneratedDocuments = defineMigration(61, 'GeneratedDocuments', [
  extendTable('documents', {
    columns: {
      sole_parent_id: bigInt53({ nullable: true }),
      shippings: json({ nullable: true }),
    },
    uniques: [['type', 'sole_parent_id']],
    indexes: [
      ['type', 'serial'],
      ['type', 'total'],
    ],
  }),
]);
