import {
  type ConstraintMetadata,
  isNestedConstraint,
  getConstraintName,
} from './constraint-metadata';
import { toConstraintSchema, jsonTypesByKeyword } from './constraint-schemas';
import type { JsonSchema } from './schema';

/** The schemas that the decorators of a member declare for its value and for the elements of an array. */
interface DeclaredSchemas {
  readonly value: JsonSchema;
  readonly element: JsonSchema;
}

/**
 * Checks that a member's schema accepts the same values as class-validator. class-validator-jsonschema omits
 * constraints that it can't translate, which would let any value pass.
 * @param qualifiedMemberName class and member, for the error
 * @param isNested whether @Type names the nested class
 * @throws Error if the schema is not exact or incomplete
 */
export function assertSchemaComplete(
  qualifiedMemberName: string,
  declarations: readonly ConstraintMetadata[],
  isNested: boolean,
): void {
  const declared: DeclaredSchemas = { value: {}, element: {} };
  for (const declaration of declarations) {
    const reason =
      findUnsupportedOption(declaration, isNested) ?? mergeConstraint(declaration, declared);
    if (reason === undefined) continue;
    throw new Error(
      `${qualifiedMemberName}: @${toDecoratorName(declaration)} has no exact equivalent: ${reason}`,
    );
  }
  const reason = findMissingDeclaration(declared, declarations.find(isNestedConstraint));
  if (reason !== undefined)
    throw new Error(`${qualifiedMemberName} is declared too loosely: ${reason}`);
}

function findUnsupportedOption(
  declaration: ConstraintMetadata,
  isNested: boolean,
): string | undefined {
  const { groups, always, validateIf } = declaration;
  const { message, context } = declaration as { message?: unknown; context?: unknown };
  // class-validator itself sets a message for @ValidateNested.
  const hasOwnMessage = message !== undefined && !isNestedConstraint(declaration);
  if (hasOwnMessage || context !== undefined) {
    return 'message and context are not used: field-errors.ts has the messages';
  }
  if ((groups as unknown[] | undefined)?.length || always !== undefined || validateIf) {
    return "a schema can't express groups, always and validateIf";
  }
  if (isNestedConstraint(declaration) && !isNested) return '@Type has to name the class';
  return undefined;
}

/** Merges the schema of a decorator; returns the reason if that is impossible. */
function mergeConstraint(
  declaration: ConstraintMetadata,
  { value, element }: DeclaredSchemas,
): string | undefined {
  const schema =
    toConstraintSchema(declaration) ?? 'JSON Schema has no equivalent (see constraint-schemas.ts)';
  if (typeof schema === 'string') return schema;
  const declared = (declaration.each ? element : value) as Record<string, unknown>;
  for (const [keyword, keywordValue] of Object.entries(schema) as [string, unknown][]) {
    const other = declared[keyword];
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(keywordValue)) {
      return `another decorator declares a different ${keyword}`;
    }
    declared[keyword] = keywordValue;
  }
  return undefined;
}

/** The reason why the decorators of a member are incomplete together; undefined if they are complete. */
function findMissingDeclaration(
  { value, element }: DeclaredSchemas,
  nesting: ConstraintMetadata | undefined,
): string | undefined {
  const untyped = [value, element].flatMap(findKeywordsOfOtherType)[0];
  if (untyped !== undefined) return `${untyped} needs a decorator of its type, such as @IsString()`;
  const isArray = value.type === 'array';
  const hasElements = nesting?.each === true || Object.keys(element).length > 0;
  if (hasElements && !isArray) return '`each` needs @IsArray()';
  const nested = hasElements ? element : value;
  if (nesting && nested.type !== 'object') {
    return `@ValidateNested takes arrays, too: add @IsObject(${hasElements ? '{ each: true }' : ''})`;
  }
  if (isArray && !isTyped(element)) return 'the type of its elements is missing';
  if (!isTyped(value)) return 'its type is missing';
  return nested.type === 'object' && !nesting ? 'its members are missing' : undefined;
}

function isTyped({ type, enum: codes, 'x-scalar': scalar }: JsonSchema): boolean {
  return type !== undefined || codes !== undefined || scalar !== undefined;
}

function findKeywordsOfOtherType(declared: JsonSchema): string[] {
  return Object.keys(declared).filter((keyword) => {
    const types = jsonTypesByKeyword[keyword as keyof JsonSchema];
    return types !== undefined && !types.includes(declared.type);
  });
}

function toDecoratorName(declaration: ConstraintMetadata): string {
  const kind = getConstraintName(declaration);
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
