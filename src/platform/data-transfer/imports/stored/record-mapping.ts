import { type DtoClass, Int, ListOf } from '../../../../api';
import { type LoadPlan, planFor } from '../../../../core/load-plan';
import type { Condition, EntityClass, Stores } from '../../../../database';
import type { DerivedColumn, StoredField, StoredRow } from './stored-fields';

/** How lines hold the rows of an entity, with the rows that belong to them. */
export interface RecordMapping {
  readonly entity: EntityClass;
  readonly fields: readonly StoredField[];
  /** Columns that no member stands for: they follow from the others. */
  readonly derived?: readonly DerivedColumn[];
  readonly parts?: readonly PartMapping[];
}

/** A list of rows that belong to another row, by its id. */
export interface PartMapping extends RecordMapping {
  readonly name: string;
  /** The property that holds the id of their owner. */
  readonly owner: string;
  /** Columns by which a stored row is found; without any it is found by its place. */
  readonly key?: readonly string[];
  /** A further condition on the rows, besides that of their owner. */
  readonly where?: readonly Condition[];
  /**
   * The member that says the place of an existing row, from 0: rows are neither made nor removed, and the members of
   * those that are not named have their defaults.
   */
  readonly indexMember?: string;
  /** Whether rows are left out that say nothing because what they name is gone. */
  readonly omitsEmptyRows?: boolean;
  /** The member that names an earlier row of the same list. */
  readonly parentMember?: string;
  /** What only new rows get; they have their owner's id. */
  readonly completeNewRows?: (
    rows: readonly StoredRow[],
    stores: Stores,
  ) => Promise<readonly StoredRow[]>;
}

/** A stored row with the rows that belong to it, by the names of their lists and in the order of their ids. */
export interface RowTree {
  readonly row: StoredRow;
  readonly parts: ReadonlyMap<string, readonly RowTree[]>;
}

/** The DTO that checks a shape's members. @param name of the class */
export function createDto(name: string, shape: RecordMapping): DtoClass {
  // oxlint-disable-next-line typescript/no-extraneous-class -- its members are declared below
  const dto = { [name]: class {} }[name] as DtoClass;
  const prototype = dto.prototype as object;
  for (const field of shape.fields) field.decorator(prototype, field.name);
  for (const part of shape.parts ?? []) {
    const element = createDto(`${name}${capitalize(part.name)}`, part);
    if (part.indexMember !== undefined) {
      (Int({ min: 0 }) as PropertyDecorator)(element.prototype as object, part.indexMember);
    }
    const declare = ListOf(() => element, { optional: true, max: 100_000 }) as PropertyDecorator;
    declare(prototype, part.name);
  }
  return dto;
}

/** What is read of a shape's rows. @param more columns besides those that members stand for */
export function createPlan(
  { fields, derived = [] }: RecordMapping,
  more: readonly string[] = [],
): LoadPlan<unknown, StoredRow & { readonly id: number }> {
  const follow = derived.map(({ property }) => property);
  const columns = new Set([...fields.flatMap((field) => field.columns), ...follow, ...more]);
  return planFor([...columns] as never[]);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
