import {
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { decodeBase64 } from '../../core/base64';
import { toCurrencyCode } from '../../core/currencies';
import { parseInstant } from '../../core/instant';
import { toUnits } from '../../core/money';
import { conditions } from './declarations';
import { textFormatChecks } from './formats';
import { areUnique, isNaming, scalarText, sortingIn } from './rules';
import type { JsonSchema } from './schema';

/** What a constraint is in JSON Schema; its parameters are those that its decorator was given. */
type Equivalent = (...parameters: never[]) => JsonSchema;

/** The equivalents of this file's constraints, by their names. */
export const equivalents: Record<string, Equivalent> = {};

/**
 * Declares a constraint of the service's own.
 * @param test is what class-validator calls; the schema's keyword rests on the same rule
 */
function constraint<P extends unknown[]>(
  name: string,
  schema: (...parameters: P) => JsonSchema,
  test: (value: unknown, ...parameters: P) => boolean,
) {
  equivalents[name] = (...parameters) => schema(...(parameters as unknown[] as P));
  const validator: ValidatorConstraintInterface = {
    validate: (value, given) => test(value, ...((given?.constraints ?? []) as P)),
  };
  return (parameters: P, options?: ValidationOptions): PropertyDecorator =>
    ValidateBy({ name, constraints: parameters, validator }, options);
}

/** Text of one of the formats that formats.ts lists. */
export const HasFormat = constraint(
  'hasFormat',
  (format: string) => ({ type: 'string', format }),
  (value, format) => typeof value === 'string' && textFormatChecks[format]?.(value) === true,
);

/** A code of a format that has a case of its own, in which it is read. */
export const IsCode = constraint(
  'isCode',
  (format: string) => ({ type: 'string', format, 'x-code': true }),
  (value, format) => typeof value === 'string' && textFormatChecks[format]?.(value) === true,
);

/** An empty text stands for none: it is read as null. */
export const IsNoneIfEmpty = constraint(
  'isNoneIfEmpty',
  () => ({ 'x-none': true }),
  () => true,
);

export const IsCurrencyNumber = constraint(
  'isCurrencyNumber',
  () => ({ type: 'integer', format: 'iso-4217-number' }),
  (value) => Number.isInteger(value) && toCurrencyCode(value as number) !== undefined,
);

/** Read as a Date; the format tells which end of its day, in the store's zone, a date alone stands for. */
export const IsInstant = constraint(
  'isInstant',
  (format: 'instant-or-date' | 'instant-or-end-of-day') => ({
    type: 'string',
    format,
    'x-instant': true,
  }),
  isInstant,
);

/** Read as text that keeps the offset. */
export const IsOffsetInstant = constraint(
  'isOffsetInstant',
  () => ({ type: 'string', format: 'instant-or-date', 'x-offset-instant': true }),
  isInstant,
);

export const IsBase64Bytes = constraint(
  'isBase64Bytes',
  () => ({ type: 'string', 'x-base64': true }),
  (value) => typeof value === 'string' && decodeBase64(value) !== undefined,
);

/** Text, a number, true or false. */
export const IsScalar = constraint(
  'isScalar',
  (most: number) => ({ 'x-scalar': most }),
  (value, most) => scalarText(value, most) !== undefined,
);

/** More than a bound. */
export const IsAbove = constraint(
  'isAbove',
  (bound: number) => ({ exclusiveMinimum: bound }),
  (value, bound) => typeof value === 'number' && value > bound,
);

/** A number with at most this many decimals. */
export const HasDecimals = constraint(
  'hasDecimals',
  (decimals: number) => ({ 'x-decimals': decimals }),
  (value, decimals) => typeof value === 'number' && toUnits(value, decimals) !== undefined,
);

export const IsSorting = constraint(
  'isSorting',
  (names: readonly string[]) => ({ type: 'string', 'x-sort': [...names] }),
  (value, names) => typeof value === 'string' && sortingIn(value, names) !== undefined,
);

/** No two elements share one of the members. */
export const AreUnique = constraint(
  'areUnique',
  (members: readonly string[]) => ({ 'x-unique': [...members] }),
  (value, members) => Array.isArray(value) && areUnique(value, members),
);

/**
 * A `pId` that may be absent or empty where an `id` names something. In the schema the class says so,
 * `x-reference`, for both members.
 */
export const IsNeededWithoutId = (): PropertyDecorator => (prototype, property) => {
  ValidateIf(isNeededWithoutId)(prototype, property);
  IsNoEmptyText([])(prototype, property);
};
conditions.set(isNeededWithoutId, 'isNeededWithoutId');
equivalents['isNeededWithoutId'] = () => ({});

const IsNoEmptyText = constraint(
  'isNoEmptyText',
  () => ({}),
  (value) => value !== '',
);

function isNeededWithoutId({ id, pId }: { id?: unknown; pId?: unknown }): boolean {
  return isNaming({ pId }) || !isNaming({ id });
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || parseInstant(value, 'UTC') !== undefined);
}
