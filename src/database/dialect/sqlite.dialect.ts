import { CommitNotDurable } from './sqlite.durability';
import type { ColumnKind, ColumnKindName } from '../schema/column-kinds';
import { constraintNames } from '../schema/sql-names';
import {
  type ViolatedConstraint,
  type ColumnSqlType,
  type Dialect,
  toDriverErrorInfo,
  type FailureKind,
} from './dialect';

const sqlTypes: Record<ColumnKindName, string> = {
  id: 'integer',
  pid: 'varchar',
  varchar: 'varchar',
  longText: 'text',
  bool: 'boolean',
  int: 'integer',
  smallInt: 'smallint',
  bigInt: 'integer',
  double: 'double',
  // Not `datetime`: that has numeric affinity.
  instant: 'varchar',
  json: 'text',
};

const INSTANT_LENGTH = '23';

export class SqliteDialect implements Dialect {
  readonly name = 'sqlite';
  readonly telemetryName = 'sqlite';
  readonly forUpdate = '';
  readonly forShare = '';

  getColumnType({ name, length }: ColumnKind): ColumnSqlType {
    if (name === 'instant') return { type: sqlTypes.instant, length: INSTANT_LENGTH };
    const hasLength = length !== undefined && sqlTypes[name] === 'varchar';
    return { type: sqlTypes[name], ...(hasLength && { length: String(length) }) };
  }

  /** SQLite supports CHECKs only in CREATE TABLE. */
  createCheckStatement(): undefined {
    return undefined;
  }

  findViolatedConstraint(error: unknown): ViolatedConstraint | undefined {
    const { code, message } = toDriverErrorInfo(error);
    const violationDetail = message.slice(message.indexOf(': ') + 2);
    switch (code) {
      case 'SQLITE_CONSTRAINT_UNIQUE':
        return { kind: 'unique', ...parseUniqueName(violationDetail) };
      case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      case 'SQLITE_CONSTRAINT_ROWID':
        return {
          kind: 'unique',
          name: constraintNames.primaryKey(violationDetail.split('.')[0] ?? ''),
        };
      // RESTRICT is implemented like a trigger; the schema has no triggers of its own.
      case 'SQLITE_CONSTRAINT_TRIGGER':
      case 'SQLITE_CONSTRAINT_FOREIGNKEY':
        return { kind: 'foreignKey' };
      case 'SQLITE_CONSTRAINT_CHECK':
        return { kind: 'check', name: violationDetail };
      case 'SQLITE_CONSTRAINT_NOTNULL':
        return { kind: 'notNull', name: violationDetail.split('.')[1] };
      default:
        return undefined;
    }
  }

  classifyFailure(error: unknown): FailureKind | undefined {
    const { code, message } = toDriverErrorInfo(error);
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'conflict';
    if (code === 'SQLITE_FULL') return 'full';
    // As after a lost connection, nobody knows whether the commit will last.
    if (code === CommitNotDurable.code) return 'disconnected';
    if (code.startsWith('SQLITE_READONLY')) return 'readOnly';
    const isFileUnusable = /^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/.test(code);
    return isFileUnusable || message === 'The database connection is not open'
      ? 'unavailable'
      : undefined;
  }
}

/** SQLite reports the columns of a violated UNIQUE (`tags.group_id, tags.p_id`), not its name. */
function parseUniqueName(violationDetail: string): { name?: string } {
  if (violationDetail.startsWith('index ')) return { name: /'(.+)'/.exec(violationDetail)?.[1] };
  const columns = violationDetail.split(', ').map((column) => column.split('.'));
  const table = columns[0]?.[0];
  if (table === undefined) return {};
  return {
    name: constraintNames.unique(
      table,
      columns.map(([, column = '']) => column),
    ),
  };
}
