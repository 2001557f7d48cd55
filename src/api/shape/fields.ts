import { Field, DtoClass, Keywords, declareField } from './dto';
import type { JsonSchema } from './schema';

/** A decorator for members whose type can hold a `T`. */
type FieldDecorator<T> = <K extends string>(prototype: { [P in K]?: T }, property: K) => void;

interface FieldOptions {
  /** The member may be absent. A default makes it optional, too. */
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** The member is an addition to the specification. */
  readonly extension?: boolean;
}

interface DefaultedOptions<T> extends FieldOptions {
  readonly default?: T;
}

const int32 = { min: -2_147_483_648, max: 2_147_483_647 };

/**
 * Text of up to `max` characters (Unicode code points); never NUL, never half a surrogate pair.
 * Required text has at least one character unless `min` says otherwise.
 */
export function Text(
  options: DefaultedOptions<string> & { max: number; min?: number; pattern?: string },
): FieldDecorator<string> {
  const least = options.min ?? (isOptional(options) ? 0 : 1);
  return field(options, () => ({
    type: 'string',
    format: 'text',
    maxLength: options.max,
    ...(least > 0 ? { minLength: least } : {}),
    ...(options.pattern ? { pattern: options.pattern } : {}),
  }));
}

/** Text of up to `max` characters; a number, true or false is read as its text. */
export function TextOrScalar(options: FieldOptions & { max: number }): FieldDecorator<string> {
  return field(options, () => ({ 'x-scalar': options.max }));
}

/** Bytes in Base64, bare or as a data URI; read as a Buffer. The limit of the body is theirs. */
export function Base64(options: FieldOptions = {}): FieldDecorator<Buffer> {
  return field({ example: 'aGVsbG8=', ...options }, () => ({ type: 'string', 'x-base64': true }));
}

/** A public identifier: 1 to 255 characters without white space at either end. */
export function PublicId(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: 'size', ...options }, () => ({
    type: 'string',
    format: 'public-id',
    minLength: 1,
    maxLength: 255,
  }));
}

/** A whole number, of 32 bits unless other bounds are given; `except` is the one that it can't be. */
export function Int(
  options: DefaultedOptions<number> & { min?: number; max?: number; except?: number } = {},
): FieldDecorator<number> {
  const { min = int32.min, max = int32.max, except } = options;
  return field(options, () => ({
    type: 'integer',
    minimum: min,
    maximum: max,
    ...(except === undefined ? {} : { not: { const: except } }),
  }));
}

/** An internal identifier of a record: 1 to 2^53 - 1. */
export function RecordId(options: FieldOptions = {}): FieldDecorator<number> {
  return Int({ example: 1, ...options, min: 1, max: Number.MAX_SAFE_INTEGER });
}

/** A number with at most `decimals` decimals, read as a whole number of such units (1.5 -> 1500 with 3). */
export function Decimal(
  options: DefaultedOptions<number> & {
    decimals: number;
    min?: number;
    above?: number;
    max?: number;
  },
): FieldDecorator<number> {
  const { decimals, min, above, max = 99_999_999_999.9999 } = options;
  return field(options, () => ({
    type: 'number',
    ...(above === undefined ? { minimum: min ?? -max } : { exclusiveMinimum: above }),
    maximum: max,
    'x-decimals': decimals,
  }));
}

/** An amount of money with at most four decimals, read as ten-thousandths. */
export function Money(
  options: DefaultedOptions<number> & { min?: number } = {},
): FieldDecorator<number> {
  return Decimal({ ...options, decimals: 4 });
}

/** A percentage with at most six decimals, 0 to 1000, read as millionths. */
export function Rate(options: DefaultedOptions<number> = {}): FieldDecorator<number> {
  return Decimal({ ...options, decimals: 6, min: 0, max: 1000 });
}

/** A plain floating-point number, for coordinates and weights. */
export function Float(
  options: DefaultedOptions<number> & { min: number; max: number },
): FieldDecorator<number> {
  return field(options, () => ({ type: 'number', minimum: options.min, maximum: options.max }));
}

/** true or false. */
export function Flag(options: DefaultedOptions<boolean> = {}): FieldDecorator<boolean> {
  return field(options, () => ({ type: 'boolean' }));
}

/** One of the given codes: texts, numbers, or both. */
export function OneOf<C extends string | number>(
  codes: readonly C[],
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  const types = new Set(codes.map((code) => typeof code));
  const type = types.has('string') ? 'string' : 'integer';
  return field(options, () => ({ ...(types.size === 1 ? { type } : {}), enum: [...codes] }));
}

/**
 * An ISO 8601 instant with offset or `Z`; a date alone means midnight in the store's zone. Read as a Date.
 * @param endOfDay a date alone means that day's last millisecond, for upper bounds of ranges
 */
export function Instant(options: FieldOptions & { endOfDay?: boolean } = {}): FieldDecorator<Date> {
  const format = options.endOfDay ? 'instant-or-end-of-day' : 'instant-or-date';
  return field({ example: '2026-01-31T09:30:00+01:00', ...options }, () => ({
    type: 'string',
    format,
    'x-instant': true,
  }));
}

/**
 * An ISO 8601 instant that keeps its offset; a date alone means midnight in the store's zone. Read as the
 * text `YYYY-MM-DDThh:mm:ss±hh:mm`.
 */
export function OffsetInstant(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: '2026-01-31T00:00:00+01:00', ...options }, () => ({
    type: 'string',
    format: 'instant-or-date',
    'x-offset-instant': true,
  }));
}

/** A language, ISO 639-1 in lower case. */
export function LanguageCode(options: DefaultedOptions<string> = {}): FieldDecorator<string> {
  return field({ example: 'en', ...options }, () => ({ type: 'string', format: 'iso-639-1' }));
}

/** A country, ISO 3166-1 alpha-2 in upper case. */
export function CountryCode(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: 'ES', ...options }, () => ({
    type: 'string',
    format: 'iso-3166-1-alpha-2',
  }));
}

/** A currency, ISO 4217 in upper case. */
export function CurrencyCode(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: 'EUR', ...options }, () => ({ type: 'string', format: 'iso-4217' }));
}

/** A currency by its number in ISO 4217. */
export function CurrencyNumber(options: FieldOptions = {}): FieldDecorator<number> {
  return field({ example: 978, ...options }, () => ({
    type: 'integer',
    format: 'iso-4217-number',
  }));
}

/** An e-mail address of at most 254 characters; with the default "" an empty text stands for none. */
export function Email(options: DefaultedOptions<''> = {}): FieldDecorator<string> {
  return field({ example: 'ada@example.com', ...options }, () => ({
    type: 'string',
    format: options.default === '' ? 'email-address-or-empty' : 'email-address',
    maxLength: 254,
  }));
}

/** A nested object. */
export function Nested<T extends object>(
  dto: () => DtoClass<T>,
  options: FieldOptions = {},
): FieldDecorator<T> {
  return field(options, (nested) => nested(dto()));
}

/** An array of nested objects; `unique` names members that no two of them share. */
export function ListOf<T extends object>(
  dto: () => DtoClass<T>,
  options: FieldOptions & {
    min?: number;
    max?: number;
    unique?: readonly (keyof T & string)[];
  } = {},
): FieldDecorator<T[]> {
  return field(options, (nested) => ({
    type: 'array',
    items: nested(dto()),
    ...(options.min === undefined ? {} : { minItems: options.min }),
    maxItems: options.max ?? 1000,
    ...(options.unique === undefined ? {} : { 'x-unique': [...options.unique] }),
  }));
}

/**
 * Texts by language: an array in which each `languageCode` appears at most once.
 * @param alsoUnique further members that no two of them share
 */
export function Languages<T extends { languageCode: string }>(
  dto: () => DtoClass<T>,
  alsoUnique: readonly (keyof T & string)[] = [],
): FieldDecorator<T[]> {
  return ListOf(dto, { optional: true, unique: ['languageCode', ...alsoUnique] });
}

/**
 * The order of a list: `field.asc` or `field.desc`, comma-separated.
 * @param names what the list can be sorted by
 */
export function Sort(
  names: readonly string[],
  options: DefaultedOptions<string> = {},
): FieldDecorator<string> {
  const description = `Comma-separated field.asc or field.desc, of ${names.join(', ')}`;
  return field({ default: 'id.asc', description, ...options }, () => ({
    type: 'string',
    'x-sort': [...names],
  }));
}

/** An array of texts. */
export function TextList(
  options: FieldOptions & { of: readonly string[] | { max: number }; min?: number },
): FieldDecorator<string[]> {
  const { of } = options;
  return field(options, () => ({
    type: 'array',
    items:
      'max' in of
        ? { type: 'string', format: 'text', maxLength: of.max }
        : { type: 'string', enum: [...of] },
    minItems: options.min ?? 0,
    maxItems: 1000,
  }));
}

/** A reference to another record: `id` wins where it is not 0, else `pId`; one of both is needed. */
@Keywords({ 'x-reference': true, examples: [{ id: 1 }] })
export class ReferenceDto {
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'Internal identifier; 0 stands for none',
  })
  id?: number;

  @PublicId({ optional: true, description: 'Public identifier' })
  pId?: string;
}

/** A member that refers to another record by `{id, pId}`. */
export function Reference(options: FieldOptions = {}): FieldDecorator<ReferenceDto> {
  return field(options, (nested) => nested(ReferenceDto));
}

function isOptional(options: DefaultedOptions<unknown>): boolean {
  return options.optional === true || options.default !== undefined;
}

function field(options: DefaultedOptions<unknown>, schema: Field['schema']) {
  return (prototype: object, property: string): void => {
    declareField(prototype, {
      property,
      optional: isOptional(options),
      schema: (nested) => annotate(schema(nested), options),
    });
  };
}

function annotate(schema: JsonSchema, options: DefaultedOptions<unknown>): JsonSchema {
  return {
    ...schema,
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { examples: [options.example] }),
    ...(options.extension ? { 'x-extension': true } : {}),
  };
}
