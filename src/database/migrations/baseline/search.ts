import { bigInt53, createTable, smallInt, varchar } from '../schema';

/** The index behind `q` as 1.0.0 had it. It has no foreign key: one table serves records of all kinds. */
export const searchTerms = createTable('search_terms', {
  columns: { kind: smallInt(), term: varchar(200), record_id: bigInt53() },
  primaryKey: ['kind', 'term', 'record_id'],
  indexes: [['kind', 'record_id']],
});
