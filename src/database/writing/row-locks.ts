import {
  splitIntoChunks,
  type Condition,
  whereIn,
  MAX_LIST_LENGTH,
  createWhereClause,
} from '../queries/conditions';
import type { Database } from '../database';
import type { EntityClass, EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';

/** The property of a lock count. */
export const LOCK_COUNT_PROPERTY = 'lockCount';

/** Whether records of an entity have a lock count (`LockCountColumn`). */
export function hasLockCount(model: EntityModel): boolean {
  return model.columns.has(LOCK_COUNT_PROPERTY);
}

/**
 * Locks records against changes until the unit of work ends; later reads in it are up to date. The lock counts of
 * the records increase: the nodes of a cluster share changes of rows, but not mere locks. So if another unit of work
 * relies on such a record, changes it or deletes it, one of the two fails and runs again.
 * @returns the number of records found; 0 in a dry run, which locks nothing
 * @throws Error for an entity without a lock count
 */
export async function lockRowsWhere(
  database: Database,
  entity: EntityClass,
  conditions: readonly Condition[],
): Promise<number> {
  // A dry run stores nothing, so nothing depends on its reads.
  if (database.provisionalRecords) return 0;
  const model = database.models.get(entity);
  const lockCountColumn = quoteIdentifier(model.getColumn(LOCK_COUNT_PROPERTY).name);
  const table = quoteIdentifier(model.table);
  const where = createWhereClause(model, table, conditions);
  const sql = `UPDATE ${table} SET ${lockCountColumn} = COALESCE(${lockCountColumn}, 0) + 1${where.sql}`;
  return database.execute(sql, where.params);
}

/**
 * Like `lockRowsWhere`, for records by id, always in the same order, so that concurrent units wait instead of
 * deadlocking. Records that the unit of work has already locked count as found, at no cost. In a dry run, all count as
 * found.
 */
export async function lockRowsByIds(
  database: Database,
  entity: EntityClass,
  ids: readonly number[],
  extraConditions: readonly Condition[] = [],
): Promise<number> {
  if (database.provisionalRecords) return ids.length;
  const { table } = database.models.get(entity);
  const lockedRecords = database.activeUnitOfWork?.lockedRecords ?? new Set();
  const distinct = [...new Set(ids)];
  const unlocked = distinct.filter((id) => !lockedRecords.has(`${table}/${id}`));
  let foundCount = distinct.length - unlocked.length;
  for (const chunk of splitIntoChunks(
    unlocked.sort((one, other) => one - other),
    MAX_LIST_LENGTH,
  )) {
    const count = await lockRowsWhere(database, entity, [whereIn('id', chunk), ...extraConditions]);
    if (count === chunk.length) for (const id of chunk) lockedRecords.add(`${table}/${id}`);
    foundCount += count;
  }
  return foundCount;
}
