/** Makes the tables of an empty database: `node schema.js DIST`, the database in DATABASE_URL. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as databaseModule from '../src/database';

async function main(dist: string): Promise<void> {
  const load = createRequire(join(dist, 'main.js'));
  const { migrate } = load('./database/index.js') as typeof databaseModule;
  await migrate(String(process.env['DATABASE_URL']));
}

main(process.argv[2]!).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
