import { DomainError, NotFound } from '../../../../core/errors';
import type { UnitOfWork } from '../../../../database';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import type {
  LockedStatefulRecord,
  StateReader,
  StatefulRecordReference,
} from '../transitions/state-reader';
import {
  type BulkResult,
  findReferenceMismatch,
  requireReferences,
  toRejectedResult,
} from './bulk-results';

interface Dependencies {
  readonly unitOfWork: Pick<UnitOfWork, 'run'>;
  readonly reader: Pick<StateReader, 'lockAndCreateLookup'>;
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
  kind: StatefulRecordKind,
  elements: readonly E[],
  change: ChangeRecord<E>,
): Promise<BulkResult[]> {
  requireReferences(elements);
  const { unitOfWork, reader } = dependencies;
  const results: BulkResult[] = [];
  for (const element of elements) {
    // A rejection has id and pId of the stored record; for an unknown record it has those of the request.
    let reference: StatefulRecordReference = element;
    try {
      const result = await unitOfWork.run(async (): Promise<BulkResult> => {
        const locked = await lockOne(reader, kind, element);
        const { id, pId } = locked;
        reference = { id, pId };
        const mismatch = findReferenceMismatch(element, locked);
        if (mismatch) throw mismatch;
        return { id, pId, result: (await change(id, element)) ? 'ok' : 'unchanged', detail: '' };
      });
      results.push(result);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push(toRejectedResult(reference, error));
    }
  }
  return results;
}

async function lockOne(
  reader: Dependencies['reader'],
  kind: StatefulRecordKind,
  element: StatefulRecordReference,
): Promise<LockedStatefulRecord> {
  const { id = 0, pId = '' } = element;
  const locked = (await reader.lockAndCreateLookup(kind, [element]))(element);
  if (!locked) throw new NotFound({ resource: kind, id: id === 0 ? pId : id });
  return locked;
}
