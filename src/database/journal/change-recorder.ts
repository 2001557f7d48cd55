import { toUnchangedCondition } from '../writing/column-assignments';
import { touchRecords, markTimestamped } from '../writing/touch-records';
import {
  splitIntoChunks,
  type Condition,
  whereIn,
  MAX_LIST_LENGTH,
  type SqlFragment,
  createWhereClause,
} from '../queries/conditions';
import type { Database, ActiveUnitOfWork } from '../database';
import type { SqlValue } from '../schema/column-kinds';
import type { CascadingForeignKey, ColumnModel, EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import {
  findEqualityValues,
  findIdsFromConditions,
  narrowToIds,
  narrowToRows,
  toIds,
} from './narrow-conditions';
import type { ChangeLog, RecordValues } from './change-log';
import {
  findMarkerProperty,
  getOwnerColumns,
  listJournaledColumns,
  toRecordValues,
} from './journaled-columns';
import {
  findFieldOfParts,
  groupAssignmentsByField,
  type ColumnAssignments,
} from './changed-fields';
import {
  findFieldName,
  getEntityOfEntryKind,
  countsAsChange,
  type PartDeclaration,
  type RecordDeclaration,
} from './journal-declaration';

/** Runs after a write: logs its changes and updates the timestamps of records whose parts have changed. */
type AfterWriteCallback = () => void | Promise<void>;

const NOOP_AFTER_WRITE: AfterWriteCallback = () => undefined;

/** SQL for columns that change in every row. */
const FALSE_CONDITION: SqlFragment = { sql: '1 = 0', params: [] };

/** A locked row, and which of the conditions it fulfills. */
interface SelectedRow {
  readonly row: RecordValues;
  readonly testResults: readonly boolean[];
}

interface UpdateDescription {
  readonly assignments: ColumnAssignments;
  /** Whether the update sets the timestamp of the unit of work on changed records, and only on them. */
  readonly isTimestamped?: boolean;
}

/** A prepared write: its conditions, one list for each statement, and the callback to run afterwards. */
interface PreparedWrite {
  readonly conditionLists: readonly (readonly Condition[])[];
  readonly afterWrite: AfterWriteCallback;
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
    rows: readonly RecordValues[],
    ids: readonly number[],
  ): Promise<void> {
    const { journal } = model;
    const { log } = this;
    if (journal?.type === 'record') {
      rows.forEach((row, at) => log.addChange(model, ids[at] as number, 'created', row));
      markTimestamped(this.unit, model, ids);
    } else if (journal?.type === 'part') {
      await this.recordOwnerChanges(model, journal, rows);
    }
  }

  /** Prepares the recording of an update. */
  async beforeUpdate(
    model: EntityModel,
    conditions: readonly Condition[],
    { assignments, isTimestamped = false }: UpdateDescription,
  ): Promise<PreparedWrite> {
    const { journal } = model;
    const conditionLists = [conditions];
    if (journal?.type === 'part')
      return this.beforePartUpdate(model, journal, conditions, toUnchangedCondition(assignments));
    if (journal?.type !== 'record') return { conditionLists, afterWrite: NOOP_AFTER_WRITE };
    const properties = assignments.map(({ column }) => column.property);
    const isCounted = countsAsChange(journal, properties);
    const fields = groupAssignmentsByField(journal, assignments);
    if (!isCounted && fields.size === 0) return { conditionLists, afterWrite: NOOP_AFTER_WRITE };
    const soleIds = findIdsFromConditions(conditions);
    const needsNoLock = fields.size === 0 || soleIds?.every((id) => this.log.isCreated(model, id));
    const unchangedConditions = [...fields.values()].map(
      (set) => toUnchangedCondition(set) ?? FALSE_CONDITION,
    );
    const locked =
      soleIds && needsNoLock
        ? []
        : await this.lockRows(model, conditions, [model.primaryKey], unchangedConditions);
    const ids = soleIds ?? locked.map(({ row }) => Number(row['id']));
    const recordAll = (): void => {
      for (const { row, testResults } of locked) {
        const changed = [...fields.keys()].filter((_, at) => !testResults[at]);
        this.log.addFields(model, Number(row['id']), changed);
      }
      if (!isCounted) return;
      for (const id of ids)
        if (isTimestamped) this.log.addIfTimestamped(model, id);
        else this.log.addChange(model, id, 'updated');
    };
    return {
      conditionLists: soleIds ? conditionLists : narrowToIds(conditions, ids),
      afterWrite: recordAll,
    };
  }

  /** Records the pId that an update may have set on one record. */
  afterPIdUpdate(model: EntityModel, id: number, { pId }: RecordValues): void {
    if (model.journal?.type === 'record' && typeof pId === 'string')
      this.log.updatePId(model, id, pId);
  }

  /** Prepares the recording of a deletion. */
  async beforeRemove(model: EntityModel, conditions: readonly Condition[]): Promise<PreparedWrite> {
    const { journal } = model;
    const conditionLists = [conditions];
    if (journal?.type === 'part') return this.beforePartUpdate(model, journal, conditions);
    if (journal?.type !== 'record') return { conditionLists, afterWrite: NOOP_AFTER_WRITE };
    const locked = await this.lockRows(model, conditions, listJournaledColumns(model));
    const rows = locked.map(({ row }) => row);
    const callbacks = await this.beforeCascade(model, rows);
    return {
      conditionLists: narrowToRows(conditions, rows),
      afterWrite: async () => {
        for (const callback of callbacks) await callback();
      },
    };
  }

  private get unit(): ActiveUnitOfWork {
    const { activeUnitOfWork } = this.database;
    if (!activeUnitOfWork) throw new Error('Changes need a unit of work (UnitOfWork.run)');
    return activeUnitOfWork;
  }

  private get log(): ChangeLog {
    return this.unit.changeLog;
  }

  /** @param unchangedCondition SQL that is true for parts which the write leaves unchanged */
  private async beforePartUpdate(
    model: EntityModel,
    journal: PartDeclaration,
    conditions: readonly Condition[],
    unchangedCondition?: SqlFragment,
  ): Promise<PreparedWrite> {
    const conditionLists = [conditions];
    const owner = this.getOwnerModel(model, journal);
    const isHidden = owner && findFieldOfParts(model, journal, owner) === undefined;
    if (isHidden && findMarkerProperty(owner) !== undefined)
      return { conditionLists, afterWrite: NOOP_AFTER_WRITE };
    const ownerIds = journal.discriminator
      ? undefined
      : findEqualityValues(conditions, journal.ownerProperty);
    if (ownerIds?.length === 1) {
      const rows = [{ [journal.ownerProperty]: ownerIds[0] }];
      const afterWrite = () => this.recordOwnerChanges(model, journal, rows);
      return { conditionLists, afterWrite };
    }
    const columns = [model.primaryKey, ...getOwnerColumns(model, journal)];
    const locked = await this.lockRows(
      model,
      conditions,
      columns,
      unchangedCondition ? [unchangedCondition] : [],
    );
    const rows = locked.map(({ row }) => row);
    const changed = rows.filter((_, at) => locked[at]?.testResults[0] !== true);
    return {
      conditionLists: narrowToRows(conditions, rows),
      afterWrite: () => this.recordOwnerChanges(model, journal, changed),
    };
  }

  /** Prepares the recording of a deletion with its cascades: records that are deleted or changed along with it. */
  private async beforeCascade(
    model: EntityModel,
    rows: readonly RecordValues[],
  ): Promise<AfterWriteCallback[]> {
    const ids = toIds(rows);
    const recordDeletions: AfterWriteCallback = () => {
      rows.forEach((row, at) => this.log.addChange(model, ids[at] as number, 'deleted', row));
    };
    const callbacks = [recordDeletions];
    for (const idChunk of splitIntoChunks(ids, MAX_LIST_LENGTH)) {
      for (const cascadingKey of model.models.listCascadingKeys(model)) {
        const referenceConditions = [whereIn(cascadingKey.column.property, idChunk)];
        const { type } = cascadingKey.model.journal ?? {};
        if (type === 'part')
          callbacks.push(await this.beforePartsChange(cascadingKey, referenceConditions));
        else if (type === 'record' && cascadingKey.deletesRow) {
          const columns = listJournaledColumns(cascadingKey.model);
          const cascadedRows = await this.selectRows(
            cascadingKey.model,
            referenceConditions,
            columns,
          );
          const recordValues = cascadedRows.map(({ row }) => row);
          callbacks.push(...(await this.beforeCascade(cascadingKey.model, recordValues)));
        } else if (type === 'record')
          callbacks.push(await this.beforeReferencesCleared(cascadingKey, referenceConditions));
      }
    }
    return callbacks;
  }

  /** Prepares the recording of records whose reference is set to NULL: that changes them, whatever their marker is. */
  private async beforeReferencesCleared(
    { model, column }: Pick<CascadingForeignKey, 'model' | 'column'>,
    conditions: readonly Condition[],
  ): Promise<AfterWriteCallback> {
    const rows = await this.selectRows(model, conditions, [model.primaryKey]);
    const ids = rows.map(({ row }) => Number(row['id']));
    const field = findFieldName(model.journal as RecordDeclaration, column.property);
    return () => this.recordChanges(model, ids, field);
  }

  /** Prepares the recording of parts that are deleted or changed while their owner stays. */
  private async beforePartsChange(
    { model, column }: Pick<CascadingForeignKey, 'model' | 'column'>,
    conditions: readonly Condition[],
  ): Promise<AfterWriteCallback> {
    const journal = model.journal as PartDeclaration;
    if (column.property === journal.ownerProperty) return NOOP_AFTER_WRITE;
    const rows = await this.selectRows(model, conditions, getOwnerColumns(model, journal));
    const owner = this.getOwnerModel(model, journal);
    if (!owner) return NOOP_AFTER_WRITE;
    const ids = rows.map(({ row }) => Number(row[journal.ownerProperty]));
    return () => this.recordChanges(owner, ids, findFieldOfParts(model, journal, owner));
  }

  /**
   * Records changes of the owners of parts. If an owner has a marker property, only the changed field is recorded,
   * because the write of that property counts as the change.
   */
  private async recordOwnerChanges(
    model: EntityModel,
    journal: PartDeclaration,
    rows: readonly RecordValues[],
  ): Promise<void> {
    const owners = new Map<EntityModel, Set<number>>();
    for (const row of rows) {
      const owner = this.getOwnerModel(model, journal, row);
      if (!owner) continue;
      const ids = owners.get(owner);
      if (ids) ids.add(Number(row[journal.ownerProperty]));
      else owners.set(owner, new Set([Number(row[journal.ownerProperty])]));
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
    for (const id of ids) this.log.addChange(model, id, 'updated');
    this.recordFields(model, ids, field);
    await touchRecords(this.database, model, ids);
  }

  private recordFields(model: EntityModel, ids: Iterable<number>, field: string | undefined): void {
    if (field !== undefined) for (const id of ids) this.log.addFields(model, id, [field]);
  }

  /** Returns the model of the owner of a part; undefined if it depends on the row and no row is given. */
  private getOwnerModel(
    model: EntityModel,
    { ownerProperty, discriminator }: PartDeclaration,
    row?: RecordValues,
  ) {
    if (!discriminator) {
      const { referencedEntity } = model.getColumn(ownerProperty);
      if (!referencedEntity)
        throw new Error(`${model.entity.name}.${ownerProperty} is not a reference`);
      return model.models.get(referencedEntity);
    }
    return (
      row &&
      model.models.get(getEntityOfEntryKind(discriminator.toKindName(row[discriminator.property])))
    );
  }

  /** Reads rows and locks them until the write. @param tests SQL conditions that are evaluated for each row */
  private lockRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    tests: readonly SqlFragment[] = [],
  ): Promise<SelectedRow[]> {
    const lock = this.database.dialect.forUpdate;
    return this.selectRows(model, conditions, columns, { tests, lock });
  }

  private async selectRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    { tests = [], lock: lockClause = '' }: { tests?: readonly SqlFragment[]; lock?: string } = {},
  ): Promise<SelectedRow[]> {
    const where = createWhereClause(model, 't', conditions);
    const columnList = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ');
    const testColumns = tests.map(
      ({ sql }, at) => `, CASE WHEN ${sql} THEN 1 ELSE 0 END AS test_${at}`,
    );
    const sql = `SELECT DISTINCT ${columnList}${testColumns.join('')} FROM ${quoteIdentifier(model.table)} t${where.sql}${lockClause}`;
    const params = [...tests.flatMap((test) => test.params), ...where.params];
    const rows = await this.database.select<Record<string, SqlValue>>(sql, params);
    return rows.map((row) => ({
      row: toRecordValues(row, columns),
      testResults: tests.map((_, at) => row[`test_${at}`] === 1),
    }));
  }
}
