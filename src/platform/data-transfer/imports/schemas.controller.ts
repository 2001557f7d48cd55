import { ApiController, Operation, PathParams, Text } from '../../../api';
import { NotFound } from '../../../core/errors';
import { idOnlyPlan } from '../../../core/load-plan';
import { importOpenApiTag } from './import.controller';
import { type ImportRecordSchema, createImportRecordSchema } from './import-record-schema';
import { ImportRecordTypes } from './import-record-types';

class SchemaPath {
  @Text({ max: 64, example: 'tax', description: 'A type of lines' })
  type!: string;
}

/** What lines look like; an addition to the specification. */
@ApiController('schemas', { area: 'import', heading: importOpenApiTag })
export class SchemasController {
  constructor(private readonly importRecordTypes: ImportRecordTypes) {}

  @Operation('get', ':type', {
    summary: 'Read the JSON Schema of a type of lines',
    description:
      'The schema (2020-12) that lines of the type are checked by. Only the service knows keywords that begin with `x-`: ' +
      '`x-decimals`, for example, is the number of decimals that a number may have.',
    returns: {
      schema: () => ({ type: 'object', additionalProperties: true }),
      write: (schema: ImportRecordSchema) => schema,
      plan: () => idOnlyPlan,
      tagged: true,
    },
    cost: 'FREE',
    scope: 'any',
    errors: [NotFound],
    extension: true,
  })
  getLineSchema(@PathParams() { type }: SchemaPath): ImportRecordSchema {
    const kind = this.importRecordTypes.find(type);
    if (!kind) throw new NotFound({ resource: 'line type', id: type });
    return createImportRecordSchema(kind);
  }
}
