import type { ColumnKind, KindName } from '../kinds';
import { constraintNames, quote } from '../names';
import {
  type BrokenConstraint,
  type ColumnSqlType,
  type Dialect,
  driverError,
  type Failure,
} from './dialect';
import type { MysqlServer } from './mysql.server';

const types: Record<KindName, string> = {
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
  // Not JSON: MariaDB has none, and MySQL's would change the text.
  json: 'longtext',
};

/** Deadlock, lock wait timeout, changed since read; Galera answers 1213 when certification fails. */
const conflicts = new Set([1213, 1205, 1020]);
/** Disk full, shutting down, killed, out of connections, not ready (Galera), read-only, statement out of time. */
const refusals = new Set([
  1021, 1040, 1047, 1053, 1077, 1114, 1129, 1203, 1226, 1290, 1317, 1836, 1927, 1969, 3024, 4031,
]);
const lost = /^(PROTOCOL_CONNECTION_LOST|PROTOCOL_SEQUENCE_TIMEOUT|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** A refused user is no fault of the moment, but leaves the database as far out of reach. */
const unreachable =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ER_ACCESS_DENIED_ERROR)$/;

/** @param version what `SELECT VERSION()` answers */
export function isMariaDb(version: string): boolean {
  return /mariadb/i.test(version);
}

/** MySQL and MariaDB. */
export class MysqlDialect implements Dialect {
  readonly name = 'mysql';
  readonly forUpdate = ' FOR UPDATE';
  /** Compares byte for byte and does not pad with spaces. */
  private readonly collation: string;

  constructor(readonly server: MysqlServer) {
    this.collation = isMariaDb(server.version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  }

  columnType({ name, length }: ColumnKind): ColumnSqlType {
    const type = types[name];
    if (name === 'instant') return { type, precision: 3 };
    if (type === 'longtext') return { type, collation: this.collation };
    if (type === 'varchar') return { type, length: String(length), collation: this.collation };
    return { type };
  }

  addCheck(table: string, name: string, expression: string): string {
    return `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} CHECK (${expression})`;
  }

  constraint(error: unknown): BrokenConstraint | undefined {
    const { errno, message } = driverError(error);
    switch (errno) {
      case 1062:
        return { kind: 'unique', ...nameOfKey(message) };
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

  failure(error: unknown): Failure | undefined {
    return mysqlFailure(error);
  }
}

/** Whether an error of the driver is about the connection or other transactions. */
export function mysqlFailure(error: unknown): Failure | undefined {
  const { code, errno, message } = driverError(error);
  if (conflicts.has(errno) || isLostSavepoint(errno, message)) return 'conflict';
  if (refusals.has(errno) || unreachable.test(code)) return 'unavailable';
  const isClosed = /closed state|Pool is closed|has been closed/i.test(message);
  return lost.test(code) || isClosed ? 'disconnected' : undefined;
}

/** A savepoint that was set and is not there any more: the transaction was rolled back meanwhile. */
function isLostSavepoint(errno: number, message: string): boolean {
  return errno === 1305 && message.startsWith('SAVEPOINT');
}

/** MySQL says `table.key`, MariaDB `key`; the value before it may itself hold quotes. */
function nameOfKey(message: string): { name?: string } {
  const name = /for key '(?:([^'.]+)\.)?([^'.]+)'$/.exec(message);
  if (name?.[2] !== 'PRIMARY') return { name: name?.[2] };
  return { ...(name[1] !== undefined && { name: constraintNames.primaryKey(name[1]) }) };
}
