import {
  Decimal,
  type DtoClass,
  Flag,
  Float,
  Instant,
  Int,
  Nested,
  OffsetInstant,
  OneOf,
  PublicId,
  Text,
} from '../../../../api';
import { InvalidRequest } from '../../../../core/errors';
import { deriveSchema } from '../../../../api/validation/schema-derivation';
import { listMembers } from '../../../../api/validation/dto';
import { type DeclaredColumn, declaredColumns, type EntityClass } from '../../../../database';
import type { IdLookup, NameLookup } from './name-resolver';

/** A row as the loader gives it and the writer takes it; also a line, or a part of one. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The other rows that a part's row can be tied to: those of the same record, by the names of their lists. */
export interface SiblingRows {
  /** @returns the place of a row in its list, from 0 */
  indexOf(list: string, id: number): number | undefined;
  /** @returns the id of the row at a place; undefined: there is none */
  idAt(list: string, place: number): number | undefined;
}

/** What a line is made with. */
export interface SerializeContext {
  readonly names: NameLookup;
  readonly siblings: SiblingRows;
  /** Whether the hashes of passwords and keys are included. */
  readonly includesSecrets: boolean;
}

/** What a line is read with. */
export interface ParseContext {
  readonly ids: IdLookup;
  readonly siblings: SiblingRows;
  /** Where the object stands in the line. */
  readonly pointer: string;
}

/** A member of a line, and the columns that it stands for. */
export interface StoredField {
  readonly name: string;
  /** Declares the member on a DTO. */
  readonly decorator: PropertyDecorator;
  readonly columns: readonly string[];
  /** Those that only a new row takes: once a record is renamed, its old pId no longer leads to the id that is kept. */
  readonly insertOnlyColumns?: readonly string[];
  /** Its value in a line; undefined: it is left out. */
  readonly serialize: (row: StoredRow, telling: SerializeContext) => unknown;
  /** The columns that a checked value, or an absent one, stands for. */
  readonly parse: (value: unknown, reading: ParseContext) => StoredRow;
}

/** A member by its name; its type is the column's. */
export type MemberDecorator = (prototype: never, property: never) => void;
/** A field's decorator, for any class. */
export const toPropertyDecorator = (decorator: MemberDecorator): PropertyDecorator =>
  decorator as PropertyDecorator;

/** A `pId` alone: ids of another store mean nothing here. */
export class PidDto {
  @PublicId()
  pId!: string;
}

/** The columns of an entity as members of the same names, except those that `others` stand for or that are left out. */
export function createColumnFields(
  entity: EntityClass,
  { others = [], without = [] }: { others?: readonly StoredField[]; without?: readonly string[] },
): StoredField[] {
  const special = new Map(others.flatMap((one) => one.columns.map((name) => [name, one] as const)));
  const fields = declaredColumns(entity).flatMap((column) => {
    const { property } = column;
    const other = special.get(property);
    if (other) return other.columns[0] === property ? [other] : [];
    return without.includes(property) ? [] : [columnField(column)];
  });
  return [...others.filter(({ columns }) => columns.length === 0), ...fields];
}

/** The members of a DTO, each as the column of its name, except for those of `others`; required ones are always written. */
export function createDtoFields(
  dto: DtoClass,
  entity: EntityClass,
  others: readonly StoredField[] = [],
): readonly StoredField[] {
  const special = new Map(others.map((one) => [one.name, one]));
  const columns = new Map(declaredColumns(entity).map((one) => [one.property, one]));
  const required = new Set(deriveSchema(dto).schema.required);
  return listMembers(dto).map((name) => {
    const column = columns.get(name);
    const field = special.get(name) ?? (column && columnField(column, required.has(name)));
    if (!field) throw new Error(`${dto.name}: say which columns ${name} stands for`);
    return field;
  });
}

/** These columns of an entity as members of the same names. */
export function createFieldsOfColumns(
  entity: EntityClass,
  names: readonly string[],
  others: readonly StoredField[] = [],
) {
  const left = declaredColumns(entity).map(({ property }) => property);
  const named = new Set([...names, ...others.flatMap(({ columns }) => columns)]);
  return createColumnFields(entity, { others, without: left.filter((name) => !named.has(name)) });
}

/** How a line holds the values of a kind of column. */
interface ColumnFormat {
  readonly decorator: PropertyDecorator;
  /** The value of an absent member; undefined: it has to be there. */
  readonly defaultValue?: unknown;
  readonly serialize?: (value: never) => unknown;
}

function columnField(column: DeclaredColumn, isRequired = false): StoredField {
  const { property, nullable } = column;
  const { decorator, defaultValue, serialize } = getColumnFormat(column);
  const initial = nullable ? null : defaultValue;
  return {
    name: property,
    decorator,
    columns: [property],
    serialize: (row) => {
      const value = row[property];
      if (value === null || (value === initial && !isRequired)) return undefined;
      return serialize ? serialize(value as never) : value;
    },
    parse: (value) => ({ [property]: value ?? initial }),
  };
}

function getColumnFormat({ property, kind, nullable }: DeclaredColumn): ColumnFormat {
  const or = <T>(value: T) => (nullable ? { optional: true } : { default: value });
  if (kind.decimals !== undefined) {
    const { decimals } = kind;
    const tell = (units: number): number => units / 10 ** decimals;
    return {
      decorator: toPropertyDecorator(Decimal({ decimals, ...or(0) })),
      defaultValue: 0,
      serialize: tell,
    };
  }
  if (kind.isOffsetInstant) {
    return { decorator: toPropertyDecorator(OffsetInstant(nullable ? { optional: true } : {})) };
  }
  switch (kind.name) {
    case 'bool':
      return { decorator: toPropertyDecorator(Flag(or(false))), defaultValue: false };
    case 'int':
    case 'smallInt':
      return { decorator: toPropertyDecorator(Int(or(0))), defaultValue: 0 };
    case 'bigInt': {
      const max = Number.MAX_SAFE_INTEGER;
      return { decorator: toPropertyDecorator(Int({ min: -max, max, ...or(0) })), defaultValue: 0 };
    }
    case 'double': {
      const max = Number.MAX_VALUE;
      return {
        decorator: toPropertyDecorator(Float({ min: -max, max, ...or(0) })),
        defaultValue: 0,
      };
    }
    case 'instant':
      return {
        decorator: toPropertyDecorator(Instant(nullable ? { optional: true } : {})),
        serialize: (instant: Date) => instant.toISOString(),
      };
    case 'pid':
    case 'varchar':
      return {
        decorator: toPropertyDecorator(Text({ max: kind.length ?? 0, ...or('') })),
        defaultValue: '',
      };
    case 'longText':
      return {
        decorator: toPropertyDecorator(Text({ max: 1_000_000, ...or('') })),
        defaultValue: '',
      };
    default:
      throw new Error(`${property}: say how a column of the kind ${kind.name} stands in a line`);
  }
}

/** The column as a required member: what the record is called. */
export function keyField(property: string, name = property): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(PublicId()),
    columns: [property],
    serialize: (row) => row[property],
    parse: (value) => ({ [property]: value }),
  };
}

/** A column that holds a SHA-256; without it a line would say nothing, so no default stands for it. */
export function sha256Field(property: string, what: string): StoredField {
  return {
    name: property,
    decorator: toPropertyDecorator(
      Text({
        max: 64,
        pattern: '^[0-9a-f]{64}$',
        description: `SHA-256 of ${what}, 64 hexadecimal digits in lower case`,
      }),
    ),
    columns: [property],
    serialize: (row) => row[property],
    parse: (value) => ({ [property]: value }),
  };
}

/** The record that a line is about, which is already stored. */
export function ownerField(name: string): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(Nested(() => PidDto)),
    columns: ['pId'],
    serialize: ({ pId }) => ({ pId }),
    parse: (value) => ({ pId: (value as PidDto).pId }),
  };
}

/** A column of 1 or null, as true or false. */
export function flagField(name: string, property: string): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(Flag({ default: false })),
    columns: [property],
    serialize: (row) => (row[property] === 1 ? true : undefined),
    parse: (value) => ({ [property]: value === true ? 1 : null }),
  };
}

/** A number that stands for something, by its name. @param codes names and their numbers */
export function codeField(
  name: string,
  property: string,
  codes: Readonly<Record<string, number>>,
): StoredField {
  const names = new Map(Object.entries(codes).map(([code, number]) => [number, code]));
  return {
    name,
    decorator: toPropertyDecorator(OneOf(Object.keys(codes))),
    columns: [property],
    serialize: (row) => names.get(row[property] as number),
    parse: (value) => ({ [property]: codes[value as string] }),
  };
}

/**
 * Another row of the same record, by its place in a list (from 0).
 * @param none what the column holds when there is none
 */
export function indexField(
  name: string,
  property: string,
  list: string,
  none: null | 0,
): StoredField {
  return {
    name,
    decorator: toPropertyDecorator(
      Int({ optional: true, min: 0, description: `Place in ${list}, from 0` }),
    ),
    columns: [property],
    serialize: (row, { siblings }) => {
      const id = row[property];
      return id === none ? undefined : siblings.indexOf(list, id as number);
    },
    parse: (value, { siblings, pointer }) => {
      if (value === undefined || value === null) return { [property]: none };
      const id = siblings.idAt(list, value as number);
      if (id !== undefined) return { [property]: id };
      const detail = `${list} has no element ${JSON.stringify(value)}.`;
      throw new InvalidRequest([{ pointer: `${pointer}/${name}`, code: 'place.none', detail }]);
    },
  };
}

/** A column whose value follows from others. */
export interface DerivedColumn {
  readonly property: string;
  readonly compute: (row: StoredRow) => unknown;
}

/** A member that is exported only with secrets; a line without it leaves the column as it is. */
export function secretField(field: StoredField): StoredField {
  return {
    ...field,
    serialize: (row, telling) =>
      telling.includesSecrets ? field.serialize(row, telling) : undefined,
    parse: (value, reading) =>
      value === undefined || value === null ? {} : field.parse(value, reading),
  };
}
