import { findUpdatedAtColumn } from '../schema/updated-at-column';
import { chunks, MAX_LIST_LENGTH, padToPowerOfTwo, placeholders } from '../queries/conditions';
import type { Database, ActiveUnitOfWork } from '../database';
import { formatSqlInstant } from '../schema/column-kinds';
import type { EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';

/** Whether a change of a part is one of its record, too: not where the record has a mark that its changes move. */
function isTouchedByParts({ journal }: EntityModel): boolean {
  return journal?.is === 'record' && journal.markerProperty === undefined;
}

/** Takes note that records have the time of the unit of work already: they were made in it. */
export function markTimestamped(
  unit: ActiveUnitOfWork,
  model: EntityModel,
  ids: readonly number[],
): void {
  if (!findUpdatedAtColumn(model) || !isTouchedByParts(model)) return;
  for (const id of ids) unit.timestampedRecords.add(`${model.table}/${id}`);
}

/** Gives records whose parts have changed the time of the unit of work, once in it. */
export async function touchRecords(
  database: Database,
  model: EntityModel,
  ids: readonly number[],
): Promise<void> {
  const { unit } = database;
  const column = findUpdatedAtColumn(model);
  if (!unit || !column || !isTouchedByParts(model)) return;
  const wanted = [...new Set(ids)].filter(
    (id) => !unit.timestampedRecords.has(`${model.table}/${id}`),
  );
  // In one order, so that two at once wait for each other instead of deadlocking.
  for (const part of chunks(
    wanted.sort((one, other) => one - other),
    MAX_LIST_LENGTH,
  )) {
    const list = padToPowerOfTwo(part);
    await database.execute(
      `UPDATE ${quoteIdentifier(model.table)} SET ${quoteIdentifier(column.name)} = ? WHERE ${quoteIdentifier('id')} IN (${placeholders(list.length)})`,
      [formatSqlInstant(unit.now), ...list],
    );
    for (const id of part) unit.timestampedRecords.add(`${model.table}/${id}`);
  }
}
