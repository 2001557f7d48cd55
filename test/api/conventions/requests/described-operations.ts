import { field, file, form, FORM_TYPE } from '../../../support/multipart';
import type { ExactRequest } from './exact-request';
import type { Hardened } from './refusals';

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** undefined: open to everybody. */
  readonly scope?: string;
  /** FREE, LIGHT or HEAVY. */
  readonly type: string;
  readonly parameters: readonly DescribedParameter[];
  /** A request that the document gives as an example. */
  readonly example: ExactRequest;
}

export interface DescribedParameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema: { readonly type?: string };
}

interface Described {
  operationId: string;
  'x-scope'?: string;
  'x-request-type': string;
  parameters: DescribedParameter[];
  requestBody?: { content: Record<string, DescribedContent> };
}

/** Where a body is shown with several choices, the first of them is the plain example. */
interface DescribedContent {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  schema: BodySchema;
}

interface BodySchema {
  properties?: Record<string, { type: string; examples?: unknown[] }>;
}

/** All operations of the service's own OpenAPI document. */
export async function describedOperations(hardened: Hardened): Promise<DescribedOperation[]> {
  const { text } = await hardened.send({ path: '/openapi.json', key: null });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      type: described['x-request-type'],
      parameters: described.parameters,
      ...(described['x-scope'] === undefined ? {} : { scope: described['x-scope'] }),
      example: exampleOf(path, method, described),
    })),
  );
}

function exampleOf(path: string, method: string, described: Described): ExactRequest {
  const filled = described.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((all, { name, example, examples = {} }) => {
      const value = example ?? Object.values(examples)[0]?.value;
      return all.replace(`{${name}}`, encodeURIComponent(String(value)));
    }, path);
  const [content] = Object.entries(described.requestBody?.content ?? {});
  const request = { method: method.toUpperCase(), path: filled };
  if (!content) return request;
  const [mediaType, { example, examples = {}, schema }] = content;
  const [first] = Object.values(examples);
  if (mediaType === 'multipart/form-data') return { ...request, ...formOf(schema) };
  return {
    ...request,
    headers: { 'Content-Type': mediaType },
    body: JSON.stringify(example ?? first?.value ?? {}),
  };
}

/** A form with a file where the schema has files, and an example in each of its fields. */
function formOf({ properties = {} }: BodySchema): Pick<ExactRequest, 'headers' | 'body'> {
  const parts = Object.entries(properties).map(([name, { type, examples }]) =>
    type === 'array' ? file('example.txt', 'text', name) : field(name, String(examples?.[0])),
  );
  return { headers: { 'Content-Type': FORM_TYPE }, body: form(...parts) };
}
