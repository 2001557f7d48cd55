import { Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../../../core/errors';
import { DataAccess } from '../../../../database';
import {
  type BulkResult,
  findReferenceMismatch,
  requireReferences,
  toRejectedResult,
} from '../bulk/bulk-results';
import { StateTransitions } from '../transitions/state-transitions';
import {
  type StatefulRecordReference,
  type LockedStatefulRecord,
  StateReader,
} from '../transitions/state-reader';
import type { StateChange } from '../transitions/state-change-writer';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { type SubStatusLookup, SubStatuses } from '../sub-statuses/sub-statuses';
import { decideAcknowledgement, type AcknowledgementInput } from './acknowledgement';

/** One record of a bulk acknowledgement. */
export type AcknowledgementItem = StatefulRecordReference & AcknowledgementInput;

interface IndexedItem {
  readonly item: AcknowledgementItem;
  readonly index: number;
}

/** Acknowledges orders, RMAs and shipments that other systems have fetched from the pending lists. */
@Injectable()
export class AcknowledgementsService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly reader: StateReader,
    private readonly subStatuses: SubStatuses,
    private readonly transitions: StateTransitions,
  ) {}

  /**
   * Acknowledges one record.
   * @throws NotFound, SubStatusStateMismatch, ReferenceNotFound, VersionChanged, OrderDeleted, TransitionNotAllowed,
   *   and the errors of the kind's transition guard
   */
  acknowledge(
    kind: StatefulRecordKind,
    id: number,
    body: AcknowledgementInput,
  ): Promise<{ result: 'ok' | 'unchanged' }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const locked = (await this.reader.lockAndCreateLookup(kind, [{ id }]))({ id });
      if (!locked) throw new NotFound({ resource: kind, id });
      const decision = decideAcknowledgement(locked, body, await this.findSubStatuses([body]));
      if (decision instanceof DomainError) throw decision;
      if (decision === 'unchanged') return { result: 'unchanged' };
      const { errorsById } = await this.transitions.save([decision]);
      const error = errorsById.get(id);
      if (error) throw error;
      return { result: 'ok' };
    });
  }

  /**
   * Acknowledges many records in one transaction, each independently: a rejected item doesn't affect the others.
   * A record that occurs twice in the list is processed twice, in order.
   * @throws InvalidRequest for an item without id and pId
   */
  async acknowledgeAll(
    kind: StatefulRecordKind,
    items: readonly AcknowledgementItem[],
  ): Promise<BulkResult[]> {
    requireReferences(items);
    return this.dataAccess.unitOfWork.run(async () => {
      const results: BulkResult[] = [];
      let pending = items.map((item, index): IndexedItem => ({ item, index }));
      while (pending.length > 0) pending = await this.acknowledgeRound(kind, pending, results);
      return results;
    });
  }

  /** @returns the items whose record was already processed in this round; they go to the next round */
  private async acknowledgeRound(
    kind: StatefulRecordKind,
    pending: readonly IndexedItem[],
    results: BulkResult[],
  ): Promise<IndexedItem[]> {
    const items = pending.map(({ item }) => item);
    const findLocked = await this.reader.lockAndCreateLookup(kind, items);
    const subStatuses = await this.findSubStatuses(items);
    const seen = new Set<LockedStatefulRecord>();
    const changes = new Map<StateChange, number>();
    const later: IndexedItem[] = [];
    for (const indexed of pending) {
      const locked = findLocked(indexed.item);
      if (locked && seen.has(locked)) {
        later.push(indexed);
        continue;
      }
      if (locked) seen.add(locked);
      const decision = decideItem(kind, indexed.item, locked, subStatuses);
      if (typeof decision === 'object' && !(decision instanceof DomainError))
        changes.set(decision, indexed.index);
      results[indexed.index] = toResult(locked ?? indexed.item, decision);
    }
    const { errorsById } = await this.transitions.save([...changes.keys()]);
    for (const [{ id }, at] of changes) {
      const error = errorsById.get(id);
      if (error) results[at] = toResult(results[at] as BulkResult, error);
    }
    return later;
  }

  private findSubStatuses(bodies: readonly AcknowledgementInput[]): Promise<SubStatusLookup> {
    return this.subStatuses.lookUpReferences(
      bodies.flatMap(({ subStatusId: id = 0 }) => (id === 0 ? [] : { id })),
    );
  }
}

function decideItem(
  kind: StatefulRecordKind,
  item: AcknowledgementItem,
  locked: LockedStatefulRecord | undefined,
  subStatuses: SubStatusLookup,
): StateChange | 'unchanged' | DomainError {
  const { id = 0, pId = '' } = item;
  if (!locked) return new NotFound({ resource: kind, id: id === 0 ? pId : id });
  return findReferenceMismatch(item, locked) ?? decideAcknowledgement(locked, item, subStatuses);
}

function toResult(
  reference: StatefulRecordReference,
  decision: StateChange | 'unchanged' | DomainError,
): BulkResult {
  if (decision instanceof DomainError) return toRejectedResult(reference, decision);
  const { id = 0, pId = '' } = reference;
  return { id, pId, result: decision === 'unchanged' ? decision : 'ok', detail: '' };
}
