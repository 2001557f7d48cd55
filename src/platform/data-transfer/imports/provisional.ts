import type { DomainError } from '../../../core/errors';
import { planFor } from '../../../core/load-plan';
import { type EntityClass, isOneOf, type Stores, listUniqueProperties } from '../../../database';
import { type Outcome, rejection, valueTaken } from './line-type';

type Row = Readonly<Record<string, unknown>>;

/** How later records of a dry run find one that is not written. */
export interface Provisional<C> {
  readonly entity: EntityClass<{ id: number }>;
  readonly row: (candidate: C) => object;
  /** The error of a value that only one record can have. @param id of the record that has it */
  readonly taken?: (property: string, row: Row, id: number) => DomainError | undefined;
}

/**
 * Looks up values that only one record can have.
 * @returns what refuses a record whose values are those of another one: a stored one, or one before it in the batch
 */
export async function takenValues<C extends { readonly id?: number }>(
  { loader }: Stores,
  { entity, row, taken }: Provisional<C>,
  batch: readonly C[],
): Promise<(one: C) => Outcome | undefined> {
  const rows = new Map(batch.map((one) => [one, row(one) as Row]));
  const uniques = listUniqueProperties(entity).map((properties) => ({
    properties,
    holders: new Map<string, number>(),
  }));
  for (const { properties, holders } of uniques) {
    const named = [...rows.values()].filter((one) => nameIn(properties, one) !== undefined);
    if (named.length === 0) continue;
    const conditions = properties.map((property) =>
      isOneOf(property, [...new Set(named.map((one) => one[property]))]),
    );
    const found = await loader.listWhere(
      entity,
      conditions,
      planFor<unknown, Row & { id: number }>(properties as never[]),
    );
    for (const one of found) holders.set(nameIn(properties, one) ?? '', one.id);
  }
  return (one) => {
    const values = rows.get(one) as Row;
    for (const { properties, holders } of uniques) {
      const name = nameIn(properties, values);
      const holder = name === undefined ? undefined : holders.get(name);
      if (holder !== undefined && holder !== (one.id ?? NEW)) {
        const error = taken?.(properties[0] as string, values, holder);
        return error ? rejection(error) : valueTaken;
      }
    }
    for (const { properties, holders } of uniques) {
      const name = nameIn(properties, values);
      if (name !== undefined) holders.set(name, one.id ?? EARLIER);
    }
    return undefined;
  };
}

/** Stands for the ids of new records: of the one that is judged, and of those before it. */
const NEW = -1;
const EARLIER = 0;

/** A record's values of some properties; undefined: one of them is absent. */
function nameIn(properties: readonly string[], row: Row): string | undefined {
  const values = properties.map((property) => row[property]);
  return values.includes(null) || values.includes(undefined) ? undefined : JSON.stringify(values);
}
