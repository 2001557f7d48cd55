import { defineJournalEntryKind, type DataAccess } from '../../../database';

const exportKind = defineJournalEntryKind('export', { area: 'export' });
const personExportKind = defineJournalEntryKind('personExport', { area: 'users' });

/** An export in a journal entry. */
interface JournaledExport {
  /** 0 for exports of the command line, which aren't stored. */
  readonly id: number;
  /** Id of the user whose records are exported; null if everything is. */
  readonly userId: number | null;
}

/** Records in the journal that data is exported: its requester can read everything in the export. */
export function recordExportInJournal(
  { unitOfWork, journal }: Pick<DataAccess, 'unitOfWork' | 'journal'>,
  { id, userId }: JournaledExport,
): Promise<void> {
  return unitOfWork.run(() => {
    journal.recordEvent(exportKind, id, 'created');
    if (userId !== null) journal.recordEvent(personExportKind, userId, 'created');
    return Promise.resolve();
  });
}

/** Records in the current unit of work that an export is removed before its time. */
export function recordExportRemovalInJournal(
  { journal }: Pick<DataAccess, 'journal'>,
  id: number,
): void {
  journal.recordEvent(exportKind, id, 'deleted');
}
