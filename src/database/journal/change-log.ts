import { type ActorContext, getActorContext } from '../../core/actor-context';
import type { EntityModel } from '../schema/entity-model';
import type { ChangeAction, JournalEntryKind } from './journal-declaration';

/** Values of a record, by property. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** A change that a unit of work has made. */
interface LoggedChange {
  readonly model: EntityModel;
  readonly id: number;
  /** Absent if this only adds field names to a change that is logged separately. */
  readonly action?: ChangeAction;
  /** Known values of the record, if it was created or deleted. */
  readonly row?: RecordValues;
  /** Names of fields that have changed. */
  readonly fields?: readonly string[];
  readonly context: ActorContext;
  /** Whether the write counts as a change only if the record gets the timestamp of the unit of work. */
  readonly requiresTimestamp?: boolean;
}

/** An event that changes no record of the database, such as a denied access or a change of a file. */
export interface LoggedEvent {
  readonly kind: JournalEntryKind;
  /** Id of the record that the event is about; 0 without a record, or if it is unknown. */
  readonly id: number;
  /** Path of a file, if the event is about one. */
  readonly path: string | null;
  readonly action: ChangeAction;
  readonly context: ActorContext;
}

/** All changes that a unit of work has made to one record. */
export interface RecordChange {
  readonly model: EntityModel;
  readonly id: number;
  readonly actions: Map<ChangeAction, ActorContext>;
  /** Names of the fields that have changed; empty for a record that the unit of work has created. */
  readonly fields: Set<string>;
  /** Whether the writes count as a change only if the record has the timestamp of the unit of work. */
  requiresTimestamp: boolean;
  /** Absent if it has to be read. */
  row?: RecordValues;
}

/** The changes of a unit of work so far, in order. Changes of a part that is rolled back are removed. */
export class ChangeLog {
  private readonly changes: LoggedChange[] = [];
  readonly events: LoggedEvent[] = [];
  private readonly createdKeys = new Set<string>();

  get isEmpty(): boolean {
    return this.changes.length === 0 && this.events.length === 0;
  }

  addChange(model: EntityModel, id: number, action: ChangeAction, row?: RecordValues): void {
    this.changes.push({ model, id, action, context: getActorContext(), ...(row && { row }) });
    if (action === 'created') this.createdKeys.add(toRecordKey(model, id));
  }

  /**
   * Adds names of fields that have changed. They are used only if a change of the record is logged as well. The fields
   * of a record that the unit of work has created are ignored.
   */
  addFields(model: EntityModel, id: number, fields: readonly string[]): void {
    if (fields.length === 0 || this.isCreated(model, id)) return;
    this.changes.push({ model, id, fields, context: getActorContext() });
  }

  /** Whether the unit of work has created a record. */
  isCreated(model: EntityModel, id: number): boolean {
    return this.createdKeys.has(toRecordKey(model, id));
  }

  /** Adds a write that counts as a change only if the record gets the timestamp of the unit of work. */
  addIfTimestamped(model: EntityModel, id: number): void {
    this.changes.push({
      model,
      id,
      action: 'updated',
      context: getActorContext(),
      requiresTimestamp: true,
    });
  }

  /** Updates the pId of a record that the same unit of work has created. */
  updatePId(model: EntityModel, id: number, pId: string): void {
    const creation = this.changes.findLast(
      (change) => change.model === model && change.id === id && change.action === 'created',
    );
    if (creation?.row) this.changes.push({ ...creation, row: { ...creation.row, pId } });
  }

  addEvent(event: Omit<LoggedEvent, 'context'>): void {
    this.events.push({ ...event, context: getActorContext() });
  }

  /** Returns a position for `rollbackTo`. */
  createSavepoint(): readonly [number, number] {
    return [this.changes.length, this.events.length];
  }

  /** Removes all changes after a savepoint. */
  rollbackTo([changes, events]: readonly [number, number]): void {
    this.changes.length = changes;
    this.events.length = events;
  }

  /** Returns the changes by record, in the order in which the records were first touched. */
  listRecordChanges(): RecordChange[] {
    const records = new Map<EntityModel, Map<number, RecordChange>>();
    const recordChanges: RecordChange[] = [];
    for (const change of this.changes) {
      const { model, id, action, row, context, fields = [], requiresTimestamp = false } = change;
      let modelRecords = records.get(model);
      if (!modelRecords) records.set(model, (modelRecords = new Map<number, RecordChange>()));
      let record = modelRecords.get(id);
      if (!record) {
        const noChange = {
          actions: new Map<ChangeAction, ActorContext>(),
          fields: new Set<string>(),
        };
        modelRecords.set(id, (record = { model, id, ...noChange, requiresTimestamp: true }));
        recordChanges.push(record);
      }
      for (const field of fields) record.fields.add(field);
      if (!action) continue;
      record.actions.set(action, context);
      record.requiresTimestamp &&= requiresTimestamp;
      if (row) record.row = row;
      else if (!record.actions.has('deleted')) delete record.row;
    }
    return recordChanges.map(mergeActions).filter(({ actions }) => actions.size > 0);
  }
}

function toRecordKey({ table }: EntityModel, id: number): string {
  return `${table}/${id}`;
}

/** A record that was created and deleted again has no change; any other action replaces `updated`. */
function mergeActions(record: RecordChange): RecordChange {
  const { actions } = record;
  const deletion = actions.get('deleted');
  if (deletion) {
    const existedBefore = !actions.has('created');
    actions.clear();
    if (existedBefore) actions.set('deleted', deletion);
  } else if (actions.size > 1) {
    actions.delete('updated');
  }
  return record;
}
