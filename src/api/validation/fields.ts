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
  HasDecimals,
  HasFormat,
  IsAbove,
  IsBase64Bytes,
  IsCode,
  IsCurrencyNumber,
  IsInstant,
  IsRequiredWithoutId,
  EmptyIsNull,
  IsOffsetInstant,
  IsScalar,
  IsSortOrder,
} from './constraints';
import { type CodeList, toEnumVarNames } from '../../core/codes';
import { SchemaAnnotations, type DtoClass, SchemaKeywords } from './dto';
import type { JsonSchema } from './schema';

/** A decorator for members whose type can hold a `T`. */
type FieldDecorator<T> = <K extends string>(prototype: { [P in K]?: T }, property: K) => void;

interface FieldOptions {
  /** The member may be absent. A default makes it optional, too. */
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** All values that make sense, where any text is taken: pages show them to choose from. */
  readonly choices?: readonly string[];
  /** The member is an addition to the specification. */
  readonly extension?: boolean;
}

interface DefaultedOptions<T> extends FieldOptions {
  readonly default?: T;
}

const INT32_RANGE = { min: -2_147_483_648, max: 2_147_483_647 };

const EACH = { each: true };

/**
 * Text of up to `max` characters (Unicode code points); never NUL, never half a surrogate pair.
 * Required text has at least one character unless `min` says otherwise.
 */
export function Text(
  options: DefaultedOptions<string> & { max: number; min?: number; pattern?: string },
): FieldDecorator<string> {
  const least = options.min ?? (isOptional(options) ? 0 : 1);
  return defineField(
    options,
    HasFormat(['text']),
    MaxLength(options.max),
    ...(least > 0 ? [MinLength(least)] : []),
    ...(options.pattern ? [Matches(new RegExp(options.pattern, 'u'))] : []),
  );
}

/** Text of up to `max` characters; a number, true or false is read as its text. */
export function TextOrScalar(options: FieldOptions & { max: number }): FieldDecorator<string> {
  return defineField(options, IsScalar([options.max]));
}

/** Bytes in Base64, bare or as a data URI; read as a Buffer. The limit of the body is theirs. */
export function Base64(options: FieldOptions = {}): FieldDecorator<Buffer> {
  return defineField({ example: 'aGVsbG8=', ...options }, IsBase64Bytes([]));
}

/**
 * A public identifier: 1 to 255 characters without white space at either end. An optional one may be empty: then it is
 * read as null.
 */
export function PublicId(options: FieldOptions = {}): FieldDecorator<string | null> {
  return defineField(
    { example: 'size', ...options },
    HasFormat(['public-id']),
    emptyTextConstraint(options),
    MaxLength(255),
  );
}

/** A whole number, of 32 bits unless other bounds are given; `except` is the one that it can't be. */
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
  return defineField(options, IsNumber(), bound, Max(max), HasDecimals([decimals]));
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

/** One of the given codes: texts, numbers, booleans, or several of these. */
export function OneOf<C extends string | number | boolean>(
  codes: readonly C[],
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  return defineField(options, IsIn([...codes]));
}

/** A number that stands for something; its description says what each does. */
export function Code<C extends number>(
  codes: CodeList<C>,
  options: DefaultedOptions<C> = {},
): FieldDecorator<C> {
  return defineField(
    { ...options, description: describeCodes(codes, options), names: toEnumVarNames(codes) },
    IsIn([...codes.numbers]),
  );
}

/** The same, taken as a text of digits, too. */
export function CodeOrText<C extends number>(
  codes: CodeList<C>,
  options: FieldOptions = {},
): FieldDecorator<C | `${C}`> {
  const names = toEnumVarNames(codes);
  return defineField(
    {
      ...options,
      description: `${describeCodes(codes, options)}; a text or a number`,
      names: [...names, ...names.map((name) => `${name}AsText`)],
    },
    IsIn([...codes.numbers, ...codes.numbers.map(String)]),
  );
}

/**
 * An ISO 8601 instant; without an offset it is in the store's zone, and a date alone means midnight there. Read as a
 * Date, an optional one that is empty as null.
 * @param endOfDay a date alone means that day's last millisecond, for upper bounds of ranges
 */
export function Instant(
  options: FieldOptions & { endOfDay?: boolean } = {},
): FieldDecorator<Date | null> {
  const format = options.endOfDay ? 'instant-or-end-of-day' : 'instant-or-date';
  return defineField(
    { example: '2026-01-31T09:30:00+01:00', ...options },
    IsInstant([format]),
    emptyTextConstraint(options),
  );
}

/**
 * An ISO 8601 instant that keeps its offset; without one it is in the store's zone, and a date alone means midnight
 * there. Read as the text `YYYY-MM-DDThh:mm:ss±hh:mm`, an optional one that is empty as null.
 */
export function OffsetInstant(options: FieldOptions = {}): FieldDecorator<string | null> {
  const example = '2026-01-31T00:00:00+01:00';
  return defineField({ example, ...options }, IsOffsetInstant([]), emptyTextConstraint(options));
}

/** A language, ISO 639-1; taken in any case, read in lower case, an optional one that is empty as null. */
export function LanguageCode(
  options: DefaultedOptions<string> = {},
): FieldDecorator<string | null> {
  return defineField(
    { example: 'en', ...options },
    IsCode(['iso-639-1']),
    emptyTextConstraint(options),
  );
}

/** A country, ISO 3166-1 alpha-2; taken in any case, read in upper case, an optional one that is empty as null. */
export function CountryCode(options: FieldOptions = {}): FieldDecorator<string | null> {
  return defineField(
    { example: 'ES', ...options },
    IsCode(['iso-3166-1-alpha-2']),
    emptyTextConstraint(options),
  );
}

/** A currency, ISO 4217; taken in any case, read in upper case, an optional one that is empty as null. */
export function CurrencyCode(options: FieldOptions = {}): FieldDecorator<string | null> {
  return defineField(
    { example: 'EUR', ...options },
    IsCode(['iso-4217']),
    emptyTextConstraint(options),
  );
}

/** A currency by its number in ISO 4217. */
export function CurrencyNumber(options: FieldOptions = {}): FieldDecorator<number> {
  return defineField({ example: 978, ...options }, IsCurrencyNumber([]));
}

/** An e-mail address of at most 254 characters; an optional one may be empty, which stands for none. */
export function Email(options: DefaultedOptions<''> = {}): FieldDecorator<string> {
  const format = isOptional(options) ? 'email-address-or-empty' : 'email-address';
  return defineField(
    { example: 'ada@example.com', ...options },
    HasFormat([format]),
    MaxLength(254),
  );
}

/** A nested object. */
export function Nested<T extends object | null>(
  dto: () => DtoClass<T & object>,
  options: FieldOptions = {},
): FieldDecorator<T> {
  return defineField(options, IsObject(), ValidateNested(), Type(dto));
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
  return defineField(
    options,
    IsArray(),
    IsObject(EACH),
    ValidateNested(EACH),
    Type(dto),
    ...(min === undefined ? [] : [ArrayMinSize(min)]),
    ArrayMaxSize(max),
    ...(unique === undefined ? [] : [HasUniqueMembers([unique])]),
  );
}

/**
 * Texts by language: an array in which each `languageCode` appears at most once.
 * @param alsoUnique further members that no two of them share
 */
export function LanguageTexts<T extends { languageCode: string }>(
  dto: () => DtoClass<T>,
  alsoUnique: readonly (keyof T & string)[] = [],
): FieldDecorator<T[]> {
  return ListOf(dto, { optional: true, unique: ['languageCode', ...alsoUnique] });
}

/**
 * The order of a list: `field`, `field.asc` or `field.desc`, comma-separated, in any case; read with the direction.
 * @param fields what the list can be sorted by, besides `updatedAt`, which every list knows
 */
export function Sort(
  fields: readonly string[],
  options: DefaultedOptions<string> = {},
): FieldDecorator<string> {
  const names = [...fields, 'updatedAt'];
  const description = `Comma-separated field, field.asc or field.desc, of ${names.join(', ')}`;
  return defineField({ default: 'id.asc', description, ...options }, IsSortOrder([names]));
}

/** An array of texts. */
export function TextList(
  options: FieldOptions & { of: readonly string[] | { max: number }; min?: number },
): FieldDecorator<string[]> {
  const { of, min = 0 } = options;
  const texts =
    'max' in of ? [HasFormat(['text'], EACH), MaxLength(of.max, EACH)] : [IsIn([...of], EACH)];
  return defineField(options, IsArray(), ...texts, ArrayMinSize(min), ArrayMaxSize(1000));
}

/** The `id` of a reference. */
export function ReferenceId(options: FieldOptions = {}): FieldDecorator<number> {
  const description = options.description ?? 'Internal identifier';
  return Int({
    ...options,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: `${description}; 0 stands for none`,
  });
}

/** The `pId` of a reference; of one that has to name something unless it is optional. */
export function ReferencePid(options: FieldOptions = {}): FieldDecorator<string> {
  const description = options.description ?? 'Public identifier';
  const described = { ...options, description: `${description}; empty stands for none` };
  const named = defineField(described, HasFormat(['public-id']), MaxLength(255));
  return (prototype, property) => {
    named(prototype, property);
    if (!options.optional) IsRequiredWithoutId()(prototype, property);
  };
}

/**
 * A reference to another record: `id` wins where it is not 0, else `pId`; one of both is needed. Read with those
 * members alone that name something.
 */
@SchemaKeywords({ 'x-reference': 'needed', examples: [{ id: 1 }] })
export class ReferenceDto {
  @ReferenceId()
  id?: number;

  @ReferencePid()
  pId?: string;
}

/** A reference that may name nothing: then it is read as null. */
@SchemaKeywords({ 'x-reference': 'optional', examples: [{ id: 1 }] })
class OptionalReferenceDto {
  @ReferenceId()
  id?: number;

  @ReferencePid({ optional: true })
  pId?: string;
}

/**
 * A member that refers to another record by `{id, pId}`. An optional one that names nothing is read as null: there
 * is none, and an update clears the one that was there.
 */
export function Reference(options: FieldOptions = {}): FieldDecorator<ReferenceDto | null> {
  return Nested<ReferenceDto | null>(
    () => (options.optional ? OptionalReferenceDto : ReferenceDto),
    options,
  );
}

/** What a text that is not free may be when it is empty: none, where it is optional, else too short. */
function emptyTextConstraint(options: DefaultedOptions<unknown>): PropertyDecorator {
  return isOptional(options) ? EmptyIsNull([]) : MinLength(1);
}

function isOptional(options: DefaultedOptions<unknown>): boolean {
  return options.optional === true || options.default !== undefined;
}

function describeCodes(codes: CodeList, { description }: FieldOptions): string {
  return description === undefined ? codes.text : `${description}: ${codes.text}`;
}

/** How a member is described, with the names of its values where they are numbers. */
type DescribedOptions = DefaultedOptions<unknown> & { readonly names?: string[] };

function defineField(options: DescribedOptions, ...constraints: readonly PropertyDecorator[]) {
  return (prototype: object, property: string): void => {
    for (const constraint of constraints) constraint(prototype, property);
    if (isOptional(options)) IsOptional()(prototype, property);
    SchemaAnnotations(toAnnotations(options))(prototype, property);
  };
}

function collectExamples({ example, choices = [] }: DescribedOptions): unknown[] {
  return [example, ...choices.filter((choice) => choice !== example)];
}

function toAnnotations(options: DescribedOptions): JsonSchema {
  return {
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.example === undefined ? {} : { examples: collectExamples(options) }),
    ...(options.names === undefined ? {} : { 'x-enum-varnames': options.names }),
    ...(options.extension ? { 'x-extension': true } : {}),
  };
}
