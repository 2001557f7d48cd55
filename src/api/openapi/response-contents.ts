import type { Operation } from '../operation/operation';
import { CSV_MEDIA_TYPE } from '../response/csv-table';
import { OCTET_STREAM_MEDIA_TYPE } from '../response/file-response';
import { NDJSON_MEDIA_TYPE } from '../response/ndjson-response';
import type { ResponseFileSpec } from '../response/response-spec';
import type { JsonSchema } from '../validation/schema';
import { createExample } from './schema-example';
import { type SchemaComponents, schemaReference } from './schema-components';

/** The contents of a response by media type. @param schema schema of its JSON */
export function createResponseContents(
  { method, responseSpec: { file, progressSchema, csvTable } }: Operation,
  schema: JsonSchema,
  components: SchemaComponents,
): object {
  return {
    'application/json': { schema, example: createExample(schema, components.schemas) },
    ...(method === 'get' && csvTable
      ? { [CSV_MEDIA_TYPE]: { schema: csvTableReference(components) } }
      : {}),
    ...(file ? createBinaryContents(file) : {}),
    ...(progressSchema
      ? { [NDJSON_MEDIA_TYPE]: createProgressContent(progressSchema, schema) }
      : {}),
  };
}

/** The contents of a file, by media type. */
export function createBinaryContents(file: ResponseFileSpec): object {
  return Object.fromEntries(listFileTypes(file).map((type) => [type, binaryContent]));
}

/** The media types of a file; includes all types if each file has its own. */
function listFileTypes({
  mediaType,
  otherMediaTypes = [],
  offersOctetStream,
}: ResponseFileSpec): string[] {
  return [
    ...(mediaType === undefined ? [] : [mediaType]),
    ...otherMediaTypes,
    ...(offersOctetStream ? [OCTET_STREAM_MEDIA_TYPE, '*/*'] : []),
  ];
}

/** Tools save responses of this format to a file. */
const binaryContent = {
  schema: {
    type: 'string',
    format: 'binary',
    description: 'The file itself, where Accept ranks its type above JSON',
  },
};

/** Lines of progress, and at last the result or a problem. */
function createProgressContent(progress: JsonSchema, result: JsonSchema): object {
  const line: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['progress'],
    properties: { progress },
  };
  return {
    schema: {
      type: 'string',
      description:
        'Lines of JSON, where Accept ranks them above JSON: `progress` while the work goes on. The last line is the ' +
        'result, or a problem if the work failed after the first line.',
      contentMediaType: NDJSON_MEDIA_TYPE,
      contentSchema: {
        type: 'array',
        items: { anyOf: [line, result, schemaReference('Problem')] },
      },
    },
  };
}

/** A shared schema, so that the description is in the document only once. */
function csvTableReference({ schemas }: SchemaComponents): JsonSchema {
  schemas['Table'] ??= {
    type: 'string',
    'x-extension': true,
    description:
      'CSV (RFC 4180) in UTF-8, if Accept ranks it above JSON: a header row, then a row for each record. ' +
      'All records are included unless the query asks for a page; then the header `Link` links the other pages. ' +
      'An object has a column for each of its keys, such as `USER.ID`; a list is JSON within a cell. A text that a ' +
      "spreadsheet would run as a formula starts with a `'`. `text/csv; bom=1` adds a byte order mark.",
  };
  return schemaReference('Table');
}
