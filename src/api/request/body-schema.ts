import type { FormDeclaration, Operation } from '../operation/operation';
import { toInlineSchema, type NestedSchemaFactory, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { collectFormFields } from './form-alternative';

/** The schema of a whole body: an object with the root as its only member. */
export function toBodySchema(
  body: NonNullable<Operation['body']>,
  toNestedSchema: NestedSchemaFactory,
): JsonSchema {
  const fields = toNestedSchema(body.dto);
  const content: JsonSchema = body.list
    ? {
        type: 'array',
        items: fields,
        minItems: body.list.minItems ?? 1,
        maxItems: body.list.maxItems,
      }
    : fields;
  return {
    type: 'object',
    additionalProperties: false,
    ...(body.optional ? {} : { required: [body.root] }),
    properties: { [body.root]: content },
  };
}

/** Swagger UI shows a file button for this format. */
const fileSchema: JsonSchema = { type: 'string', format: 'binary' };

/** The schema of a whole multipart form: its files, then its fields. */
export function toFormSchema(
  { dto, files }: FormDeclaration,
  toNestedSchema: NestedSchemaFactory,
): JsonSchema {
  const { properties, required = [], ...fields } = toDtoSchema(dto, toNestedSchema);
  const { name, maxCount: maxItems, description } = files;
  return {
    ...fields,
    required: [name, ...required],
    properties: {
      [name]: { type: 'array', items: fileSchema, minItems: 1, maxItems, description },
      ...properties,
    },
  };
}

/**
 * The schema of the form that may replace a JSON body: its file, the required fields, then the rest.
 * @returns undefined if the operation doesn't accept a form
 */
export function toFormAlternativeSchema(
  body: NonNullable<Operation['body']>,
): JsonSchema | undefined {
  if (!body.formAlternative) return undefined;
  const { file: name, description } = body.formAlternative;
  const schema = toInlineSchema(body.dto);
  const { required = [], examples: [example] = [] } = schema;
  const exampleValues = example as Readonly<Record<string, unknown>> | undefined;
  const members = [...collectFormFields(schema)].filter(([member]) => member !== name);
  const isNeeded = ([member]: readonly [string, JsonSchema]): boolean => required.includes(member);
  const describe = ([member, schema]: readonly [string, JsonSchema]) => {
    const { examples = [], ...rest } = schema;
    // Swagger UI sends every example that it shows, so an optional field has none.
    const shownExamples = required.includes(member) ? [exampleValues?.[member] ?? examples[0]] : [];
    return [
      member,
      { ...rest, ...(shownExamples.length > 0 ? { examples: shownExamples } : {}) },
    ] as const;
  };
  return {
    type: 'object',
    additionalProperties: false,
    required: [name, ...required.filter((member) => member !== name)],
    properties: {
      [name]: { ...fileSchema, description },
      ...Object.fromEntries(members.filter(isNeeded).map(describe)),
      ...Object.fromEntries(members.filter((member) => !isNeeded(member)).map(describe)),
    },
  };
}
