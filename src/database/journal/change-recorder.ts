import { allUnchanged } from '../writing/assignments';
import { touchRecords, markTimestamped } from '../writing/touch-records';
import {
  chunks,
  type Condition,
  isOneOf,
  MAX_LIST_LENGTH,
  type SqlFragment,
  whereClause,
} from '../queries/conditions';
import type { Database, ActiveUnitOfWork } from '../database';
import type { SqlValue } from '../schema/column-kinds';
import type { CascadingKey, ColumnModel, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import type { ChangeLog, JournalRow } from './change-log';
import { toPropertyRow, listEntryColumns } from './entry-columns';
import { findFieldOfParts, groupByField, type SetColumns } from './changed-fields';
import {
  findFieldName,
  getEntityOfKind,
  isChange,
  type PartDeclaration,
  type RecordDeclaration,
} from './journal-declaration';

/** Runs after a write: logs its changes and updates the timestamps of records whose parts have changed. */
type AfterWrite = () => void | Promise<void>;

const NO_CHANGE: AfterWrite = () => undefined;

/** SQL for columns that change in every row. */
const NEVER: SqlFragment = { sql: '1 = 0', params: [] };

/** A locked row, and which of the conditions it fulfills. */
interface LockedRow {
  readonly row: JournalRow;
  readonly fulfilled: readonly boolean[];
}

interface UpdateDescription {
  readonly assignments: SetColumns;
  /** Whether the update sets the timestamp of the unit of work on changed records, and only on them. */
  readonly isTimestamped?: boolean;
}

/** A prepared write: its conditions, one list for each statement, and the callback to run afterwards. */
interface RecordedWrite {
  readonly targets: readonly (readonly Condition[])[];
  readonly afterWrite: AfterWrite;
}

/**
 * Records the changes of every write in the change log of the unit of work, for the journal. Records whose parts change
 * get the timestamp of the change.
 */
export class ChangeRecorder {
  constructor(private readonly database: Database) {}

  /** Records an insertion. @param ids ids of the rows, in the same order */
  async afterInsert(
    model: EntityModel,
    rows: readonly JournalRow[],
    ids: readonly number[],
  ): Promise<void> {
    const { journal } = model;
    const { log } = this;
    if (journal?.is === 'record') {
      rows.forEach((row, at) => log.add(model, ids[at] as number, 'created', row));
      markTimestamped(this.unit, model, ids);
    } else if (journal?.is === 'part') {
      await this.recordOwnerChanges(model, journal, rows);
    }
  }

  /** Prepares the recording of an update. */
  async beforeUpdate(
    model: EntityModel,
    conditions: readonly Condition[],
    { assignments, isTimestamped = false }: UpdateDescription,
  ): Promise<RecordedWrite> {
    const { journal } = model;
    const targets = [conditions];
    if (journal?.is === 'part')
      return this.beforePartUpdate(model, journal, conditions, allUnchanged(assignments));
    if (journal?.is !== 'record') return { targets, afterWrite: NO_CHANGE };
    const properties = assignments.map(({ column }) => column.property);
    const isCounted = isChange(journal, properties);
    const fields = groupByField(journal, assignments);
    if (!isCounted && fields.size === 0) return { targets, afterWrite: NO_CHANGE };
    const soleIds = findSoleIds(conditions);
    const isKnown = fields.size === 0 || soleIds?.every((id) => this.log.isCreated(model, id));
    const unchanged = [...fields.values()].map((set) => allUnchanged(set) ?? NEVER);
    const locked =
      soleIds && isKnown ? [] : await this.lockedRows(model, conditions, [model.key], unchanged);
    const ids = soleIds ?? locked.map(({ row }) => Number(row['id']));
    const recordAll = (): void => {
      for (const { row, fulfilled } of locked) {
        const changed = [...fields.keys()].filter((_, at) => !fulfilled[at]);
        this.log.addFields(model, Number(row['id']), changed);
      }
      if (!isCounted) return;
      for (const id of ids)
        if (isTimestamped) this.log.addIfTimestamped(model, id);
        else this.log.add(model, id, 'updated');
    };
    return { targets: soleIds ? targets : narrowToIds(conditions, ids), afterWrite: recordAll };
  }

  /** Records the pId that an update may have set on one record. */
  afterRename(model: EntityModel, id: number, { pId }: JournalRow): void {
    if (model.journal?.is === 'record' && typeof pId === 'string') this.log.rename(model, id, pId);
  }

  /** Prepares the recording of a deletion. */
  async beforeRemove(model: EntityModel, conditions: readonly Condition[]): Promise<RecordedWrite> {
    const { journal } = model;
    const targets = [conditions];
    if (journal?.is === 'part') return this.beforePartUpdate(model, journal, conditions);
    if (journal?.is !== 'record') return { targets, afterWrite: NO_CHANGE };
    const locked = await this.lockedRows(model, conditions, listEntryColumns(model));
    const rows = locked.map(({ row }) => row);
    const callbacks = await this.beforeCascade(model, rows);
    const recordAll = async (): Promise<void> => {
      for (const callback of callbacks) await callback();
    };
    return {
      targets: findSoleIds(conditions) ? targets : narrowToIds(conditions, toIds(rows)),
      afterWrite: recordAll,
    };
  }

  private get unit(): ActiveUnitOfWork {
    const { unit } = this.database;
    if (!unit) throw new Error('Changes need a unit of work (UnitOfWork.run)');
    return unit;
  }

  private get log(): ChangeLog {
    return this.unit.changeLog;
  }

  /** @param unchanged SQL that is true for parts which the write leaves unchanged */
  private async beforePartUpdate(
    model: EntityModel,
    journal: PartDeclaration,
    conditions: readonly Condition[],
    unchanged?: SqlFragment,
  ): Promise<RecordedWrite> {
    const targets = [conditions];
    const owner = this.getOwnerModel(model, journal);
    const isHidden = owner && findFieldOfParts(model, journal, owner) === undefined;
    if (isHidden && findMarkerProperty(owner) !== undefined)
      return { targets, afterWrite: NO_CHANGE };
    const ownerIds = journal.by ? undefined : findNamedValues(conditions, journal.owner);
    if (ownerIds?.length === 1) {
      const rows = [{ [journal.owner]: ownerIds[0] }];
      return { targets, afterWrite: () => this.recordOwnerChanges(model, journal, rows) };
    }
    const columns = [model.key, ...ownerColumns(model, journal)];
    const locked = await this.lockedRows(model, conditions, columns, unchanged ? [unchanged] : []);
    const rows = locked.map(({ row }) => row);
    const changed = rows.filter((_, at) => locked[at]?.fulfilled[0] !== true);
    return {
      targets: findSoleIds(conditions) ? targets : narrowToIds(conditions, toIds(rows)),
      afterWrite: () => this.recordOwnerChanges(model, journal, changed),
    };
  }

  /** Prepares the recording of a deletion with its cascades: records that are deleted or changed along with it. */
  private async beforeCascade(
    model: EntityModel,
    rows: readonly JournalRow[],
  ): Promise<AfterWrite[]> {
    const ids = toIds(rows);
    const recordDeletions: AfterWrite = () => {
      rows.forEach((row, at) => this.log.add(model, ids[at] as number, 'deleted', row));
    };
    const callbacks = [recordDeletions];
    for (const part of chunks(ids, MAX_LIST_LENGTH)) {
      for (const follower of model.models.listCascadingKeys(model)) {
        const referencing = [isOneOf(follower.column.property, part)];
        const { is } = follower.model.journal ?? {};
        if (is === 'part') callbacks.push(await this.beforePartsChange(follower, referencing));
        else if (is === 'record' && follower.deletesRow) {
          const columns = listEntryColumns(follower.model);
          const cascaded = await this.selectRows(follower.model, referencing, columns);
          callbacks.push(
            ...(await this.beforeCascade(
              follower.model,
              cascaded.map(({ row }) => row),
            )),
          );
        } else if (is === 'record')
          callbacks.push(await this.beforeReferencesCleared(follower, referencing));
      }
    }
    return callbacks;
  }

  /** Prepares the recording of records whose reference is set to NULL: that changes them, whatever their marker is. */
  private async beforeReferencesCleared(
    { model, column }: Pick<CascadingKey, 'model' | 'column'>,
    conditions: readonly Condition[],
  ): Promise<AfterWrite> {
    const rows = await this.selectRows(model, conditions, [model.key]);
    const ids = rows.map(({ row }) => Number(row['id']));
    const field = findFieldName(model.journal as RecordDeclaration, column.property);
    return () => this.recordChanges(model, ids, field);
  }

  /** Prepares the recording of parts that are deleted or changed while their owner stays. */
  private async beforePartsChange(
    { model, column }: Pick<CascadingKey, 'model' | 'column'>,
    conditions: readonly Condition[],
  ): Promise<AfterWrite> {
    const journal = model.journal as PartDeclaration;
    if (column.property === journal.owner) return NO_CHANGE;
    const rows = await this.selectRows(model, conditions, ownerColumns(model, journal));
    const owner = this.getOwnerModel(model, journal);
    if (!owner) return NO_CHANGE;
    const ids = rows.map(({ row }) => Number(row[journal.owner]));
    return () => this.recordChanges(owner, ids, findFieldOfParts(model, journal, owner));
  }

  /** Records changes of the owners of parts; only their fields if a marker property records them. */
  private async recordOwnerChanges(
    model: EntityModel,
    journal: PartDeclaration,
    rows: readonly JournalRow[],
  ): Promise<void> {
    const owners = new Map<EntityModel, Set<number>>();
    for (const row of rows) {
      const owner = this.getOwnerModel(model, journal, row);
      if (!owner) continue;
      const ids = owners.get(owner);
      if (ids) ids.add(Number(row[journal.owner]));
      else owners.set(owner, new Set([Number(row[journal.owner])]));
    }
    for (const [owner, ids] of owners) {
      const field = findFieldOfParts(model, journal, owner);
      if (findMarkerProperty(owner) === undefined) await this.recordChanges(owner, [...ids], field);
      else this.recordFields(owner, ids, field);
    }
  }

  /** @param field undefined for one that no request or response shows */
  private async recordChanges(
    model: EntityModel,
    ids: readonly number[],
    field: string | undefined,
  ): Promise<void> {
    for (const id of ids) this.log.add(model, id, 'updated');
    this.recordFields(model, ids, field);
    await touchRecords(this.database, model, ids);
  }

  private recordFields(model: EntityModel, ids: Iterable<number>, field: string | undefined): void {
    if (field !== undefined) for (const id of ids) this.log.addFields(model, id, [field]);
  }

  /** Returns the model of the owner of a part; undefined if that depends on the row. */
  private getOwnerModel(model: EntityModel, { owner, by }: PartDeclaration, row?: JournalRow) {
    if (!by) {
      const { references } = model.column(owner);
      if (!references) throw new Error(`${model.entity.name}.${owner} is not a reference`);
      return model.models.get(references);
    }
    return row && model.models.get(getEntityOfKind(by.kindOf(row[by.property])));
  }

  /** Reads rows and locks them until the write. @param tests SQL conditions that are evaluated for each row */
  private lockedRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    tests: readonly SqlFragment[] = [],
  ): Promise<LockedRow[]> {
    const lock = this.database.dialect.forUpdate;
    return this.selectRows(model, conditions, columns, { tests, lock });
  }

  private async selectRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    { tests = [], lock = '' }: { tests?: readonly SqlFragment[]; lock?: string } = {},
  ): Promise<LockedRow[]> {
    const where = whereClause(model, 't', conditions);
    const list = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ');
    const results = tests.map(
      ({ sql }, at) => `, CASE WHEN ${sql} THEN 1 ELSE 0 END AS test_${at}`,
    );
    const sql = `SELECT DISTINCT ${list}${results.join('')} FROM ${quoteIdentifier(model.table)} t${where.sql}${lock}`;
    const params = [...tests.flatMap((test) => test.params), ...where.params];
    const rows = await this.database.select<Record<string, SqlValue>>(sql, params);
    return rows.map((row) => ({
      row: toPropertyRow(row, columns),
      fulfilled: tests.map((_, at) => row[`test_${at}`] === 1),
    }));
  }
}

function findMarkerProperty({ journal }: EntityModel): string | undefined {
  return journal?.is === 'record' ? journal.markerProperty : undefined;
}

function ownerColumns(model: EntityModel, { owner, by }: PartDeclaration): ColumnModel[] {
  return [owner, ...(by ? [by.property] : [])].map((property) => model.column(property));
}

/** Returns the ids if the conditions are only about ids, or match a single record at most. */
function findSoleIds(conditions: readonly Condition[]): number[] | undefined {
  const ids = findNamedValues(conditions, 'id');
  return ids && (ids.length === 1 || conditions.length === 1) ? ids.map(Number) : undefined;
}

function toIds(rows: readonly JournalRow[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** Restricts a write to the rows that were found, so that no row is written that has come in later unrecorded. */
function narrowToIds(conditions: readonly Condition[], ids: readonly number[]): Condition[][] {
  return chunks(ids, MAX_LIST_LENGTH).map((part) => [...conditions, isOneOf('id', part)]);
}

function findNamedValues(
  conditions: readonly Condition[],
  property: string,
): readonly unknown[] | undefined {
  return conditions.find(({ equalityValues }) => equalityValues?.property === property)
    ?.equalityValues?.values;
}
