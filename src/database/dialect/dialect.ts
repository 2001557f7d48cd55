import type { TableColumnOptions } from 'typeorm';
import type { ColumnKind } from '../schema/column-kinds';

/** A constraint that a statement broke. */
export interface BrokenConstraint {
  readonly kind: 'unique' | 'foreignKey' | 'check' | 'notNull';
  /** The declared name; SQLite doesn't tell which foreign key. */
  readonly name?: string;
}

/**
 * Why a statement failed, when it isn't the statement's fault:
 * `conflict`: the transaction is lost, run it again from the start;
 * `disconnected`: the connection is lost;
 * `unavailable`: the database can't work at all;
 * `full`: its disk takes nothing more, reads go on.
 */
export type FailureKind = 'conflict' | 'disconnected' | 'unavailable' | 'full';

export type ColumnSqlType = Pick<TableColumnOptions, 'type' | 'length' | 'precision' | 'collation'>;

/** What differs between engines. Nothing outside this folder asks which engine it is. */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql';
  /** What OpenTelemetry calls the database. */
  readonly telemetryName: 'sqlite' | 'mysql' | 'mariadb';
  /** SQL type of a column kind. */
  columnType(kind: ColumnKind): ColumnSqlType;
  /** Statements that add a CHECK to a table that exists; undefined where CREATE TABLE must carry it. */
  addCheck(table: string, name: string, expression: string): string | undefined;
  /** Which constraint an error of the driver is about. */
  findBrokenConstraint(error: unknown): BrokenConstraint | undefined;
  /** Whether an error of the driver is about the connection or other transactions. */
  classifyFailure(error: unknown): FailureKind | undefined;
  /** Appended to a SELECT that locks its rows until the unit of work ends. */
  readonly forUpdate: '' | ' FOR UPDATE';
  /** The same for rows that others may lock so, too. */
  readonly forShare: '' | ' LOCK IN SHARE MODE';
}

/** The parts of a driver's error that are worth reading. */
export function toDriverError(error: unknown): { code: string; errno: number; message: string } {
  const { code, errno, message, driverError: inner } = Object(error) as Record<string, unknown>;
  // TypeORM wraps what the driver said, and words the message anew.
  if (inner !== undefined) return toDriverError(inner);
  return {
    code: typeof code === 'string' ? code : '',
    errno: typeof errno === 'number' ? errno : 0,
    message: typeof message === 'string' ? message : '',
  };
}
