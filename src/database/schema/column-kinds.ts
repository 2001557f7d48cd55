/** A value in the drivers' format. */
export type SqlValue = string | number | null;

/** Names of the column kinds; a dialect knows the SQL type of each. */
export type ColumnKindName =
  | 'id'
  | 'pid'
  | 'varchar'
  | 'longText'
  | 'bool'
  | 'int'
  | 'smallInt'
  | 'bigInt'
  | 'double'
  | 'instant'
  | 'json';

/**
 * A kind of column: its name for the dialects, and the conversions between memory and database.
 * The conversions are never called with null. Without `fromDatabase`, the driver's value is the value in memory.
 */
export interface ColumnKind {
  readonly name: ColumnKindName;
  readonly length?: number;
  /** Decimals of the represented number. The column stores an integer, in units of the last decimal. */
  readonly decimals?: number;
  /** Whether the text is an instant with its offset. */
  readonly isOffsetInstant?: boolean;
  readonly fromDatabase?: (raw: SqlValue) => unknown;
  readonly toDatabase: (value: unknown) => SqlValue;
  /** Whether a value from a cursor may be compared with the column. */
  readonly acceptsCursorValue: (raw: unknown) => boolean;
}

function throwInvalidValue(expected: string, value: unknown): never {
  throw new TypeError(
    `A column that holds ${expected} can't take ${typeof value} ${String(value)}`,
  );
}

function createIntegerKind(name: ColumnKindName, min: number, max: number): ColumnKind {
  const acceptsCursorValue = (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
  return {
    name,
    acceptsCursorValue,
    // Not every driver rejects a fraction, and SQLite would store it.
    toDatabase: (value) =>
      acceptsCursorValue(value)
        ? (value as number)
        : throwInvalidValue(`integers (${name})`, value),
    // Some servers return a computed BIGINT as text, unlike a column.
    ...(name === 'bigInt' && { fromDatabase: Number }),
  };
}

/** SQLite doesn't enforce declared lengths, so they are checked here, in code points like on MySQL. */
function createTextKind(name: ColumnKindName, length: number): ColumnKind {
  const fits = (value: string): boolean =>
    value.length <= length || (value.length <= 2 * length && [...value].length <= length);
  return {
    name,
    length,
    acceptsCursorValue: (value) => typeof value === 'string' && fits(value),
    toDatabase: (value) =>
      typeof value === 'string' && fits(value)
        ? value
        : throwInvalidValue(`text of ${length} characters`, value),
  };
}

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** mysql2 omits a fraction of zero. */
const INSTANT_PATTERN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?$/;

/** Formats an instant in UTC as `2026-11-20 09:30:00.123`: it sorts as text, and matches MySQL's DATETIME(3). */
export function formatSqlInstant(date: Date): string {
  const iso = date.toISOString();
  if (iso.length !== 24 || iso < '1000')
    throw new RangeError(`The year is not between 1000 and 9999: ${iso}`);
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}

/** Parses an instant in the format of `Database.select`. */
export function parseSqlInstant(raw: SqlValue): Date {
  return new Date(`${String(raw).replace(' ', 'T')}Z`);
}

export const columnKinds = {
  id: createIntegerKind('id', 1, MAX_INTEGER),
  pid: createTextKind('pid', 255),
  varchar: (length: number): ColumnKind => createTextKind('varchar', length),
  longText: createTextKind('longText', 0x3fff_ffff),
  int: createIntegerKind('int', -0x8000_0000, 0x7fff_ffff),
  smallInt: createIntegerKind('smallInt', -0x8000, 0x7fff),
  bigInt: createIntegerKind('bigInt', -MAX_INTEGER, MAX_INTEGER),
  fixedPoint: (decimals: number): ColumnKind => ({
    ...createIntegerKind('bigInt', -MAX_INTEGER, MAX_INTEGER),
    decimals,
  }),
  offsetInstant: { ...createTextKind('varchar', 32), isOffsetInstant: true },
  bool: {
    name: 'bool',
    fromDatabase: (raw) => raw === 1,
    toDatabase: (value) =>
      typeof value === 'boolean' ? Number(value) : throwInvalidValue('booleans', value),
    acceptsCursorValue: (raw) => raw === 0 || raw === 1,
  },
  double: {
    name: 'double',
    toDatabase: (value) =>
      typeof value === 'number' && Number.isFinite(value)
        ? value
        : throwInvalidValue('numbers', value),
    acceptsCursorValue: (raw) => typeof raw === 'number' && Number.isFinite(raw),
  },
  instant: {
    name: 'instant',
    fromDatabase: parseSqlInstant,
    toDatabase: (value) =>
      value instanceof Date ? formatSqlInstant(value) : throwInvalidValue('instants', value),
    acceptsCursorValue: (raw) => typeof raw === 'string' && INSTANT_PATTERN.test(raw),
  },
  json: {
    name: 'json',
    fromDatabase: (raw) => JSON.parse(String(raw)) as unknown,
    toDatabase: (value) =>
      value === undefined ? throwInvalidValue('JSON', value) : JSON.stringify(value),
    acceptsCursorValue: () => false,
  },
} satisfies Record<string, ColumnKind | ((size: number) => ColumnKind)>;
