import type { JsonSchema } from './schema';

/** A class whose members are declared with the field decorators. */
export type DtoClass<T extends object = object> = new () => T;

/** How a nested class is put into the schema of the one around it: in place, or by `$ref`. */
export type NestedSchema = (dto: DtoClass) => JsonSchema;

/** One declared member of a DTO class. */
export interface Field {
  readonly property: string;
  readonly optional: boolean;
  readonly schema: (nested: NestedSchema) => JsonSchema;
}

const own = new WeakMap<object, Field[]>();
const fixedMembers = new WeakMap<object, readonly string[]>();
const keywords = new WeakMap<object, JsonSchema>();

/** Adds a member to a class; the field decorators call it with the class's prototype. */
export function declareField(prototype: object, field: Field): void {
  const fields = own.get(prototype.constructor) ?? [];
  fields.push(field);
  own.set(prototype.constructor, fields);
}

/** What holds for an object of the class as a whole, beside its members. */
export function Keywords(schema: JsonSchema): ClassDecorator {
  return (dto) => {
    keywords.set(dto, schema);
  };
}

/** An example of an object of the class, where the members' own would not make a good one together. */
export function Example(value: object): ClassDecorator {
  return Keywords({ examples: [value] });
}

/** All members of a class, those it inherits first; a member declared again replaces the inherited one. */
export function fieldsOf(dto: DtoClass): readonly Field[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  const inherited = parent && parent !== Function.prototype ? fieldsOf(parent) : [];
  const declared = own.get(dto) ?? [];
  const replaced = new Set(declared.map((field) => field.property));
  return [...inherited.filter((field) => !replaced.has(field.property)), ...declared];
}

/**
 * The body of an update: all members of the create body, each optional and without default.
 * @param fixed members that exist but can't be edited; sending one is a fault that says so
 */
export function Editable<T extends object, F extends keyof T & string = never>(
  create: DtoClass<T>,
  fixed: readonly F[] = [],
): DtoClass<Partial<Omit<T, F>>> {
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its members are declared below
  const EditableDto = class EditableDto {} as DtoClass<Partial<Omit<T, F>>>;
  for (const field of fieldsOf(create)) {
    if (fixed.some((name) => name === field.property)) continue;
    declareField(EditableDto.prototype as object, {
      property: field.property,
      optional: true,
      schema: (nested) => withoutDefault(field.schema(nested)),
    });
  }
  fixedMembers.set(EditableDto, fixed);
  return EditableDto;
}

/** A class with some of another one's members, declared as they are there. */
export function PartOf<T extends object, M extends keyof T & string>(
  whole: DtoClass<T>,
  members: readonly M[],
): DtoClass<Pick<T, M>> {
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its members are declared below
  const PartDto = class PartDto {} as DtoClass<Pick<T, M>>;
  for (const field of fieldsOf(whole)) {
    const isMember = members.some((name) => name === field.property);
    if (isMember) declareField(PartDto.prototype as object, field);
  }
  return PartDto;
}

/** The JSON Schema of a DTO class: closed, with its required members and defaults. */
export function schemaOf(dto: DtoClass, nested: NestedSchema): JsonSchema {
  const fields = fieldsOf(dto);
  const required = fields.filter((field) => !field.optional).map((field) => field.property);
  const fixed = fixedOf(dto);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.property, field.schema(nested)])),
    ...(required.length > 0 ? { required } : {}),
    ...(fixed.length > 0 ? { 'x-fixed': [...fixed] } : {}),
    ...keywords.get(dto),
  };
}

/** The schema with every nested class in place, as the validator compiles it. */
export function inlineSchemaOf(dto: DtoClass): JsonSchema {
  return schemaOf(dto, inlineSchemaOf);
}

/** Name of the class in the OpenAPI document. */
export function schemaName(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

function fixedOf(dto: DtoClass): readonly string[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  return fixedMembers.get(dto) ?? (parent && parent !== Function.prototype ? fixedOf(parent) : []);
}

function withoutDefault(schema: JsonSchema): JsonSchema {
  const { default: _dropped, ...rest } = schema;
  return rest;
}
