import {
  bigInt53,
  type SchemaChange,
  createTable,
  id,
  instant,
  int,
  json,
  foreignKey,
  varchar,
} from '../schema';

/** API keys, and rows about callers that all processes share. */
export const access: readonly SchemaChange[] = [
  createTable('api_keys', {
    columns: {
      id: id(),
      name: varchar(255),
      key_hash: varchar(64),
      scopes: json(),
      expires_at: instant({ nullable: true }),
      last_used_at: instant({ nullable: true }),
      created_at: instant(),
      changes: int({ nullable: true }),
      made_by_kind: varchar(16, { nullable: true }),
      made_by_id: bigInt53({ nullable: true }),
      made_by_name: varchar(255, { nullable: true }),
    },
    uniques: [['key_hash']],
  }),
  createTable('api_key_descents', {
    columns: { id: id(), key_id: foreignKey('api_keys', 'CASCADE'), ancestor_id: bigInt53() },
    uniques: [['key_id', 'ancestor_id']],
    indexes: [['ancestor_id']],
  }),
  createTable('api_key_old_secrets', {
    columns: {
      id: id(),
      key_id: foreignKey('api_keys', 'CASCADE'),
      key_hash: varchar(64),
      ends_at: instant(),
    },
    uniques: [['key_hash']],
  }),
  createTable('access_locks', { columns: { id: id() } }),
  createTable('administration', {
    columns: {
      id: id(),
      changes: int(),
      token_secret: varchar(64, { nullable: true }),
    },
  }),
];
