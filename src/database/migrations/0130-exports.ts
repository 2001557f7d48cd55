import { bigInt53, bool, createTable, id, instant, json, defineMigration, varchar } from './schema';

/** Exports that are made on request, and how far they are. */
export const Exports = defineMigration(130, 'Exports', [
  createTable('exports', {
    columns: {
      id: id(),
      name: varchar(64),
      state: varchar(16),
      types: json(),
      since: bigInt53({ nullable: true }),
      gzip: bool(),
      export_lines: bigInt53(),
      bytes: bigInt53(),
      sha256: varchar(64),
      position: bigInt53(),
      created_at: instant(),
      expires_at: instant(),
      held_until: instant(),
    },
    uniques: [['name']],
    indexes: [['expires_at']],
  }),
]);
