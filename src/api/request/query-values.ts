import type { FieldError } from '../../core/errors';
import type { JsonSchema } from '../validation/schema';

/**
 * Parses the texts of a path or query as the types that their schemas name. Words in the query of a reading request are
 * accepted in any case. An unparsable text stays a text, so that the check refuses it. A known name without a value
 * counts as absent, unless it is a flag of a request that writes: `dryRun=` must not store anything.
 * @param fieldErrors receives a fault for each repeated name
 * @param options.isStrict for requests that write: words only as listed, and no flags without a value
 */
export function parseQueryValues(
  texts: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
  location: 'path' | 'query',
  fieldErrors: FieldError[],
  { isStrict = false } = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value !== 'string') {
      const detail = `${name} may be given only once.`;
      fieldErrors.push({ pointer: `${location}/${name}`, code: 'query.repeated', detail });
      continue;
    }
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value !== '' || !schema || (isStrict && schema.type === 'boolean')) {
      const word = location === 'query' && !isStrict ? toAllowedWord(value, schema) : value;
      Object.defineProperty(values, name, {
        value: parseBySchema(word, schema),
        ...DATA_PROPERTY_ATTRIBUTES,
      });
    }
  }
  return values;
}

/** Converts a word in any case to that of the list, `or` to `OR`; other texts stay as they are. */
function toAllowedWord(text: string, schema: JsonSchema | undefined): string {
  const isWanted = (word: unknown): word is string =>
    typeof word === 'string' && word.toLowerCase() === text.toLowerCase();
  return schema?.enum?.find(isWanted) ?? text;
}

const DATA_PROPERTY_ATTRIBUTES = { enumerable: true, writable: true, configurable: true };

/** Parses a text as the type that its schema names; an invalid text is returned as it is. */
export function parseBySchema(text: string, schema: JsonSchema | undefined): unknown {
  switch (schema?.type) {
    case 'integer':
      return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
    case 'number':
      return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return (
        new Map<string, unknown>([
          ['true', true],
          ['1', true],
          ['false', false],
          ['0', false],
        ]).get(text.toLowerCase()) ?? text
      );
    default:
      return text;
  }
}
