import {
  bigInt53,
  bool,
  createTable,
  id,
  instant,
  int,
  json,
  longText,
  defineMigration,
  foreignKey,
  varchar,
} from './schema';

/** Subscriptions to changes, and the deliveries to each of them. */
export const WebhookTables = defineMigration(140, 'WebhookTables', [
  createTable('webhooks', {
    columns: {
      id: id(),
      lock_count: bigInt53({ nullable: true }),
      url: varchar(2048),
      events: json(),
      active: bool(),
      description: varchar(255),
      secret: varchar(255),
      old_secrets: json(),
      position: bigInt53(),
      failing_since: instant({ nullable: true }),
      created_at: instant(),
    },
  }),
  createTable('webhook_deliveries', {
    columns: {
      id: id(),
      webhook_id: foreignKey('webhooks', 'CASCADE'),
      event: varchar(64),
      position: bigInt53(),
      kind: varchar(32),
      record_id: bigInt53(),
      body: longText(),
      state: varchar(16),
      attempts: int(),
      last_status: int({ nullable: true }),
      last_error: varchar(500),
      next_at: instant({ nullable: true }),
      done_at: instant({ nullable: true }),
      updated_at: instant({ nullable: true }),
    },
    indexes: [
      ['webhook_id'],
      ['webhook_id', 'state'],
      ['webhook_id', 'record_id', 'state'],
      ['webhook_id', 'updated_at'],
      ['state', 'done_at'],
    ],
  }),
]);
