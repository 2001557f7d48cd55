/** An entry of the journal as a webhook is sent it. */
export interface WebhookJournalEntry {
  readonly KIND: string;
  readonly ID: number;
  /** Of a file its path. */
  readonly PID: string;
  readonly BY: {
    readonly KIND: string;
    readonly ID: number;
    readonly NAME: string;
    /** Of an import, whose id it is; absent from entries that were told long ago. */
    readonly SENDER?: string;
  };
}

/** A person, by the id and the name that stands for nobody; and what the path of a file becomes that is theirs. */
interface ErasedPerson {
  readonly id: number;
  readonly pId: string;
  readonly toErasedPath: (path: string) => string;
}

/** The path of the file that an entry is about; empty: it is about none. */
export function getFilePath({ KIND, PID }: WebhookJournalEntry): string {
  return KIND === 'file' ? PID : '';
}

/** The same entry without what it says of a person. */
export function redactPerson(
  entry: WebhookJournalEntry,
  { id, pId, toErasedPath }: ErasedPerson,
): WebhookJournalEntry {
  const { KIND, ID, BY } = entry;
  return {
    ...entry,
    ...(KIND === 'user' && ID === id && { PID: pId }),
    ...(KIND === 'file' && { PID: toErasedPath(getFilePath(entry)) }),
    ...([BY.KIND, BY.SENDER].includes('user') && BY.ID === id && { BY: { ...BY, NAME: pId } }),
  };
}
