import { changeRows, createTable, id, instant, json, defineMigration, varchar } from './schema';

/** Who may call: API keys, and the row that processes queue at to make the first one. */
export const Access = defineMigration(2, 'Access', [
  createTable('api_keys', {
    columns: {
      id: id(),
      name: varchar(255),
      key_hash: varchar(64),
      scopes: json(),
      expires_at: instant({ nullable: true }),
      last_used_at: instant({ nullable: true }),
      created_at: instant(),
    },
    uniques: [['key_hash']],
  }),
  createTable('access_locks', { columns: { id: id() } }),
  changeRows({
    up: (runner) => runner.query('INSERT INTO access_locks (id) VALUES (1)') as Promise<void>,
    down: (runner) => runner.query('DELETE FROM access_locks') as Promise<void>,
  }),
]);
