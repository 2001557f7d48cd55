import { normalizeByFormat } from './formats';
import type { JsonSchema } from './schema';

/** Converts the codes in a value to the case of their standards, in place. @returns whether any code was changed */
export type CaseNormalizer = (value: unknown) => boolean;

/** Creates the normalizer of a schema; undefined if the schema has no codes. @param schema schema without `$ref` */
export function createCaseNormalizer({
  properties = {},
  items,
}: JsonSchema): CaseNormalizer | undefined {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const normalize = createMemberNormalizer(schema);
    return normalize ? [{ name, normalize }] : [];
  });
  const normalizeElement = items && createMemberNormalizer(items);
  if (members.length === 0 && !normalizeElement) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    let isChanged = false;
    if (Array.isArray(value)) {
      for (let index = 0; normalizeElement && index < value.length; index++)
        if (normalizeElement(value as never, index)) isChanged = true;
    } else {
      for (const { name, normalize } of members)
        if (normalize(value as never, name)) isChanged = true;
    }
    return isChanged;
  };
}

type ValueContainer = Record<string | number, unknown>;

/** The same for a member or an element. */
function createMemberNormalizer(
  schema: JsonSchema,
): ((container: ValueContainer, key: string | number) => boolean) | undefined {
  if (schema['x-code'] === true) {
    return (container, key) => {
      const text = container[key];
      if (typeof text !== 'string') return false;
      const normalized = normalizeByFormat(schema.format, text);
      container[key] = normalized;
      return normalized !== text;
    };
  }
  const normalize = createCaseNormalizer(schema);
  return normalize && ((container, key) => normalize(container[key]));
}
