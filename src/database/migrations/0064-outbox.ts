import {
  createTable,
  id,
  instant,
  int,
  json,
  defineMigration,
  foreignKey,
  varchar,
} from './schema';

/** Messages to other systems that leave after the change that they tell of, and every attempt at them. */
export const OutboxTables = defineMigration(64, 'OutboxTables', [
  createTable('outbox_messages', {
    columns: {
      id: id(),
      message_id: varchar(64),
      kind: varchar(16),
      destination: varchar(255),
      content: json(),
      listener: varchar(32),
      reference: json(),
      state: varchar(16),
      due_at: instant(),
      attempts: int(),
      holder: varchar(36, { nullable: true }),
      created_at: instant(),
      done_at: instant({ nullable: true }),
    },
    uniques: [['message_id']],
    indexes: [
      ['state', 'due_at'],
      ['state', 'done_at'],
    ],
  }),
  createTable('outbox_attempts', {
    columns: {
      id: id(),
      outbox_message_id: foreignKey('outbox_messages', 'CASCADE'),
      at: instant(),
      milliseconds: int(),
      result: varchar(16),
      detail: varchar(500),
    },
  }),
]);
