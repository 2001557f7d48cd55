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

/** Erasures of persons, with their progress. */
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
      // Whether the person could log in, and was a sales agent.
      login: bool(),
      agent: bool(),
      // Texts that identify the person.
      marks: json({ nullable: true }),
      // Date of the oldest document whose parties are retained.
      oldest_kept: instant({ nullable: true }),
      begun_at: instant(),
      done_at: instant({ nullable: true }),
      // End of the lease of the process that works on it.
      held_until: instant(),
    },
    uniques: [['p_id']],
    indexes: [['state', 'held_until'], ['oldest_kept'], ['done_at']],
  }),
]);
