import {
  ApiController,
  Caller,
  Flag,
  type OpenApiTag,
  literalResponse,
  objectSchema,
  Operation,
  type Principal,
  Progress,
  QueryParams,
  type ProgressReporter,
  BodyStream,
} from '../../../api';
import { Shutdown } from '../../../core/shutdown';
import { BlankLinesTooMany, DryRunTooLong, ImportStopped } from './import-errors';
import { ImportService } from './import.service';
import { IMPORT_RECORD_COMPONENT } from './import-record-schema';
import type { ImportSummary } from './import-summary';

export const importOpenApiTag: OpenApiTag = {
  name: 'Import',
  position: 2300,
  description:
    "Imports a store's data as lines of JSON: products, taxes, users, orders. Importing the same lines again changes nothing.",
};

const INTEGER_SCHEMA = { type: 'integer' } as const;
const STRING_SCHEMA = { type: 'string' } as const;

/** The members of an error and of a warning. */
const RECORD_ERROR_SCHEMA = {
  line: INTEGER_SCHEMA,
  type: STRING_SCHEMA,
  pId: STRING_SCHEMA,
  code: STRING_SCHEMA,
  detail: STRING_SCHEMA,
  pointer: STRING_SCHEMA,
};

const progressSchema = objectSchema({
  bytes: { type: 'integer', description: 'Bytes of the uncompressed lines that were read' },
  lines: { type: 'integer', description: 'Number of records with a result' },
  rejected: { type: 'integer', description: 'Number of these that were rejected' },
});

const summaryResponse = literalResponse<ImportSummary>({
  created: INTEGER_SCHEMA,
  updated: INTEGER_SCHEMA,
  unchanged: INTEGER_SCHEMA,
  rejected: INTEGER_SCHEMA,
  types: {
    type: 'object',
    additionalProperties: true,
    description: 'The same four numbers by record type',
  },
  roundings: {
    type: 'integer',
    description:
      'Number of orders that were stored with a rounding, so that they have their given totals',
  },
  errors: {
    type: 'array',
    description: 'The first 1,000 rejected lines; each pointer refers to its line',
    items: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(RECORD_ERROR_SCHEMA),
      properties: {
        ...RECORD_ERROR_SCHEMA,
        existingId: {
          type: 'integer',
          description:
            'Id of the stored record that the line conflicts with, if there is one; absent in a dry run',
        },
        record: {
          type: 'object',
          additionalProperties: true,
          description:
            'The record without passwords and secrets, which can be corrected and imported again; with `includeRecords` only. ' +
            'Absent if the line is not a JSON object, and after 4 MiB of records',
        },
      },
    },
  },
  errorsTruncated: {
    type: 'boolean',
    description: 'Whether more lines were rejected than are listed',
  },
  warnings: {
    type: 'array',
    description:
      'The first 1,000 warnings about stored lines, such as `vat.invalid`: e-invoices of these records would be rejected',
    items: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(RECORD_ERROR_SCHEMA),
      properties: RECORD_ERROR_SCHEMA,
    },
  },
  warningsTruncated: {
    type: 'boolean',
    description: 'Whether there were more warnings than are listed',
  },
  repeated: {
    type: 'integer',
    description: 'Number of records that overwrote an earlier, different record of the same import',
  },
  repeatedRecords: {
    type: 'array',
    description: 'The first 1,000 of these records, with the line of the earlier record',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['line', 'earlierLine', 'type', 'pId'],
      properties: {
        line: INTEGER_SCHEMA,
        earlierLine: INTEGER_SCHEMA,
        type: STRING_SCHEMA,
        pId: STRING_SCHEMA,
      },
    },
  },
  repeatedUnknown: {
    type: 'boolean',
    description: 'Whether the import has more records than can be compared',
  },
  dryRun: {
    type: 'boolean',
    description: 'Whether nothing was stored; the numbers are those of a real import',
  },
});

class ImportQuery {
  @Flag({ default: false, description: 'Whether the errors contain their records' })
  includeRecords!: boolean;

  @Flag({
    default: false,
    description: 'Whether the records are only checked, and nothing is stored',
  })
  dryRun!: boolean;
}

/** Imports of a store's data over HTTP. */
@ApiController('import', {
  area: 'import',
  openApiTag: importOpenApiTag,
  idempotencyMode: 'ignored',
  isExtension: true,
})
export class ImportController {
  constructor(
    private readonly importService: ImportService,
    private readonly shutdown: Shutdown,
  ) {}

  @Operation('post', '', {
    summary: 'Import data',
    description:
      'Stores lines of JSON in order, each a record with a `type`, and skips and reports invalid ones; sending the same ' +
      'lines again changes nothing. If an import ends early, `imported` in the problem is the summary of the stored ' +
      'lines; run the whole import again. If `Accept` ranks ' +
      '`application/x-ndjson` above JSON, a line of progress follows each batch, and the last line is the summary or ' +
      'the problem.',
    returns: { ...summaryResponse, progressSchema },
    cost: 'HEAVY',
    errors: [BlankLinesTooMany, DryRunTooLong, ImportStopped],
    bodyStream: {
      mediaType: 'application/x-ndjson',
      description:
        'One JSON object per line, at most 1 MiB each; UTF-8; uncompressed, gzip, deflate or br',
      lineSchemaName: IMPORT_RECORD_COMPONENT,
      example:
        '{"type":"category","pId":"garden","name":"Garden"}\n' +
        '{"type":"product","pId":"flower-pot","name":"Flower pot","sku":"FLO-001"}\n',
    },
  })
  importLines(
    @BodyStream() input: AsyncIterable<Buffer>,
    @QueryParams() { includeRecords, dryRun: isDryRun }: ImportQuery,
    @Caller() { scopes, checkSecretReplaced }: Principal,
    @Progress() onProgress?: ProgressReporter,
  ): Promise<ImportSummary> {
    const { signal } = this.shutdown;
    return this.importService.run(input, {
      scopes,
      ...(checkSecretReplaced && { checkSecretReplaced }),
      ...(onProgress && { onProgress }),
      includeRecords,
      isDryRun,
      signal,
    });
  }
}
