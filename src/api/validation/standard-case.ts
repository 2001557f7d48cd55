import { toStandardCase } from './formats';
import type { JsonSchema } from './schema';

/** Puts the codes of a value into the case of their standards, in place. @returns whether any was in another one */
export type CaseNormalizer = (value: unknown) => boolean;

/** Where the codes of a value stand, by its schema; undefined: it has none. @param schema no `$ref` in it */
export function createCaseNormalizer({
  properties = {},
  items,
}: JsonSchema): CaseNormalizer | undefined {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const put = createMemberNormalizer(schema);
    return put ? [{ name, put }] : [];
  });
  const element = items && createMemberNormalizer(items);
  if (members.length === 0 && !element) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    let isOther = false;
    if (Array.isArray(value)) {
      for (let at = 0; element && at < value.length; at++)
        if (element(value as never, at)) isOther = true;
    } else {
      for (const { name, put } of members) if (put(value as never, name)) isOther = true;
    }
    return isOther;
  };
}

type ValueContainer = Record<string | number, unknown>;

/** The same of a member or an element. */
function createMemberNormalizer(
  schema: JsonSchema,
): ((holder: ValueContainer, key: string | number) => boolean) | undefined {
  if (schema['x-code'] === true) {
    return (holder, key) => {
      const text = holder[key];
      if (typeof text !== 'string') return false;
      const cased = toStandardCase(schema.format, text);
      holder[key] = cased;
      return cased !== text;
    };
  }
  const casing = createCaseNormalizer(schema);
  return casing && ((holder, key) => casing(holder[key]));
}
