import type { FormDeclaration, Operation } from '../operation/operation';
import { type NestedSchema, schemaOf } from '../shape/dto';
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

/** The schema of a whole multipart form: its files, then its fields. */
export function formSchema({ dto, files }: FormDeclaration, nested: NestedSchema): JsonSchema {
  const { properties, required = [], ...fields } = schemaOf(dto, nested);
  const { name, most: maxItems, description } = files;
  // The format is what Swagger UI shows a button for.
  const file: JsonSchema = { type: 'string', format: 'binary' };
  return {
    ...fields,
    required: [name, ...required],
    properties: {
      [name]: { type: 'array', items: file, minItems: 1, maxItems, description },
      ...properties,
    },
  };
}
