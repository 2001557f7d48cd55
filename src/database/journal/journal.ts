import { Injectable } from '@nestjs/common';
import { Database } from '../database';
import type { EntityClass } from '../schema/entity-model';
import type { ChangeLog } from './change-log';
import type { ChangeAction, JournalEntryKind } from './journal-declaration';

/** An action on a record other than creating, updating and deleting it. */
type NamedAction = Exclude<ChangeAction, 'created' | 'updated' | 'deleted' | 'refused'>;

/** An action on a file or a folder. */
export type FileAction = Extract<ChangeAction, 'created' | 'updated' | 'deleted' | 'moved'>;

/** Records actions that the journal can't detect itself. Writer records all writes of records. */
@Injectable()
export class Journal {
  constructor(private readonly database: Database) {}

  /** Records an action of the current unit of work on records, which replaces a plain `updated`. */
  recordAction(entity: EntityClass, ids: Iterable<number>, action: NamedAction): void {
    const model = this.database.models.get(entity);
    for (const id of ids) this.changeLog.addChange(model, id, action);
  }

  /** Records names of fields for the entries of records that the current unit of work changes. */
  recordFields(entity: EntityClass, ids: Iterable<number>, fields: readonly string[]): void {
    const model = this.database.models.get(entity);
    for (const id of ids) this.changeLog.addFields(model, id, fields);
  }

  /** Records in the current unit of work that access was denied. @param id 0 if it is unknown */
  recordDeniedAccess(kind: JournalEntryKind, id: number): void {
    this.changeLog.addEvent({ kind, id, path: null, action: 'refused' });
  }

  /** Records in the current unit of work an event that concerns a record but doesn't change it. */
  recordEvent(kind: JournalEntryKind, id: number, action: ChangeAction): void {
    this.changeLog.addEvent({ kind, id, path: null, action });
  }

  /** Records in the current unit of work a change outside of the database to something that has a path. */
  recordPathChange(kind: JournalEntryKind, path: string, action: FileAction): void {
    this.changeLog.addEvent({ kind, id: 0, path, action });
  }

  private get changeLog(): ChangeLog {
    const { activeUnitOfWork } = this.database;
    if (!activeUnitOfWork)
      throw new Error('The journal is written in a unit of work (UnitOfWork.run)');
    return activeUnitOfWork.changeLog;
  }
}
