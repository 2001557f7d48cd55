import { splitIntoChunks, type Condition, whereIn, MAX_LIST_LENGTH } from '../queries/conditions';
import type { RecordValues } from './change-log';

/** Returns the ids if the conditions are only about ids, or match a single record at most. */
export function findIdsFromConditions(conditions: readonly Condition[]): number[] | undefined {
  const ids = findEqualityValues(conditions, 'id');
  return ids && (ids.length === 1 || conditions.length === 1) ? ids.map(Number) : undefined;
}

export function toIds(rows: readonly RecordValues[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** Restricts a write to the rows that were found, unless its conditions are only about ids. */
export function narrowToRows(
  conditions: readonly Condition[],
  rows: readonly RecordValues[],
): readonly (readonly Condition[])[] {
  return findIdsFromConditions(conditions) ? [conditions] : narrowToIds(conditions, toIds(rows));
}

/** Restricts a write to the rows that were found. Otherwise it would also change rows inserted later, unrecorded. */
export function narrowToIds(
  conditions: readonly Condition[],
  ids: readonly number[],
): Condition[][] {
  return splitIntoChunks(ids, MAX_LIST_LENGTH).map((idChunk) => [
    ...conditions,
    whereIn('id', idChunk),
  ]);
}

/** Returns the values that a property must have; undefined without such a condition. */
export function findEqualityValues(
  conditions: readonly Condition[],
  property: string,
): readonly unknown[] | undefined {
  return conditions.find(({ equalityValues }) => equalityValues?.property === property)
    ?.equalityValues?.values;
}
