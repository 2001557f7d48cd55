import { defaultMetadataStorage as transformers } from 'class-transformer/cjs/storage';
import { ValidationTypes } from 'class-validator';
import { type JSONSchema, validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import { type ConstraintMetadata, getConstraints, isNestedConstraint, getConstraintName } from './declarations';
import type { DtoClass } from './dto-class';
import { toConstraintSchema, constraintSchemas } from './equivalents';
import { requireExact } from './exactness';
import type { JsonSchema } from './schema';

/** A class's own part of its schema. */
export interface Derived {
  /** `properties`, `required` and the class's own keywords; in place of a nested class stands `object`. */
  readonly schema: JsonSchema;
  /** By member, the class that it nests: as itself, or as what its array holds. */
  readonly nested: ReadonlyMap<string, DtoClass>;
}

/** What the package takes for a schema; ours has keywords of its own. */
export type PackageSchema = Extract<Parameters<typeof JSONSchema>[0], { type?: unknown }>;

const derived = new WeakMap<DtoClass, Derived>();
const exact = new WeakMap<DtoClass, Exact>();

/** The declarations of a class, found to be such as a schema can keep. */
interface Exact {
  readonly declarations: readonly ConstraintMetadata[];
  readonly nested: ReadonlyMap<string, DtoClass>;
}

/**
 * Makes sure that the schemas of a class, and of those that it nests, can say exactly what is declared.
 * @throws Error that names class, member and decorator
 */
export function requireDerivable(dto: DtoClass): void {
  if (exact.has(dto)) return;
  for (const nested of exactly(dto).nested.values()) requireDerivable(nested);
}

/**
 * Derives a class's schema from what class-validator knows of it, once.
 * @throws Error as `requireDerivable` does
 */
export function derive(dto: DtoClass): Derived {
  const known = derived.get(dto) ?? derivation(dto);
  derived.set(dto, known);
  return known;
}

function derivation(dto: DtoClass): Derived {
  const { declarations, nested } = exactly(dto);
  // The package groups by the name of the class, which others may have: it is given this one alone.
  const metadata = declarations.map((one) => ({
    ...one,
    target: dto,
    type: one.type === ValidationTypes.CUSTOM_VALIDATION ? getConstraintName(one) : one.type,
  }));
  const schemas = validationMetadataArrayToSchemas(metadata, { additionalConverters });
  return { schema: schemas[dto.name] as JsonSchema, nested };
}

function exactly(dto: DtoClass): Exact {
  const known = exact.get(dto);
  if (known) return known;
  const members = getConstraints(dto);
  if (members.size === 0) throw new Error(`${dto.name || 'A class'} declares no members`);
  const nested = new Map<string, DtoClass>();
  for (const [member, declarations] of members) {
    const type = declarations.some(isNestedConstraint) && transformers.findTypeMetadata(dto, member);
    if (type) nested.set(member, type.typeFunction() as DtoClass);
    requireExact(`${dto.name}.${member}`, declarations, nested.has(member));
  }
  const found = { declarations: [...members.values()].flat(), nested };
  exact.set(dto, found);
  return found;
}

const additionalConverters = Object.fromEntries(
  [...Object.keys(constraintSchemas), ValidationTypes.NESTED_VALIDATION].map((kind) => [
    kind,
    (one: ConstraintMetadata) => toConstraintSchema(one) as PackageSchema,
  ]),
);
