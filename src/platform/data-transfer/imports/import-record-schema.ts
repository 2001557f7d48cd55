import { toInlineSchema } from '../../../api/validation/dto';
import type { JsonSchema } from '../../../api/validation/schema';
import type { ImportRecordType } from './import-record-type';

/** The limit of arrays in request bodies; lines are limited by their length alone. */
const BODY_LIST_LIMIT = 1000;

/** A schema by itself: these members have no place inside another one. */
export interface ImportRecordSchema extends JsonSchema {
  readonly $schema: string;
  readonly title: string;
}

/** What is checked of a line besides its `type`. */
export function createFieldsSchema({ dto }: Pick<ImportRecordType, 'dto'>): JsonSchema {
  return withoutBodyLimits(toInlineSchema(dto));
}

/** The JSON Schema (2020-12) of a type's lines, from what checks them. */
export function createImportRecordSchema(
  kind: Pick<ImportRecordType, 'type' | 'dto'>,
): ImportRecordSchema {
  const { type } = kind;
  const { properties = {}, required = [], examples: _ofBodies, ...rest } = createFieldsSchema(kind);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    ...rest,
    properties: { type: { const: type }, ...properties },
    required: ['type', ...required],
  };
}

/** Name of the schema of any line in the OpenAPI document; those of the types begin with it. */
export const IMPORT_RECORD_COMPONENT = 'ImportLine';

/** The schemas of all types and of any line, as components of the OpenAPI document. */
export function createImportRecordComponents(
  types: readonly Pick<ImportRecordType, 'type' | 'dto'>[],
): Record<string, JsonSchema> {
  const schemas = types.map((kind): [string, JsonSchema] => {
    const { $schema: _ofDocuments, ...schema } = createImportRecordSchema(kind);
    return [
      `${IMPORT_RECORD_COMPONENT}${kind.type[0]?.toUpperCase()}${kind.type.slice(1)}`,
      schema,
    ];
  });
  const oneOf = schemas.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
  const anyLine = { description: 'A line of an import; its `type` says what it is', oneOf };
  return Object.fromEntries<JsonSchema>([[IMPORT_RECORD_COMPONENT, anyLine], ...schemas]);
}

function withoutBodyLimits(schema: JsonSchema): JsonSchema {
  const { maxItems, items, properties, ...rest } = schema;
  return {
    ...rest,
    ...(maxItems === undefined || maxItems === BODY_LIST_LIMIT ? {} : { maxItems }),
    ...(items ? { items: withoutBodyLimits(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, withoutBodyLimits(one)]),
          ),
        }
      : {}),
  };
}
