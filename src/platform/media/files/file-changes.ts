import { type ActorContext, currentContext, runInContext } from '../../../core/actor-context';
import { defineChangeKind, type FileAction, type DataAccess } from '../../../database';
import { type FilePath, toStoredPath } from './file-path';

const fileKind = defineChangeKind('file', 'files');

interface FileChange {
  readonly action: FileAction;
  /** The name in the journal; the name of a folder ends in a /. */
  readonly name: string;
  readonly context: ActorContext;
}

/** Collects changes of files under a lock, for the journal. */
export class FileChanges {
  private readonly changes: FileChange[] = [];

  add(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    const name = kind === 'folder' ? `${path}/` : path;
    // Expired locks may be on the service's own files, which are not journaled.
    if (toStoredPath(path) !== undefined)
      this.changes.push({ action, name, context: currentContext() });
  }

  /** Writes the entries in the enclosing unit of work. */
  writeToJournal({ journal }: DataAccess): void {
    for (const { action, name, context } of this.changes)
      runInContext(context, () => {
        journal.recordPathChange(fileKind, name, action);
      });
  }
}
