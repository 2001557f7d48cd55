import { hasETag } from '../response/response-spec';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { fieldsParameter } from '../request/operation-validators';
import { type DtoClass, type NestedSchema, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { createExample } from './example';

/** The path, query and header parameters of an operation, as OpenAPI lists them. */
export function describeParameters(operation: Operation, nested: NestedSchema): object[] {
  const { pathDto, queryDto, answer, method, examples = {} } = operation;
  const isGet = method === 'get';
  return [
    ...(pathDto ? describeMembers(pathDto, 'path', examples, nested) : []),
    ...(queryDto ? describeMembers(queryDto, 'query', {}, nested) : []),
    ...(isGet && answer.keys ? [describeFieldsParameter(operation)] : []),
    ...(isGet && hasETag(answer)
      ? [headerParameter('If-None-Match', 'An ETag; 304 when the record is still in that state')]
      : []),
    ...(acceptsIdempotencyKey(operation)
      ? [
          headerParameter(
            'Idempotency-Key',
            'Makes repeating safe: the first answer is kept for a day, unless IDEMPOTENCY_HOURS says otherwise',
          ),
        ]
      : []),
    ...(acceptsIfMatch(operation)
      ? [headerParameter('If-Match', 'An ETag; 412 when the record is in another state')]
      : []),
  ];
}

function describeMembers(
  dto: DtoClass,
  place: 'path' | 'query',
  given: NonNullable<Operation['examples']>,
  nested: NestedSchema,
): object[] {
  const { properties = {}, required = [] } = toDtoSchema(dto, nested);
  return Object.entries(properties).map(([name, member]) => {
    const { description, 'x-extension': extension, examples, ...schema } = member;
    const isRequired = place === 'path' || required.includes(name);
    return {
      name,
      in: place,
      required: isRequired,
      ...(description === undefined ? {} : { description }),
      ...(extension ? { 'x-extension': true } : {}),
      schema,
      // A form that has one filled in sends it, so what may be absent has none.
      ...(isRequired ? toExamples(given[name] ?? createExample(member, {}), examples) : {}),
    };
  });
}

/** One example, or a menu of all that make sense, that one first. */
function toExamples(example: unknown, all: readonly unknown[] = []): object {
  if (all.length < 2) return { example };
  const values = [example, ...all.filter((value) => value !== example)];
  return { examples: Object.fromEntries(values.map((value) => [String(value), { value }])) };
}

function describeFieldsParameter({ answer, listsFields }: Operation): object {
  const { description, ...schema } = fieldsParameter;
  return {
    name: 'fields',
    in: 'query',
    required: false,
    description: `${description}: ${answer.keys?.join(', ')}`,
    ...(listsFields ? {} : { 'x-extension': true }),
    schema,
  };
}

function headerParameter(name: string, description: string): object {
  const schema: JsonSchema = { type: 'string' };
  return { name, in: 'header', required: false, description, schema };
}
