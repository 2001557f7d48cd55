import { customConstraintSchemaFactories } from './constraints';
import {
  type ConstraintMetadata,
  isNestedConstraint,
  getConstraintName,
} from './constraint-metadata';
import type { JsonSchema } from './schema';

/** The JSON Schema of a constraint with these parameters, or the reason why JSON Schema can't express it. */
type ConstraintSchemaFactory = (...parameters: never[]) => JsonSchema | string;

type Scalar = string | number;

/**
 * The constraints, by name, that JSON Schema can express exactly: those of class-validator and the service's own.
 * Keywords for one type of value come without that type: another decorator has to declare it.
 */
export const constraintSchemaFactories: Readonly<Record<string, ConstraintSchemaFactory>> = {
  ...customConstraintSchemaFactories,
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: (options: object = {}) =>
    Object.keys(options).length === 0
      ? { type: 'number' }
      : 'JSON Schema has no equivalent of these options',
  isArray: () => ({ type: 'array' }),
  isObject: () => ({ type: 'object' }),
  isIn: (codes: readonly unknown[]) => toEnumSchema(codes),
  isEnum: (codes: object) => toEnumSchema(Object.values(codes)),
  notEquals: (value: unknown) =>
    isScalar(value) ? { not: { const: value } } : 'only texts and numbers can be compared',
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  minLength: (minLength: number) => ({ minLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  isLength: (minLength: number, maxLength?: number) => ({
    minLength,
    ...(maxLength === undefined ? {} : { maxLength }),
  }),
  isNotEmpty: () => ({ minLength: 1 }),
  matches: (pattern: RegExp | string, modifiers?: string) =>
    pattern instanceof RegExp && pattern.flags === 'u' && modifiers === undefined
      ? { pattern: pattern.source }
      : 'a pattern of JSON Schema is a regular expression with the flag u and no other',
  isEmail: (options?: unknown) => toFormatSchema('email', options),
  isUrl: (options?: unknown) => toFormatSchema('url', options),
  isUuid: (version?: unknown) => toFormatSchema('uuid', version),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  // Everything that is not optional is required.
  isDefined: () => ({}),
  isOptional: () => ({}),
};

/**
 * The JSON Schema of a decorator, or the reason why JSON Schema can't express it; undefined for an unknown
 * decorator.
 */
export function toConstraintSchema(
  declaration: ConstraintMetadata,
): JsonSchema | string | undefined {
  if (isNestedConstraint(declaration)) return {};
  const parameters = declaration.constraints as never[] | undefined;
  return constraintSchemaFactories[getConstraintName(declaration)]?.(...(parameters ?? []));
}

/** The types that a keyword applies to: other types pass the keyword, but not class-validator. */
export const jsonTypesByKeyword: Readonly<
  Partial<Record<keyof JsonSchema, readonly JsonSchema['type'][]>>
> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  'x-decimals': ['integer', 'number'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  'x-none': ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  'x-unique': ['array'],
};

/** In queries true and 1 are equal, so booleans may be listed only with texts. */
function toEnumSchema(codes: readonly unknown[]): JsonSchema | string {
  if (codes.every((code) => typeof code === 'string' || typeof code === 'boolean')) {
    return {
      ...(codes.some((code) => typeof code === 'boolean') ? {} : { type: 'string' }),
      enum: [...codes],
    };
  }
  if (!codes.every(isScalar)) return 'only texts and numbers, or texts and booleans, can be listed';
  const types = new Set(codes.map((code) => (typeof code === 'string' ? 'string' : 'integer')));
  const [type] = types;
  return { ...(type && types.size === 1 ? { type } : {}), enum: [...codes] };
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || Number.isInteger(value);
}

function toFormatSchema(name: string, options: unknown): JsonSchema | string {
  return options === undefined
    ? { type: 'string', format: name }
    : 'JSON Schema has no equivalent of these options';
}
