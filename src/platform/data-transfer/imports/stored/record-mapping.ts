import { type DtoClass, Int, ListOf } from '../../../../api';
import { type LoadPlan, createLoadPlanForType } from '../../../../core/load-plan';
import type { Condition, EntityClass, DataAccess } from '../../../../database';
import { toCanonicalJson } from '../fingerprint';
import type { DerivedColumn, FieldMapping, RowValues } from './stored-fields';

/** Maps the rows of an entity and its parts to import records. */
export interface RecordMapping {
  readonly entity: EntityClass;
  readonly fields: readonly FieldMapping[];
  /** Columns without a member, which are computed from the others. */
  readonly derivedColumns?: readonly DerivedColumn[];
  readonly parts?: readonly PartMapping[];
}

/** A list of rows that belong to another row. */
export interface PartMapping extends RecordMapping {
  readonly name: string;
  /** The property that holds the id of the owner. */
  readonly ownerProperty: string;
  /** Columns that identify a stored row; without them it is identified by its index. */
  readonly keyProperties?: readonly string[];
  /** Whether a stored row stays as it is, even if a record has other values or no such row. Needs `keyProperties`. */
  readonly isProtected?: (row: RowValues) => boolean;
  /** Conditions on the rows in addition to their owner. */
  readonly where?: readonly Condition[];
  /**
   * The member with the index of an existing row, from 0. Rows are neither created nor removed, and rows that aren't
   * listed get the defaults of their members.
   */
  readonly indexMember?: string;
  /** Whether rows are left out if the only record that they refer to no longer exists. */
  readonly omitsRowsWithoutReference?: boolean;
  /** The member that refers to an earlier row of the same list. */
  readonly parentMember?: string;
  /** Completes new rows, which already have their owner's id. */
  readonly completeNewRows?: (
    rows: readonly RowValues[],
    dataAccess: DataAccess,
  ) => Promise<readonly RowValues[]>;
}

/** A stored row with the rows of its parts, by the names of their lists and in the order of their ids. */
export interface RowTree {
  readonly row: RowValues;
  readonly parts: ReadonlyMap<string, readonly RowTree[]>;
}

/** Returns the identity of a part's row among the rows of its owner. */
export function toPartKey({ keyProperties = [] }: PartMapping, row: RowValues): string {
  return toCanonicalJson(keyProperties.map((name) => row[name] ?? null));
}

/** Returns the identities of the stored rows that stay as they are. */
export function listProtectedKeys(part: PartMapping, stored: readonly RowTree[]): Set<string> {
  const kept = stored.filter(({ row }) => part.isProtected?.(row));
  return new Set(kept.map(({ row }) => toPartKey(part, row)));
}

/** Creates the DTO that validates a mapping's members. @param name name of the class */
export function createMappingDto(name: string, mapping: RecordMapping): DtoClass {
  // oxlint-disable-next-line typescript/no-extraneous-class -- its members are declared below
  const dto = { [name]: class {} }[name] as DtoClass;
  const prototype = dto.prototype as object;
  for (const { name: member, decorator } of mapping.fields)
    (decorator as PropertyDecorator)(prototype, member);
  for (const part of mapping.parts ?? []) {
    const element = createMappingDto(`${name}${capitalize(part.name)}`, part);
    if (part.indexMember !== undefined) {
      (Int({ min: 0 }) as PropertyDecorator)(element.prototype as object, part.indexMember);
    }
    const declare = ListOf(() => element, { optional: true, max: 100_000 }) as PropertyDecorator;
    declare(prototype, part.name);
  }
  return dto;
}

/** Creates the load plan of a mapping's rows. @param extraColumns columns in addition to those of the members */
export function createMappingPlan(
  { fields, derivedColumns = [] }: RecordMapping,
  extraColumns: readonly string[] = [],
): LoadPlan<unknown, RowValues & { readonly id: number }> {
  const derivedProperties = derivedColumns.map(({ property }) => property);
  const columns = new Set([
    ...fields.flatMap((field) => field.columns),
    ...derivedProperties,
    ...extraColumns,
  ]);
  return createLoadPlanForType([...columns] as never[]);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
