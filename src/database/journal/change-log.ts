import { type ActorContext, currentContext } from '../../core/actor-context';
import type { EntityModel } from '../schema/model';
import type { ChangeAction, ChangeKind } from './journal-declaration';

/** Values of a record, by property. */
export type JournalRow = Readonly<Record<string, unknown>>;

/** Something that a unit of work has done. */
interface LoggedChange {
  readonly model: EntityModel;
  readonly id: number;
  readonly action: ChangeAction;
  /** What is known of the record: of one that is new, or gone. */
  readonly row?: JournalRow;
  readonly context: ActorContext;
  /** It was a change only if the record bears the time of the unit of work. */
  readonly ifTimestamped?: boolean;
}

/** Something that concerns no record of the database. */
export interface LoggedEvent {
  readonly kind: ChangeKind;
  readonly id: number;
  /** What it is called, where that is the path of a file. */
  readonly path: string | null;
  readonly action: ChangeAction;
  readonly context: ActorContext;
}

/** What a unit of work has done to one record, all in all. */
export interface RecordChange {
  readonly model: EntityModel;
  readonly id: number;
  readonly actions: Map<ChangeAction, ActorContext>;
  /** All that is known is that something was written: it was a change if the record bears the time of the unit of work. */
  ifTimestamped: boolean;
  /** Absent: to be read. */
  row?: JournalRow;
}

/** What a unit of work has done so far, in order. A part of it that is undone is taken out again. */
export class ChangeLog {
  private readonly changes: LoggedChange[] = [];
  readonly events: LoggedEvent[] = [];

  get isEmpty(): boolean {
    return this.changes.length === 0 && this.events.length === 0;
  }

  add(model: EntityModel, id: number, action: ChangeAction, row?: JournalRow): void {
    this.changes.push({ model, id, action, context: currentContext(), ...(row && { row }) });
  }

  /** A write that changes the record if it gives it the time of the unit of work, and that is not known yet. */
  addIfTimestamped(model: EntityModel, id: number): void {
    this.changes.push({
      model,
      id,
      action: 'updated',
      context: currentContext(),
      ifTimestamped: true,
    });
  }

  /** What was made by the unit of work itself is called something else by now. */
  rename(model: EntityModel, id: number, pId: string): void {
    const made = this.changes.findLast(
      (change) => change.model === model && change.id === id && change.action === 'created',
    );
    if (made?.row) this.changes.push({ ...made, row: { ...made.row, pId } });
  }

  addEvent(event: Omit<LoggedEvent, 'context'>): void {
    this.events.push({ ...event, context: currentContext() });
  }

  /** A place to go back to. */
  savepoint(): readonly [number, number] {
    return [this.changes.length, this.events.length];
  }

  /** Forgets what came after a mark. */
  rollbackTo([changes, events]: readonly [number, number]): void {
    this.changes.length = changes;
    this.events.length = events;
  }

  /** What has become of each record, in the order in which they were touched first. */
  listRecordChanges(): RecordChange[] {
    const records = new Map<EntityModel, Map<number, RecordChange>>();
    const all: RecordChange[] = [];
    for (const { model, id, action, row, context, ifTimestamped = false } of this.changes) {
      let ofModel = records.get(model);
      if (!ofModel) records.set(model, (ofModel = new Map<number, RecordChange>()));
      let record = ofModel.get(id);
      if (!record) {
        ofModel.set(id, (record = { model, id, actions: new Map(), ifTimestamped: true }));
        all.push(record);
      }
      record.actions.set(action, context);
      record.ifTimestamped &&= ifTimestamped;
      if (row) record.row = row;
      else if (!record.actions.has('deleted')) delete record.row;
    }
    return all.map(mergeActions).filter(({ actions }) => actions.size > 0);
  }
}

/** What was made and is gone again was nothing; what has a name of its own is no plain update. */
function mergeActions(record: RecordChange): RecordChange {
  const { actions } = record;
  const end = actions.get('deleted');
  if (end) {
    const wasThere = !actions.has('created');
    actions.clear();
    if (wasThere) actions.set('deleted', end);
  } else if (actions.size > 1) {
    actions.delete('updated');
  }
  return record;
}
