import type { Pool } from 'mysql2';
import type { Engine } from './connection';
import type { StoreDataSource } from '../connection/data-source';
import { MysqlDialect } from './mysql.dialect';
import { createMysqlEngine } from './mysql.engine';
import type { Sqlite } from './sqlite.driver';
import { createSqliteEngine } from './sqlite.engine';

/**
 * Creates the engine over the connections that data sources have opened.
 * @param readerDataSource SQLite's read-only data source
 */
export function createEngine(
  writerDataSource: StoreDataSource,
  readerDataSource?: StoreDataSource,
): Engine {
  const { dialect, statementTimeoutMs: timeout, poolSize: size } = writerDataSource;
  if (dialect instanceof MysqlDialect)
    return createMysqlEngine(getPool(writerDataSource), dialect, {
      size,
      ...(timeout !== undefined && { statementTimeoutMs: timeout }),
    });
  if (!readerDataSource) throw new Error('A SQLite file needs a second connection, for reads');
  return createSqliteEngine(
    dialect,
    getSqliteDatabase(writerDataSource),
    getSqliteDatabase(readerDataSource),
    readerDataSource.readerOptions,
    {
      writeQueue: writerDataSource.writeQueue,
      maxWalBytes: writerDataSource.maxWalBytes,
    },
  );
}

/** The pool and the database of the drivers; TypeORM doesn't declare their types. */
const getPool = ({ driver }: StoreDataSource): Pool => (driver as unknown as { pool: Pool }).pool;
const getSqliteDatabase = ({ driver }: StoreDataSource): Sqlite.Database =>
  (driver as unknown as { databaseConnection: Sqlite.Database }).databaseConnection;
