import type { FormDeclaration, Operation } from '../operation/operation';
import { toInlineSchema, type NestedSchema, toDtoSchema } from '../validation/dto';
import type { JsonSchema } from '../validation/schema';
import { collectFormFields } from './body-form';

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

/** The format is what Swagger UI shows a button for. */
const file: JsonSchema = { type: 'string', format: 'binary' };

/** The schema of a whole multipart form: its files, then its fields. */
export function formSchema({ dto, files }: FormDeclaration, nested: NestedSchema): JsonSchema {
  const { properties, required = [], ...fields } = toDtoSchema(dto, nested);
  const { name, most: maxItems, description } = files;
  return {
    ...fields,
    required: [name, ...required],
    properties: {
      [name]: { type: 'array', items: file, minItems: 1, maxItems, description },
      ...properties,
    },
  };
}

/** The schema of the form that a body may also come as: its file, what it needs besides, then the rest. */
export function bodyFormSchema(body: NonNullable<Operation['body']>): JsonSchema | undefined {
  if (!body.form) return undefined;
  const { file: name, description } = body.form;
  const whole = toInlineSchema(body.dto);
  const { required = [], examples: [example] = [] } = whole;
  const given = example as Readonly<Record<string, unknown>> | undefined;
  const members = [...collectFormFields(whole)].filter(([member]) => member !== name);
  const isNeeded = ([member]: readonly [string, JsonSchema]): boolean => required.includes(member);
  const described = ([member, schema]: readonly [string, JsonSchema]) => {
    const { examples = [], ...rest } = schema;
    // A form that has one filled in sends it, so what may be absent has none.
    const shown = required.includes(member) ? [given?.[member] ?? examples[0]] : [];
    return [member, { ...rest, ...(shown.length > 0 ? { examples: shown } : {}) }] as const;
  };
  return {
    type: 'object',
    additionalProperties: false,
    required: [name, ...required.filter((member) => member !== name)],
    properties: {
      [name]: { ...file, description },
      ...Object.fromEntries(members.filter(isNeeded).map(described)),
      ...Object.fromEntries(members.filter((one) => !isNeeded(one)).map(described)),
    },
  };
}
