import { toInlineSchema } from '../../../api/validation/dto';
import type { JsonSchema } from '../../../api/validation/schema';
import type { ImportRecordType } from './import-record-type';

/** The limit of arrays in request bodies; import records are limited by their length only. */
const BODY_MAX_ITEMS = 1000;

/** A complete schema document: nested schemas have no `$schema` and `title`. */
export interface ImportRecordSchema extends JsonSchema {
  readonly $schema: string;
  readonly title: string;
}

/** The part of a record type that its schema depends on. */
type DescribedType = Pick<ImportRecordType, 'type' | 'dto' | 'rejectsInvisibleCharacters'>;

/** Returns the schema of the fields without `type`. */
export function createFieldsSchema({
  dto,
  rejectsInvisibleCharacters = false,
}: Omit<DescribedType, 'type'>): JsonSchema {
  return toRecordSchema(toInlineSchema(dto), rejectsInvisibleCharacters);
}

/** Returns the JSON Schema (2020-12) of a record type, from the DTO that validates it. */
export function createImportRecordSchema(recordType: DescribedType): ImportRecordSchema {
  const { type } = recordType;
  const {
    properties = {},
    required = [],
    examples: _examples,
    ...rest
  } = createFieldsSchema(recordType);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    ...rest,
    properties: { type: { const: type }, ...properties },
    required: ['type', ...required],
  };
}

/** Name of the schema of any record in the OpenAPI document; the names of the types start with it. */
export const IMPORT_RECORD_COMPONENT = 'ImportLine';

/** Returns the schemas of all types and of any record, as components of the OpenAPI document. */
export function createImportRecordComponents(
  types: readonly DescribedType[],
): Record<string, JsonSchema> {
  const schemas = types.map((kind): [string, JsonSchema] => {
    const { $schema: _schema, ...schema } = createImportRecordSchema(kind);
    return [toComponentName(kind), schema];
  });
  const references = types.map((kind) => `#/components/schemas/${toComponentName(kind)}`);
  const mapping = Object.fromEntries(types.map(({ type }, at) => [type, references[at] ?? '']));
  const anyLine = {
    description: 'A line of an import; its `type` determines the other fields',
    oneOf: references.map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
  return Object.fromEntries<JsonSchema>([[IMPORT_RECORD_COMPONENT, anyLine], ...schemas]);
}

function toComponentName({ type }: Pick<ImportRecordType, 'type'>): string {
  return `${IMPORT_RECORD_COMPONENT}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}

/** Removes the limits of bodies, and the rules for new texts unless they apply to the records. */
function toRecordSchema(schema: JsonSchema, rejectsInvisibleCharacters: boolean): JsonSchema {
  const { maxItems, items, properties, ...rest } = schema;
  const { 'x-visible': _rule, ...unmarked } = rest;
  return {
    ...(rejectsInvisibleCharacters ? rest : unmarked),
    ...(maxItems === undefined || maxItems === BODY_MAX_ITEMS ? {} : { maxItems }),
    ...(items ? { items: toRecordSchema(items, rejectsInvisibleCharacters) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [
              name,
              toRecordSchema(one, rejectsInvisibleCharacters),
            ]),
          ),
        }
      : {}),
  };
}
