import { type DtoClass, ListOf, Nested } from '../../../../api';
import {
  type MemberDecorator,
  type FieldMapping,
  type ParseContext,
  type SerializeContext,
} from './stored-fields';

/** How a JSON column is represented in import records, if the two differ. */
interface JsonConversion<S, T> {
  readonly serialize?: (stored: S, context: SerializeContext) => T;
  readonly parse?: (value: T, context: ParseContext) => S;
  /** Value of an empty column, if not null. */
  readonly emptyValue?: unknown;
}

/** Creates a field for a JSON column with an object. */
export function storedObjectField<S, T extends object>(
  property: string,
  dto: () => DtoClass<T>,
  conversion: JsonConversion<S, T> = {},
): FieldMapping {
  return jsonField(property, Nested(dto, { optional: true }), conversion);
}

/** Creates a field for a JSON column with an array of objects. */
export function storedListField<S, T extends object>(
  property: string,
  dto: () => DtoClass<T>,
  conversion: JsonConversion<S[], T[]> = {},
): FieldMapping {
  const decorator = ListOf(dto, { optional: true, max: 100_000 });
  return jsonField(property, decorator, conversion);
}

function jsonField<S, T>(
  property: string,
  decorator: MemberDecorator,
  conversion: JsonConversion<S, T>,
): FieldMapping {
  const { serialize, parse, emptyValue = null } = conversion;
  return {
    name: property,
    decorator,
    columns: [property],
    serialize: (row, context) => {
      const stored = row[property];
      if (stored === null || (Array.isArray(stored) && stored.length === 0 && emptyValue !== null))
        return undefined;
      return serialize ? serialize(stored as S, context) : stored;
    },
    parse: (value, context) => {
      if (value === undefined || value === null) return { [property]: emptyValue };
      return { [property]: parse ? parse(value as T, context) : value };
    },
  };
}
