import type { JsonSchema } from '../validation/schema';

/**
 * Returns an example that matches a schema: the schema's own example, its default, or the simplest value of its type.
 * @param schemas schemas of the document, by name
 */
export function createExample(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return createReferenceExample(schema.$ref, schemas);
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return createExample(choice, schemas);
  switch (schema.type) {
    case 'object':
      return createObjectExample(schema, schemas);
    case 'array':
      return createArrayExample(schema, schemas);
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

/** A record may contain itself (rows of a bundle, sub-states of sub-states). The example ends there. */
const openReferences = new Set<string>();

function createReferenceExample(
  pointer: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  const name = pointer.split('/').at(-1) ?? '';
  const schema = schemas[name];
  if (!schema || openReferences.has(name)) return undefined;
  openReferences.add(name);
  try {
    return createExample(schema, schemas);
  } finally {
    openReferences.delete(name);
  }
}

function createArrayExample(
  { items }: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown[] {
  const element = items && createExample(items, schemas);
  return element === undefined ? [] : [element];
}

function createObjectExample(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): object {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    members.map(([name, member]) => [name, createExample(member, schemas)]),
  );
}
