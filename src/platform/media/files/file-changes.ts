import { type ActorContext, currentContext, runInContext } from '../../../core/actor-context';
import { defineChangeKind, type FileAction, type Stores } from '../../../database';
import { type FilePath, toStoredPath } from './file-path';

const fileKind = defineChangeKind('file', 'files');

interface FileChange {
  readonly action: FileAction;
  /** As the journal names it: that of a folder ends in a /. */
  readonly name: string;
  readonly context: ActorContext;
}

/** What was done to files under a hold, for the journal. */
export class FileChanges {
  private readonly changes: FileChange[] = [];

  add(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    const name = kind === 'folder' ? `${path}/` : path;
    // Locks that were left behind may be on the service's own files.
    if (toStoredPath(path) !== undefined)
      this.changes.push({ action, name, context: currentContext() });
  }

  /** Writes the entries, in the unit of work around. */
  writeToJournal({ journal }: Stores): void {
    for (const { action, name, context } of this.changes)
      runInContext(context, () => {
        journal.recordPathChange(fileKind, name, action);
      });
  }
}
