import { bigInt53, createTable, id, defineMigration, smallInt, varchar } from './schema';

/** Addresses of the store's pages. */
export const SeoAddresses = defineMigration(31, 'SeoAddresses', [
  createTable('seo_addresses', {
    columns: { id: id(), url_seo: varchar(255), module: smallInt(), record_id: bigInt53() },
    uniques: [['url_seo']],
    indexes: [['module', 'record_id']],
  }),
]);
