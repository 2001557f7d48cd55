import { getMetadataArgsStorage } from 'typeorm';
import type { BrokenConstraint, Dialect } from '../dialect/dialect';
import type { EntityClass } from '../schema/model';
import { constraintNames, toSnakeCase } from '../schema/sql-names';

/**
 * A write broke a constraint of the database; the driver's error is its cause. The unit of work around may go
 * on if it is caught there, as after any error that is the statement's own fault.
 */
export class ConstraintViolation extends Error {
  readonly kind: BrokenConstraint['kind'];
  /** The declared name; SQLite doesn't tell which foreign key. */
  readonly constraint: string | undefined;

  constructor({ kind, name }: BrokenConstraint, cause: unknown) {
    super(`A write broke a constraint: ${kind}${name === undefined ? '' : ` ${name}`}`, { cause });
    this.name = 'ConstraintViolation';
    this.kind = kind;
    this.constraint = name;
  }
}

/** A kind of constraints, or the name of one (`uniqueOf`). */
type ConstraintSelector = BrokenConstraint['kind'] | (string & {});

/** The error that is thrown in place of a violation; none: the violation comes through. */
type ViolationMapper = (
  violation: ConstraintViolation,
) => Error | undefined | Promise<Error | undefined>;

/** The name of the constraint that keeps these properties of an entity's records unique, together. */
export function uniqueConstraintName<E>(
  entity: EntityClass<E>,
  ...properties: (keyof E & string)[]
): string {
  const [table] = getMetadataArgsStorage().filterTables(entity);
  return constraintNames.unique(table?.name ?? '', properties.map(toSnakeCase));
}

/** The sets of properties that are unique among an entity's records. */
export function listUniqueProperties(entity: EntityClass): (readonly string[])[] {
  return getMetadataArgsStorage()
    .uniques.filter(({ target }) => target === entity)
    .flatMap(({ columns }) => (Array.isArray(columns) ? [columns] : []));
}

/** Whether an error says that a write broke a constraint of this kind, or of this name. */
export function isViolationOf(error: unknown, constraint: ConstraintSelector): boolean {
  if (!(error instanceof ConstraintViolation)) return false;
  return error.constraint === constraint || error.kind === constraint;
}

/**
 * Runs `write` and tells violations in the words of its area.
 * @param told by the constraint's name, else by its kind
 */
export async function mapViolations<T>(
  write: () => Promise<T>,
  told: Readonly<Partial<Record<ConstraintSelector, ViolationMapper>>>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error;
    const named = error.constraint === undefined ? undefined : told[error.constraint];
    throw (await (named ?? told[error.kind])?.(error)) ?? error;
  }
}

/** Runs statements that may break a constraint. @throws ConstraintViolation */
export async function translateViolations<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const broken = dialect.findBrokenConstraint(error);
    throw broken ? new ConstraintViolation(broken, error) : error;
  }
}
