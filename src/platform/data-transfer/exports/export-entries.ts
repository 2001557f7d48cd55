import { defineChangeKind, type Stores } from '../../../database';

const ofAll = defineChangeKind('export', 'export');
const ofPerson = defineChangeKind('personExport', 'users');

/** An export, for an entry of the journal. */
interface NotedExport {
  /** 0: of the command line, which keeps none. */
  readonly id: number;
  /** The id of the user whose data alone is taken along; null: everybody's is. */
  readonly userId: number | null;
}

/** Notes in the journal that data is taken along: who asked for it may read all that the export tells. */
export function noteExport(
  { unitOfWork, journal }: Pick<Stores, 'unitOfWork' | 'journal'>,
  { id, userId }: NotedExport,
): Promise<void> {
  return unitOfWork.run(() => {
    journal.recordEvent(ofAll, id, 'created');
    if (userId !== null) journal.recordEvent(ofPerson, userId, 'created');
    return Promise.resolve();
  });
}

/** Notes, in the unit of work around, that an export is removed before its time. */
export function noteRemoval({ journal }: Pick<Stores, 'journal'>, id: number): void {
  journal.recordEvent(ofAll, id, 'deleted');
}
