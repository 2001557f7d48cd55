import type { DomainError } from '../../../core/errors';
import { createLoadPlanForType } from '../../../core/load-plan';
import {
  type EntityClass,
  whereIn,
  type DataAccess,
  listUniqueProperties,
} from '../../../database';
import { type ImportOutcome, toRejectedOutcome, VALUE_TAKEN_OUTCOME } from './import-record-type';

type PropertyRow = Readonly<Record<string, unknown>>;

/** How later records of a dry run find a new record, which isn't written. */
export interface ProvisionalRowDefinition<C> {
  readonly entity: EntityClass<{ id: number }>;
  readonly toRow: (candidate: C) => object;
  /** Returns the error for a value that must be unique. @param id id of the record that has it */
  readonly toTakenError?: (
    property: string,
    row: PropertyRow,
    id: number,
  ) => DomainError | undefined;
}

/**
 * Looks up values that must be unique.
 * @returns a function that rejects a record whose values belong to a stored record, or to an earlier one of the batch
 */
export async function createUniquenessCheck<C extends { readonly id?: number }>(
  { loader }: DataAccess,
  { entity, toRow, toTakenError }: ProvisionalRowDefinition<C>,
  batch: readonly C[],
): Promise<(candidate: C) => ImportOutcome | undefined> {
  const rows = new Map(batch.map((candidate) => [candidate, toRow(candidate) as PropertyRow]));
  const uniqueConstraints = listUniqueProperties(entity).map((properties) => ({
    properties,
    idsByValueKey: new Map<string, number>(),
  }));
  for (const { properties, idsByValueKey } of uniqueConstraints) {
    const keyed = [...rows.values()].filter((row) => toValueKey(properties, row) !== undefined);
    if (keyed.length === 0) continue;
    const conditions = properties.map((property) =>
      whereIn(property, [...new Set(keyed.map((row) => row[property]))]),
    );
    const found = await loader.listWhere(
      entity,
      conditions,
      createLoadPlanForType<unknown, PropertyRow & { id: number }>(properties as never[]),
    );
    for (const stored of found) idsByValueKey.set(toValueKey(properties, stored) ?? '', stored.id);
  }
  return (candidate) => {
    const values = rows.get(candidate) as PropertyRow;
    for (const { properties, idsByValueKey } of uniqueConstraints) {
      const valueKey = toValueKey(properties, values);
      const holder = valueKey === undefined ? undefined : idsByValueKey.get(valueKey);
      if (holder !== undefined && holder !== (candidate.id ?? NEW_ID)) {
        const error = toTakenError?.(properties[0] as string, values, holder);
        return error ? toRejectedOutcome(error) : VALUE_TAKEN_OUTCOME;
      }
    }
    for (const { properties, idsByValueKey } of uniqueConstraints) {
      const valueKey = toValueKey(properties, values);
      if (valueKey !== undefined) idsByValueKey.set(valueKey, candidate.id ?? EARLIER_IN_BATCH_ID);
    }
    return undefined;
  };
}

/** Placeholders for the ids of new records: the current one, and earlier ones of the batch. */
const NEW_ID = -1;
const EARLIER_IN_BATCH_ID = 0;

/** Returns a record's values of some properties as a key; undefined if one of them is absent. */
function toValueKey(properties: readonly string[], row: PropertyRow): string | undefined {
  const values = properties.map((property) => row[property]);
  return values.includes(null) || values.includes(undefined) ? undefined : JSON.stringify(values);
}
