import { join } from 'node:path';
import { createDataSource } from './src/database/connection/data-source';
import { migrations } from './src/database/migrations';

/**
 * The data source for TypeORM's command line: `npm run typeorm -- migration:show`, or `schema:log`, which has
 * nothing to say as long as entities and migrations agree.
 */
export const dataSource = createDataSource(
  process.env['DATABASE_URL'] ?? 'sqlite:./data/store.sqlite',
  {
    entities: [join(__dirname, 'src/**/*.entity.{js,ts}')],
    migrations,
  },
);
