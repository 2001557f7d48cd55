import { hasETag } from '../response/response-spec';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { fieldsParameterSchema } from '../request/operation-validators';
import { type DtoClass, type NestedSchemaFactory, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { createExample } from './schema-example';

/** The path, query and header parameters of an operation, as OpenAPI lists them. */
export function describeParameters(
  operation: Operation,
  toNestedSchema: NestedSchemaFactory,
): object[] {
  const { pathDto, queryDto, responseSpec, method, pathExamples = {} } = operation;
  const isGet = method === 'get';
  return [
    ...(pathDto ? describeDtoParameters(pathDto, 'path', pathExamples, toNestedSchema) : []),
    ...(queryDto ? describeDtoParameters(queryDto, 'query', {}, toNestedSchema) : []),
    ...(isGet && responseSpec.keys ? [describeFieldsParameter(operation)] : []),
    ...(isGet && hasETag(responseSpec)
      ? [
          describeHeaderParameter(
            'If-None-Match',
            'An ETag; 304 if the record is still in that state',
          ),
        ]
      : []),
    ...(acceptsIdempotencyKey(operation)
      ? [
          describeHeaderParameter(
            'Idempotency-Key',
            'Makes repeating safe: the first response is kept for IDEMPOTENCY_HOURS (default: 24 hours)',
          ),
        ]
      : []),
    ...(acceptsIfMatch(operation)
      ? [describeHeaderParameter('If-Match', 'An ETag; 412 if the record is in another state')]
      : []),
  ];
}

function describeDtoParameters(
  dto: DtoClass,
  location: 'path' | 'query',
  pathExamples: NonNullable<Operation['pathExamples']>,
  toNestedSchema: NestedSchemaFactory,
): object[] {
  const { properties = {}, required = [] } = toDtoSchema(dto, toNestedSchema);
  return Object.entries(properties).map(([name, member]) => {
    const { description, 'x-extension': extension, examples, ...schema } = member;
    const isRequired = location === 'path' || required.includes(name);
    return {
      name,
      in: location,
      required: isRequired,
      ...(description === undefined ? {} : { description }),
      ...(extension ? { 'x-extension': true } : {}),
      schema,
      // Swagger UI sends every example that it shows, so an optional parameter has none.
      ...(isRequired ? toExamples(pathExamples[name] ?? createExample(member, {}), examples) : {}),
    };
  });
}

/** One example, or, if there are several, a menu that starts with it. */
function toExamples(example: unknown, all: readonly unknown[] = []): object {
  if (all.length < 2) return { example };
  const values = [example, ...all.filter((value) => value !== example)];
  return { examples: Object.fromEntries(values.map((value) => [String(value), { value }])) };
}

function describeFieldsParameter({
  responseSpec,
  isFieldsParameterInSpecification,
}: Operation): object {
  const { description, ...schema } = fieldsParameterSchema;
  return {
    name: 'fields',
    in: 'query',
    required: false,
    description: `${description}: ${responseSpec.keys?.map((key) => `\`${key}\``).join(', ')}`,
    ...(isFieldsParameterInSpecification ? {} : { 'x-extension': true }),
    schema,
  };
}

function describeHeaderParameter(name: string, description: string): object {
  const schema: JsonSchema = { type: 'string' };
  return { name, in: 'header', required: false, description, schema };
}
