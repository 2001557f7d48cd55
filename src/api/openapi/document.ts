import type { ComponentsObject, OpenAPIObject, PathsObject } from 'openapi3-ts/oas31';
import type { ErrorKind } from '../../core/errors';
import { type FileSpec, hasETag } from '../response/response-spec';
import { OCTET_STREAM } from '../response/file-response';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import type { Operation } from '../operation/operation';
import { requestPoints } from '../rate-limits/rate-limiter';
import type { AnyRecordDefinition } from '../records/record';
import { toRecordSchema } from '../records/record';
import { CSV_MEDIA_TYPE } from '../response/csv-table';
import { type DtoClass, getSchemaName, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { bodyFormSchema, bodySchema, formSchema } from '../request/body-schema';
import { isRetryable } from '../problems/problems';
import { listCommonErrors } from './common-errors';
import { toWebhooksSection, webhookHeaders, type WebhookSpec } from './webhook-spec';
import { bodyExamples } from './body-examples';
import { createExample } from './example';
import { collectTags } from './openapi-tag';
import { type ResponseHeaderName, headerReferences, responseHeaders } from './headers';
import { introduction } from './introduction';
import { operationDescription } from './operation-description';
import { describeParameters } from './parameters';
import { serverSection } from './server-section';

/** An OpenAPI 3.1 document that has what every one of a service has. */
export interface OpenApiDocument extends OpenAPIObject {
  paths: PathsObject;
  components: ComponentsObject;
}

interface SchemaComponents {
  readonly schemas: Record<string, JsonSchema>;
}

/** One of both will do. */
const securityRequirements = [{ key: [] }, { token: [] }];

const schemaReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * The OpenAPI 3.1 document of the running service, made of the same declarations that check requests and
 * write answers.
 * @param version of the service
 * @param server address that clients reach the service by
 * @param announcements what the service posts to others
 * @param schemas of lines of streamed bodies, by the names that their operations have for them
 */
export function buildOpenApiDocument(
  operations: readonly Operation[],
  version: string,
  server: string,
  announcements: readonly WebhookSpec[],
  schemas: Readonly<Record<string, JsonSchema>>,
): OpenApiDocument {
  const components: SchemaComponents = {
    schemas: { Problem: problemSchema, Fault: fieldErrorSchema, ...schemas },
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of [...operations].sort(compareRoutes)) {
    const path = operation.route.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method] = describeOperation(operation, components);
  }
  const webhooks = toWebhooksSection(announcements, (of) => recordReference(of, components));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Online Store Administration Service',
      version,
      description: introduction,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...serverSection(server),
    security: securityRequirements,
    tags: collectTags(operations).map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sortMembers(components.schemas),
      ...(announcements.length > 0 ? { parameters: webhookHeaders } : {}),
      headers: responseHeaders,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `osk_...`. The service prints one at its first start; more are made by `POST /v1/apiKeys`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Of an administrator: the `token` that `POST /v1/auth/login` answers, `ost_...`, good for 8 hours.',
        },
      },
    },
  } as unknown as OpenApiDocument;
}

function describeOperation(operation: Operation, components: SchemaComponents): object {
  const { id, heading, summary, extension, cost, scope } = operation;
  const requestBody = describeRequestBody(operation, components);
  return {
    operationId: id,
    tags: [heading.name],
    summary,
    description: operationDescription(operation),
    'x-request-type': cost,
    ...(scope === 'public' || scope === 'any' ? {} : { 'x-scope': scope }),
    ...(extension ? { 'x-extension': true } : {}),
    security: scope === 'public' ? [] : securityRequirements,
    parameters: describeParameters(operation, (dto) => dtoReference(dto, components)),
    ...(requestBody ? { requestBody } : {}),
    responses: describeResponses(operation, components),
  };
}

function describeRequestBody(
  operation: Operation,
  components: SchemaComponents,
): object | undefined {
  const { body, stream, form, bodyExample } = operation;
  if (form) {
    const schema = formSchema(form, (dto) => dtoReference(dto, components));
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (stream) {
    const { mediaType, description, example, each } = stream;
    const schema: JsonSchema = {
      type: 'string',
      description,
      contentMediaType: mediaType,
      contentSchema: { type: 'array', items: schemaReference(each) },
    };
    return { required: true, content: { [mediaType]: { schema, example } } };
  }
  if (!body) return undefined;
  const wrapped = bodySchema(body, (dto) => dtoReference(dto, components));
  const inner = body.bare ? wrapped.properties?.[body.root] : undefined;
  const schema: JsonSchema = inner ? { anyOf: [inner, wrapped] } : wrapped;
  const example = bodyExample
    ? { [body.root]: bodyExample }
    : createExample(inner ?? wrapped, components.schemas);
  const choices = bodyExamples(body, example, components.schemas);
  const shown = choices ? { examples: choices } : { example };
  const formOfBody = bodyFormSchema(body);
  return {
    required: !body.optional,
    content: {
      'application/json': { schema, ...shown },
      ...(formOfBody ? { 'multipart/form-data': { schema: formOfBody } } : {}),
    },
  };
}

function describeResponses(
  operation: Operation,
  components: SchemaComponents,
): Record<string, unknown> {
  const schema = operation.answer.schema((of) => recordReference(of, components));
  const { file } = operation.answer;
  const tagged = operation.method === 'get' && hasETag(operation.answer);
  const budget: ResponseHeaderName[] =
    requestPoints(operation) > 0 ? ['RateLimit', 'RateLimit-Policy'] : [];
  const replayed = acceptsIdempotencyKey(operation) ? (['Idempotent-Replayed'] as const) : [];
  const ofFile: ResponseHeaderName[] = file ? ['Content-Disposition', 'Vary'] : [];
  const table = operation.method === 'get' ? operation.answer.table : undefined;
  const ofTable: ResponseHeaderName[] = table
    ? ['Vary', ...(table.links ? (['Link'] as const) : [])]
    : [];
  const isTagged = tagged || file !== undefined;
  const headers = headerReferences(
    ...(isTagged ? (['ETag'] as const) : []),
    ...replayed,
    ...budget,
  );
  const answers: Record<string, unknown> = {
    [operation.status]: {
      description: operation.status === 201 ? 'Done: what was made' : 'Done',
      headers: { ...headers, ...headerReferences(...ofFile, ...ofTable) },
      content: {
        'application/json': { schema, example: createExample(schema, components.schemas) },
        ...(table ? { [CSV_MEDIA_TYPE]: { schema: tableReference(components) } } : {}),
        ...(file
          ? Object.fromEntries(listFileTypes(file).map((type) => [type, binaryContent]))
          : {}),
      },
    },
    ...(file?.supportsRanges
      ? {
          206: {
            description: 'The part of the file that Range asks for',
            headers: { ...headers, ...headerReferences(...ofFile) },
            content: Object.fromEntries(listFileTypes(file).map((type) => [type, binaryContent])),
          },
        }
      : {}),
    ...(tagged
      ? {
          304: {
            description: 'The record is as If-None-Match says',
            headers,
          },
        }
      : {}),
  };
  const kinds = [...listCommonErrors(operation), ...operation.errors];
  for (const status of new Set(kinds.map((kind) => kind.status))) {
    answers[status] = describeProblems(
      kinds.filter((kind) => kind.status === status),
      status === 429 ? budget : [],
    );
  }
  return answers;
}

/** The media types of a file; any other one, where each has its own. */
function listFileTypes({ mediaType, otherTypes = [], offersOctetStream }: FileSpec): string[] {
  return [
    ...(mediaType === undefined ? [] : [mediaType]),
    ...otherTypes,
    ...(offersOctetStream ? [OCTET_STREAM, '*/*'] : []),
  ];
}

/** The format is what tools save to a file. */
const binaryContent = {
  schema: {
    type: 'string',
    format: 'binary',
    description: 'The file itself, where Accept ranks its type above JSON',
  },
};

/** Said once, for all lists. */
function tableReference({ schemas }: SchemaComponents): JsonSchema {
  schemas['Table'] ??= {
    type: 'string',
    'x-extension': true,
    description:
      'CSV (RFC 4180) in UTF-8, where Accept ranks it above JSON: a header row, then a row for each record of the list, ' +
      'with its keys as columns. Lists and objects are JSON within a cell. A text that a spreadsheet would take for a ' +
      "formula has a `'` in front. What the envelope says of other pages, the header `Link` says.",
  };
  return schemaReference('Table');
}

function describeProblems(
  kinds: readonly ErrorKind[],
  headers: readonly ResponseHeaderName[],
): object {
  const codes = new Map(kinds.map(({ code, title }) => [code, title]));
  const [first] = kinds;
  const isPassing = first?.status === 429 || kinds.some(isRetryable);
  const retryAfter = isPassing ? (['Retry-After'] as const) : [];
  return {
    description: [...codes].map(([code, title]) => `\`${code}\`: ${title}`).join('; '),
    headers: headerReferences(...retryAfter, ...headers),
    content: {
      'application/problem+json': {
        schema: schemaReference('Problem'),
        example: {
          type: `urn:problem:${first?.code}`,
          title: first?.title,
          status: first?.status,
          detail: first?.title,
          instance: '/v1',
          code: first?.code,
          requestId: '5f0c2b9e-6a0b-4c43-9d1f-0a9f6f0f2a11',
          errors: [],
        },
      },
    },
  };
}

function dtoReference(dto: DtoClass, components: SchemaComponents): JsonSchema {
  const name = getSchemaName(dto);
  components.schemas[name] ??= toDtoSchema(dto, (nested) => dtoReference(nested, components));
  return schemaReference(name);
}

function recordReference(of: AnyRecordDefinition, components: SchemaComponents): JsonSchema {
  const name = `${of.name[0]?.toUpperCase() ?? ''}${of.name.slice(1)}Record`;
  if (!components.schemas[name]) {
    // Its place is taken first: a record may hold itself.
    components.schemas[name] = {};
    components.schemas[name] = toRecordSchema(of, (nested) => recordReference(nested, components));
  }
  return schemaReference(name);
}

const stringSchema: JsonSchema = { type: 'string' };

const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: 'One thing that is wrong with the request',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      ...stringSchema,
      description: 'JSON pointer into the body, or `query/<name>`, `path/<name>`',
    },
    code: { ...stringSchema, description: 'Stable machine word' },
    detail: stringSchema,
  },
};

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'],
  properties: {
    type: stringSchema,
    title: stringSchema,
    status: { type: 'integer' },
    detail: stringSchema,
    instance: stringSchema,
    code: { ...stringSchema, description: 'Stable machine word; compare this, not the texts' },
    requestId: stringSchema,
    errors: { type: 'array', items: schemaReference('Fault') },
  },
};

function compareRoutes(one: Operation, other: Operation): number {
  return one.route < other.route
    ? -1
    : one.route > other.route
      ? 1
      : one.method < other.method
        ? -1
        : 1;
}

function sortMembers<T>(members: Record<string, T>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
