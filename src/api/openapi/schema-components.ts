import { type AnyRecordDefinition, type NamedSchema, toRecordSchema } from '../records/record';
import { type DtoClass, getSchemaName, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';

/** The schemas of the document; references add to them. */
export interface SchemaComponents {
  readonly schemas: Record<string, JsonSchema>;
}

/** A reference to a schema of the document, by its name. */
export const schemaReference = (name: string): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

/** A reference to the schema of a DTO class, which is added to the components if necessary. */
export function dtoReference(dto: DtoClass, components: SchemaComponents): JsonSchema {
  const name = getSchemaName(dto);
  components.schemas[name] ??= toDtoSchema(dto, (nested) => dtoReference(nested, components));
  return schemaReference(name);
}

/** A reference to the schema of a record or part, which is added to the components if necessary. */
export function recordReference(
  definition: AnyRecordDefinition | NamedSchema,
  components: SchemaComponents,
): JsonSchema {
  const { schemas } = components;
  const toNestedReference = (inner: AnyRecordDefinition | NamedSchema) =>
    recordReference(inner, components);
  if ('component' in definition) {
    const { component } = definition;
    const schema = definition.schema(toNestedReference);
    const known = (schemas[component] ??= schema);
    if (JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas have the name ${component}`);
    return schemaReference(component);
  }
  const name = `${definition.name[0]?.toUpperCase() ?? ''}${definition.name.slice(1)}Record`;
  if (!schemas[name]) {
    // Registered before it is created, because a record may contain itself.
    schemas[name] = {};
    schemas[name] = toRecordSchema(definition, toNestedReference);
  }
  return schemaReference(name);
}

const stringSchema: JsonSchema = { type: 'string' };

export const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: 'A fault in the request',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      ...stringSchema,
      description: 'JSON pointer into the body, or `query/<name>`, `path/<name>`',
    },
    code: { ...stringSchema, description: 'Stable identifier of the error' },
    detail: stringSchema,
  },
};

export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'],
  properties: {
    type: stringSchema,
    title: stringSchema,
    status: { type: 'integer' },
    detail: stringSchema,
    instance: stringSchema,
    code: {
      ...stringSchema,
      description: 'Stable identifier of the error; compare this, not the texts',
    },
    requestId: stringSchema,
    errors: { type: 'array', items: schemaReference('Fault') },
  },
};
