import { bigInt53, type SchemaChange, changeRows, extendTable, defineMigration } from './schema';

/**
 * Sets the origin of keys that an administrator made, and of the keys made by these keys. Descendants whose
 * administrator-made ancestor no longer exists stay without an origin.
 */
const fromMakers: SchemaChange = {
  up: async (runner) => {
    await runner.query(
      "UPDATE api_keys SET origin_user_id = made_by_id WHERE made_by_kind = 'user'",
    );
    const descendants = (await runner.query(
      'SELECT d.key_id, MIN(a.made_by_id) AS user_id FROM api_key_descents d ' +
        "JOIN api_keys a ON a.id = d.ancestor_id WHERE a.made_by_kind = 'user' GROUP BY d.key_id",
    )) as { key_id: number; user_id: number }[];
    for (const { key_id: id, user_id: userId } of descendants)
      await runner.query('UPDATE api_keys SET origin_user_id = ? WHERE id = ?', [userId, id]);
  },
  down: () => Promise.resolve(),
};

/** The administrator who made a key or the first of its ancestors. */
export const OriginsOfKeys = defineMigration(201, 'OriginsOfKeys', [
  extendTable('api_keys', {
    columns: { origin_user_id: bigInt53({ nullable: true }) },
    indexes: [['origin_user_id']],
  }),
  changeRows(fromMakers),
]);
