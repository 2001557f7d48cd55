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
import type { ColumnModel, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import type { ChangeLog, JournalRow } from './change-log';
import { toPropertyRow, listEntryColumns } from './entry-columns';
import {
  getEntityOfKind,
  type PartDeclaration,
  type RecordDeclaration,
} from './journal-declaration';

/** Runs after a write: logs its changes and updates the timestamps of records whose parts have changed. */
type AfterWrite = () => void | Promise<void>;

const NO_CHANGE: AfterWrite = () => undefined;

/** Column alias of a locked row: 1 if the write leaves the row unchanged. */
const UNCHANGED_ALIAS = 'same_as_before';

/** The properties that an update sets. */
interface UpdateDescription {
  readonly properties: readonly string[];
  /** SQL that is true for rows which already have all new values. */
  readonly unchangedCondition?: SqlFragment | undefined;
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
    { properties, unchangedCondition, isTimestamped = false }: UpdateDescription,
  ): Promise<RecordedWrite> {
    const { journal } = model;
    const targets = [conditions];
    if (journal?.is === 'part')
      return this.beforePartUpdate(model, journal, conditions, unchangedCondition);
    if (journal?.is !== 'record' || !isChange(journal, properties))
      return { targets, afterWrite: NO_CHANGE };
    const soleIds = findSoleIds(conditions);
    const ids = soleIds ?? toIds(await this.lockedRows(model, conditions, [model.key]));
    const recordAll = (): void => {
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
    const rows = await this.lockedRows(model, conditions, listEntryColumns(model));
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
    if (owner && findMarkerProperty(owner) !== undefined) return { targets, afterWrite: NO_CHANGE };
    const ownerIds = journal.by ? undefined : findNamedValues(conditions, journal.owner);
    if (ownerIds?.length === 1) {
      const rows = [{ [journal.owner]: ownerIds[0] }];
      return { targets, afterWrite: () => this.recordOwnerChanges(model, journal, rows) };
    }
    const columns = [model.key, ...ownerColumns(model, journal)];
    const rows = await this.lockedRows(model, conditions, columns, unchanged);
    const changed = rows.filter(({ [UNCHANGED_ALIAS]: isSame }) => isSame !== 1);
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
          const cascaded = await this.selectRows(
            follower.model,
            referencing,
            listEntryColumns(follower.model),
          );
          callbacks.push(...(await this.beforeCascade(follower.model, cascaded)));
        } else if (is === 'record')
          callbacks.push(await this.beforeReferencesCleared(follower.model, referencing));
      }
    }
    return callbacks;
  }

  /** Prepares the recording of records whose reference is set to NULL: that changes them, whatever their marker is. */
  private async beforeReferencesCleared(
    model: EntityModel,
    conditions: readonly Condition[],
  ): Promise<AfterWrite> {
    const rows = await this.selectRows(model, conditions, [model.key]);
    return () =>
      this.recordChanges(
        model,
        rows.map(({ id }) => Number(id)),
      );
  }

  /** Prepares the recording of parts that are deleted or changed while their owner stays. */
  private async beforePartsChange(
    { model, column }: { readonly model: EntityModel; readonly column: ColumnModel },
    conditions: readonly Condition[],
  ): Promise<AfterWrite> {
    const journal = model.journal as PartDeclaration;
    if (column.property === journal.owner) return NO_CHANGE;
    const rows = await this.selectRows(model, conditions, ownerColumns(model, journal));
    const owner = this.getOwnerModel(model, journal);
    if (!owner) return NO_CHANGE;
    return () =>
      this.recordChanges(
        owner,
        rows.map((row) => Number(row[journal.owner])),
      );
  }

  /** Records changes of the owners of parts, unless a marker property records them. */
  private async recordOwnerChanges(
    model: EntityModel,
    journal: PartDeclaration,
    rows: readonly JournalRow[],
  ): Promise<void> {
    const owners = new Map<EntityModel, number[]>();
    for (const row of rows) {
      const owner = this.getOwnerModel(model, journal, row);
      if (!owner || findMarkerProperty(owner) !== undefined) continue;
      const ids = owners.get(owner);
      if (ids) ids.push(Number(row[journal.owner]));
      else owners.set(owner, [Number(row[journal.owner])]);
    }
    for (const [owner, ids] of owners) await this.recordChanges(owner, ids);
  }

  private async recordChanges(model: EntityModel, ids: readonly number[]): Promise<void> {
    for (const id of ids) this.log.add(model, id, 'updated');
    await touchRecords(this.database, model, ids);
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

  /** Reads rows and locks them until the write. @param unchanged SQL whose result is selected as `UNCHANGED_ALIAS` */
  private lockedRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    unchanged?: SqlFragment,
  ): Promise<JournalRow[]> {
    return this.selectRows(model, conditions, columns, {
      unchanged,
      lock: this.database.dialect.forUpdate,
    });
  }

  private async selectRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    { unchanged, lock = '' }: { unchanged?: SqlFragment | undefined; lock?: string } = {},
  ): Promise<JournalRow[]> {
    const where = whereClause(model, 't', conditions);
    const list = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ');
    const unchangedColumn = unchanged
      ? `, CASE WHEN ${unchanged.sql} THEN 1 ELSE 0 END AS ${UNCHANGED_ALIAS}`
      : '';
    const sql = `SELECT DISTINCT ${list}${unchangedColumn} FROM ${quoteIdentifier(model.table)} t${where.sql}${lock}`;
    const params = [...(unchanged?.params ?? []), ...where.params];
    const rows = await this.database.select<Record<string, SqlValue>>(sql, params);
    return rows.map((row) => ({
      ...toPropertyRow(row, columns),
      ...(unchanged && { [UNCHANGED_ALIAS]: row[UNCHANGED_ALIAS] }),
    }));
  }
}

/** Whether a write of these properties counts as a change of the record. */
export function isChange(
  { markerProperty, ignoredProperties = [] }: RecordDeclaration,
  properties: readonly string[],
): boolean {
  if (markerProperty !== undefined) return properties.includes(markerProperty);
  return properties.some((property) => !ignoredProperties.includes(property));
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
