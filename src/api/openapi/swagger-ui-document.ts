import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The document as Swagger UI is given it: in OpenAPI 3.0. Of a 3.1 document it resolves the whole each time that an
 * operation is opened, which takes seconds at the size of this one (swagger-api/swagger-ui, issue 10748). What 3.1
 * has of its own, and the document uses, is said in the words of 3.0.
 */
export function swaggerUiDocument(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify({ ...document, openapi: '3.0.3' }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? inWordsOf30(value as Readonly<Record<string, unknown>>)
      : value,
  );
  return JSON.parse(text) as OpenAPIObject;
}

function inWordsOf30(value: Readonly<Record<string, unknown>>): object {
  const { examples, exclusiveMinimum, ...rest } = value;
  return {
    ...rest,
    ...(Array.isArray(examples) ? { example: examples[0] as unknown } : keep({ examples })),
    ...(typeof exclusiveMinimum === 'number'
      ? { minimum: exclusiveMinimum, exclusiveMinimum: true }
      : keep({ exclusiveMinimum })),
  };
}

/** A member named so that is something else, a property of a record for example, stays. */
function keep(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
