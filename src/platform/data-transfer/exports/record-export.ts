import { defineChangeKind, type Stores } from '../../../database';

const exportKind = defineChangeKind('export', 'export');
const personExportKind = defineChangeKind('personExport', 'users');

/** An export, for an entry of the journal. */
interface JournaledExport {
  /** 0: of the command line, which keeps none. */
  readonly id: number;
  /** The id of the user whose data alone is taken along; null: everybody's is. */
  readonly userId: number | null;
}

/** Notes in the journal that data is taken along: who asked for it may read all that the export tells. */
export function recordExport(
  { unitOfWork, journal }: Pick<Stores, 'unitOfWork' | 'journal'>,
  { id, userId }: JournaledExport,
): Promise<void> {
  return unitOfWork.run(() => {
    journal.recordEvent(exportKind, id, 'created');
    if (userId !== null) journal.recordEvent(personExportKind, userId, 'created');
    return Promise.resolve();
  });
}

/** Notes, in the unit of work around, that an export is removed before its time. */
export function recordExportRemoval({ journal }: Pick<Stores, 'journal'>, id: number): void {
  journal.recordEvent(exportKind, id, 'deleted');
}
