import { createTable, id, instant, int, longText, defineMigration, varchar } from './schema';

/** Requests with an Idempotency-Key, and the answers that they are given when they come again. */
export const RepeatableRequests = defineMigration(70, 'RepeatableRequests', [
  createTable('repeatable_requests', {
    columns: {
      id: id(),
      name: varchar(64),
      content: varchar(64),
      holder: varchar(36),
      claimed_at: instant(),
      status: int({ nullable: true }),
      body: longText({ nullable: true }),
    },
    uniques: [['name']],
    indexes: [['claimed_at']],
  }),
]);
