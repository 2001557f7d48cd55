import { SearchPostings } from '../../src/database/migrations/0110-search-postings';
import { searchTerms } from '../../src/database/migrations/baseline/search';
import {
  bigInt53,
  bool,
  createTable,
  double,
  folded,
  id,
  instant,
  int,
  json,
  longText,
  nullableFlag,
  defineMigration,
  money,
  offsetInstant,
  pid,
  quantity,
  rate,
  foreignKey,
  smallInt,
  varchar,
} from '../../src/database/migrations/schema';

const SearchIndex = defineMigration(1, 'SampleSearchIndex', [searchTerms]);

const Towns = defineMigration(2, 'SampleTowns', [
  createTable('sample_towns', {
    columns: { id: id(), p_id: pid(), name: varchar(100) },
    uniques: [['p_id']],
  }),
]);

const Shops = defineMigration(3, 'SampleShops', [
  createTable('sample_shops', {
    columns: {
      id: id(),
      p_id: pid(),
      town_id: foreignKey('sample_towns', 'RESTRICT', { nullable: true }),
      name: varchar(50),
      name_folded: folded(),
      note: longText({ nullable: true }),
      is_open: bool(),
      is_main: nullableFlag(),
      rank: int({ nullable: true }),
      state: smallInt(),
      visits: bigInt53(),
      balance: money(),
      rate: rate(),
      stock: quantity(),
      weight: double(),
      opened_at: instant({ nullable: true }),
      born_at: offsetInstant({ nullable: true }),
      data: json(),
      lock_count: bigInt53({ nullable: true }),
    },
    uniques: [['p_id'], ['is_main']],
    indexes: [['name_folded']],
    checks: { stock: 'stock >= 0' },
  }),
  createTable('sample_lines', {
    columns: { id: id(), shop_id: foreignKey('sample_shops', 'CASCADE'), p_id: pid() },
    uniques: [['shop_id', 'p_id']],
  }),
  createTable('sample_parts', {
    columns: {
      id: id(),
      line_id: foreignKey('sample_lines', 'CASCADE'),
      shop_id: foreignKey('sample_shops', 'CASCADE'),
      name: varchar(50),
    },
  }),
]);

export const sampleMigrations = [SearchIndex, Towns, Shops, SearchPostings];
