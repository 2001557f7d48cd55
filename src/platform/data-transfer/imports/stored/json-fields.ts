import { type DtoClass, ListOf, Nested } from '../../../../api';
import {
  toPropertyDecorator,
  type MemberDecorator,
  type StoredField,
  type ParseContext,
  type SerializeContext,
} from './stored-fields';

/** How a line holds a JSON column, where the two differ. */
interface JsonFormat<S, T> {
  readonly serialize?: (stored: S, telling: SerializeContext) => T;
  readonly parse?: (told: T, reading: ParseContext) => S;
  /** What an empty column holds, if not null. */
  readonly emptyValue?: unknown;
}

/** A JSON column that holds an object. */
export function objectField<S, T extends object>(
  property: string,
  dto: () => DtoClass<T>,
  form: JsonFormat<S, T> = {},
): StoredField {
  return jsonField(property, Nested(dto, { optional: true }) as MemberDecorator, form);
}

/** A JSON column that holds an array of objects. */
export function listField<S, T extends object>(
  property: string,
  dto: () => DtoClass<T>,
  form: JsonFormat<S[], T[]> = {},
): StoredField {
  const declare = ListOf(dto, { optional: true, max: 100_000 });
  return jsonField(property, declare as MemberDecorator, form);
}

function jsonField<S, T>(
  property: string,
  declare: MemberDecorator,
  form: JsonFormat<S, T>,
): StoredField {
  const { serialize, parse, emptyValue = null } = form;
  return {
    name: property,
    decorator: toPropertyDecorator(declare),
    columns: [property],
    serialize: (row, telling) => {
      const stored = row[property];
      if (stored === null || (Array.isArray(stored) && stored.length === 0 && emptyValue !== null))
        return undefined;
      return serialize ? serialize(stored as S, telling) : stored;
    },
    parse: (told, reading) => {
      if (told === undefined || told === null) return { [property]: emptyValue };
      return { [property]: parse ? parse(told as T, reading) : told };
    },
  };
}
