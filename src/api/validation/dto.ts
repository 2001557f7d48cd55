import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { IsBoolean, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { LocalizedTextChange } from '../../core/languages';
import { getConstraints, setMemberOrder } from './constraint-metadata';
import { deriveSchema, type ClassValidatorJsonSchema } from './schema-derivation';
import type { DtoClass } from './dto-class';
import type { JsonSchema } from './schema';

export type { DtoClass };

/** Creates the schema of a nested class within the surrounding one: inline or as a `$ref`. */
export type NestedSchemaFactory = (dto: DtoClass) => JsonSchema;

/** Keywords that describe a member, except its default. */
const annotationKeywords = ['description', 'examples', 'x-enum-varnames', 'x-extension'] as const;

const immutableMembers = new WeakMap<object, readonly string[]>();

/** Schema keywords for objects of the class as a whole. */
export function SchemaKeywords(schema: JsonSchema): ClassDecorator {
  return JSONSchema(schema as ClassValidatorJsonSchema);
}

/** An example of an object of the class, if the examples of its members don't fit together. */
export function SchemaExample(value: object): ClassDecorator {
  return SchemaKeywords({ examples: [value] });
}

/** Schema keywords of a member that are not constraints. */
export function SchemaAnnotations(schema: JsonSchema): PropertyDecorator {
  return JSONSchema(schema as ClassValidatorJsonSchema) as PropertyDecorator;
}

/** The names of all members of a class; inherited members come first. */
export function listMembers(dto: DtoClass): string[] {
  return [...getConstraints(dto).keys()];
}

/**
 * The class of an update's body: all members of the create body, each optional and without default.
 * @param immutable members that can't be changed; sending one is a fault with a code of its own
 * @param redeclared members that the update's class declares itself
 */
export function UpdateType<
  T extends object,
  F extends keyof T & string = never,
  R extends keyof T & string = never,
>(
  createDto: DtoClass<T>,
  immutable: readonly F[] = [],
  redeclared: readonly R[] = [],
): DtoClass<Partial<Omit<T, F | R>>> {
  const excluded = [...immutable, ...redeclared];
  const EditableDto = PartialType(OmitType(createDto, excluded)) as DtoClass<
    Partial<Omit<T, F | R>>
  >;
  const members = listMembers(createDto).filter(
    (name) => !excluded.some((excludedName) => excludedName === name),
  );
  copyAnnotations(EditableDto, createDto, members, annotationKeywords);
  immutableMembers.set(EditableDto, immutable);
  return EditableDto;
}

/** The class of an element of `languages` in an update: its language and the members that change, or `remove`. */
export function LanguageTextUpdateType<T extends { languageCode: string }>(
  text: DtoClass<T>,
): DtoClass<LocalizedTextChange<T>> {
  const language: DtoClass = PickAnnotatedType(text, ['languageCode']);
  const members: DtoClass = UpdateType(text, [], ['languageCode']);
  const TextDto: DtoClass = IntersectionType(language, members);
  copyAnnotations(TextDto, text, listMembers(text), annotationKeywords);
  setMemberOrder(TextDto, [...listMembers(text), 'remove']);
  const removal = { description: 'Whether to delete the language', 'x-extension': true };
  for (const decorate of [IsBoolean(), IsOptional(), SchemaAnnotations(removal)]) {
    decorate(TextDto.prototype as object, 'remove');
  }
  return TextDto as DtoClass<LocalizedTextChange<T>>;
}

/** A class with some members of another class, with the same declarations. */
export function PickAnnotatedType<T extends object, M extends keyof T & string>(
  source: DtoClass<T>,
  members: readonly M[],
): DtoClass<Pick<T, M>> {
  const PartDto = PickType(source, members) as DtoClass<Pick<T, M>>;
  const picked = listMembers(source).filter((name) => members.some((member) => member === name));
  copyAnnotations(PartDto, source, picked, [...annotationKeywords, 'default']);
  return PartDto;
}

/** The JSON Schema of a DTO class, with its required members and defaults; other members are not allowed. */
export function toDtoSchema(dto: DtoClass, toNestedSchema: NestedSchemaFactory): JsonSchema {
  const derived = deriveSchema(dto);
  const { type, properties = {}, required, ...keywords } = derived.schema;
  const immutableMembers = getImmutableMembers(dto);
  const members = Object.entries(properties).map(([name, member]) => {
    const inner = derived.nestedClasses.get(name);
    return [name, inner ? mergeNestedSchema(toNestedSchema(inner), member) : member] as const;
  });
  return {
    ...(type ? { type } : {}),
    additionalProperties: false,
    properties: Object.fromEntries(members),
    ...(required ? { required } : {}),
    ...(immutableMembers.length > 0 ? { 'x-fixed': [...immutableMembers] } : {}),
    ...keywords,
  };
}

/** The schema with all nested classes inline, as the validator compiles it. */
export function toInlineSchema(dto: DtoClass): JsonSchema {
  return toDtoSchema(dto, toInlineSchema);
}

/** Name of the class in the OpenAPI document. */
export function getSchemaName(dto: DtoClass): string {
  return dto.name.replace(/Dto$/, '');
}

/** Merges the schema of a nested class into that of its member, which may be an array. */
function mergeNestedSchema(nested: JsonSchema, member: JsonSchema): JsonSchema {
  if (member.items) return { ...member, items: nested };
  const { type: _object, ...annotations } = member;
  return { ...nested, ...annotations };
}

function getImmutableMembers(dto: DtoClass): readonly string[] {
  const parent = Object.getPrototypeOf(dto) as DtoClass | null;
  return (
    immutableMembers.get(dto) ??
    (parent && parent !== Function.prototype ? getImmutableMembers(parent) : [])
  );
}

/** Copies keywords: mapped types copy only the metadata of class-validator and class-transformer. */
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
      const present = keywords.filter((keyword) => described[keyword] !== undefined);
      return {
        ...schema,
        ...Object.fromEntries(present.map((keyword) => [keyword, described[keyword]])),
      };
    })(dto.prototype as object, member);
  }
}
