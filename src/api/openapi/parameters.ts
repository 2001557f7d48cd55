import { isRepeatable } from '../idempotency/repeats';
import type { Operation } from '../operation/operation';
import { fieldsParameter } from '../request/operation-checks';
import { type DtoClass, type NestedSchema, schemaOf } from '../shape/dto';
import type { JsonSchema } from '../shape/schema';
import { exampleOf } from './example';

/**
 * The path, query and header parameters of an operation, as OpenAPI lists them.
 * @param isConditional whether it honours If-Match
 */
export function parametersOf(
  operation: Operation,
  isConditional: boolean,
  nested: NestedSchema,
): object[] {
  const { pathDto, queryDto, answer, method, examples = {} } = operation;
  const isGet = method === 'get';
  return [
    ...(pathDto ? membersOf(pathDto, 'path', examples, nested) : []),
    ...(queryDto ? membersOf(queryDto, 'query', {}, nested) : []),
    ...(isGet && answer.keys ? [fieldsOf(operation)] : []),
    ...(isGet && answer.tagged
      ? [header('If-None-Match', 'An ETag; 304 when the record is still in that state')]
      : []),
    ...(isRepeatable(operation)
      ? [header('Idempotency-Key', 'Makes repeating safe: the first answer is kept for 24 hours')]
      : []),
    ...(isConditional
      ? [header('If-Match', 'An ETag; 412 when the record is in another state')]
      : []),
  ];
}

function membersOf(
  dto: DtoClass,
  place: 'path' | 'query',
  given: NonNullable<Operation['examples']>,
  nested: NestedSchema,
): object[] {
  const { properties = {}, required = [] } = schemaOf(dto, nested);
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
      ...(isRequired ? { example: given[name] ?? exampleOf(member, {}) } : {}),
    };
  });
}

function fieldsOf({ answer }: Operation): object {
  const { description, ...schema } = fieldsParameter;
  return {
    name: 'fields',
    in: 'query',
    required: false,
    description: `${description}: ${answer.keys?.join(', ')}`,
    schema,
  };
}

function header(name: string, description: string): object {
  const schema: JsonSchema = { type: 'string' };
  return { name, in: 'header', required: false, description, schema };
}
