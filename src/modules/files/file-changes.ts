import { type Acting, acting, within } from '../../core/acting';
import { changeKind, type FileAction, type Stores } from '../../database';
import { type FilePath, isWithin, OWN_FOLDER } from './file-path';

const fileKind = changeKind('file', 'files');

/** Folder of the exports. Whoever knows the name of a file in it can read all that is stored. */
export const EXPORTS = 'exports' as FilePath;

interface FileChange {
  readonly action: FileAction;
  /** As the journal names it: that of a folder ends in a /. */
  readonly name: string;
  readonly context: Acting;
}

/** What was done to files under a hold, for the journal. */
export class FileChanges {
  private readonly changes: FileChange[] = [];

  add(action: FileAction, path: FilePath, kind: 'file' | 'folder'): void {
    const name = kind === 'folder' ? `${path}/` : path;
    if (isTold(path)) this.changes.push({ action, name, context: acting() });
  }

  /** Writes the entries, in the unit of work around. */
  write({ journal }: Stores): void {
    for (const { action, name, context } of this.changes)
      within(context, () => {
        journal.changedAt(fileKind, name, action);
      });
  }
}

/** What the store does for itself is nobody's business; and names of exports are secrets. */
function isTold(path: FilePath): boolean {
  const isOwn = path.split('/').some((part) => part.startsWith(OWN_FOLDER));
  const isExport = path !== EXPORTS && isWithin(path.toLowerCase() as FilePath, EXPORTS);
  return !isOwn && !isExport;
}
