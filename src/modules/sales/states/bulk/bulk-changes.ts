import { Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../../../core/errors';
import { UnitOfWork } from '../../../../database';
import type { StatusKind } from '../states';
import { StateReader, type StatefulRecordReference } from '../transitions/state-reader';
import { type BulkResult, findMismatch, requireReferences, toRejection } from './bulk-results';

/** Changes many orders or shipments, each in a transaction of its own. */
@Injectable()
export class BulkChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reader: StateReader,
  ) {}

  /**
   * Changes the records one after the other. A rejected element doesn't affect the others.
   * @param change changes a record; returns whether it differs from before
   * @returns the results in the order of the elements
   * @throws InvalidRequest for an element without id and pId
   */
  async changeAll<E extends StatefulRecordReference>(
    kind: StatusKind,
    elements: readonly E[],
    change: (id: number, element: E) => Promise<boolean>,
  ): Promise<BulkResult[]> {
    requireReferences(elements);
    const results: BulkResult[] = [];
    for (const element of elements) {
      try {
        results.push(await this.unitOfWork.run(() => this.changeOne(kind, element, change)));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        results.push(toRejection(element, error));
      }
    }
    return results;
  }

  private async changeOne<E extends StatefulRecordReference>(
    kind: StatusKind,
    element: E,
    change: (id: number, element: E) => Promise<boolean>,
  ): Promise<BulkResult> {
    const { id: givenId = 0, pId: givenPId = '' } = element;
    const locked = (await this.reader.lock(kind, [element]))(element);
    if (!locked) throw new NotFound({ resource: kind, id: givenId === 0 ? givenPId : givenId });
    const mismatch = findMismatch(element, locked);
    if (mismatch) throw mismatch;
    const { id, pId } = locked;
    const result = (await change(id, element)) ? 'ok' : 'unchanged';
    return { id, pId, result, detail: '' };
  }
}
