import { bigInt53, createTable, defineMigration, smallInt, varchar } from './schema';

/** The index behind `q` (search.ts). It has no foreign key: one table serves records of all kinds. */
export const SearchTerms = defineMigration(1, 'SearchTerms', [
  createTable('search_terms', {
    columns: { kind: smallInt(), term: varchar(200), record_id: bigInt53() },
    primaryKey: ['kind', 'term', 'record_id'],
    indexes: [['kind', 'record_id']],
  }),
]);
