import type { OperationObject, RequestBodyObject } from 'openapi3-ts/oas31';
import type { OpenApiDocument } from './document';

/**
 * The document as Swagger UI is given it: in OpenAPI 3.0. Of a 3.1 document it resolves the whole each time that an
 * operation is opened, which takes seconds at the size of this one (swagger-api/swagger-ui, issue 10748). What 3.1
 * has of its own, and the document uses, is said in the words of 3.0. That an answer may be of any type is left out:
 * chosen in the page's menu it would ask for JSON.
 */
export function toSwaggerUiDocument(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify({ ...document, openapi: '3.0.3' }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? toOpenApi30(value as Readonly<Record<string, unknown>>)
      : value,
  );
  return withEmptyFields(JSON.parse(text) as OpenApiDocument);
}

/** A form, as far as its fields go. */
interface FormSchema {
  readonly required?: readonly string[];
  readonly properties?: Record<string, { type?: string; default?: unknown; example?: unknown }>;
}

/** Leaves fields of forms empty that may be absent: the page would invent a value, and send it. */
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

/** A member named so that is something else, a property of a record for example, stays. */
function withoutUndefined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
