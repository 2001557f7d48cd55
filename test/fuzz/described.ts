import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import type { JsonSchema } from '../../src/api/validation/schema';

/** A parameter of an operation. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** An operation of the OpenAPI document. */
export interface Described {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  /** The one media type that it takes. */
  readonly mediaType?: string;
  readonly body?: JsonSchema;
  readonly bodyRequired: boolean;
  /** Declared statuses. */
  readonly statuses: ReadonlySet<number>;
}

interface Written {
  operationId: string;
  parameters: DescribedParameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, unknown>;
}

/** All operations of a document. */
export function describedOperations(document: OpenApiDocument): Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Written>).map(([method, written]) => {
      const [content] = Object.entries(written.requestBody?.content ?? {});
      return {
        id: written.operationId,
        method: method.toUpperCase(),
        path,
        parameters: written.parameters,
        ...(content ? { mediaType: content[0], body: content[1].schema } : {}),
        bodyRequired: written.requestBody?.required ?? false,
        statuses: new Set(Object.keys(written.responses).map(Number)),
      };
    }),
  );
}

/** The schemas of a document by name. */
export function schemasOf(document: OpenApiDocument): Readonly<Record<string, JsonSchema>> {
  return (document.components.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
}
