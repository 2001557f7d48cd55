import Ajv2020, {
  type AnySchemaObject,
  type ErrorObject,
  type FuncKeywordDefinition,
  type ValidateFunction,
} from 'ajv/dist/2020';
import type { SchemaValidateFunction } from 'ajv/dist/types';
import { decodeBase64 } from '../../core/base64';
import type { FieldError } from '../../core/errors';
import { parseInstant, parseOffsetInstant } from '../../core/instant';
import { toUnits } from '../../core/money';
import { toFieldError } from './field-errors';
import { createFormats, toStandardCase } from './formats';
import { hasUniqueMembers, namesRecord, toScalarText, parseSortOrder } from './rules';
import { SchemaCompiler } from './schema-compiler';
import type { JsonSchema } from './schema';

/** Checks a value in place: fills defaults in, reads instants and decimals; returns what is wrong. */
export type Validator = (value: unknown, pointer: string) => FieldError[];

/** How many faults of a request are listed at most. */
export const MAX_FIELD_ERRORS = 100;

/**
 * Compiles schemas of DTO classes into checks.
 * The schema that validates is the one that the OpenAPI document shows, so the two can't differ.
 */
export class Validators {
  private static readonly byZone = new Map<string, Validators>();

  private fullCompiler?: SchemaCompiler;
  private firstErrorCompiler?: SchemaCompiler;
  /** By the schema's JSON: many operations take the same, and compiling is dear. */
  private readonly cache = new Map<string, Validator>();

  private constructor(private readonly zone: string) {}

  /** @param zone the store's time zone: what midnight of a date without time is */
  static forZone(zone: string): Validators {
    let shapes = Validators.byZone.get(zone);
    if (!shapes) Validators.byZone.set(zone, (shapes = new Validators(zone)));
    return shapes;
  }

  /**
   * @returns a check for values that have to match the schema (no `$ref` in it). It reports every fault of
   * a value of ordinary size, the first one of a huge value: listing all would be work for an attacker.
   */
  compile(schema: JsonSchema): Validator {
    const json = JSON.stringify(schema);
    let check = this.cache.get(json);
    if (!check) this.cache.set(json, (check = this.createValidator(schema)));
    return check;
  }

  private createValidator(schema: JsonSchema): Validator {
    const executed = acceptBuffers(schema);
    const whole = (this.fullCompiler ??= createCompiler(this.zone, { allErrors: true })).compile(
      executed,
    );
    let brief: ValidateFunction | undefined;
    return (value, pointer) => {
      const validate = hasTooManyParts(value)
        ? (brief ??= this.compileFirstError(executed))
        : whole;
      if (validate(value)) return [];
      const errors = withoutRedundantErrors(validate.errors ?? []);
      return errors.slice(0, MAX_FIELD_ERRORS).map((error) => toFieldError(error, pointer));
    };
  }

  private compileFirstError(schema: JsonSchema): ValidateFunction {
    return (this.firstErrorCompiler ??= createCompiler(this.zone, { allErrors: false })).compile(
      schema,
    );
  }
}

/**
 * Only the first fault of a value with more parts is listed. No body has more (`JSON_BODY_LIMITS`), only records of imports: a
 * check that stops at the first fault takes long to compile.
 */
const MAX_CHECKED_PARTS = 20_000;

function hasTooManyParts(value: unknown): boolean {
  return countParts(value, MAX_CHECKED_PARTS + 1) > MAX_CHECKED_PARTS;
}

/** How many values stand inside of one, at any depth; counted to `most` and a little more. */
function countParts(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return 0;
  let parts = 0;
  for (const name in value) {
    parts += 1 + countParts((value as Record<string, unknown>)[name], most - parts);
    if (parts >= most) break;
  }
  return parts;
}

/**
 * The same schema, but that Base64 may also be the bytes already: those of large bodies are decoded elsewhere. The
 * type is left to the keyword then, as JSON Schema has none for bytes.
 */
function acceptBuffers({ properties, ...schema }: JsonSchema): JsonSchema {
  if (schema['x-base64'] === true) {
    delete schema.type;
    return schema;
  }
  if (!properties) return schema;
  const members = Object.entries(properties).map(
    ([name, one]) => [name, acceptBuffers(one)] as const,
  );
  return { ...schema, properties: Object.fromEntries(members) };
}

function createCompiler(zone: string, options: { allErrors: boolean }): SchemaCompiler {
  const ajv = new Ajv2020({
    ...options,
    // Parts are functions of their own.
    inlineRefs: false,
    useDefaults: true,
    // The checks are no quicker with it, and a third of the time to make them is its.
    code: { optimize: false },
    verbose: true,
    // `faults.ts` words them.
    messages: false,
    // That the schemas are schemas is shown by the lint of the document; at each start it would take a fifth of the time.
    validateSchema: false,
    strict: true,
    strictRequired: false,
    formats: createFormats(zone),
    keywords: [
      instantKeyword(zone),
      offsetInstantKeyword(zone),
      decimalsKeyword,
      uniqueKeyword,
      sortKeyword,
      codeKeyword,
      referenceKeyword,
      scalarKeyword,
      base64Keyword,
      // The last: what it has made null is no text for others.
      noneKeyword,
    ],
  });
  for (const annotation of ['x-enum-varnames', 'x-fixed', 'x-extension']) {
    ajv.addKeyword(annotation);
  }
  return new SchemaCompiler(ajv);
}

/**
 * A value of a wrong type, or out of its range, is one fault: that it is none of the allowed values, or can't
 * be kept to its decimals, says nothing more.
 */
function withoutRedundantErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const echoes = new Set(['enum', 'x-decimals']);
  const said = new Set(
    errors.filter(({ keyword }) => !echoes.has(keyword)).map(({ instancePath }) => instancePath),
  );
  return errors.filter((error) => !(echoes.has(error.keyword) && said.has(error.instancePath)));
}

function instantKeyword(zone: string): FuncKeywordDefinition {
  return {
    keyword: 'x-instant',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_on: boolean, text: string, parent?: AnySchemaObject, place?: ParentReference) => {
      const instant = parseInstant(text, zone, parent?.['format'] === 'instant-or-end-of-day');
      if (instant && place) place.parentData[place.parentDataProperty] = instant;
      return true; // A text that is no instant is the format keyword's fault.
    },
  };
}

function offsetInstantKeyword(zone: string): FuncKeywordDefinition {
  return {
    keyword: 'x-offset-instant',
    type: 'string',
    modifying: true,
    errors: false,
    validate: (_on: boolean, text: string, _parent?: AnySchemaObject, place?: ParentReference) => {
      const instant = parseOffsetInstant(text, zone);
      if (instant !== undefined && place) place.parentData[place.parentDataProperty] = instant;
      return true; // A text that is no instant is the format keyword's fault.
    },
  };
}

const decimalsKeyword: FuncKeywordDefinition = {
  keyword: 'x-decimals',
  type: 'number',
  schemaType: 'number',
  modifying: true,
  validate: (decimals: number, value: number, _parent?: unknown, place?: ParentReference) => {
    const units = toUnits(value, decimals);
    if (units !== undefined && place) place.parentData[place.parentDataProperty] = units;
    return units !== undefined;
  },
};

const uniqueKeyword: FuncKeywordDefinition = {
  keyword: 'x-unique',
  type: 'array',
  schemaType: 'array',
  validate: (members: readonly string[], list: unknown[]) => hasUniqueMembers(list, members),
};

const sortKeyword: FuncKeywordDefinition = {
  keyword: 'x-sort',
  type: 'string',
  schemaType: 'array',
  modifying: true,
  validate: (
    names: readonly string[],
    text: string,
    _parent?: unknown,
    place?: ParentReference,
  ) => {
    const sorting = parseSortOrder(text, names);
    if (sorting !== undefined && place) place.parentData[place.parentDataProperty] = sorting;
    return sorting !== undefined;
  },
};

const codeKeyword: FuncKeywordDefinition = {
  keyword: 'x-code',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (_on: boolean, text: string, parent?: AnySchemaObject, place?: ParentReference) => {
    const format = parent?.['format'] as string | undefined;
    if (place) place.parentData[place.parentDataProperty] = toStandardCase(format, text);
    return true; // A text that is no code is the format keyword's fault.
  },
};

const noneKeyword: FuncKeywordDefinition = {
  keyword: 'x-none',
  type: 'string',
  modifying: true,
  errors: false,
  validate: (_on: boolean, text: string, _parent?: AnySchemaObject, place?: ParentReference) => {
    if (text === '' && place) place.parentData[place.parentDataProperty] = null;
    return true;
  },
};

/** Leaves of a reference what names something; of an optional one that names nothing null. */
const referenceKeyword: FuncKeywordDefinition = {
  keyword: 'x-reference',
  type: 'object',
  schemaType: 'string',
  modifying: true,
  validate: (
    kind: JsonSchema['x-reference'],
    reference: { id?: unknown; pId?: unknown },
    _parent?: AnySchemaObject,
    place?: ParentReference,
  ) => {
    if (!namesRecord({ id: reference.id })) delete reference.id;
    if (!namesRecord({ pId: reference.pId })) delete reference.pId;
    if (namesRecord(reference)) return true;
    if (kind === 'optional' && place) place.parentData[place.parentDataProperty] = null;
    return kind === 'optional';
  },
};

const scalarKeyword: FuncKeywordDefinition = {
  keyword: 'x-scalar',
  schemaType: 'number',
  modifying: true,
  validate: (most: number, value: unknown, _parent?: AnySchemaObject, place?: ParentReference) => {
    const text = toScalarText(value, most);
    if (text !== undefined && place) place.parentData[place.parentDataProperty] = text;
    return text !== undefined;
  },
};

const validateBase64: SchemaValidateFunction = (
  _on: boolean,
  value: unknown,
  _parent?: AnySchemaObject,
  place?: ParentReference,
) => {
  if (Buffer.isBuffer(value)) return true;
  if (typeof value !== 'string') {
    validateBase64.errors = [{ keyword: 'type', params: { type: 'string' } }];
    return false;
  }
  const bytes = decodeBase64(value);
  if (bytes !== undefined && place) place.parentData[place.parentDataProperty] = bytes;
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

interface ParentReference {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}
