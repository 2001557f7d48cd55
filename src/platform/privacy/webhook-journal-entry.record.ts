/** A journal entry as posted to webhooks. */
export interface WebhookJournalEntry {
  readonly KIND: string;
  readonly ID: number;
  /** Path, if the entry is about a file. */
  readonly PID: string;
  readonly BY: {
    readonly KIND: string;
    readonly ID: number;
    readonly NAME: string;
    /** For an import, the kind of its sender, to which the id belongs; absent from old deliveries. */
    readonly SENDER?: string;
  };
}

/** An erased person: id, new name, and a function that erases the names of its files in paths. */
interface ErasedPerson {
  readonly id: number;
  readonly pId: string;
  readonly toErasedPath: (path: string) => string;
}

/** Returns the path of the file that an entry is about; empty for other entries. */
export function getFilePath({ KIND, PID }: WebhookJournalEntry): string {
  return KIND === 'file' ? PID : '';
}

/** Returns an entry without the personal data of a person. */
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
