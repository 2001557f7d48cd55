import Ajv2020, {
  type AnySchemaObject,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from 'ajv/dist/2020';
import type { SchemaValidateFunction } from 'ajv/dist/types';
import { decodeBase64 } from '../../core/base64';
import type { FieldError } from '../../core/errors';
import { parseInstant, normalizeInstant } from '../../core/instant';
import { toScaledInteger } from '../../core/money';
import { toFieldError } from './field-errors';
import { createFormats, normalizeByFormat } from './formats';
import {
  hasUniqueMembers,
  isNotFormerCurrency,
  refersToRecord,
  toFlag,
  toScalarText,
  parseSortOrder,
} from './keyword-rules';
import { SchemaCompiler } from './schema-compiler';
import type { JsonSchema } from './schema';

/**
 * Checks a value, and changes it in place: sets defaults, parses instants and decimals.
 * @param pointer pointer to the value, for errors
 * @param bytes size of the value's JSON, if the number of its parts isn't limited
 * @returns the faults
 */
export type Validator = (value: unknown, pointer: string, bytes?: number) => FieldError[];

/** Maximum number of faults that are listed for a request. */
export const MAX_FIELD_ERRORS = 100;

/**
 * Compiles schemas of DTO classes into validators. The OpenAPI document shows the same schemas, so the two can't
 * differ.
 */
export class ValidatorCompiler {
  private static readonly compilersByTimeZone = new Map<string, ValidatorCompiler>();

  private allErrorsCompiler?: SchemaCompiler;
  private firstErrorCompiler?: SchemaCompiler;
  /** By the schema's JSON: many operations share schemas, and compiling is expensive. */
  private readonly cache = new Map<string, Validator>();

  private constructor(private readonly timeZone: string) {}

  /** @param timeZone the store's IANA time zone, for dates without a time */
  static forTimeZone(timeZone: string): ValidatorCompiler {
    let validators = ValidatorCompiler.compilersByTimeZone.get(timeZone);
    if (!validators)
      ValidatorCompiler.compilersByTimeZone.set(
        timeZone,
        (validators = new ValidatorCompiler(timeZone)),
      );
    return validators;
  }

  /**
   * Compiles a schema without `$ref`.
   * @returns a validator that reports all faults of a value of ordinary size, and only the first of a huge value.
   *   Listing all would give an attacker a way to cause work.
   */
  compile(schema: JsonSchema): Validator {
    const json = JSON.stringify(schema);
    let check = this.cache.get(json);
    if (!check) this.cache.set(json, (check = this.createValidator(schema)));
    return check;
  }

  private createValidator(schema: JsonSchema): Validator {
    const compiledSchema = acceptBuffers(schema);
    const allErrorsValidate = (this.allErrorsCompiler ??= createCompiler(this.timeZone, {
      allErrors: true,
    })).compile(compiledSchema);
    let firstErrorValidate: ValidateFunction | undefined;
    return (value, pointer, bytes = 0) => {
      const validate = hasTooManyValues(value, bytes)
        ? (firstErrorValidate ??= this.compileFirstError(compiledSchema))
        : allErrorsValidate;
      if (validate(value)) return [];
      const errors = removeRedundantErrors(validate.errors ?? []);
      return errors.slice(0, MAX_FIELD_ERRORS).map((error) => toFieldError(error, pointer));
    };
  }

  private compileFirstError(schema: JsonSchema): ValidateFunction {
    return (this.firstErrorCompiler ??= createCompiler(this.timeZone, {
      allErrors: false,
    })).compile(schema);
  }
}

/**
 * Only the first fault of a value with more parts is listed. Bodies never have more (`JSON_BODY_LIMITS`), only records
 * of imports. A validator that stops at the first fault takes long to compile.
 */
const MAX_CHECKED_VALUES = 20_000;

/** Parts of JSON are counted only in a large text: each takes two bytes at least. */
function hasTooManyValues(value: unknown, bytes: number): boolean {
  if (bytes <= 2 * MAX_CHECKED_VALUES) return false;
  return countValues(value, MAX_CHECKED_VALUES + 1) > MAX_CHECKED_VALUES;
}

/** Number of values inside a value, at any depth; counting stops shortly after `limit`. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return 0;
  let parts = 0;
  for (const name in value) {
    parts += 1 + countValues((value as Record<string, unknown>)[name], limit - parts);
    if (parts >= limit) break;
  }
  return parts;
}

/**
 * Changes a schema to also accept buffers for Base64, because Base64 of large bodies is decoded earlier. The keyword
 * checks the type then, as JSON Schema has no type for bytes.
 */
function acceptBuffers({ properties, ...schema }: JsonSchema): JsonSchema {
  if (schema['x-base64'] === true) {
    delete schema.type;
    return schema;
  }
  if (!properties) return schema;
  const members = Object.entries(properties).map(
    ([name, member]) => [name, acceptBuffers(member)] as const,
  );
  return { ...schema, properties: Object.fromEntries(members) };
}

function createCompiler(zone: string, options: { allErrors: boolean }): SchemaCompiler {
  const ajv = new Ajv2020({
    ...options,
    // Parts are separate functions.
    inlineRefs: false,
    useDefaults: true,
    // Optimization would take a third of the compile time without making the validators faster.
    code: { optimize: false },
    verbose: true,
    // `field-errors.ts` creates the messages.
    messages: false,
    // The linter of the OpenAPI document validates the schemas; here it would take a fifth of the startup time.
    validateSchema: false,
    strict: true,
    strictRequired: false,
    formats: createFormats(zone),
    keywords: [
      createInstantKeyword(zone),
      createOffsetInstantKeyword(zone),
      decimalsKeyword,
      uniqueKeyword,
      currentCurrencyKeyword,
      sortKeyword,
      codeKeyword,
      referenceKeyword,
      scalarKeyword,
      flagKeyword,
      base64Keyword,
      // Last, because other keywords can't process the null that it sets.
      emptyIsNullKeyword,
    ],
  });
  for (const annotation of ['x-enum-varnames', 'x-fixed', 'x-extension', 'x-visible']) {
    ajv.addKeyword(annotation);
  }
  return new SchemaCompiler(ajv);
}

/**
 * Removes errors that add nothing: a value of a wrong type or out of its range also violates `enum` or `x-decimals`.
 */
function removeRedundantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const redundantKeywords = new Set(['enum', 'x-decimals']);
  const paths = new Set(
    errors
      .filter(({ keyword }) => !redundantKeywords.has(keyword))
      .map(({ instancePath }) => instancePath),
  );
  return errors.filter(
    (error) => !(redundantKeywords.has(error.keyword) && paths.has(error.instancePath)),
  );
}

function createInstantKeyword(zone: string): FuncKeywordDefinition {
  return {
    keyword: 'x-instant',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (
      _on: boolean,
      text: string,
      parentSchema?: AnySchemaObject,
      parentReference?: DataContext,
    ) => {
      const roundsUp = parentSchema?.['format'] === 'instant-or-end-of-day';
      const instant = parseInstant(text, zone, { roundsUp });
      if (instant && parentReference)
        parentReference.parentData[parentReference.parentDataProperty] = instant;
      return true; // The format keyword reports invalid instants.
    },
  };
}

function createOffsetInstantKeyword(zone: string): FuncKeywordDefinition {
  return {
    keyword: 'x-offset-instant',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (
      _on: boolean,
      text: string,
      _parent?: AnySchemaObject,
      parentReference?: DataContext,
    ) => {
      const instant = normalizeInstant(text, zone);
      if (instant !== undefined && parentReference)
        parentReference.parentData[parentReference.parentDataProperty] = instant;
      return true; // The format keyword reports invalid instants.
    },
  };
}

const currentCurrencyKeyword: FuncKeywordDefinition = {
  keyword: 'x-current',
  validate: (_on: boolean, value: unknown) => isNotFormerCurrency(value),
};

const decimalsKeyword = createConversionKeyword<number, number>('x-decimals', toScaledInteger, {
  type: 'number',
  schemaType: 'number',
});

const sortKeyword = createConversionKeyword<string, readonly string[]>('x-sort', parseSortOrder, {
  type: 'string',
  schemaType: 'array',
});

const scalarKeyword = createConversionKeyword('x-scalar', toScalarText, { schemaType: 'number' });

const flagKeyword = createConversionKeyword('x-flag', toFlag, { schemaType: 'boolean' });

/** A keyword that converts a value, and refuses one that `convert` returns undefined for. */
function createConversionKeyword<V, S>(
  keyword: string,
  convert: (value: V, schema: S) => unknown,
  types: Pick<FuncKeywordDefinition, 'type' | 'schemaType'>,
): FuncKeywordDefinition {
  return {
    keyword,
    ...types,
    modifying: true,
    validate: (schema: S, value: V, _parent?: AnySchemaObject, parentReference?: DataContext) => {
      const converted = convert(value, schema);
      if (converted !== undefined && parentReference)
        parentReference.parentData[parentReference.parentDataProperty] = converted;
      return converted !== undefined;
    },
  };
}

const uniqueKeyword: FuncKeywordDefinition = {
  keyword: 'x-unique',
  type: 'array',
  schemaType: 'array',
  validate: (members: readonly string[], list: unknown[]) => hasUniqueMembers(list, members),
};

const codeKeyword: FuncKeywordDefinition = {
  keyword: 'x-code',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (
    _on: boolean,
    text: string,
    parentSchema?: AnySchemaObject,
    parentReference?: DataContext,
  ) => {
    const format = parentSchema?.['format'] as string | undefined;
    if (parentReference)
      parentReference.parentData[parentReference.parentDataProperty] = normalizeByFormat(
        format,
        text,
      );
    return true; // The format keyword reports invalid codes.
  },
};

const emptyIsNullKeyword: FuncKeywordDefinition = {
  keyword: 'x-none',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (
    _on: boolean,
    text: string,
    _parent?: AnySchemaObject,
    parentReference?: DataContext,
  ) => {
    if (text === '' && parentReference)
      parentReference.parentData[parentReference.parentDataProperty] = null;
    return true;
  },
};

/** Removes members of a reference that name nothing. An optional reference without members becomes null. */
const referenceKeyword: FuncKeywordDefinition = {
  keyword: 'x-reference',
  type: 'object',
  schemaType: 'string',
  modifying: true,
  validate: (
    kind: JsonSchema['x-reference'],
    reference: { id?: unknown; pId?: unknown },
    _parent?: AnySchemaObject,
    parentReference?: DataContext,
  ) => {
    if (!refersToRecord({ id: reference.id })) delete reference.id;
    if (!refersToRecord({ pId: reference.pId })) delete reference.pId;
    if (refersToRecord(reference)) return true;
    if (kind === 'optional' && parentReference)
      parentReference.parentData[parentReference.parentDataProperty] = null;
    return kind === 'optional';
  },
};

const validateBase64: SchemaValidateFunction = (
  _on: boolean,
  value: unknown,
  _parent?: AnySchemaObject,
  parentReference?: DataContext,
) => {
  if (Buffer.isBuffer(value)) return true;
  if (typeof value !== 'string') {
    validateBase64.errors = [{ keyword: 'type', params: { type: 'string' } }];
    return false;
  }
  const bytes = decodeBase64(value);
  if (bytes !== undefined && parentReference)
    parentReference.parentData[parentReference.parentDataProperty] = bytes;
  validateBase64.errors = [{ keyword: 'x-base64', params: {} }];
  return bytes !== undefined;
};

const base64Keyword: FuncKeywordDefinition = {
  keyword: 'x-base64',
  schemaType: 'boolean',
  modifying: true,
  errors: true,
  validate: validateBase64,
};

interface DataContext {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}
