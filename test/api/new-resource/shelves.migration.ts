import {
  bigInt53,
  createTable,
  folded,
  id,
  instant,
  int,
  defineMigration,
  pid,
  varchar,
} from '../../../src/database/migrations/schema';

export const Shelves = defineMigration(9001, 'Shelves', [
  createTable('shelves', {
    columns: {
      id: id(),
      lock_count: bigInt53({ nullable: true }),
      updated_at: instant({ nullable: true }),
      p_id: pid(),
      name: varchar(255),
      name_folded: folded(),
      capacity: int(),
    },
    uniques: [['p_id']],
    indexes: [['name_folded'], ['capacity'], ['updated_at']],
  }),
]);
