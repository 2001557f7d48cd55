import type { DomainError } from '../../../core/errors';
import { planFor } from '../../../core/load-plan';
import { type EntityClass, isOneOf, type Stores, listUniqueProperties } from '../../../database';
import { type ImportOutcome, toRejectedOutcome, VALUE_TAKEN } from './import-record-type';

type PropertyRow = Readonly<Record<string, unknown>>;

/** How later records of a dry run find one that is not written. */
export interface ProvisionalDefinition<C> {
  readonly entity: EntityClass<{ id: number }>;
  readonly toRow: (candidate: C) => object;
  /** The error of a value that only one record can have. @param id of the record that has it */
  readonly toTakenError?: (
    property: string,
    row: PropertyRow,
    id: number,
  ) => DomainError | undefined;
}

/**
 * Looks up values that only one record can have.
 * @returns what refuses a record whose values are those of another one: a stored one, or one before it in the batch
 */
export async function findTakenValues<C extends { readonly id?: number }>(
  { loader }: Stores,
  { entity, toRow, toTakenError }: ProvisionalDefinition<C>,
  batch: readonly C[],
): Promise<(one: C) => ImportOutcome | undefined> {
  const rows = new Map(batch.map((one) => [one, toRow(one) as PropertyRow]));
  const uniques = listUniqueProperties(entity).map((properties) => ({
    properties,
    holders: new Map<string, number>(),
  }));
  for (const { properties, holders } of uniques) {
    const named = [...rows.values()].filter((one) => toValueKey(properties, one) !== undefined);
    if (named.length === 0) continue;
    const conditions = properties.map((property) =>
      isOneOf(property, [...new Set(named.map((one) => one[property]))]),
    );
    const found = await loader.listWhere(
      entity,
      conditions,
      planFor<unknown, PropertyRow & { id: number }>(properties as never[]),
    );
    for (const one of found) holders.set(toValueKey(properties, one) ?? '', one.id);
  }
  return (one) => {
    const values = rows.get(one) as PropertyRow;
    for (const { properties, holders } of uniques) {
      const name = toValueKey(properties, values);
      const holder = name === undefined ? undefined : holders.get(name);
      if (holder !== undefined && holder !== (one.id ?? NEW_ID)) {
        const error = toTakenError?.(properties[0] as string, values, holder);
        return error ? toRejectedOutcome(error) : VALUE_TAKEN;
      }
    }
    for (const { properties, holders } of uniques) {
      const name = toValueKey(properties, values);
      if (name !== undefined) holders.set(name, one.id ?? EARLIER_ID);
    }
    return undefined;
  };
}

/** Stands for the ids of new records: of the one that is judged, and of those before it. */
const NEW_ID = -1;
const EARLIER_ID = 0;

/** A record's values of some properties; undefined: one of them is absent. */
function toValueKey(properties: readonly string[], row: PropertyRow): string | undefined {
  const values = properties.map((property) => row[property]);
  return values.includes(null) || values.includes(undefined) ? undefined : JSON.stringify(values);
}
