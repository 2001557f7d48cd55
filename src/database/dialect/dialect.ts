import type { TableColumnOptions } from 'typeorm';
import type { ColumnKind } from '../schema/column-kinds';

/** A constraint that a statement broke. */
export interface ViolatedConstraint {
  readonly kind: 'unique' | 'foreignKey' | 'check' | 'notNull';
  /** Declared name of the constraint; SQLite doesn't report it for foreign keys. */
  readonly name?: string;
}

/**
 * Reason why a statement failed, if it isn't the statement's fault:
 * - `conflict`: the transaction is lost, run it again from the start;
 * - `disconnected`: the connection is lost, so that the outcome of a commit is unknown;
 * - `unavailable`: the database can't work at all;
 * - `readOnly`: the database accepts no writes, reads still work;
 * - `full`: the disk is full, reads still work.
 */
export type FailureKind = 'conflict' | 'disconnected' | 'unavailable' | 'readOnly' | 'full';

export type ColumnSqlType = Pick<TableColumnOptions, 'type' | 'length' | 'precision' | 'collation'>;

/** The differences between engines. Code outside this folder never asks which engine it runs on. */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql';
  /** Name of the database system in OpenTelemetry. */
  readonly telemetryName: 'sqlite' | 'mysql' | 'mariadb';
  /** Returns the SQL type of a column kind. */
  getColumnType(kind: ColumnKind): ColumnSqlType;
  /** Returns the statement that adds a CHECK to an existing table; undefined if CREATE TABLE must contain it. */
  createCheckStatement(table: string, name: string, expression: string): string | undefined;
  /** Returns the constraint that an error of the driver is about. */
  findViolatedConstraint(error: unknown): ViolatedConstraint | undefined;
  /** Returns the kind of failure if an error of the driver is about the connection or other transactions. */
  classifyFailure(error: unknown): FailureKind | undefined;
  /** Appended to a SELECT that locks its rows until the unit of work ends. */
  readonly forUpdate: '' | ' FOR UPDATE';
  /** Like `forUpdate`, but other transactions may hold the same lock. */
  readonly forShare: '' | ' LOCK IN SHARE MODE';
}

/** Returns the relevant parts of a driver's error. */
export function toDriverErrorInfo(error: unknown): {
  code: string;
  errno: number;
  message: string;
} {
  const { code, errno, message, driverError: inner } = Object(error) as Record<string, unknown>;
  // TypeORM wraps the driver's error and rewords its message.
  if (inner !== undefined) return toDriverErrorInfo(inner);
  return {
    code: typeof code === 'string' ? code : '',
    errno: typeof errno === 'number' ? errno : 0,
    message: typeof message === 'string' ? message : '',
  };
}
