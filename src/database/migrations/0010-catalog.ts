import {
  createTable,
  folded,
  id,
  json,
  defineMigration,
  pid,
  rate,
  foreignKey,
  varchar,
} from './schema';

/** What a store brings along: elements, zones, channels, headquarters, taxes. */
export const Catalog = defineMigration(10, 'Catalog', [
  createTable('elements', {
    columns: {
      id: id(),
      kind: varchar(20),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      sku: varchar(255),
      image: varchar(2048),
    },
    uniques: [['kind', 'p_id']],
    indexes: [
      // For lists by id; with the pId, for the elements that carry a filter, from this index alone.
      ['kind', 'id', 'p_id'],
      ['kind', 'name_folded'],
    ],
  }),
  createTable('zones', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      country_code: varchar(2),
      parent_id: foreignKey('zones', 'RESTRICT', { nullable: true }),
    },
    uniques: [['p_id']],
    indexes: [['name_folded']],
  }),
  createTable('channels', {
    columns: { id: id(), p_id: pid(), name: varchar(255), name_folded: folded() },
    uniques: [['p_id']],
    indexes: [['name_folded']],
  }),
  createTable('headquarters', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      address: varchar(255),
      city: varchar(255),
      country_code: varchar(2),
      state: varchar(255),
      postal_code: varchar(255),
      phone: varchar(255),
      email: varchar(254),
      vat: varchar(255),
      logo: varchar(2048),
      series: json(),
    },
    uniques: [['p_id']],
    indexes: [['name_folded']],
  }),
  createTable('taxes', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      rate: rate(),
      re_rate: rate(),
    },
    uniques: [['p_id']],
    indexes: [['name_folded']],
  }),
]);
