import {
  chunks,
  type Condition,
  isOneOf,
  MAX_LIST_LENGTH,
  whereClause,
} from '../queries/conditions';
import type { Database } from '../database';
import type { EntityClass, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';

/** The property that a lock count is declared on. */
export const LOCK_COUNT_PROPERTY = 'lockCount';

/** Whether records of an entity have a lock count (`LockCountColumn`). */
export function hasLockCount(model: EntityModel): boolean {
  return model.columns.has(LOCK_COUNT_PROPERTY);
}

/**
 * Keeps records as they are until the unit of work ends; what is read after it is up to date. Their lock counts go
 * up: between the nodes of a cluster nothing is told of a row that is only locked. Of one that is written it is: of
 * two units of work that rely on it, or one that does and one that changes or removes it, one is turned back and
 * runs again.
 * @returns the number of records found
 * @throws Error for an entity without a lock count
 */
export async function lockRows(
  database: Database,
  entity: EntityClass,
  conditions: readonly Condition[],
): Promise<number> {
  // A dry run relies on nothing that it reads.
  if (database.provisionalRecords) return 0;
  const model = database.models.get(entity);
  const count = quoteIdentifier(model.column(LOCK_COUNT_PROPERTY).name);
  const table = quoteIdentifier(model.table);
  const where = whereClause(model, table, conditions);
  const sql = `UPDATE ${table} SET ${count} = COALESCE(${count}, 0) + 1${where.sql}`;
  return database.execute(sql, where.params);
}

/**
 * The same for records by id: all in one order, so that two at once wait for each other instead of deadlocking.
 * Those that the unit of work has locked already count as found, and cost nothing.
 */
export async function lockIds(
  database: Database,
  entity: EntityClass,
  ids: readonly number[],
  within: readonly Condition[] = [],
): Promise<number> {
  if (database.provisionalRecords) return ids.length;
  const { table } = database.models.get(entity);
  const locked = database.unit?.lockedRecords ?? new Set();
  const distinct = [...new Set(ids)];
  const wanted = distinct.filter((id) => !locked.has(`${table}/${id}`));
  let found = distinct.length - wanted.length;
  for (const part of chunks(
    wanted.sort((one, other) => one - other),
    MAX_LIST_LENGTH,
  )) {
    const there = await lockRows(database, entity, [isOneOf('id', part), ...within]);
    if (there === part.length) for (const id of part) locked.add(`${table}/${id}`);
    found += there;
  }
  return found;
}
