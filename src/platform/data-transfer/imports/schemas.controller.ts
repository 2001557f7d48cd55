import { ApiController, Operation, PathParams, Text } from '../../../api';
import { NotFound } from '../../../core/errors';
import { idOnlyPlan } from '../../../core/load-plan';
import { importOpenApiTag } from './import.controller';
import { type ImportRecordSchema, createImportRecordSchema } from './import-record-schema';
import { ImportRecordTypeRegistry } from './import-record-type-registry';

class SchemaPath {
  @Text({ max: 64, example: 'tax', description: 'A record type' })
  type!: string;
}

/** Schemas of import records; an addition to the specification. */
@ApiController('schemas', { area: 'import', openApiTag: importOpenApiTag, isExtension: true })
export class SchemasController {
  constructor(private readonly importRecordTypes: ImportRecordTypeRegistry) {}

  @Operation('get', ':type', {
    summary: 'Read the JSON Schema of a record type',
    description:
      'Returns the schema (2020-12) that validates lines of the type. Keywords that start with `x-` are specific to the ' +
      'service: `x-decimals`, for example, is the maximum number of decimals.',
    returns: {
      schema: () => ({ type: 'object', additionalProperties: true }),
      serialize: (schema: ImportRecordSchema) => schema,
      getLoadPlan: () => idOnlyPlan,
      hasBodyETag: true,
    },
    cost: 'FREE',
    scope: 'any',
    errors: [NotFound],
  })
  getLineSchema(@PathParams() { type }: SchemaPath): ImportRecordSchema {
    const recordType = this.importRecordTypes.find(type);
    if (!recordType) throw new NotFound({ resource: 'line type', id: type });
    return createImportRecordSchema(recordType);
  }
}
