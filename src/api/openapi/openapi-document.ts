import type { ComponentsObject, OpenAPIObject, PathsObject } from 'openapi3-ts/oas31';
import type { ErrorKind } from '../../core/errors';
import { hasETag } from '../response/response-spec';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import { isDestructive, type Operation } from '../operation/operation';
import { getRateLimitPoints } from '../rate-limits/rate-limiter';
import type { JsonSchema } from '../validation/schema';
import { toFormAlternativeSchema, toBodySchema, toFormSchema } from '../request/body-schema';
import { isRetryable } from '../problems/api-errors';
import { createBinaryContents, createResponseContents } from './response-contents';
import { listCommonErrors } from './common-errors';
import { toWebhooksSection, webhookHeaders, type WebhookSpec } from './webhook-spec';
import { createBodyExamples } from './body-examples';
import { createExample } from './schema-example';
import { collectTags } from './openapi-tag';
import {
  type ResponseHeaderName,
  createHeaderReferences,
  responseHeaders,
} from './response-headers';
import { apiIntroduction } from './introduction';
import { formatOperationDescription } from './operation-description';
import { describeParameters } from './parameter-descriptions';
import {
  type SchemaComponents,
  dtoReference,
  fieldErrorSchema,
  problemSchema,
  recordReference,
  schemaReference,
} from './schema-components';
import { createServerSection } from './server-section';

/** An OpenAPI 3.1 document with paths and components. */
export interface OpenApiDocument extends OpenAPIObject {
  paths: PathsObject;
  components: ComponentsObject;
}

/** Either one is sufficient. */
const securityRequirements = [{ key: [] }, { token: [] }];

/**
 * Creates the OpenAPI 3.1 document of the running service, from the declarations that check requests and write
 * responses.
 * @param version version of the service
 * @param serverUrl address at which clients reach the service
 * @param webhookSpecs events that the service posts to others
 * @param schemas schemas of the lines of streamed bodies, by the names that their operations use
 */
export function buildOpenApiDocument(
  operations: readonly Operation[],
  version: string,
  serverUrl: string,
  webhookSpecs: readonly WebhookSpec[],
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
  const webhooks = toWebhooksSection(webhookSpecs, (record) => recordReference(record, components));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Online Store Administration Service',
      version,
      description: apiIntroduction,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...createServerSection(serverUrl),
    security: securityRequirements,
    tags: collectTags(operations).map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sortMembers(components.schemas),
      ...(webhookSpecs.length > 0 ? { parameters: webhookHeaders } : {}),
      headers: responseHeaders,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, `osk_...`. The service prints one at its first start; `POST /v1/apiKeys` creates more.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            "An administrator's token, `ost_...`: the `token` that `POST /v1/auth/login` returns. It is valid for 8 hours.",
        },
      },
    },
  } as unknown as OpenApiDocument;
}

function describeOperation(operation: Operation, components: SchemaComponents): object {
  const { id, openApiTag, summary, isExtension, cost, scope, confirmation } = operation;
  const requestBody = describeRequestBody(operation, components);
  return {
    operationId: id,
    tags: [openApiTag.name],
    summary,
    description: formatOperationDescription(operation),
    'x-request-type': cost,
    ...(scope === 'public' || scope === 'any' ? {} : { 'x-scope': scope }),
    ...(isExtension ? { 'x-extension': true } : {}),
    ...(isDestructive(operation) ? { 'x-destructive': true } : {}),
    ...(confirmation ? { 'x-confirmation': confirmation } : {}),
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
  const { body, bodyStream, form, bodyExample } = operation;
  if (form) {
    const schema = toFormSchema(form, (dto) => dtoReference(dto, components));
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (bodyStream) {
    const { mediaType, description, example, lineSchemaName } = bodyStream;
    const schema: JsonSchema = {
      type: 'string',
      description,
      contentMediaType: mediaType,
      contentSchema: { type: 'array', items: schemaReference(lineSchemaName) },
    };
    return { required: true, content: { [mediaType]: { schema, example } } };
  }
  if (!body) return undefined;
  const wrapped = toBodySchema(body, (dto) => dtoReference(dto, components));
  const unwrappedSchema = body.allowsUnwrapped ? wrapped.properties?.[body.root] : undefined;
  const schema: JsonSchema = unwrappedSchema ? { anyOf: [unwrappedSchema, wrapped] } : wrapped;
  const example = bodyExample
    ? { [body.root]: bodyExample }
    : createExample(unwrappedSchema ?? wrapped, components.schemas);
  const examples = createBodyExamples(body, example, components.schemas);
  const shown = examples ? { examples } : { example };
  const multipartSchema = toFormAlternativeSchema(body);
  return {
    required: !body.optional,
    content: {
      'application/json': { schema, ...shown },
      ...(multipartSchema ? { 'multipart/form-data': { schema: multipartSchema } } : {}),
    },
  };
}

function describeResponses(
  operation: Operation,
  components: SchemaComponents,
): Record<string, unknown> {
  const schema = operation.responseSpec.schema((record) => recordReference(record, components));
  const { file, progressSchema } = operation.responseSpec;
  const hasRecordETag = operation.method === 'get' && hasETag(operation.responseSpec);
  const rateLimitHeaders: ResponseHeaderName[] =
    getRateLimitPoints(operation) > 0 ? ['RateLimit', 'RateLimit-Policy'] : [];
  const replayHeaders = acceptsIdempotencyKey(operation) ? (['Idempotent-Replayed'] as const) : [];
  const fileHeaders: ResponseHeaderName[] = [
    ...(file ? (['Content-Disposition'] as const) : []),
    ...(file || progressSchema ? (['Vary'] as const) : []),
  ];
  const table = operation.method === 'get' ? operation.responseSpec.csvTable : undefined;
  const tableHeaders: ResponseHeaderName[] = table
    ? ['Vary', 'Content-Disposition', ...(table.createLinks ? (['Link'] as const) : [])]
    : [];
  const hasResponseETag = hasRecordETag || file !== undefined;
  const headers = createHeaderReferences(
    ...(hasResponseETag ? (['ETag'] as const) : []),
    ...replayHeaders,
    ...rateLimitHeaders,
  );
  const responses: Record<string, unknown> = {
    [operation.status]: {
      description: operation.status === 201 ? 'Done: the new record' : 'Done',
      headers: { ...headers, ...createHeaderReferences(...fileHeaders, ...tableHeaders) },
      content: createResponseContents(operation, schema, components),
      ...describeLinks(operation),
    },
    ...(file?.supportsRanges
      ? {
          206: {
            description: 'The part of the file that Range requests',
            headers: { ...headers, ...createHeaderReferences(...fileHeaders) },
            content: createBinaryContents(file),
          },
        }
      : {}),
    ...(hasRecordETag
      ? {
          304: {
            description: "The record's state equals If-None-Match",
            headers,
          },
        }
      : {}),
  };
  const errorKinds = [...listCommonErrors(operation), ...operation.errors];
  for (const status of new Set(errorKinds.map((kind) => kind.status))) {
    responses[status] = describeProblems(
      errorKinds.filter((kind) => kind.status === status),
      status === 429 ? rateLimitHeaders : [],
    );
  }
  return responses;
}

/** Links the changes of the record that a response contains. */
function describeLinks({ openApiJournalLinkKind: kind }: Operation): object {
  if (kind === undefined) return {};
  const description = 'The changes of this record, with time and author';
  const parameters = { kind, id: '$request.path.id' };
  return { links: { changes: { operationId: 'listChanges', description, parameters } } };
}

function describeProblems(
  kinds: readonly ErrorKind[],
  headers: readonly ResponseHeaderName[],
): object {
  const codes = new Map(kinds.map(({ code, title }) => [code, title]));
  const [first] = kinds;
  const isTemporary = first?.status === 429 || kinds.some(isRetryable);
  const retryAfter = isTemporary ? (['Retry-After'] as const) : [];
  return {
    description: [...codes].map(([code, title]) => `\`${code}\`: ${title}.`).join(' '),
    headers: createHeaderReferences(...retryAfter, ...headers),
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
