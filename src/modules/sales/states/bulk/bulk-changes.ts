import { DomainError, NotFound } from '../../../../core/errors';
import type { UnitOfWork } from '../../../../database';
import type { StatusKind } from '../states';
import type { StateReader, StatefulRecordReference } from '../transitions/state-reader';
import { type BulkResult, findMismatch, requireReferences, toRejection } from './bulk-results';

interface Dependencies {
  readonly unitOfWork: Pick<UnitOfWork, 'run'>;
  readonly reader: Pick<StateReader, 'lock'>;
}

/** Changes a record that is locked. @returns whether it differs from before */
type ChangeRecord<E> = (id: number, element: E) => Promise<boolean>;

/**
 * Changes many records one after the other, each in a transaction of its own. A rejected element doesn't affect the
 * others.
 * @returns the results in the order of the elements
 * @throws InvalidRequest for an element without id and pId
 */
export async function applyBulkChange<E extends StatefulRecordReference>(
  dependencies: Dependencies,
  kind: StatusKind,
  elements: readonly E[],
  change: ChangeRecord<E>,
): Promise<BulkResult[]> {
  requireReferences(elements);
  const { unitOfWork, reader } = dependencies;
  const results: BulkResult[] = [];
  for (const element of elements) {
    try {
      results.push(await unitOfWork.run(() => changeOne(reader, kind, element, change)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push(toRejection(element, error));
    }
  }
  return results;
}

async function changeOne<E extends StatefulRecordReference>(
  reader: Dependencies['reader'],
  kind: StatusKind,
  element: E,
  change: ChangeRecord<E>,
): Promise<BulkResult> {
  const { id: givenId = 0, pId: givenPId = '' } = element;
  const locked = (await reader.lock(kind, [element]))(element);
  if (!locked) throw new NotFound({ resource: kind, id: givenId === 0 ? givenPId : givenId });
  const mismatch = findMismatch(element, locked);
  if (mismatch) throw mismatch;
  const { id, pId } = locked;
  const result = (await change(id, element)) ? 'ok' : 'unchanged';
  return { id, pId, result, detail: '' };
}
