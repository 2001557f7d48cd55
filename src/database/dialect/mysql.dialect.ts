import type { ColumnKind, ColumnKindName } from '../schema/column-kinds';
import { constraintNames, quoteIdentifier } from '../schema/sql-names';
import {
  type ViolatedConstraint,
  type ColumnSqlType,
  type Dialect,
  toDriverErrorInfo,
  type FailureKind,
} from './dialect';
import type { MysqlServerInfo } from './mysql.server-info';

const sqlTypes: Record<ColumnKindName, string> = {
  id: 'bigint',
  pid: 'varchar',
  varchar: 'varchar',
  longText: 'longtext',
  bool: 'tinyint',
  int: 'int',
  smallInt: 'smallint',
  bigInt: 'bigint',
  double: 'double',
  instant: 'datetime',
  // Not JSON: MariaDB has no such type, and MySQL's would change the text.
  json: 'longtext',
};

/** Error numbers about the connection, other transactions or the server; all others are about the statement. */
export const failureKindByErrno: ReadonlyMap<number, FailureKind> = new Map([
  [1020, 'conflict'], // The record has changed since it was read.
  [1205, 'conflict'], // A lock wait timed out.
  [1213, 'conflict'], // A deadlock. On Galera, a certification that failed.
  [1021, 'full'], // The disk is full.
  [1040, 'unavailable'], // Too many connections.
  [1047, 'unavailable'], // Galera: the node is not ready.
  [1053, 'unavailable'], // The server is shutting down.
  [1077, 'unavailable'], // The server has shut down.
  [1114, 'full'], // A table is full.
  [1129, 'unavailable'], // The host is blocked after many failed connections.
  [1203, 'unavailable'], // The user has too many connections.
  [1226, 'unavailable'], // The user has used up a resource.
  [1290, 'readOnly'], // The server runs with an option that forbids it: read-only.
  [1317, 'unavailable'], // The statement was interrupted.
  [1836, 'readOnly'], // The server is in read-only mode.
  [1969, 'unavailable'], // MariaDB: the statement took too long.
  [3024, 'unavailable'], // MySQL: the statement took too long.
  [1180, 'disconnected'], // An error during COMMIT. On Galera, the cluster lost its quorum.
  [1184, 'disconnected'], // A new connection was aborted.
  [1152, 'disconnected'], // The connection was aborted.
  [1927, 'disconnected'], // The connection was killed.
  [2006, 'disconnected'], // The server has gone away.
  [2013, 'disconnected'], // The connection was lost during the statement.
  [4031, 'disconnected'], // The server closed a connection that was idle for too long.
]);
/** MariaDB's and MySQL's error numbers for a statement that took too long. */
const timeoutErrnos: ReadonlySet<number> = new Set([1969, 3024]);
const LOST_CONNECTION_PATTERN =
  /^(PROTOCOL_CONNECTION_LOST|PROTOCOL_SEQUENCE_TIMEOUT|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** A rejected user isn't a temporary failure, but makes the database just as unreachable. */
const UNREACHABLE_PATTERN =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ER_ACCESS_DENIED_ERROR)$/;

/** @param version result of `SELECT VERSION()` */
export function isMariaDb(version: string): boolean {
  return /mariadb/i.test(version);
}

/** Dialect of MySQL and MariaDB. */
export class MysqlDialect implements Dialect {
  readonly name = 'mysql';
  readonly telemetryName: 'mysql' | 'mariadb';
  readonly forUpdate = ' FOR UPDATE';
  readonly forShare = ' LOCK IN SHARE MODE';
  /** A collation that compares byte by byte and doesn't pad with spaces. */
  private readonly collation: string;

  constructor(readonly serverInfo: MysqlServerInfo) {
    const isMaria = isMariaDb(serverInfo.version);
    this.telemetryName = isMaria ? 'mariadb' : 'mysql';
    this.collation = isMaria ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  }

  getColumnType({ name, length }: ColumnKind): ColumnSqlType {
    const type = sqlTypes[name];
    if (name === 'instant') return { type, precision: 3 };
    if (type === 'longtext') return { type, collation: this.collation };
    if (type === 'varchar') return { type, length: String(length), collation: this.collation };
    return { type };
  }

  createCheckStatement(table: string, name: string, expression: string): string {
    return `ALTER TABLE ${quoteIdentifier(table)} ADD CONSTRAINT ${quoteIdentifier(name)} CHECK (${expression})`;
  }

  findViolatedConstraint(error: unknown): ViolatedConstraint | undefined {
    const { errno, message } = toDriverErrorInfo(error);
    switch (errno) {
      case 1062:
        return { kind: 'unique', ...parseViolatedKey(message) };
      case 1451:
      case 1452:
        return { kind: 'foreignKey', name: /CONSTRAINT `([^`]+)`/.exec(message)?.[1] };
      case 3819:
      case 4025:
        return { kind: 'check', name: /(?:CONSTRAINT `|constraint ')([^`']+)/.exec(message)?.[1] };
      case 1048:
      case 1364:
        return { kind: 'notNull', name: /'([^']+)'/.exec(message)?.[1] };
      default:
        return undefined;
    }
  }

  classifyFailure(error: unknown): FailureKind | undefined {
    return classifyMysqlFailure(error);
  }
}

/** ENOSPC in a server's errors about writing a file (1026, 3) and about its storage engine (1030). */
const NO_SPACE_PATTERN = /\b(?:errno: |error )28\b/;

/** Whether the server has aborted a statement because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return timeoutErrnos.has(toDriverErrorInfo(error).errno);
}

/** Returns the kind of failure of an error about the connection, other transactions or the server. */
export function classifyMysqlFailure(error: unknown): FailureKind | undefined {
  const { code, errno, message } = toDriverErrorInfo(error);
  const failureKind = failureKindByErrno.get(errno);
  if (failureKind !== undefined) return failureKind;
  if (NO_SPACE_PATTERN.test(message)) return 'full';
  if (isLostSavepoint(errno, message)) return 'conflict';
  if (UNREACHABLE_PATTERN.test(code)) return 'unavailable';
  const isClosed = /closed state|Pool is closed|has been closed/i.test(message);
  return LOST_CONNECTION_PATTERN.test(code) || isClosed ? 'disconnected' : undefined;
}

/** Whether a savepoint is missing that had been set: the transaction has been rolled back in the meantime. */
function isLostSavepoint(errno: number, message: string): boolean {
  return errno === 1305 && message.startsWith('SAVEPOINT');
}

/** MySQL reports `table.key`, MariaDB `key`; the value before it may contain quotes. */
function parseViolatedKey(message: string): { name?: string } {
  const name = /for key '(?:([^'.]+)\.)?([^'.]+)'$/.exec(message);
  if (name?.[2] !== 'PRIMARY') return { name: name?.[2] };
  return { ...(name[1] !== undefined && { name: constraintNames.primaryKey(name[1]) }) };
}
