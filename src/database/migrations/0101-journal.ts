import {
  bigInt53,
  changeRows,
  createTable,
  id,
  instant,
  int,
  defineMigration,
  pid,
  varchar,
} from './schema';

/** The changes with their order and their actors, and the row by which one process at a time numbers them. */
export const Journal = defineMigration(101, 'Journal', [
  createTable('journal_entries', {
    columns: {
      id: id(),
      position: bigInt53({ nullable: true }),
      at: instant(),
      kind: varchar(32),
      record_id: bigInt53(),
      p_id: pid({ nullable: true }),
      version: int({ nullable: true }),
      action: varchar(16),
      operation: varchar(64),
      by_kind: varchar(16),
      by_id: bigInt53(),
      by_name: varchar(255),
      request_id: varchar(128),
    },
    uniques: [['position']],
    indexes: [['record_id', 'kind'], ['by_id', 'by_kind', 'position'], ['at']],
  }),
  createTable('journal_numbering', {
    columns: {
      id: id(),
      last: bigInt53(),
      swept: bigInt53(),
      holder: varchar(36),
      held_until: instant(),
    },
  }),
  changeRows({
    up: (runner) =>
      runner.query(
        'INSERT INTO journal_numbering (id, `last`, swept, holder, held_until) ' +
          "VALUES (1, 0, 0, '', '2000-01-01 00:00:00.000')",
      ) as Promise<void>,
    down: (runner) => runner.query('DELETE FROM journal_numbering') as Promise<void>,
  }),
]);
