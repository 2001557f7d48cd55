import type { ActorContext } from '../../core/actor-context';
import { groupBy } from '../../core/group-by';
import { truncateToCodePoints } from '../../core/text-folding';
import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import {
  splitIntoChunks,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  formatPlaceholders,
} from '../queries/conditions';
import type { Transaction } from '../dialect/connection';
import { formatSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import type { ChangeLog, RecordChange, RecordValues } from './change-log';
import type { ChangeAction, RecordDeclaration } from './journal-declaration';
import { toStoredActor } from './stored-actor';
import { toRecordValues, listJournaledColumns } from './journaled-columns';

const ENTRY_COLUMNS = [
  'at',
  'kind',
  'record_id',
  'p_id',
  'version',
  'action',
  'operation',
  'by_kind',
  'by_id',
  'by_name',
  'request_id',
  'path',
  'trace',
  'fields',
] as const;

const MAX_NAME_LENGTH = 255;

/** Time of the entries, and the timestamp of the records that the unit of work has changed. */
interface EntryTimes {
  readonly at: Date;
  readonly changedAt: Date;
}

/**
 * Writes the journal entries of a unit of work, without positions, as its last statement before the commit. Records
 * that it has left unchanged get none.
 * @returns the number of entries
 */
export async function writeJournalEntries(
  changeLog: ChangeLog,
  transaction: Transaction,
  { at: now, changedAt }: EntryTimes,
): Promise<number> {
  const changes = changeLog.listRecordChanges();
  await readRows(changes, transaction);
  const at = formatSqlInstant(now);
  const rows = changes.flatMap(({ model, id, row, actions, fields, requiresTimestamp }) =>
    row && (!requiresTimestamp || isTimestamped(row, changedAt))
      ? [...actions].map(([action, context]) => {
          const { kind } = model.journal as RecordDeclaration;
          const name = typeof kind === 'string' ? kind : (kind.kinds.get(row[kind.property]) ?? '');
          const { pId = null, version = null } = row;
          const recordColumnValues = [name, id, pId as SqlValue, version as SqlValue];
          return toEntryValues(at, recordColumnValues, action, context, { fields });
        })
      : [],
  );
  for (const { kind, id, path, action, context } of changeLog.events)
    rows.push(toEntryValues(at, [kind.name, id, null, null], action, context, { path }));
  if (rows.length > 0)
    await transaction.insert({ table: 'journal_entries', columns: ENTRY_COLUMNS, rows });
  return rows.length;
}

function isTimestamped({ [UPDATED_AT_PROPERTY]: time }: RecordValues, changedAt: Date): boolean {
  return time instanceof Date && time.getTime() === changedAt.getTime();
}

function toEntryValues(
  at: string,
  recordColumnValues: readonly SqlValue[],
  action: ChangeAction,
  context: ActorContext,
  { path = null, fields }: { path?: string | null; fields?: ReadonlySet<string> },
): SqlValue[] {
  const { operationId = '', requestId = '', trace } = context;
  const { kind, id, name } = toStoredActor(context);
  const actorValues = [kind, id, truncateToCodePoints(name, MAX_NAME_LENGTH)];
  const hasChangedFields = fields !== undefined && fields.size > 0 && action !== 'deleted';
  const changedFieldsJson = hasChangedFields ? JSON.stringify([...fields].sort()) : null;
  return [
    at,
    ...recordColumnValues,
    action,
    operationId,
    ...actorValues,
    requestId,
    path,
    trace ?? null,
    changedFieldsJson,
  ];
}

/** Reads the missing values of changed records; records that no longer exist keep none. */
async function readRows(changes: readonly RecordChange[], transaction: Transaction): Promise<void> {
  const changesWithoutRow = changes.filter(({ row }) => !row);
  for (const [model, changesOfModel] of groupBy(changesWithoutRow, (change) => change.model)) {
    for (const changeChunk of splitIntoChunks(changesOfModel, MAX_LIST_LENGTH))
      await readRowsOfModel(model, changeChunk, transaction);
  }
}

async function readRowsOfModel(
  model: EntityModel,
  changes: readonly RecordChange[],
  transaction: Transaction,
): Promise<void> {
  const updatedAtColumn = findUpdatedAtColumn(model);
  const columns = [...listJournaledColumns(model), ...(updatedAtColumn ? [updatedAtColumn] : [])];
  const paddedIds = padToPowerOfTwo(changes.map(({ id }) => id));
  const sql =
    `SELECT ${columns.map(({ name }) => quoteIdentifier(name)).join(', ')} FROM ${quoteIdentifier(model.table)} ` +
    `WHERE ${quoteIdentifier('id')} IN (${formatPlaceholders(paddedIds.length)})`;
  const rows = (await transaction.select(sql, paddedIds)) as Record<string, SqlValue>[];
  const byId = new Map(rows.map((row) => [Number(row['id']), toRecordValues(row, columns)]));
  for (const change of changes) {
    const row = byId.get(change.id);
    if (row) change.row = row;
  }
}
