import { changeKind, type Stores } from '../../database';

const personExport = changeKind('personExport', 'users');

/** Notes in the journal that everything about a user is taken along. */
export function notePersonExport({ unitOfWork, journal }: Stores, userId: number): Promise<void> {
  return unitOfWork.run(() => {
    journal.happened(personExport, userId, 'created');
    return Promise.resolve();
  });
}
