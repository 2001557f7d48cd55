import { randomUUID } from 'node:crypto';
import { type SchemaChange, extendTable, defineMigration, pid } from './schema';

/** What is there gets one at random, as what is made from now on does. */
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

/** What API keys and webhooks are called in every store that has them. */
export const PublicIds = defineMigration(
  145,
  'PublicIds',
  ['api_keys', 'webhooks'].flatMap((table) => [
    extendTable(table, { columns: { p_id: pid({ nullable: true }) }, uniques: [['p_id']] }),
    fillIn(table),
  ]),
);
