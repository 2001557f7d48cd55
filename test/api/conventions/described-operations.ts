import type { ExactRequest } from './exact-request';
import type { Hardened } from './refusals';

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** undefined: open to everybody. */
  readonly scope?: string;
  /** A request that the document gives as an example. */
  readonly example: ExactRequest;
}

interface Described {
  operationId: string;
  'x-scope'?: string;
  parameters: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
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
      ...(described['x-scope'] === undefined ? {} : { scope: described['x-scope'] }),
      example: exampleOf(path, method, described),
    })),
  );
}

function exampleOf(path: string, method: string, described: Described): ExactRequest {
  const filled = described.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const [content] = Object.entries(described.requestBody?.content ?? {});
  const request = { method: method.toUpperCase(), path: filled };
  if (!content) return request;
  const [mediaType, { example }] = content;
  return {
    ...request,
    headers: { 'Content-Type': mediaType },
    body: JSON.stringify(example ?? {}),
  };
}
