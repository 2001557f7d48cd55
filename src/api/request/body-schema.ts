import type { FormDeclaration, Operation } from '../operation/operation';
import { toInlineSchema, type NestedSchemaFactory, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { collectFormFields } from './body-form';

/** The schema of a whole body: an object with the root as its only member. */
export function bodySchema(
  body: NonNullable<Operation['body']>,
  nested: NestedSchemaFactory,
): JsonSchema {
  const fields = nested(body.dto);
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
const file: JsonSchema = { type: 'string', format: 'binary' };

/** The schema of a whole multipart form: its files, then its fields. */
export function formSchema(
  { dto, files }: FormDeclaration,
  nested: NestedSchemaFactory,
): JsonSchema {
  const { properties, required = [], ...fields } = toDtoSchema(dto, nested);
  const { name, maxCount: maxItems, description } = files;
  return {
    ...fields,
    required: [name, ...required],
    properties: {
      [name]: { type: 'array', items: file, minItems: 1, maxItems, description },
      ...properties,
    },
  };
}

/**
 * The schema of the form that may replace a JSON body: its file, the required fields, then the rest.
 * @returns undefined if the operation doesn't accept a form
 */
export function bodyFormSchema(body: NonNullable<Operation['body']>): JsonSchema | undefined {
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
      [name]: { ...file, description },
      ...Object.fromEntries(members.filter(isNeeded).map(describe)),
      ...Object.fromEntries(members.filter((member) => !isNeeded(member)).map(describe)),
    },
  };
}
