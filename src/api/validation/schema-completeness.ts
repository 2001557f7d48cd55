import {
  type ConstraintMetadata,
  isNestedConstraint,
  getConstraintName,
} from './constraint-metadata';
import { toConstraintSchema, typesByKeyword } from './constraint-schemas';
import type { JsonSchema } from './schema';

/** What the decorators of a member say of its value, and of the elements of an array. */
interface DeclaredSchemas {
  readonly value: JsonSchema;
  readonly element: JsonSchema;
}

/**
 * Makes sure that a member's schema takes what class-validator would take. What class-validator-jsonschema can't
 * translate it leaves out: then anything would pass.
 * @param place class and member, for the error
 * @param isNested whether @Type names the class that is nested
 */
export function assertSchemaComplete(
  place: string,
  declarations: readonly ConstraintMetadata[],
  isNested: boolean,
): void {
  const said: DeclaredSchemas = { value: {}, element: {} };
  for (const declaration of declarations) {
    const reason =
      findUnsupportedOption(declaration, isNested) ?? mergeConstraint(declaration, said);
    if (reason === undefined) continue;
    throw new Error(`${place}: @${decoratorName(declaration)} can't be kept to exactly: ${reason}`);
  }
  const reason = findMissingDeclaration(said, declarations.find(isNestedConstraint));
  if (reason !== undefined) throw new Error(`${place} is declared too loosely: ${reason}`);
}

function findUnsupportedOption(
  declaration: ConstraintMetadata,
  isNested: boolean,
): string | undefined {
  const { groups, always, validateIf } = declaration;
  const { message, context } = declaration as { message?: unknown; context?: unknown };
  // class-validator gives @ValidateNested a message itself.
  const says = message !== undefined && !isNestedConstraint(declaration);
  if (says || context !== undefined) {
    return 'message and context reach nobody: faults.ts words what is wrong';
  }
  if ((groups as unknown[] | undefined)?.length || always !== undefined || validateIf) {
    return 'groups, always and validateIf are nothing that a schema knows';
  }
  if (isNestedConstraint(declaration) && !isNested) return '@Type has to name the class';
  return undefined;
}

/** Adds what a decorator says; returns what stands against it. */
function mergeConstraint(
  declaration: ConstraintMetadata,
  { value, element }: DeclaredSchemas,
): string | undefined {
  const schema =
    toConstraintSchema(declaration) ?? 'JSON Schema has no word for it (see equivalents.ts)';
  if (typeof schema === 'string') return schema;
  const said = (declaration.each ? element : value) as Record<string, unknown>;
  for (const [keyword, own] of Object.entries(schema) as [string, unknown][]) {
    const other = said[keyword];
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(own)) {
      return `another decorator says another ${keyword}`;
    }
    said[keyword] = own;
  }
  return undefined;
}

/** What the decorators of a member together leave open. */
function findMissingDeclaration(
  { value, element }: DeclaredSchemas,
  nesting: ConstraintMetadata | undefined,
): string | undefined {
  const untyped = [value, element].flatMap(keywordsOfOtherType)[0];
  if (untyped !== undefined) return `${untyped} needs a decorator of its type, such as @IsString()`;
  const isArray = value.type === 'array';
  const hasElements = nesting?.each === true || Object.keys(element).length > 0;
  if (hasElements && !isArray) return '`each` needs @IsArray()';
  const nested = hasElements ? element : value;
  if (nesting && nested.type !== 'object') {
    return `@ValidateNested takes arrays, too: add @IsObject(${hasElements ? '{ each: true }' : ''})`;
  }
  if (isArray && !isTyped(element)) return 'nothing tells what its elements are';
  if (!isTyped(value)) return 'nothing tells of which type it is';
  return nested.type === 'object' && !nesting ? 'nothing tells what is in it' : undefined;
}

function isTyped({ type, enum: codes, 'x-scalar': scalar }: JsonSchema): boolean {
  return type !== undefined || codes !== undefined || scalar !== undefined;
}

function keywordsOfOtherType(said: JsonSchema): string[] {
  return Object.keys(said).filter((keyword) => {
    const types = typesByKeyword[keyword as keyof JsonSchema];
    return types !== undefined && !types.includes(said.type);
  });
}

function decoratorName(declaration: ConstraintMetadata): string {
  const kind = getConstraintName(declaration);
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
