import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataSource } from '../../../src/database/connection/data-source';
import { columnKinds } from '../../../src/database/schema/column-kinds';
import { emptyDatabaseUrl, type TestDatabase } from '../../support/service/database';

/** How many migrations 1.0.0 has run. */
export const RUN = 32;

/**
 * A database of 1.0.0 as it was: tables, notes of migrations, and the records of a small store.
 * @param run how many of its migrations it has noted
 */
export async function firstRelease(run = RUN): Promise<TestDatabase> {
  const database = await emptyDatabaseUrl();
  const source = await createDataSource(database.url);
  await source.initialize();
  const runner = source.createQueryRunner();
  const { name } = source.dialect;
  const { collation } = source.dialect.getColumnType(columnKinds.longText);
  if (name === 'mysql') await runner.query('SET foreign_key_checks = 0');
  for (const file of [name, 'records']) {
    const sql = readFileSync(join(__dirname, `${file}.sql`), 'utf8');
    for (const statement of sql.split(';\n').filter(Boolean))
      await runner.query(
        // MariaDB and MySQL call it differently.
        file === 'mysql'
          ? statement.replace(/(varchar\(\d+\)|longtext)/g, `$1 COLLATE ${collation}`)
          : statement,
      );
  }
  await runner.query('DELETE FROM migrations WHERE id > ?', [run]);
  if (name === 'mysql') await runner.query('SET foreign_key_checks = 1');
  await runner.release();
  await source.destroy();
  return database;
}
