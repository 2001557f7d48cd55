import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import type { FieldError } from '../../core/errors';
import { escapePointerSegment } from '../../core/json';
import { formatDescriptions } from './formats';
import type { JsonSchema } from './schema';

type FieldErrorContent = Pick<FieldError, 'code' | 'detail'> & { member?: string };
type ErrorFormatter = (error: ErrorObject<string, Record<string, unknown>>) => FieldErrorContent;

const typeDescriptions: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const errorFormatters: Readonly<Record<string, ErrorFormatter>> = {
  required: ({ params }) => ({
    code: 'field.required',
    detail: `${String(params['missingProperty'])} is required.`,
    member: String(params['missingProperty']),
  }),
  additionalProperties: ({ params, parentSchema }) => {
    const member = String(params['additionalProperty']);
    const isImmutable = (parentSchema as JsonSchema)['x-fixed']?.includes(member);
    return isImmutable
      ? { code: 'field.notEditable', detail: `${member} can't be changed here.`, member }
      : {
          code: 'field.unknown',
          detail: `${member} is not a field of this request.${suggestName(member, parentSchema as JsonSchema)}`,
          member,
        };
  },
  type: ({ params }) => ({
    code: 'value.type',
    detail: `The value must be ${typeDescriptions[String(params['type'])] ?? String(params['type'])}.`,
  }),
  enum: ({ params, parentSchema }) => ({
    code: 'value.notAllowed',
    detail: `The value must be one of ${formatAllowedValues(params['allowedValues'] as unknown[], parentSchema as JsonSchema)}.`,
  }),
  not: ({ schema }) => ({
    code: 'value.notAllowed',
    detail: `The value must not be ${String((schema as JsonSchema).const)}.`,
  }),
  format: ({ params }) => ({
    code: `format.${String(params['format'])}`,
    detail: `The value must be ${formatDescriptions[String(params['format'])] ?? 'in another format'}.`,
  }),
  pattern: ({ params }) => ({
    code: 'text.pattern',
    detail: `The text must match ${String(params['pattern'])}.`,
  }),
  minLength: ({ params }) => ({
    code: 'text.tooShort',
    detail: `The text must have at least ${formatCount(params['limit'], 'character')}.`,
  }),
  maxLength: ({ params }) => ({
    code: 'text.tooLong',
    detail: `The text must have at most ${formatCount(params['limit'], 'character')}.`,
  }),
  minItems: ({ params }) => ({
    code: 'list.tooShort',
    detail: `The array must have at least ${formatCount(params['limit'], 'element')}.`,
  }),
  maxItems: ({ params }) => ({
    code: 'list.tooLong',
    detail: `The array must have at most ${formatCount(params['limit'], 'element')}.`,
  }),
  minimum: formatRangeError,
  maximum: formatRangeError,
  exclusiveMinimum: formatRangeError,
  'x-decimals': ({ schema }) => ({
    code: 'number.decimals',
    detail: `The number must have at most ${formatCount(schema, 'decimal')}.`,
  }),
  'x-unique': ({ schema }) => ({
    code: 'list.duplicate',
    detail: `No two elements may have the same ${(schema as string[]).join(' or ')}.`,
  }),
  'x-sort': ({ schema }) => ({
    code: 'sort.unknown',
    detail: `Sort by field, field.asc or field.desc, comma-separated, each field once. The fields are ${(schema as string[]).join(', ')}.`,
  }),
  'x-scalar': ({ schema }) => ({
    code: 'value.type',
    detail: `The value must be a text of at most ${String(schema)} characters, a number, true or false.`,
  }),
  'x-current': () => ({
    code: 'format.iso-4217',
    detail: 'The currency is no longer used.',
  }),
  'x-flag': () => ({ code: 'value.type', detail: 'The value must be true, false, 1 or 0.' }),
  'x-base64': () => ({
    code: 'format.base64',
    detail: 'The value must be bytes in Base64, bare or as a data URI.',
  }),
  'x-reference': () => ({
    code: 'reference.empty',
    detail: 'A reference needs an id other than 0, or a pId.',
  }),
};

/** Converts a validator's error to a field error with a code, a detail and its pointer below `basePointer`. */
export function toFieldError(
  error: ErrorObject<string, Record<string, unknown>>,
  basePointer: string,
): FieldError {
  const format = errorFormatters[error.keyword];
  if (!format) throw new Error(`No text for the schema keyword ${error.keyword}`);
  const { code, detail, member } = format(error);
  const segment = member === undefined ? '' : `/${escapePointerSegment(member)}`;
  const pointer = `${basePointer}${error.instancePath}${segment}`;
  return {
    pointer:
      basePointer.startsWith('/') || basePointer === '' ? pointer : pointer.replace('//', '/'),
    code,
    detail,
  };
}

/** Longer names are no typing errors. */
const MAX_SUGGESTED_LENGTH = 64;

/** Suggests the field that a name resembles: with other case, or with a letter in four wrong. */
function suggestName(name: string, { properties = {} }: JsonSchema): string {
  const names = Object.keys(properties);
  if (name.length > MAX_SUGGESTED_LENGTH || names.length === 0) return '';
  const wanted = name.toLowerCase();
  const nearest = closest(
    wanted,
    names.map((one) => one.toLowerCase()),
  );
  const isSimilar = distance(wanted, nearest) <= Math.floor(wanted.length / 4);
  return isSimilar ? ` Did you mean ${names.find((one) => one.toLowerCase() === nearest)}?` : '';
}

/** Lists the values, each once, with their names in the OpenAPI document: `2 (InProcess)`. */
function formatAllowedValues(
  values: readonly unknown[],
  { 'x-enum-varnames': names }: JsonSchema,
): string {
  const labels = new Map<string, string>();
  for (const [index, value] of values.entries()) {
    const text = value === '' ? '""' : String(value);
    const name = names?.[index];
    if (!labels.has(text)) labels.set(text, name === undefined ? text : `${text} (${name})`);
  }
  return [...labels.values()].join(', ');
}

/** `1 character`, `2 characters` */
function formatCount(count: unknown, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function formatRangeError({ params }: { params: Record<string, unknown> }): FieldErrorContent {
  const words: Record<string, string> = { '>=': 'at least', '<=': 'at most', '>': 'more than' };
  return {
    code: 'number.range',
    detail: `The number must be ${words[String(params['comparison'])] ?? ''} ${String(params['limit'])}.`,
  };
}
