import { defaultMetadataStorage as transformers } from 'class-transformer/cjs/storage';
import { ValidationTypes } from 'class-validator';
import { type JSONSchema, validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import {
  type ConstraintMetadata,
  getConstraints,
  isNestedConstraint,
  getConstraintName,
} from './constraint-metadata';
import type { DtoClass } from './dto-class';
import { toConstraintSchema, constraintSchemas } from './constraint-schemas';
import { assertSchemaComplete } from './schema-completeness';
import type { JsonSchema } from './schema';

/** A class's own part of its schema. */
export interface DerivedSchema {
  /** `properties`, `required` and the class's own keywords; in place of a nested class stands `object`. */
  readonly schema: JsonSchema;
  /** By member, the class that it nests: as itself, or as what its array holds. */
  readonly nested: ReadonlyMap<string, DtoClass>;
}

/** What the package takes for a schema; ours has keywords of its own. */
export type PackageSchema = Extract<Parameters<typeof JSONSchema>[0], { type?: unknown }>;

const schemaCache = new WeakMap<DtoClass, DerivedSchema>();
const verifiedCache = new WeakMap<DtoClass, VerifiedConstraints>();

/** The declarations of a class, found to be such as a schema can keep. */
interface VerifiedConstraints {
  readonly declarations: readonly ConstraintMetadata[];
  readonly nested: ReadonlyMap<string, DtoClass>;
}

/**
 * Makes sure that the schemas of a class, and of those that it nests, can say exactly what is declared.
 * @throws Error that names class, member and decorator
 */
export function assertDerivable(dto: DtoClass): void {
  if (verifiedCache.has(dto)) return;
  for (const nested of verifyConstraints(dto).nested.values()) assertDerivable(nested);
}

/**
 * Derives a class's schema from what class-validator knows of it, once.
 * @throws Error as `assertDerivable` does
 */
export function deriveSchema(dto: DtoClass): DerivedSchema {
  const known = schemaCache.get(dto) ?? createDerivedSchema(dto);
  schemaCache.set(dto, known);
  return known;
}

function createDerivedSchema(dto: DtoClass): DerivedSchema {
  const { declarations, nested } = verifyConstraints(dto);
  // The package groups by the name of the class, which others may have: it is given this one alone.
  const metadata = declarations.map((one) => ({
    ...one,
    target: dto,
    type: one.type === ValidationTypes.CUSTOM_VALIDATION ? getConstraintName(one) : one.type,
  }));
  const schemas = validationMetadataArrayToSchemas(metadata, { additionalConverters });
  return { schema: schemas[dto.name] as JsonSchema, nested };
}

function verifyConstraints(dto: DtoClass): VerifiedConstraints {
  const known = verifiedCache.get(dto);
  if (known) return known;
  const members = getConstraints(dto);
  if (members.size === 0) throw new Error(`${dto.name || 'A class'} declares no members`);
  const nested = new Map<string, DtoClass>();
  for (const [member, declarations] of members) {
    const type =
      declarations.some(isNestedConstraint) && transformers.findTypeMetadata(dto, member);
    if (type) nested.set(member, type.typeFunction() as DtoClass);
    assertSchemaComplete(`${dto.name}.${member}`, declarations, nested.has(member));
  }
  const found = { declarations: [...members.values()].flat(), nested };
  verifiedCache.set(dto, found);
  return found;
}

const additionalConverters = Object.fromEntries(
  [...Object.keys(constraintSchemas), ValidationTypes.NESTED_VALIDATION].map((kind) => [
    kind,
    (one: ConstraintMetadata) => toConstraintSchema(one) as PackageSchema,
  ]),
);
