import {
  bigInt53,
  type SchemaChange,
  createTable,
  extendTable,
  id,
  instant,
  int,
  defineMigration,
  foreignKey,
  varchar,
} from './schema';

/** Who made the keys that are there is not known any more. */
const byTheSystem: SchemaChange = {
  up: (runner) =>
    runner.query(
      "UPDATE api_keys SET changes = 0, made_by_kind = 'system', made_by_id = 0, made_by_name = ''",
    ) as Promise<void>,
  down: () => Promise.resolve(),
};

/** Who made a key, which keys come from it, and the secrets that a rotation lets work on. */
export const MakersOfKeys = defineMigration(91, 'MakersOfKeys', [
  extendTable('api_keys', {
    columns: {
      changes: int({ nullable: true }),
      made_by_kind: varchar(16, { nullable: true }),
      made_by_id: bigInt53({ nullable: true }),
      made_by_name: varchar(255, { nullable: true }),
    },
  }),
  byTheSystem,
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
]);
