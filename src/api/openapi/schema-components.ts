import { type AnyRecordDefinition, toRecordSchema } from '../records/record';
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

/** A reference to the schema of a record, which is added to the components if necessary. */
export function recordReference(
  record: AnyRecordDefinition,
  components: SchemaComponents,
): JsonSchema {
  const name = `${record.name[0]?.toUpperCase() ?? ''}${record.name.slice(1)}Record`;
  if (!components.schemas[name]) {
    // Registered before it is created, because a record may contain itself.
    components.schemas[name] = {};
    components.schemas[name] = toRecordSchema(record, (nested) =>
      recordReference(nested, components),
    );
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
