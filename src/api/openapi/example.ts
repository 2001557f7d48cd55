import type { JsonSchema } from '../shape/schema';

/** An example that matches a schema: its own, its default, or the plainest value of its type. */
export function exampleOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return ofReference(schema.$ref, schemas);
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return exampleOf(choice, schemas);
  switch (schema.type) {
    case 'object':
      return ofObject(schema, schemas);
    case 'array':
      return ofArray(schema, schemas);
    case 'string':
      return schema.minLength ? 'text' : '';
    case 'integer':
    case 'number':
      return Math.max(
        schema.minimum ?? 0,
        schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1,
      );
    case 'boolean':
      return false;
    default:
      return '';
  }
}

/** A record may hold itself (a bundle's rows, sub-states of sub-states): there the example ends. */
const open = new Set<string>();

function ofReference(pointer: string, schemas: Readonly<Record<string, JsonSchema>>): unknown {
  const name = pointer.split('/').at(-1) ?? '';
  const schema = schemas[name];
  if (!schema || open.has(name)) return undefined;
  open.add(name);
  try {
    return exampleOf(schema, schemas);
  } finally {
    open.delete(name);
  }
}

function ofArray({ items }: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown[] {
  const element = items && exampleOf(items, schemas);
  return element === undefined ? [] : [element];
}

function ofObject(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): object {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, schemas)]));
}
