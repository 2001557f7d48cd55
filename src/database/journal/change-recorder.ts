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

/** Notes, once the write has been done, what it changed, and dates the records whose parts it changed. */
type AfterWrite = () => void | Promise<void>;

const NO_CHANGE: AfterWrite = () => undefined;

/** Of a row that is looked at before a write: 1 where that leaves it as it is. */
const UNCHANGED_ALIAS = 'same_as_before';

/** What an update sets. */
interface UpdateDescription {
  readonly properties: readonly string[];
  /** Holds where all of it is there already. */
  readonly unchangedCondition?: SqlFragment | undefined;
  /** It gives records the time of the unit of work where it changes them, and only there. */
  readonly isTimestamped?: boolean;
}

/** A write of records: what it may find, a statement each, and what notes it. */
interface RecordedWrite {
  readonly targets: readonly (readonly Condition[])[];
  readonly afterWrite: AfterWrite;
}

/**
 * Where every write passes: notes which records it changes, for the journal, in the log of the unit of work. Those that
 * it changes by their parts get the time of the change.
 */
export class ChangeRecorder {
  constructor(private readonly database: Database) {}

  /** @param ids of the rows, in their order */
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

  /** Before an update. */
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
    const sole = findSoleIds(conditions);
    const ids = sole ?? toIds(await this.lockedRows(model, conditions, [model.key]));
    const note = (): void => {
      for (const id of ids)
        if (isTimestamped) this.log.addIfTimestamped(model, id);
        else this.log.add(model, id, 'updated');
    };
    return { targets: sole ? targets : narrowToIds(conditions, ids), afterWrite: note };
  }

  /** After an update of one record, which may have been given its name by it. */
  afterRename(model: EntityModel, id: number, { pId }: JournalRow): void {
    if (model.journal?.is === 'record' && typeof pId === 'string') this.log.rename(model, id, pId);
  }

  /** Before records are removed. */
  async beforeRemove(model: EntityModel, conditions: readonly Condition[]): Promise<RecordedWrite> {
    const { journal } = model;
    const targets = [conditions];
    if (journal?.is === 'part') return this.beforePartUpdate(model, journal, conditions);
    if (journal?.is !== 'record') return { targets, afterWrite: NO_CHANGE };
    const rows = await this.lockedRows(model, conditions, listEntryColumns(model));
    const notes = await this.beforeCascade(model, rows);
    const note = async (): Promise<void> => {
      for (const one of notes) await one();
    };
    return {
      targets: findSoleIds(conditions) ? targets : narrowToIds(conditions, toIds(rows)),
      afterWrite: note,
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

  /** @param same holds for parts that the write leaves as they are */
  private async beforePartUpdate(
    model: EntityModel,
    journal: PartDeclaration,
    conditions: readonly Condition[],
    same?: SqlFragment,
  ): Promise<RecordedWrite> {
    const targets = [conditions];
    const owner = this.getOwnerModel(model, journal);
    if (owner && findMarkerProperty(owner) !== undefined) return { targets, afterWrite: NO_CHANGE };
    const named = journal.by ? undefined : findNamedValues(conditions, journal.owner);
    if (named?.length === 1) {
      const rows = [{ [journal.owner]: named[0] }];
      return { targets, afterWrite: () => this.recordOwnerChanges(model, journal, rows) };
    }
    const columns = [model.key, ...ownerColumns(model, journal)];
    const rows = await this.lockedRows(model, conditions, columns, same);
    const changed = rows.filter(({ [UNCHANGED_ALIAS]: isSame }) => isSame !== 1);
    return {
      targets: findSoleIds(conditions) ? targets : narrowToIds(conditions, toIds(rows)),
      afterWrite: () => this.recordOwnerChanges(model, journal, changed),
    };
  }

  /** What goes, with the records that go or change with it. */
  private async beforeCascade(
    model: EntityModel,
    rows: readonly JournalRow[],
  ): Promise<AfterWrite[]> {
    const ids = toIds(rows);
    const gone: AfterWrite = () => {
      rows.forEach((row, at) => this.log.add(model, ids[at] as number, 'deleted', row));
    };
    const notes = [gone];
    for (const some of chunks(ids, MAX_LIST_LENGTH)) {
      for (const follower of model.models.listCascadingKeys(model)) {
        const naming = [isOneOf(follower.column.property, some)];
        const { is } = follower.model.journal ?? {};
        if (is === 'part') notes.push(await this.beforePartsChange(follower, naming));
        else if (is === 'record' && follower.deletesRow) {
          const others = await this.selectRows(
            follower.model,
            naming,
            listEntryColumns(follower.model),
          );
          notes.push(...(await this.beforeCascade(follower.model, others)));
        } else if (is === 'record')
          notes.push(await this.beforeReferencesCleared(follower.model, naming));
      }
    }
    return notes;
  }

  /** Records of which a name goes: that changes them, whatever their mark. */
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

  /** Parts that go, or change, of records that stay. */
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

  /** The records that parts belong to, unless a mark tells of their changes. */
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

  /** The model of the record that a part belongs to; undefined: the row has to tell. */
  private getOwnerModel(model: EntityModel, { owner, by }: PartDeclaration, row?: JournalRow) {
    if (!by) {
      const { references } = model.column(owner);
      if (!references) throw new Error(`${model.entity.name}.${owner} names no record`);
      return model.models.get(references);
    }
    return row && model.models.get(getEntityOfKind(by.kindOf(row[by.property])));
  }

  /** They stay as they are until the write. @param same what each row says in `SAME` whether it holds */
  private lockedRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    same?: SqlFragment,
  ): Promise<JournalRow[]> {
    return this.selectRows(model, conditions, columns, {
      same,
      lock: this.database.dialect.forUpdate,
    });
  }

  private async selectRows(
    model: EntityModel,
    conditions: readonly Condition[],
    columns: readonly ColumnModel[],
    { same, lock = '' }: { same?: SqlFragment | undefined; lock?: string } = {},
  ): Promise<JournalRow[]> {
    const where = whereClause(model, 't', conditions);
    const list = columns.map(({ name }) => `t.${quoteIdentifier(name)}`).join(', ');
    const told = same ? `, CASE WHEN ${same.sql} THEN 1 ELSE 0 END AS ${UNCHANGED_ALIAS}` : '';
    const sql = `SELECT DISTINCT ${list}${told} FROM ${quoteIdentifier(model.table)} t${where.sql}${lock}`;
    const params = [...(same?.params ?? []), ...where.params];
    const rows = await this.database.select<Record<string, SqlValue>>(sql, params);
    return rows.map((row) => ({
      ...toPropertyRow(row, columns),
      ...(same && { [UNCHANGED_ALIAS]: row[UNCHANGED_ALIAS] }),
    }));
  }
}

/** Whether a write of these properties is a change of the record. */
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

/** The ids, when nothing but them is asked for, or only one can be meant. */
function findSoleIds(conditions: readonly Condition[]): number[] | undefined {
  const ids = findNamedValues(conditions, 'id');
  return ids && (ids.length === 1 || conditions.length === 1) ? ids.map(Number) : undefined;
}

function toIds(rows: readonly JournalRow[]): number[] {
  return rows.map(({ id }) => Number(id));
}

/** The records that were found, so that nothing is written that has come in between and would not be noted. */
function narrowToIds(conditions: readonly Condition[], ids: readonly number[]): Condition[][] {
  return chunks(ids, MAX_LIST_LENGTH).map((some) => [...conditions, isOneOf('id', some)]);
}

function findNamedValues(
  conditions: readonly Condition[],
  property: string,
): readonly unknown[] | undefined {
  return conditions.find(({ equalityValues }) => equalityValues?.property === property)
    ?.equalityValues?.values;
}
