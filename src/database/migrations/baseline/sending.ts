import {
  bigInt53,
  type SchemaChange,
  createTable,
  id,
  instant,
  int,
  json,
  longText,
  foreignKey,
  varchar,
} from '../schema';

/** Messages to other systems, requests that may be repeated, and locks on paths of the file store. */
export const sending: readonly SchemaChange[] = [
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
  createTable('file_locks', {
    columns: { id: id(), path: varchar(1024), holder: varchar(36), expires_at: instant() },
    indexes: [['holder'], ['expires_at']],
  }),
  createTable('file_lock_turns', { columns: { id: id(), taken: bigInt53() } }),
];
