import { QueryFailedError, QueryResult, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import {
  ConstraintViolation,
  rethrowAsConstraintViolation,
} from '../writing/constraint-violations';
import { formatSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { StoreDataSource } from '../connection/data-source';
import type { StatementResult, Transaction } from './connection';

/**
 * Creates TypeORM's query runner for a unit of work. It has no connection, but sends its statements through the unit's
 * transaction, which has already begun. A transaction of the query runner is a savepoint in it.
 */
export function createUnitOfWorkQueryRunner(
  dataSource: StoreDataSource,
  transaction: Transaction,
): QueryRunner {
  const isSqlite = dataSource.dialect.name === 'sqlite';
  const query = async (
    sql: string,
    parameters: readonly unknown[] = [],
    useStructuredResult = false,
  ): Promise<unknown> => {
    try {
      const statementResult = await rethrowAsConstraintViolation(dataSource.dialect, () =>
        transaction.query(sql, parameters.map(toSqlValue)),
      );
      const result = toQueryResult(statementResult, isSqlite);
      return useStructuredResult ? result : result.raw;
    } catch (error) {
      if (error instanceof ConstraintViolation) throw error;
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  };
  return Object.assign(createDriverQueryRunner(dataSource, isSqlite), {
    isTransactionActive: true,
    transactionDepth: 1,
    query,
    connect: () => Promise.reject(new Error('A unit of work hands out no connection: use query()')),
    release: () => Promise.resolve(),
  });
}

/** TypeORM's driver returns one shared runner on SQLite, so a new one is created. */
function createDriverQueryRunner({ driver }: StoreDataSource, isSqlite: boolean): QueryRunner {
  if (!isSqlite) return driver.createQueryRunner('master');
  return new BetterSqlite3QueryRunner(driver as BetterSqlite3Driver);
}

/** Converts a result to the format of the driver, from which TypeORM reads the generated keys. */
function toQueryResult(
  { rows, affected, insertId }: StatementResult,
  isSqlite: boolean,
): QueryResult<unknown> {
  const result = new QueryResult<unknown>();
  result.raw = rows ?? (isSqlite ? insertId : { affectedRows: affected, insertId });
  result.affected = affected;
  if (rows) result.records = rows;
  return result;
}

function toSqlValue(value: unknown): SqlValue {
  if (value instanceof Date) return formatSqlInstant(value);
  if (typeof value === 'boolean') return Number(value);
  return (value ?? null) as SqlValue;
}
