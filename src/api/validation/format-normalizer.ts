import { normalizeByFormat } from './formats';
import type { JsonSchema } from './schema';

/** Normalizes the codes and e-mail addresses in a value, in place. @returns whether any of them was changed */
export type FormatNormalizer = (value: unknown) => boolean;

/** Creates the normalizer of a schema; undefined if it has no such texts. @param schema schema without `$ref` */
export function createFormatNormalizer({
  properties = {},
  items,
}: JsonSchema): FormatNormalizer | undefined {
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

/** Creates the normalizer of a member or an element; undefined if its schema has no codes or e-mail addresses. */
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
  const normalize = createFormatNormalizer(schema);
  return normalize && ((container, key) => normalize(container[key]));
}
