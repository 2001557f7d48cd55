import { QueryFailedError, QueryResult, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { ConstraintViolation, translateViolations } from '../writing/constraints';
import { formatSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { StoreDataSource } from '../connection/data-source';
import type { StatementResult, Transaction } from './connection';

/**
 * TypeORM's query runner for a unit of work: it has no connection of its own but sends its statements through
 * the unit's transaction, which it finds begun. A transaction of its own is a savepoint in that.
 */
export function createUnitQueryRunner(
  source: StoreDataSource,
  transaction: Transaction,
): QueryRunner {
  const isSqlite = source.dialect.name === 'sqlite';
  const query = async (
    sql: string,
    parameters: readonly unknown[] = [],
    isStructured = false,
  ): Promise<unknown> => {
    try {
      const answer = await translateViolations(source.dialect, () =>
        transaction.query(sql, parameters.map(toSqlValue)),
      );
      const result = toQueryResult(answer, isSqlite);
      return isStructured ? result : result.raw;
    } catch (error) {
      if (error instanceof ConstraintViolation) throw error;
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  };
  return Object.assign(newRunner(source, isSqlite), {
    isTransactionActive: true,
    transactionDepth: 1,
    query,
    connect: () => Promise.reject(new Error('A unit of work hands out no connection: use query()')),
    release: () => Promise.resolve(),
  });
}

/** On SQLite the driver has one for all. */
function newRunner({ driver }: StoreDataSource, isSqlite: boolean): QueryRunner {
  if (!isSqlite) return driver.createQueryRunner('master');
  return new BetterSqlite3QueryRunner(driver as BetterSqlite3Driver);
}

/** In the shape of each driver, as TypeORM reads the generated keys out of it. */
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
