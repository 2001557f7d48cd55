import { type ActorContext, getActorContext, runInActorContext } from '../../../core/actor-context';
import { defineJournalEntryKind, type FileAction, type DataAccess } from '../../../database';
import { type FilePath, parseStoredPath } from './file-path';

const fileChangeKind = defineJournalEntryKind('file', { area: 'files' });

interface FileChange {
  readonly action: FileAction;
  /** The name in the journal; the name of a folder ends in a /. */
  readonly journalPath: string;
  readonly context: ActorContext;
}

/** Collects changes of files under a lock, for the journal. */
export class FileChanges {
  private readonly changes: FileChange[] = [];

  add(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    const journalPath = kind === 'folder' ? `${path}/` : path;
    // The service's own files are not journaled. Their expired locks can also lead to a change.
    if (parseStoredPath(path) !== undefined)
      this.changes.push({ action, journalPath, context: getActorContext() });
  }

  /** Writes the entries in the enclosing unit of work. */
  writeToJournal({ journal }: DataAccess): void {
    for (const { action, journalPath, context } of this.changes)
      runInActorContext(context, () => {
        journal.recordPathChange(fileChangeKind, journalPath, action);
      });
  }
}
