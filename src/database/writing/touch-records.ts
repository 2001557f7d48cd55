import { findUpdatedAtColumn } from '../schema/updated-at-column';
import {
  splitIntoChunks,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  formatPlaceholders,
} from '../queries/conditions';
import type { Database, ActiveUnitOfWork } from '../database';
import { formatSqlInstant } from '../schema/column-kinds';
import type { EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';

/**
 * Whether a change of a part also changes its owner's timestamp. Owners with a `changeMarkerProperty` set theirs
 * themselves with each change.
 */
function isTouchedByParts({ journal }: EntityModel): boolean {
  return journal?.type === 'record' && journal.changeMarkerProperty === undefined;
}

/** Marks records whose timestamp must not be set again: the unit of work has created them, or has set it explicitly. */
export function markTimestamped(
  unit: ActiveUnitOfWork,
  model: EntityModel,
  ids: readonly number[],
): void {
  if (!findUpdatedAtColumn(model) || !isTouchedByParts(model)) return;
  for (const id of ids) unit.timestampedRecords.add(`${model.table}/${id}`);
}

/** Sets the timestamp of the unit of work on records whose parts have changed, once per unit. */
export async function touchRecords(
  database: Database,
  model: EntityModel,
  ids: readonly number[],
): Promise<void> {
  const { activeUnitOfWork } = database;
  const column = findUpdatedAtColumn(model);
  if (!activeUnitOfWork || !column || !isTouchedByParts(model)) return;
  const pendingIds = [...new Set(ids)].filter(
    (id) => !activeUnitOfWork.timestampedRecords.has(`${model.table}/${id}`),
  );
  // Always in the same order, so that concurrent units wait instead of deadlocking.
  for (const chunk of splitIntoChunks(
    pendingIds.sort((one, other) => one - other),
    MAX_LIST_LENGTH,
  )) {
    const list = padToPowerOfTwo(chunk);
    await database.execute(
      `UPDATE ${quoteIdentifier(model.table)} SET ${quoteIdentifier(column.name)} = ? WHERE ${quoteIdentifier('id')} IN (${formatPlaceholders(list.length)})`,
      [formatSqlInstant(activeUnitOfWork.now), ...list],
    );
    for (const id of chunk) activeUnitOfWork.timestampedRecords.add(`${model.table}/${id}`);
  }
}
