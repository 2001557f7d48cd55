import type { Operation } from '../operation/operation';
import type { NestedSchema } from '../shape/dto';
import type { JsonSchema } from '../shape/schema';

/** The schema of a whole body: an object with the root and nothing else. */
export function bodySchema(body: NonNullable<Operation['body']>, nested: NestedSchema): JsonSchema {
  const fields = nested(body.dto);
  const content: JsonSchema = body.list
    ? { type: 'array', items: fields, minItems: body.list.least ?? 1, maxItems: body.list.most }
    : fields;
  return {
    type: 'object',
    additionalProperties: false,
    ...(body.optional ? {} : { required: [body.root] }),
    properties: { [body.root]: content },
  };
}
