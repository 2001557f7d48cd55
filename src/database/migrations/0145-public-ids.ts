import { randomUUID } from 'node:crypto';
import { type SchemaChange, extendTable, defineMigration, pid } from './schema';

/** Gives each existing row a random id, as new rows get one. */
function fillIn(table: string): SchemaChange {
  return {
    up: async (runner) => {
      const sql = `SELECT id FROM ${table} WHERE p_id IS NULL`;
      for (const { id } of (await runner.query(sql)) as { id: number }[]) {
        await runner.query(`UPDATE ${table} SET p_id = ? WHERE id = ?`, [randomUUID(), id]);
      }
    },
    down: () => Promise.resolve(),
  };
}

/** Public ids of API keys and webhooks, which are the same in every store that has them. */
export const PublicIds = defineMigration(
  145,
  'PublicIds',
  ['api_keys', 'webhooks'].flatMap((table) => [
    extendTable(table, { columns: { p_id: pid({ nullable: true }) }, uniques: [['p_id']] }),
    fillIn(table),
  ]),
);
