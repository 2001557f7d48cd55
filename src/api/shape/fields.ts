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
  AreUnique,
  HasDecimals,
  HasFormat,
  IsAbove,
  IsBase64Bytes,
  IsCurrencyNumber,
  IsInstant,
  IsOptionalBesideId,
  IsOffsetInstant,
  IsScalar,
  IsSorting,
} from './constraints';
import { Annotated, type DtoClass, Keywords } from './dto';
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

const each = { each: true };

/**
 * Text of up to `max` characters (Unicode code points); never NUL, never half a surrogate pair.
 * Required text has at least one character unless `min` says otherwise.
 */
export function Text(
  options: DefaultedOptions<string> & { max: number; min?: number; pattern?: string },
): FieldDecorator<string> {
  const least = options.min ?? (isOptional(options) ? 0 : 1);
  return field(
    options,
    HasFormat(['text']),
    MaxLength(options.max),
    ...(least > 0 ? [MinLength(least)] : []),
    ...(options.pattern ? [Matches(new RegExp(options.pattern, 'u'))] : []),
  );
}

/** Text of up to `max` characters; a number, true or false is read as its text. */
export function TextOrScalar(options: FieldOptions & { max: number }): FieldDecorator<string> {
  return field(options, IsScalar([options.max]));
}

/** Bytes in Base64, bare or as a data URI; read as a Buffer. The limit of the body is theirs. */
export function Base64(options: FieldOptions = {}): FieldDecorator<Buffer> {
  return field({ example: 'aGVsbG8=', ...options }, IsBase64Bytes([]));
}

/** A public identifier: 1 to 255 characters without white space at either end. */
export function PublicId(options: FieldOptions = {}): FieldDecorator<string> {
  return field(
    { example: 'size', ...options },
    HasFormat(['public-id']),
    MinLength(1),
    MaxLength(255),
  );
}

/** A whole number, of 32 bits unless other bounds are given; `except` is the one that it can't be. */
export function Int(
  options: DefaultedOptions<number> & { min?: number; max?: number; except?: number } = {},
): FieldDecorator<number> {
  const { min = int32.min, max = int32.max, except } = options;
  return field(
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
  const bound = above === undefined ? Min(min ?? -max) : IsAbove([above]);
  return field(options, IsNumber(), bound, Max(max), HasDecimals([decimals]));
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
  return field(options, IsNumber(), Min(options.min), Max(options.max));
}

/** true or false. */
export function Flag(options: DefaultedOptions<boolean> = {}): FieldDecorator<boolean> {
  return field(options, IsBoolean());
}

/** One of the given codes: texts, numbers, or both. */
export function OneOf<C extends string | number>(
  codes: readonly C[],
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  return field(options, IsIn([...codes]));
}

/**
 * An ISO 8601 instant with offset or `Z`; a date alone means midnight in the store's zone. Read as a Date.
 * @param endOfDay a date alone means that day's last millisecond, for upper bounds of ranges
 */
export function Instant(options: FieldOptions & { endOfDay?: boolean } = {}): FieldDecorator<Date> {
  const format = options.endOfDay ? 'instant-or-end-of-day' : 'instant-or-date';
  return field({ example: '2026-01-31T09:30:00+01:00', ...options }, IsInstant([format]));
}

/**
 * An ISO 8601 instant that keeps its offset; a date alone means midnight in the store's zone. Read as the
 * text `YYYY-MM-DDThh:mm:ss±hh:mm`.
 */
export function OffsetInstant(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: '2026-01-31T00:00:00+01:00', ...options }, IsOffsetInstant([]));
}

/** A language, ISO 639-1 in lower case. */
export function LanguageCode(options: DefaultedOptions<string> = {}): FieldDecorator<string> {
  return field({ example: 'en', ...options }, HasFormat(['iso-639-1']));
}

/** A country, ISO 3166-1 alpha-2 in upper case. */
export function CountryCode(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: 'ES', ...options }, HasFormat(['iso-3166-1-alpha-2']));
}

/** A currency, ISO 4217 in upper case. */
export function CurrencyCode(options: FieldOptions = {}): FieldDecorator<string> {
  return field({ example: 'EUR', ...options }, HasFormat(['iso-4217']));
}

/** A currency by its number in ISO 4217. */
export function CurrencyNumber(options: FieldOptions = {}): FieldDecorator<number> {
  return field({ example: 978, ...options }, IsCurrencyNumber([]));
}

/** An e-mail address of at most 254 characters; with the default "" an empty text stands for none. */
export function Email(options: DefaultedOptions<''> = {}): FieldDecorator<string> {
  const format = options.default === '' ? 'email-address-or-empty' : 'email-address';
  return field({ example: 'ada@example.com', ...options }, HasFormat([format]), MaxLength(254));
}

/** A nested object. */
export function Nested<T extends object>(
  dto: () => DtoClass<T>,
  options: FieldOptions = {},
): FieldDecorator<T> {
  return field(options, IsObject(), ValidateNested(), Type(dto));
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
  const { min, max = 1000, unique } = options;
  return field(
    options,
    IsArray(),
    IsObject(each),
    ValidateNested(each),
    Type(dto),
    ...(min === undefined ? [] : [ArrayMinSize(min)]),
    ArrayMaxSize(max),
    ...(unique === undefined ? [] : [AreUnique([unique])]),
  );
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
  return field({ default: 'id.asc', description, ...options }, IsSorting([names]));
}

/** An array of texts. */
export function TextList(
  options: FieldOptions & { of: readonly string[] | { max: number }; min?: number },
): FieldDecorator<string[]> {
  const { of, min = 0 } = options;
  const texts =
    'max' in of ? [HasFormat(['text'], each), MaxLength(of.max, each)] : [IsIn([...of], each)];
  return field(options, IsArray(), ...texts, ArrayMinSize(min), ArrayMaxSize(1000));
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

  @IsOptionalBesideId()
  @PublicId({ description: 'Public identifier' })
  pId?: string;
}

/** A member that refers to another record by `{id, pId}`. */
export function Reference(options: FieldOptions = {}): FieldDecorator<ReferenceDto> {
  return Nested(() => ReferenceDto, options);
}

function isOptional(options: DefaultedOptions<unknown>): boolean {
  return options.optional === true || options.default !== undefined;
}

function field(options: DefaultedOptions<unknown>, ...constraints: readonly PropertyDecorator[]) {
  return (prototype: object, property: string): void => {
    for (const constraint of constraints) constraint(prototype, property);
    if (isOptional(options)) IsOptional()(prototype, property);
    Annotated(annotations(options))(prototype, property);
  };
}

function annotations(options: DefaultedOptions<unknown>): JsonSchema {
  return {
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { examples: [options.example] }),
    ...(options.extension ? { 'x-extension': true } : {}),
  };
}
