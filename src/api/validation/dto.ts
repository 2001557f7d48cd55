import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { JSONSchema } from 'class-validator-jsonschema';
import { getConstraints, setMemberOrder } from './constraint-metadata';
import { deriveSchema, type PackageSchema } from './schema-derivation';
import type { DtoClass } from './dto-class';
import type { JsonSchema } from './schema';

export type { DtoClass };

/** How a nested class is put into the schema of the one around it: in place, or by `$ref`. */
export type NestedSchema = (dto: DtoClass) => JsonSchema;

/** What describes a member, besides its default. */
const annotationKeywords = ['description', 'examples', 'x-enum-varnames', 'x-extension'] as const;

const fixedMembers = new WeakMap<object, readonly string[]>();

/** What holds for an object of the class as a whole, besides its members. */
export function SchemaKeywords(schema: JsonSchema): ClassDecorator {
  return JSONSchema(schema as PackageSchema);
}

/** An example of an object of the class, where the members' own would not make a good one together. */
export function SchemaExample(value: object): ClassDecorator {
  return SchemaKeywords({ examples: [value] });
}

/** Describes a member: whatever of its schema is no constraint. */
export function SchemaAnnotations(schema: JsonSchema): PropertyDecorator {
  return JSONSchema(schema as PackageSchema) as PropertyDecorator;
}

/** The names of all members of a class, those it inherits first. */
export function listMembers(dto: DtoClass): string[] {
  return [...getConstraints(dto).keys()];
}

/**
 * The body of an update: all members of the create body, each optional and without default.
 * @param fixed members that exist but can't be edited; sending one is a fault that says so
 * @param redeclared members that the class of the update declares in a way of its own
 */
export function UpdateType<
  T extends object,
  F extends keyof T & string = never,
  R extends keyof T & string = never,
>(
  create: DtoClass<T>,
  fixed: readonly F[] = [],
  redeclared: readonly R[] = [],
): DtoClass<Partial<Omit<T, F | R>>> {
  const left = [...fixed, ...redeclared];
  const EditableDto = PartialType(OmitType(create, left)) as DtoClass<Partial<Omit<T, F | R>>>;
  const members = listMembers(create).filter((name) => !left.some((one) => one === name));
  copyAnnotations(EditableDto, create, members, annotationKeywords);
  fixedMembers.set(EditableDto, fixed);
  return EditableDto;
}

/** An entry of `languages` in an update: its language, and those of its members that change. */
export function LanguageTextUpdateType<T extends { languageCode: string }>(
  text: DtoClass<T>,
): DtoClass<Pick<T, 'languageCode'> & Partial<T>> {
  const language: DtoClass = PickAnnotatedType(text, ['languageCode']);
  const members: DtoClass = UpdateType(text, [], ['languageCode']);
  const TextDto: DtoClass = IntersectionType(language, members);
  copyAnnotations(TextDto, text, listMembers(text), annotationKeywords);
  return TextDto as DtoClass<Pick<T, 'languageCode'> & Partial<T>>;
}

/** A class with some of another one's members, declared as they are there. */
export function PickAnnotatedType<T extends object, M extends keyof T & string>(
  whole: DtoClass<T>,
  members: readonly M[],
): DtoClass<Pick<T, M>> {
  const PartDto = PickType(whole, members) as DtoClass<Pick<T, M>>;
  const kept = listMembers(whole).filter((name) => members.some((one) => one === name));
  copyAnnotations(PartDto, whole, kept, [...annotationKeywords, 'default']);
  return PartDto;
}

/** The JSON Schema of a DTO class: closed, with its required members and defaults. */
export function toDtoSchema(dto: DtoClass, nested: NestedSchema): JsonSchema {
  const derived = deriveSchema(dto);
  const { type, properties = {}, required, ...keywords } = derived.schema;
  const fixed = getFixedMembers(dto);
  const members = Object.entries(properties).map(([name, member]) => {
    const inner = derived.nested.get(name);
    return [name, inner ? mergeNestedSchema(nested(inner), member) : member] as const;
  });
  return {
    ...(type ? { type } : {}),
    additionalProperties: false,
    properties: Object.fromEntries(members),
    ...(required ? { required } : {}),
    ...(fixed.length > 0 ? { 'x-fixed': [...fixed] } : {}),
    ...keywords,
  };
}

/** The schema with every nested class in place, as the validator compiles it. */
export function toInlineSchema(dto: DtoClass): JsonSchema {
  return toDtoSchema(dto, toInlineSchema);
}

/** Name of the class in the OpenAPI document. */
export function getSchemaName(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

/** A member that is of a nested class, or an array of such. */
function mergeNestedSchema(nested: JsonSchema, member: JsonSchema): JsonSchema {
  if (member.items) return { ...member, items: nested };
  const { type: _object, ...annotations } = member;
  return { ...nested, ...annotations };
}

function getFixedMembers(dto: DtoClass): readonly string[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  return (
    fixedMembers.get(dto) ??
    (parent && parent !== Function.prototype ? getFixedMembers(parent) : [])
  );
}

/** Mapped types copy what class-validator and class-transformer know, not what describes a member. */
function copyAnnotations(
  dto: DtoClass,
  source: DtoClass,
  members: readonly string[],
  keywords: readonly (keyof JsonSchema)[],
): void {
  setMemberOrder(dto, members);
  for (const member of members) {
    JSONSchema((schema) => {
      const described = deriveSchema(source).schema.properties?.[member] ?? {};
      const kept = keywords.filter((keyword) => described[keyword] !== undefined);
      return {
        ...schema,
        ...Object.fromEntries(kept.map((keyword) => [keyword, described[keyword]])),
      };
    })(dto.prototype as object, member);
  }
}
