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
import { type DeclaredColumn, listDataColumns, type EntityClass } from '../../../../database';
import type { IdLookup, NaturalKeyLookup } from './natural-key-resolver';

/** A row in the format of loader and writer; also a record, or a part of one. */
export type RowValues = Readonly<Record<string, unknown>>;

/** The other rows of the same record that a row can refer to, by the names of their lists. */
export interface RowReferences {
  /** @returns the index of a row in its list, from 0 */
  indexOf(list: string, id: number): number | undefined;
  /** @returns the id of the row at an index; undefined without a row */
  idAt(list: string, index: number): number | undefined;
}

/** Context for serializing a record. */
export interface SerializeContext {
  readonly naturalKeys: NaturalKeyLookup;
  readonly rowReferences: RowReferences;
  /** Whether the hashes of passwords and keys are included. */
  readonly includesSecrets: boolean;
}

/** Context for parsing a record. */
export interface ParseContext {
  readonly ids: IdLookup;
  readonly rowReferences: RowReferences;
  /** JSON pointer to the object in the record. */
  readonly pointer: string;
}

/** A member of a record, mapped to one or more columns. */
export interface FieldMapping {
  readonly name: string;
  /** Declares the member on a DTO. */
  readonly decorator: MemberDecorator;
  readonly columns: readonly string[];
  /** Columns that updates don't write: the pId of a record that was renamed since the export can't be resolved. */
  readonly insertOnlyColumns?: readonly string[];
  /** Returns the member's value; undefined if it is left out. */
  readonly serialize: (row: RowValues, context: SerializeContext) => unknown;
  /** Returns the columns of a validated value, or of an absent one. */
  readonly parse: (value: unknown, context: ParseContext) => RowValues;
}

/** Decorator of a member of any type. */
export type MemberDecorator = (prototype: never, property: never) => void;

/** A reference by `pId` only: ids of another store have no meaning. */
export class PidDto {
  @PublicId({ refersToStoredData: true })
  pId!: string;
}

/** Creates the fields of an entity: `customFields`, and one field for each other column except `omittedColumns`. */
export function createColumnFields(
  entity: EntityClass,
  {
    customFields = [],
    omittedColumns = [],
  }: { customFields?: readonly FieldMapping[]; omittedColumns?: readonly string[] },
): FieldMapping[] {
  const special = new Map(
    customFields.flatMap((field) => field.columns.map((name) => [name, field] as const)),
  );
  const fields = listDataColumns(entity).flatMap((column) => {
    const { property } = column;
    const other = special.get(property);
    if (other) return other.columns[0] === property ? [other] : [];
    return omittedColumns.includes(property) ? [] : [createColumnField(column)];
  });
  return [...customFields.filter(({ columns }) => columns.length === 0), ...fields];
}

/** Creates fields for the members of a DTO from the columns of the same names; required ones are always exported. */
export function createDtoFields(
  dto: DtoClass,
  entity: EntityClass,
  customFields: readonly FieldMapping[] = [],
): readonly FieldMapping[] {
  const special = new Map(customFields.map((field) => [field.name, field]));
  const columns = new Map(listDataColumns(entity).map((column) => [column.property, column]));
  const required = new Set(deriveSchema(dto).schema.required);
  return listMembers(dto).map((name) => {
    const column = columns.get(name);
    const field = special.get(name) ?? (column && createColumnField(column, required.has(name)));
    if (!field) throw new Error(`${dto.name} has no column ${name}: declare a field for it`);
    return field;
  });
}

/** Creates fields for some columns of an entity. */
export function createSelectedColumnFields(
  entity: EntityClass,
  names: readonly string[],
  customFields: readonly FieldMapping[] = [],
) {
  const all = listDataColumns(entity).map(({ property }) => property);
  const named = new Set([...names, ...customFields.flatMap(({ columns }) => columns)]);
  return createColumnFields(entity, {
    customFields,
    omittedColumns: all.filter((name) => !named.has(name)),
  });
}

/** How a record represents the values of a kind of column. */
interface ColumnFormat {
  readonly decorator: MemberDecorator;
  /** Value of an absent member; undefined if the member is required. */
  readonly defaultValue?: unknown;
  readonly serialize?: (value: never) => unknown;
}

function createColumnField(column: DeclaredColumn, isRequired = false): FieldMapping {
  const { property, nullable } = column;
  const { decorator, defaultValue, serialize } = getColumnFormat(column);
  const absentValue = nullable ? null : defaultValue;
  return {
    name: property,
    decorator,
    columns: [property],
    serialize: (row) => {
      const value = row[property];
      if (value === null || (value === absentValue && !isRequired)) return undefined;
      return serialize ? serialize(value as never) : value;
    },
    parse: (value) => ({ [property]: value ?? absentValue }),
  };
}

function getColumnFormat({ property, kind, nullable }: DeclaredColumn): ColumnFormat {
  const optionalOrDefault = <T>(value: T) => (nullable ? { optional: true } : { default: value });
  if (kind.decimals !== undefined) {
    const { decimals } = kind;
    const serialize = (units: number): number => units / 10 ** decimals;
    return {
      decorator: Decimal({ decimals, ...optionalOrDefault(0) }),
      defaultValue: 0,
      serialize,
    };
  }
  if (kind.isOffsetInstant) {
    return { decorator: OffsetInstant(nullable ? { optional: true } : {}) };
  }
  switch (kind.name) {
    case 'bool':
      return { decorator: Flag(optionalOrDefault(false)), defaultValue: false };
    case 'int':
    case 'smallInt':
      return { decorator: Int(optionalOrDefault(0)), defaultValue: 0 };
    case 'bigInt': {
      const max = Number.MAX_SAFE_INTEGER;
      return { decorator: Int({ min: -max, max, ...optionalOrDefault(0) }), defaultValue: 0 };
    }
    case 'double': {
      const max = Number.MAX_VALUE;
      return { decorator: Float({ min: -max, max, ...optionalOrDefault(0) }), defaultValue: 0 };
    }
    case 'instant':
      return {
        decorator: Instant(nullable ? { optional: true } : {}),
        serialize: (instant: Date) => instant.toISOString(),
      };
    case 'pid':
    case 'varchar':
      return {
        decorator: Text({ max: kind.length ?? 0, ...optionalOrDefault('') }),
        defaultValue: '',
      };
    case 'longText':
      return { decorator: Text({ max: 1_000_000, ...optionalOrDefault('') }), defaultValue: '' };
    default:
      throw new Error(`${property} has the kind ${kind.name}, which needs a declared field`);
  }
}

/** Creates a required field for a column whose values records contain as they are. */
export function plainField(property: string, decorator: MemberDecorator): FieldMapping {
  return {
    name: property,
    decorator,
    columns: [property],
    serialize: (row) => row[property],
    parse: (value) => ({ [property]: value }),
  };
}

/** Creates a required field for the column that identifies the record. */
export function identifierField(property: string): FieldMapping {
  return plainField(property, PublicId({ refersToStoredData: true }));
}

/** Creates a required field for a SHA-256. */
export function sha256Field(property: string, hashedValue: string): FieldMapping {
  const description = `SHA-256 of ${hashedValue}, 64 hexadecimal digits in lower case`;
  return plainField(property, Text({ max: 64, pattern: '^[0-9a-f]{64}$', description }));
}

/** Creates a field for the stored record that the import record is about. */
export function targetReferenceField(name: string): FieldMapping {
  return {
    name,
    decorator: Nested(() => PidDto),
    columns: ['pId'],
    serialize: ({ pId }) => ({ pId }),
    parse: (value) => ({ pId: (value as PidDto).pId }),
  };
}

/** Creates a Boolean field for a column of 1 or null. */
export function storedFlagField(name: string, property: string): FieldMapping {
  return {
    name,
    decorator: Flag({ default: false }),
    columns: [property],
    serialize: (row) => (row[property] === 1 ? true : undefined),
    parse: (value) => ({ [property]: value === true ? 1 : null }),
  };
}

/** Creates a field with names for the numbers of a column. @param codes numbers by their names */
export function storedCodeField(
  name: string,
  property: string,
  codes: Readonly<Record<string, number>>,
): FieldMapping {
  const names = new Map(Object.entries(codes).map(([code, number]) => [number, code]));
  return {
    name,
    decorator: OneOf(Object.keys(codes)),
    columns: [property],
    serialize: (row) => names.get(row[property] as number),
    parse: (value) => ({ [property]: codes[value as string] }),
  };
}

/**
 * Creates a field for a reference to another row of the same record, by its index in a list (from 0).
 * @param emptyValue column value without a reference
 */
export function listIndexField(
  name: string,
  property: string,
  list: string,
  emptyValue: null | 0,
): FieldMapping {
  return {
    name,
    decorator: Int({ optional: true, min: 0, description: `Index in ${list}, from 0` }),
    columns: [property],
    serialize: (row, { rowReferences }) => {
      const id = row[property];
      return id === emptyValue ? undefined : rowReferences.indexOf(list, id as number);
    },
    parse: (value, { rowReferences, pointer }) => {
      if (value === undefined || value === null) return { [property]: emptyValue };
      const id = rowReferences.idAt(list, value as number);
      if (id !== undefined) return { [property]: id };
      const detail = `${list} has no element ${JSON.stringify(value)}.`;
      throw new InvalidRequest([{ pointer: `${pointer}/${name}`, code: 'place.none', detail }]);
    },
  };
}

/** A column that is computed from others. */
export interface DerivedColumn {
  readonly property: string;
  readonly compute: (row: RowValues) => unknown;
}

/** Makes a field secret: it is exported only with secrets, and a record without it leaves the column unchanged. */
export function secretField(field: FieldMapping): FieldMapping {
  return {
    ...field,
    serialize: (row, context) =>
      context.includesSecrets ? field.serialize(row, context) : undefined,
    parse: (value, context) =>
      value === undefined || value === null ? {} : field.parse(value, context),
  };
}
