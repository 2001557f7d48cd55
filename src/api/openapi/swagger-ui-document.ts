import type { OperationObject, RequestBodyObject } from 'openapi3-ts/oas31';
import type { OpenApiDocument } from './document';

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
  return withEmptyFields(JSON.parse(text) as OpenApiDocument);
}

/** The fields of a form's schema. */
interface FormSchema {
  readonly required?: readonly string[];
  readonly properties?: Record<string, { type?: string; default?: unknown; example?: unknown }>;
}

/** Leaves optional form fields empty: the page would invent a value and send it. */
function withEmptyFields(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.values(document.paths) as Record<string, OperationObject>[];
  for (const { requestBody } of paths.flatMap((path) => Object.values(path))) {
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
  const { examples, exclusiveMinimum, ...rest } = value;
  return {
    ...rest,
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
