import { getMetadataArgsStorage } from 'typeorm';
import type { ViolatedConstraint, Dialect } from '../dialect/dialect';
import type { EntityClass } from '../schema/entity-model';
import { constraintNames, toSnakeCase } from '../schema/sql-names';

/**
 * A write violated a constraint of the database; the driver's error is its cause. If the error is caught, the current
 * unit of work may continue, as after any error of a single statement.
 */
export class ConstraintViolation extends Error {
  readonly constraintKind: ViolatedConstraint['kind'];
  /** Declared name of the constraint; SQLite doesn't report it for foreign keys. */
  readonly constraintName: string | undefined;

  constructor({ kind, name }: ViolatedConstraint, cause: unknown) {
    super(`A write violated a constraint: ${kind}${name === undefined ? '' : ` ${name}`}`, {
      cause,
    });
    this.name = 'ConstraintViolation';
    this.constraintKind = kind;
    this.constraintName = name;
  }
}

/** A kind of constraint, or the name of one (`uniqueConstraintName`). */
type ConstraintSelector = ViolatedConstraint['kind'] | (string & {});

/** Returns the error to throw instead of a violation; undefined: the violation is thrown. */
type ViolationMapper = (
  violation: ConstraintViolation,
) => Error | undefined | Promise<Error | undefined>;

/** Returns the name of the unique constraint on properties of an entity. */
export function uniqueConstraintName<E>(
  entity: EntityClass<E>,
  ...properties: (keyof E & string)[]
): string {
  const [table] = getMetadataArgsStorage().filterTables(entity);
  return constraintNames.unique(table?.name ?? '', properties.map(toSnakeCase));
}

/** Returns the sets of properties that are unique among an entity's records. */
export function listUniqueProperties(entity: EntityClass): (readonly string[])[] {
  return getMetadataArgsStorage()
    .uniques.filter(({ target }) => target === entity)
    .flatMap(({ columns }) => (Array.isArray(columns) ? [columns] : []));
}

/** Whether an error is a violation of a constraint of this kind or name. */
export function isViolationOf(error: unknown, constraint: ConstraintSelector): boolean {
  if (!(error instanceof ConstraintViolation)) return false;
  return error.constraintName === constraint || error.constraintKind === constraint;
}

/**
 * Runs `write` and translates violations into errors of the caller's area.
 * @param mappers by the constraint's name, or by its kind
 */
export async function mapViolations<T>(
  write: () => Promise<T>,
  mappers: Readonly<Partial<Record<ConstraintSelector, ViolationMapper>>>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error;
    const mapper = error.constraintName === undefined ? undefined : mappers[error.constraintName];
    throw (await (mapper ?? mappers[error.constraintKind])?.(error)) ?? error;
  }
}

/** Runs statements that may break a constraint. @throws ConstraintViolation */
export async function rethrowAsConstraintViolation<T>(
  dialect: Dialect,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const violatedConstraint = dialect.findViolatedConstraint(error);
    throw violatedConstraint ? new ConstraintViolation(violatedConstraint, error) : error;
  }
}
