import { createDataSource } from './src/database/data-source';
import { migrations } from './src/database/migrations';

/** The data source for TypeORM's command line (`npm run typeorm -- migration:show`). */
export const dataSource = createDataSource(
  process.env['DATABASE_URL'] ?? 'sqlite:./data/store.sqlite',
  {
    migrations,
  },
);
