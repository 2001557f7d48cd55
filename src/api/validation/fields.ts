import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import {
  HasUniqueMembers,
  HasMaxDecimals,
  HasFormat,
  IsGreaterThan,
  IsBase64Bytes,
  HasNormalizedFormat,
  IsCurrencyNumber,
  IsCurrentCurrency,
  IsFlag,
  IsInstant,
  EmptyIsNull,
  IsOffsetInstant,
  IsScalar,
  IsSortOrder,
} from './constraints';
import { type CodeList, toEnumVarNames } from '../../core/code-list';
import { SchemaAnnotations, type DtoClass } from './dto';
import type { JsonSchema } from './schema';

/** A decorator for members whose type accepts a `T`. */
export type FieldDecorator<T> = <K extends string>(
  prototype: { [P in K]?: T },
  property: K,
) => void;

/** Options of all field decorators. */
export interface FieldOptions {
  /** Whether the member may be absent. A default makes it optional, too. */
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** Useful values of a member that accepts any text; Swagger UI offers them as choices. */
  readonly suggestions?: readonly string[];
  /** Whether the member is an extension of the specification. */
  readonly isExtension?: boolean;
  /** Whether the text refers to stored data, so that the rules for new texts don't apply. */
  readonly refersToStoredData?: boolean;
}

export interface DefaultedOptions<T> extends FieldOptions {
  readonly default?: T;
}

const INT32_RANGE = { min: -2_147_483_648, max: 2_147_483_647 };

const EACH = { each: true };

/**
 * A text of up to `max` characters (Unicode code points), without NUL and without halves of surrogate pairs. A required
 * text has at least one character unless `min` is set.
 */
export function Text(
  options: DefaultedOptions<string> & { max: number; min?: number; pattern?: string },
): FieldDecorator<string> {
  const minLength = options.min ?? (isOptional(options) ? 0 : 1);
  return defineField(
    options,
    HasFormat(['text']),
    MaxLength(options.max),
    ...(minLength > 0 ? [MinLength(minLength)] : []),
    ...(options.pattern ? [Matches(new RegExp(options.pattern, 'u'))] : []),
  );
}

/** A text of up to `max` characters; a number or boolean is read as its text. */
export function TextOrScalar(options: FieldOptions & { max: number }): FieldDecorator<string> {
  return defineField(options, IsScalar([options.max]));
}

/** Bytes in Base64, plain or as a data URI, read as a Buffer. Only the limit of the body restricts their size. */
export function Base64(options: FieldOptions = {}): FieldDecorator<Buffer> {
  return defineField({ example: 'aGVsbG8=', ...options }, IsBase64Bytes([]));
}

/** A whole number, of 32 bits unless bounds are set; `except` is a value that is not allowed. */
export function Int(
  options: DefaultedOptions<number> & { min?: number; max?: number; except?: number } = {},
): FieldDecorator<number> {
  const { min = INT32_RANGE.min, max = INT32_RANGE.max, except } = options;
  return defineField(
    options,
    IsInt(),
    Min(min),
    Max(max),
    ...(except === undefined ? [] : [NotEquals(except)]),
  );
}

/** An internal identifier of a record: 1 to 2^53 - 1. */
export function RecordId(options: FieldOptions = {}): FieldDecorator<number> {
  return Int({ example: 1, ...options, min: 1, max: Number.MAX_SAFE_INTEGER });
}

/** A number with at most `decimals` decimals, read as a whole number of its smallest units (1.5 -> 1500 with 3). */
export function Decimal(
  options: DefaultedOptions<number> & {
    decimals: number;
    min?: number;
    above?: number;
    max?: number;
  },
): FieldDecorator<number> {
  const { decimals, min, above, max = 99_999_999_999.9999 } = options;
  const bound = above === undefined ? Min(min ?? -max) : IsGreaterThan([above]);
  return defineField(options, IsNumber(), bound, Max(max), HasMaxDecimals([decimals]));
}

/** An amount of money with at most four decimals, read as ten-thousandths. */
export function Money(
  options: DefaultedOptions<number> & { min?: number; above?: number } = {},
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
  return defineField(options, IsNumber(), Min(options.min), Max(options.max));
}

/** true or false. */
export function Flag(options: DefaultedOptions<boolean> = {}): FieldDecorator<boolean> {
  return defineField(options, IsBoolean());
}

/** true or false; 1 and 0 are accepted as well, because the flag is answered so. */
export function NumericFlag(options: DefaultedOptions<boolean> = {}): FieldDecorator<boolean> {
  return defineField(options, IsFlag([]));
}

/** One of the given codes, which can be texts, numbers and booleans. */
export function OneOf<C extends string | number | boolean>(
  codes: readonly C[],
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  return defineField(options, IsIn([...codes]));
}

/** A number from a code list; its description lists the codes. */
export function Code<C extends number>(
  codes: CodeList<C>,
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  return defineField(
    { ...options, description: describeCodes(codes, options), enumVarNames: toEnumVarNames(codes) },
    IsIn([...codes.numbers]),
  );
}

/** A number from a code list; a text of its digits is accepted, too. */
export function CodeOrText<C extends number>(
  codes: CodeList<C>,
  options: FieldOptions = {},
): FieldDecorator<C | `${C}`> {
  const names = toEnumVarNames(codes);
  return defineField(
    {
      ...options,
      description: `${describeCodes(codes, options)}; a text or a number`,
      enumVarNames: [...names, ...names.map((name) => `${name}AsText`)],
    },
    IsIn([...codes.numbers, ...codes.numbers.map(String)]),
  );
}

const UPPER_BOUND_PRECISION =
  'a time without a fraction includes its whole second, a date alone its whole day';

/**
 * An ISO 8601 instant, read as a Date. Without an offset it is in the store's zone; a date alone means midnight there.
 * An optional instant may be empty, and is then read as null.
 * @param options.roundsUp for ends of ranges: a date alone means that day's last millisecond, a time without a fraction that
 *   of its second
 */
export function Instant(
  options: FieldOptions & { roundsUp?: boolean } = {},
): FieldDecorator<Date | null> {
  const { roundsUp, description = '' } = options;
  const format = roundsUp ? 'instant-or-end-of-day' : 'instant-or-date';
  return defineField(
    {
      example: '2026-01-31T09:30:00+01:00',
      ...options,
      ...(roundsUp && { description: `${description}; ${UPPER_BOUND_PRECISION}` }),
    },
    IsInstant([format]),
    createEmptyTextConstraint(options),
  );
}

/**
 * An ISO 8601 instant that keeps its offset, read as the text `YYYY-MM-DDThh:mm:ss±hh:mm`. Without an offset it is in
 * the store's zone; a date alone means midnight there. An optional instant may be empty, and is then read as null.
 */
export function OffsetInstant(options: FieldOptions = {}): FieldDecorator<string | null> {
  const example = '2026-01-31T00:00:00+01:00';
  return defineField(
    { example, ...options },
    IsOffsetInstant([]),
    createEmptyTextConstraint(options),
  );
}

/** A language (ISO 639-1), accepted in any case and read in lower case. An optional one may be empty: read as null. */
export function LanguageCode(
  options: DefaultedOptions<string> = {},
): FieldDecorator<string | null> {
  return defineField(
    { example: 'en', ...options },
    HasNormalizedFormat(['iso-639-1']),
    createEmptyTextConstraint(options),
  );
}

/**
 * A country (ISO 3166-1 alpha-2), accepted in any case and read in upper case. An optional one may be empty: read as
 * null.
 */
export function CountryCode(options: FieldOptions = {}): FieldDecorator<string | null> {
  return defineField(
    { example: 'ES', ...options },
    HasNormalizedFormat(['iso-3166-1-alpha-2']),
    createEmptyTextConstraint(options),
  );
}

/** Options of currencies. */
interface CurrencyOptions extends FieldOptions {
  /** Whether currencies are accepted that are no longer used. */
  readonly acceptsFormerCurrencies?: boolean;
}

/** A currency (ISO 4217), accepted in any case and read in upper case. An optional one may be empty: read as null. */
export function CurrencyCode(options: CurrencyOptions = {}): FieldDecorator<string | null> {
  return defineField(
    { example: 'EUR', ...options },
    HasNormalizedFormat(['iso-4217']),
    createEmptyTextConstraint(options),
    ...(options.acceptsFormerCurrencies ? [] : [IsCurrentCurrency([])]),
  );
}

/** A currency by its number in ISO 4217. */
export function CurrencyNumber(options: CurrencyOptions = {}): FieldDecorator<number> {
  return defineField(
    { example: 978, ...options },
    IsCurrencyNumber([]),
    ...(options.acceptsFormerCurrencies ? [] : [IsCurrentCurrency([])]),
  );
}

/** A nested object. */
export function Nested<T extends object | null>(
  dto: () => DtoClass<T & object>,
  options: FieldOptions = {},
): FieldDecorator<T> {
  return defineField(options, IsObject(), ValidateNested(), Type(dto));
}

/** An array of nested objects; `uniqueMembers` must be unique within the array. */
export function ListOf<T extends object>(
  dto: () => DtoClass<T>,
  options: FieldOptions & {
    min?: number;
    max?: number;
    uniqueMembers?: readonly (keyof T & string)[];
  } = {},
): FieldDecorator<T[]> {
  const { min, max = 1000, uniqueMembers } = options;
  return defineField(
    options,
    IsArray(),
    IsObject(EACH),
    ValidateNested(EACH),
    Type(dto),
    ...(min === undefined ? [] : [ArrayMinSize(min)]),
    ArrayMaxSize(max),
    ...(uniqueMembers === undefined ? [] : [HasUniqueMembers([uniqueMembers])]),
  );
}

/**
 * Texts by language: an array in which each `languageCode` appears at most once.
 * @param otherUniqueMembers further members that must be unique within the array
 */
export function LanguageTexts<T extends { languageCode: string }>(
  dto: () => DtoClass<T>,
  otherUniqueMembers: readonly (keyof T & string)[] = [],
): FieldDecorator<T[]> {
  return ListOf(dto, { optional: true, uniqueMembers: ['languageCode', ...otherUniqueMembers] });
}

/**
 * The order of a list: `field`, `field.asc` or `field.desc`, comma-separated, in any case; read with the direction.
 * @param fields fields that the list can be sorted by, in addition to `updatedAt`, which every list supports
 */
export function Sort(
  fields: readonly string[],
  options: DefaultedOptions<string> = {},
): FieldDecorator<string> {
  const names = [...fields, 'updatedAt'];
  const description = `Comma-separated field, field.asc or field.desc. Fields: ${names.join(', ')}`;
  return defineField({ default: 'id.asc', description, ...options }, IsSortOrder([names]));
}

/** An array of texts. */
export function TextList(
  options: FieldOptions & { of: readonly string[] | { max: number }; min?: number },
): FieldDecorator<string[]> {
  const { of: allowed, min = 0 } = options;
  const texts =
    'max' in allowed
      ? [HasFormat(['text'], EACH), MaxLength(allowed.max, EACH)]
      : [IsIn([...allowed], EACH)];
  return defineField(options, IsArray(), ...texts, ArrayMinSize(min), ArrayMaxSize(1000));
}

/** Constraint for empty texts of restricted formats: an optional text is read as null; others are too short. */
export function createEmptyTextConstraint(options: DefaultedOptions<unknown>): PropertyDecorator {
  return isOptional(options) ? EmptyIsNull([]) : MinLength(1);
}

export function isOptional(options: DefaultedOptions<unknown>): boolean {
  return options.optional === true || options.default !== undefined;
}

function describeCodes(codes: CodeList, { description }: FieldOptions): string {
  return description === undefined ? codes.description : `${description}: ${codes.description}`;
}

/** Options of a member, with the names of its values if they are codes. */
type DescribedOptions = DefaultedOptions<unknown> & { readonly enumVarNames?: string[] };

/** Creates a decorator that adds constraints and annotations to a member. */
export function defineField(
  options: DescribedOptions,
  ...constraints: readonly PropertyDecorator[]
) {
  return (prototype: object, property: string): void => {
    for (const constraint of constraints) constraint(prototype, property);
    if (isOptional(options)) IsOptional()(prototype, property);
    SchemaAnnotations(toAnnotations(options))(prototype, property);
  };
}

function collectExamples({ example, suggestions = [] }: DescribedOptions): unknown[] {
  return [example, ...suggestions.filter((choice) => choice !== example)];
}

function toAnnotations(options: DescribedOptions): JsonSchema {
  return {
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { examples: collectExamples(options) }),
    ...(options.enumVarNames === undefined ? {} : { 'x-enum-varnames': options.enumVarNames }),
    ...(options.isExtension ? { 'x-extension': true } : {}),
  };
}
