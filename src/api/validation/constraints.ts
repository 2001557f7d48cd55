import {
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { decodeBase64 } from '../../core/base64';
import { toCurrencyCode } from '../../core/currencies';
import { parseInstant } from '../../core/instant';
import { toScaledInteger } from '../../core/money';
import { conditionNames } from './constraint-metadata';
import { textFormatChecks } from './formats';
import {
  hasUniqueMembers,
  isNotFormerCurrency,
  refersToRecord,
  toFlag,
  toScalarText,
  parseSortOrder,
} from './keyword-rules';
import type { JsonSchema } from './schema';

/** The JSON Schema of a constraint; its parameters are those of its decorator. */
type CustomConstraintSchemaFactory = (...parameters: never[]) => JsonSchema;

/** The JSON Schemas of this file's constraints, by their names. */
export const customConstraintSchemaFactories: Record<string, CustomConstraintSchemaFactory> = {};

/**
 * Declares a constraint of the service.
 * @param test called by class-validator; the schema's keyword follows the same rule
 */
function defineConstraint<P extends unknown[]>(
  name: string,
  schema: (...parameters: P) => JsonSchema,
  test: (value: unknown, ...parameters: P) => boolean,
) {
  customConstraintSchemaFactories[name] = (...parameters) =>
    schema(...(parameters as unknown[] as P));
  const validator: ValidatorConstraintInterface = {
    validate: (value, validation) => test(value, ...((validation?.constraints ?? []) as P)),
  };
  return (parameters: P, options?: ValidationOptions): PropertyDecorator =>
    ValidateBy({ name, constraints: parameters, validator }, options);
}

/** A text in one of the formats of formats.ts. */
export const HasFormat = defineConstraint(
  'hasFormat',
  (format: string) => ({ type: 'string', format }),
  (value, format) => typeof value === 'string' && textFormatChecks[format]?.(value) === true,
);

/** A text that must be visible in new data; the caller who knows the stored data checks it (new-texts.ts). */
export const FollowsNewTextRules = defineConstraint(
  'followsNewTextRules',
  (textKind: NonNullable<JsonSchema['x-visible']>) => ({ 'x-visible': textKind }),
  () => true,
);

/** A code or e-mail address, which is converted to the normalized form of its format. */
export const HasNormalizedFormat = defineConstraint(
  'hasNormalizedFormat',
  (format: string) => ({ type: 'string', format, 'x-code': true }),
  (value, format) => typeof value === 'string' && textFormatChecks[format]?.(value) === true,
);

/** An empty text is read as null. */
export const EmptyIsNull = defineConstraint(
  'emptyIsNull',
  () => ({ 'x-none': true }),
  () => true,
);

/** A currency that is used today, by its code or number. */
export const IsCurrentCurrency = defineConstraint(
  'isCurrentCurrency',
  () => ({ 'x-current': true }),
  isNotFormerCurrency,
);

export const IsCurrencyNumber = defineConstraint(
  'isCurrencyNumber',
  () => ({ type: 'integer', format: 'iso-4217-number' }),
  (value) => Number.isInteger(value) && toCurrencyCode(value as number) !== undefined,
);

/**
 * An instant that is read as a Date. The format decides whether a date without a time is the start or the end of its
 * day in the store's zone.
 */
export const IsInstant = defineConstraint(
  'isInstant',
  (format: 'instant-or-date' | 'instant-or-end-of-day') => ({
    type: 'string',
    format,
    'x-instant': true,
  }),
  isInstant,
);

/** An instant that is read as a text with its offset. */
export const IsOffsetInstant = defineConstraint(
  'isOffsetInstant',
  () => ({ type: 'string', format: 'instant-or-date', 'x-offset-instant': true }),
  isInstant,
);

export const IsBase64Bytes = defineConstraint(
  'isBase64Bytes',
  () => ({ type: 'string', 'x-base64': true }),
  (value) => typeof value === 'string' && decodeBase64(value) !== undefined,
);

/** A text, a number or a boolean. */
export const IsScalar = defineConstraint(
  'isScalar',
  (maxLength: number) => ({ 'x-scalar': maxLength }),
  (value, maxLength) => toScalarText(value, maxLength) !== undefined,
);

/** true, false, 1 or 0. */
export const IsFlag = defineConstraint(
  'isFlag',
  () => ({ enum: [true, false, 1, 0], 'x-flag': true }),
  (value) => toFlag(value) !== undefined,
);

/** A number greater than a bound. */
export const IsGreaterThan = defineConstraint(
  'isGreaterThan',
  (bound: number) => ({ exclusiveMinimum: bound }),
  (value, bound) => typeof value === 'number' && value > bound,
);

/** A number with at most this many decimals. */
export const HasMaxDecimals = defineConstraint(
  'hasMaxDecimals',
  (decimals: number) => ({ 'x-decimals': decimals }),
  (value, decimals) => typeof value === 'number' && toScaledInteger(value, decimals) !== undefined,
);

export const IsSortOrder = defineConstraint(
  'isSortOrder',
  (names: readonly string[]) => ({ type: 'string', 'x-sort': [...names] }),
  (value, names) => typeof value === 'string' && parseSortOrder(value, names) !== undefined,
);

/** No two elements have the same value in one of the members. */
export const HasUniqueMembers = defineConstraint(
  'hasUniqueMembers',
  (members: readonly string[]) => ({ 'x-unique': [...members] }),
  (value, members) => Array.isArray(value) && hasUniqueMembers(value, members),
);

/**
 * A `pId` that may be absent or empty if there is an `id`. In the schema, `x-reference` of the class declares this for
 * both members.
 */
export const IsRequiredWithoutId = (): PropertyDecorator => (prototype, property) => {
  ValidateIf(isRequiredWithoutId)(prototype, property);
  IsNotEmptyText([])(prototype, property);
};
conditionNames.set(isRequiredWithoutId, 'isRequiredWithoutId');
customConstraintSchemaFactories['isRequiredWithoutId'] = () => ({});

const IsNotEmptyText = defineConstraint(
  'isNotEmptyText',
  () => ({}),
  (value) => value !== '',
);

function isRequiredWithoutId({ id, pId }: { id?: unknown; pId?: unknown }): boolean {
  return refersToRecord({ pId }) || !refersToRecord({ id });
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || parseInstant(value, 'UTC') !== undefined);
}
