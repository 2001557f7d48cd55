import { type Database, UnitOfWork } from '../../src/database';

const COUNTER = 'counted_changes';

/** How many rows have been inserted, deleted or made different in the tables given to `countChanges`. */
export const CHANGES = `SELECT changes FROM ${COUNTER}`;

/**
 * Has triggers of a SQLite database count what is committed to some of its tables, by whatever connection. The version
 * of its data (PRAGMA data_version) would not do: it also moves with other tables, and with checkpoints of the log.
 * @param sparedIn the columns of a table whose changes do not count
 */
export async function countChanges(
  database: Database,
  tables: readonly string[],
  sparedIn: (table: string) => readonly string[],
): Promise<void> {
  await new UnitOfWork(database).run(async () => {
    await database.execute(`CREATE TABLE ${COUNTER} (changes INTEGER NOT NULL)`);
    await database.execute(`INSERT INTO ${COUNTER} VALUES (0)`);
    for (const table of tables) {
      const columns = await database.select<{ name: string }>(`PRAGMA table_info(\`${table}\`)`);
      const counted = columns
        .map(({ name }) => name)
        .filter((name) => !sparedIn(table).includes(name));
      const differs = counted.map((name) => `OLD.\`${name}\` IS NOT NEW.\`${name}\``).join(' OR ');
      const changes = ['INSERT', 'DELETE', `UPDATE WHEN ${differs}`];
      for (const change of changes) await database.execute(triggerOf(table, change));
    }
  });
}

function triggerOf(table: string, change: string): string {
  const [event, ...when] = change.split(' ');
  return (
    `CREATE TRIGGER \`${COUNTER}_${table}_${event}\` AFTER ${event} ON \`${table}\` ${when.join(' ')} ` +
    `BEGIN UPDATE ${COUNTER} SET changes = changes + 1; END`
  );
}
