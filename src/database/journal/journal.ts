import { Injectable } from '@nestjs/common';
import { Database } from '../database';
import type { EntityClass } from '../schema/model';
import type { ChangeLog } from './change-log';
import type { ChangeAction, ChangeKind } from './journal-declaration';

/** What is done to a record besides making, changing and removing it. */
type NamedAction = Exclude<ChangeAction, 'created' | 'updated' | 'deleted' | 'refused'>;

/** What is done to a file or a folder. */
export type FileAction = Extract<ChangeAction, 'created' | 'updated' | 'deleted' | 'moved'>;

/** What the journal can't see for itself. All writes of records are noted where they are done (Writer). */
@Injectable()
export class Journal {
  constructor(private readonly database: Database) {}

  /** Says what the unit of work around does to records, in place of a plain `updated`. */
  recordAction(entity: EntityClass, ids: Iterable<number>, action: NamedAction): void {
    const model = this.database.models.get(entity);
    for (const id of ids) this.changes.add(model, id, action);
  }

  /** Notes, in the unit of work around, that somebody was not let in. @param id 0: nobody knows which */
  recordRefusal(kind: ChangeKind, id: number): void {
    this.changes.addEvent({ kind, id, path: null, action: 'refused' });
  }

  /** Notes, in the unit of work around, something that is no change of a record but is about one. */
  recordEvent(kind: ChangeKind, id: number, action: ChangeAction): void {
    this.changes.addEvent({ kind, id, path: null, action });
  }

  /** Notes, in the unit of work around, what was done outside of the database to something that has a path. */
  recordPathChange(kind: ChangeKind, path: string, action: FileAction): void {
    this.changes.addEvent({ kind, id: 0, path, action });
  }

  private get changes(): ChangeLog {
    const { unit } = this.database;
    if (!unit) throw new Error('The journal is written in a unit of work (UnitOfWork.run)');
    return unit.changeLog;
  }
}
