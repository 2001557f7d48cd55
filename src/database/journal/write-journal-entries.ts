import type { ActorContext } from '../../core/actor-context';
import { groupBy } from '../../core/group-by';
import { truncateToCodePoints } from '../../core/text';
import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import { chunks, MAX_LIST_LENGTH, padToPowerOfTwo, placeholders } from '../queries/conditions';
import type { Transaction } from '../dialect/connection';
import { formatSqlInstant, type SqlValue } from '../schema/column-kinds';
import type { EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import type { ChangeLog, RecordChange, RecordValues } from './change-log';
import type { ChangeAction, RecordDeclaration } from './journal-declaration';
import { toStoredActor } from './stored-actor';
import { toPropertyRow, listJournaledColumns } from './journaled-columns';

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
  log: ChangeLog,
  transaction: Transaction,
  { at: now, changedAt }: EntryTimes,
): Promise<number> {
  const changes = log.listRecordChanges();
  await readRows(changes, transaction);
  const at = formatSqlInstant(now);
  const rows = changes.flatMap(({ model, id, row, actions, fields, requiresTimestamp }) =>
    row && (!requiresTimestamp || isTimestamped(row, changedAt))
      ? [...actions].map(([action, context]) => {
          const { kind } = model.journal as RecordDeclaration;
          const name = typeof kind === 'string' ? kind : (kind.kinds.get(row[kind.property]) ?? '');
          const { pId = null, version = null } = row;
          const record = [name, id, pId as SqlValue, version as SqlValue];
          return toEntryValues(at, record, action, context, { fields });
        })
      : [],
  );
  for (const { kind, id, path, action, context } of log.events)
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
  record: readonly SqlValue[],
  action: ChangeAction,
  context: ActorContext,
  { path = null, fields }: { path?: string | null; fields?: ReadonlySet<string> },
): SqlValue[] {
  const { operationId = '', requestId = '', trace } = context;
  const { kind, id, name } = toStoredActor(context);
  const by = [kind, id, truncateToCodePoints(name, MAX_NAME_LENGTH)];
  const isPartial = fields !== undefined && fields.size > 0 && action !== 'deleted';
  const changed = isPartial ? JSON.stringify([...fields].sort()) : null;
  return [at, ...record, action, operationId, ...by, requestId, path, trace ?? null, changed];
}

/** Reads the missing values of changed records; records that no longer exist keep none. */
async function readRows(changes: readonly RecordChange[], transaction: Transaction): Promise<void> {
  const unknown = changes.filter(({ row }) => !row);
  for (const [model, pending] of groupBy(unknown, (change) => change.model)) {
    for (const part of chunks(pending, MAX_LIST_LENGTH))
      await readRowsOfModel(model, part, transaction);
  }
}

async function readRowsOfModel(
  model: EntityModel,
  changes: readonly RecordChange[],
  transaction: Transaction,
): Promise<void> {
  const time = findUpdatedAtColumn(model);
  const shown = [...listJournaledColumns(model), ...(time ? [time] : [])];
  const list = padToPowerOfTwo(changes.map(({ id }) => id));
  const sql =
    `SELECT ${shown.map(({ name }) => quoteIdentifier(name)).join(', ')} FROM ${quoteIdentifier(model.table)} ` +
    `WHERE ${quoteIdentifier('id')} IN (${placeholders(list.length)})`;
  const rows = (await transaction.select(sql, list)) as Record<string, SqlValue>[];
  const byId = new Map(rows.map((row) => [Number(row['id']), toPropertyRow(row, shown)]));
  for (const change of changes) {
    const row = byId.get(change.id);
    if (row) change.row = row;
  }
}
