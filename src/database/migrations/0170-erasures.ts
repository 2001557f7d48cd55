import {
  bigInt53,
  bool,
  createTable,
  id,
  instant,
  int,
  json,
  defineMigration,
  pid,
  varchar,
} from './schema';

/** Persons who are erased. */
export const Erasures = defineMigration(170, 'Erasures', [
  createTable('erasures', {
    columns: {
      id: id(),
      lock_count: bigInt53({ nullable: true }),
      p_id: pid(),
      state: varchar(16),
      step: varchar(16),
      after: bigInt53(),
      documents: int(),
      login: bool(),
      agent: bool(),
      marks: json({ nullable: true }),
      oldest_kept: instant({ nullable: true }),
      begun_at: instant(),
      done_at: instant({ nullable: true }),
      held_until: instant(),
    },
    uniques: [['p_id']],
    indexes: [['state', 'held_until'], ['oldest_kept'], ['done_at']],
  }),
]);
