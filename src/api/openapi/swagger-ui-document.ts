import type { OperationObject, ParameterObject, RequestBodyObject } from 'openapi3-ts/oas31';
import { CSV_MEDIA_TYPE } from '../response/csv-table';
import type { OpenApiDocument } from './openapi-document';
import { addEnumMenus, reduceDefaultPageSize } from './swagger-ui-parameters';

/** The media type that the page requests for tables: spreadsheets need the mark to read a saved file as UTF-8. */
const CSV_WITH_BOM_MEDIA_TYPE = `${CSV_MEDIA_TYPE}; bom=1`;

/**
 * Converts the document to OpenAPI 3.0 for Swagger UI. Swagger UI resolves a 3.1 document as a whole each time an
 * operation is opened, which takes seconds (swagger-api/swagger-ui, issue 10748). Keywords of 3.1 become those of 3.0.
 * The response type for any media type is left out: when chosen in the page's menu, it would request JSON.
 */
export function toSwaggerUiDocument(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify({ ...document, openapi: '3.0.3' }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? toOpenApi30(value as Readonly<Record<string, unknown>>)
      : value,
  );
  const uiDocument = clearOptionalFormFields(JSON.parse(text) as OpenApiDocument);
  addEnumMenus(uiDocument);
  reduceDefaultPageSize(uiDocument);
  for (const [method, operation] of listOperations(uiDocument)) {
    if (method === 'get') continue;
    clearPathExamples(operation);
    if (method === 'put') clearListExample(operation);
    if ((operation as ExtendedOperation)['x-destructive']) clearBodyExample(operation);
  }
  return uiDocument;
}

interface ExtendedOperation extends OperationObject {
  'x-destructive'?: true;
}

/** A body whose example has a root with the fields. */
type WrappedExample = Record<string, Record<string, unknown>>;

function getBodyExample(requestBody: OperationObject['requestBody']): WrappedExample {
  const content = (requestBody as RequestBodyObject | undefined)?.content['application/json'];
  return (content?.example ?? {}) as WrappedExample;
}

function listOperations({ paths }: OpenApiDocument): [string, OperationObject][] {
  return (Object.values(paths) as Record<string, OperationObject>[]).flatMap((path) =>
    Object.entries(path),
  );
}

/** Leaves the record of a writing operation to the user: pressing Execute at once must not change an existing record. */
function clearPathExamples({ parameters = [] }: OperationObject): void {
  for (const parameter of parameters as (ParameterObject & { schema?: { enum?: unknown[] } })[])
    if (parameter.in === 'path' && !parameter.schema?.enum) delete parameter.example;
}

/** Removes the identifiers of a body that lists the records to change. */
function clearListExample({ requestBody }: OperationObject): void {
  const lists: unknown[] = Object.values(getBodyExample(requestBody));
  const records = lists.filter(Array.isArray).flat() as Record<string, unknown>[];
  for (const record of records) {
    if ('id' in record) record['id'] = 0;
    if ('pId' in record) record['pId'] = '';
  }
}

/** Empties the texts of a body that names the records to remove. */
function clearBodyExample({ requestBody }: OperationObject): void {
  for (const fields of Object.values(getBodyExample(requestBody)))
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') fields[name] = '';
}

/** The fields of a form's schema. */
interface FormSchema {
  readonly required?: readonly string[];
  readonly properties?: Record<string, { type?: string; default?: unknown; example?: unknown }>;
}

/** Leaves optional form fields empty: the page would invent a value and send it. */
function clearOptionalFormFields(document: OpenApiDocument): OpenApiDocument {
  for (const [, { requestBody }] of listOperations(document)) {
    const body = requestBody as RequestBodyObject | undefined;
    const form = body?.content['multipart/form-data']?.schema as FormSchema | undefined;
    for (const [name, field] of Object.entries(form?.properties ?? {})) {
      const isNeeded = form?.required?.includes(name) === true;
      if (!isNeeded && field.default === undefined) field.example = '';
    }
  }
  return document;
}

function toOpenApi30({ '*/*': _any, ...value }: Readonly<Record<string, unknown>>): object {
  const { examples, exclusiveMinimum, [CSV_MEDIA_TYPE]: table, ...rest } = value;
  return {
    ...rest,
    ...(table === undefined ? {} : { [CSV_WITH_BOM_MEDIA_TYPE]: table }),
    ...(Array.isArray(examples)
      ? { example: examples[0] as unknown }
      : withoutUndefined({ examples })),
    ...(typeof exclusiveMinimum === 'number'
      ? { minimum: exclusiveMinimum, exclusiveMinimum: true }
      : withoutUndefined({ exclusiveMinimum })),
  };
}

/** Removes undefined members. A member of the same name with another meaning, such as a property of a record, stays. */
function withoutUndefined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
