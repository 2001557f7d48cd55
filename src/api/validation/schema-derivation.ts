import { defaultMetadataStorage as transformerMetadata } from 'class-transformer/cjs/storage';
import { ValidationTypes } from 'class-validator';
import { type JSONSchema, validationMetadataArrayToSchemas } from 'class-validator-jsonschema';
import {
  type ConstraintMetadata,
  getConstraints,
  isNestedConstraint,
  getConstraintName,
} from './constraint-metadata';
import type { DtoClass } from './dto-class';
import { toConstraintSchema, constraintSchemaFactories } from './constraint-schemas';
import { assertSchemaComplete } from './schema-completeness';
import type { JsonSchema } from './schema';

/** The schema of a class without its nested classes. */
export interface DerivedSchema {
  /** `properties`, `required` and the class's own keywords; nested classes are replaced by `object`. */
  readonly schema: JsonSchema;
  /** Nested classes by member; for an array, the class of its elements. */
  readonly nestedClasses: ReadonlyMap<string, DtoClass>;
}

/** The package's type of schemas; ours has additional keywords. */
export type ClassValidatorJsonSchema = Extract<
  Parameters<typeof JSONSchema>[0],
  { type?: unknown }
>;

const schemaCache = new WeakMap<DtoClass, DerivedSchema>();
const verifiedCache = new WeakMap<DtoClass, VerifiedConstraints>();

/** The declarations of a class that a schema can express. */
interface VerifiedConstraints {
  readonly declarations: readonly ConstraintMetadata[];
  readonly nestedClasses: ReadonlyMap<string, DtoClass>;
}

/**
 * Checks that the schemas of a class and of its nested classes can express the declarations exactly.
 * @throws Error that names class, member and decorator
 */
export function assertSchemaDerivable(dto: DtoClass): void {
  if (verifiedCache.has(dto)) return;
  for (const nested of verifyConstraints(dto).nestedClasses.values()) assertSchemaDerivable(nested);
}

/**
 * Derives a class's schema from the metadata of class-validator; the result is cached.
 * @throws Error as `assertSchemaDerivable` does
 */
export function deriveSchema(dto: DtoClass): DerivedSchema {
  const known = schemaCache.get(dto) ?? createDerivedSchema(dto);
  schemaCache.set(dto, known);
  return known;
}

function createDerivedSchema(dto: DtoClass): DerivedSchema {
  const { declarations, nestedClasses } = verifyConstraints(dto);
  // The package groups by class name, which need not be unique, so it gets only this class.
  const metadata = declarations.map((declaration) => ({
    ...declaration,
    target: dto,
    type:
      declaration.type === ValidationTypes.CUSTOM_VALIDATION
        ? getConstraintName(declaration)
        : declaration.type,
  }));
  const schemas = validationMetadataArrayToSchemas(metadata, { additionalConverters });
  return { schema: schemas[dto.name] as JsonSchema, nestedClasses };
}

function verifyConstraints(dto: DtoClass): VerifiedConstraints {
  const known = verifiedCache.get(dto);
  if (known) return known;
  const members = getConstraints(dto);
  if (members.size === 0) throw new Error(`${dto.name || 'A class'} declares no members`);
  const nested = new Map<string, DtoClass>();
  for (const [member, declarations] of members) {
    const type =
      declarations.some(isNestedConstraint) && transformerMetadata.findTypeMetadata(dto, member);
    if (type) nested.set(member, type.typeFunction() as DtoClass);
    assertSchemaComplete(`${dto.name}.${member}`, declarations, nested.has(member));
  }
  const verified = { declarations: [...members.values()].flat(), nestedClasses: nested };
  verifiedCache.set(dto, verified);
  return verified;
}

const additionalConverters = Object.fromEntries(
  [...Object.keys(constraintSchemaFactories), ValidationTypes.NESTED_VALIDATION].map((kind) => [
    kind,
    (declaration: ConstraintMetadata) =>
      toConstraintSchema(declaration) as ClassValidatorJsonSchema,
  ]),
);
