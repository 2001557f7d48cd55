import { Injectable } from '@nestjs/common';
import { DomainError, InvalidRequest, NotFound, ReferenceMismatch } from '../../../../core/errors';
import { Stores } from '../../../../database';
import { StateTransitions } from '../transitions/state-transitions';
import {
  type StatefulRecordReference,
  type LockedState,
  StateReader,
} from '../transitions/state-reader';
import type { StateChange } from '../transitions/status-changes';
import type { StatusKind } from '../states';
import { type FoundSubStatuses, SubStatuses } from '../sub-statuses/sub-statuses';
import { decideAcknowledgement, type AcknowledgementInput } from './acknowledgement';

/** What became of one acknowledgement. */
export interface AcknowledgementResult {
  readonly id: number;
  readonly pId: string;
  /** `ok`, `unchanged` or the code of an error. */
  readonly result: string;
  /** What the error says; empty without one. */
  readonly detail: string;
}

/** One record of a bulk acknowledgement. */
export type AcknowledgementItem = StatefulRecordReference & AcknowledgementInput;

interface IndexedItem {
  readonly item: AcknowledgementItem;
  readonly at: number;
}

/** Exports to other systems: orders, RMAs and shipments are polled as pending, and acknowledged as received. */
@Injectable()
export class AcknowledgementsService {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly subStatuses: SubStatuses,
    private readonly transitions: StateTransitions,
  ) {}

  /**
   * @throws NotFound, SubStatusStateMismatch, ReferenceNotFound, VersionChanged, OrderDeleted, TransitionNotAllowed, and
   *   what the kind's guard of moves answers
   */
  acknowledge(
    kind: StatusKind,
    id: number,
    body: AcknowledgementInput,
  ): Promise<{ result: 'ok' | 'unchanged' }> {
    return this.stores.unitOfWork.run(async () => {
      const stated = (await this.reader.lock(kind, [{ id }]))({ id });
      if (!stated) throw new NotFound({ resource: kind, id });
      const decided = decideAcknowledgement(stated, body, await this.findSubStatuses([body]));
      if (decided instanceof DomainError) throw decided;
      if (decided === 'unchanged') return { result: 'unchanged' };
      const { refused } = await this.transitions.save([decided]);
      const error = refused.get(id);
      if (error) throw error;
      return { result: 'ok' };
    });
  }

  /**
   * Acknowledges many records in one transaction, each standing for itself: a refusal of one does not touch the
   * others. A record that stands in the list twice is judged twice, in order.
   * @throws InvalidRequest for an item that names no record
   */
  async acknowledgeAll(
    kind: StatusKind,
    items: readonly AcknowledgementItem[],
  ): Promise<AcknowledgementResult[]> {
    requireReferences(items);
    return this.stores.unitOfWork.run(async () => {
      const results: AcknowledgementResult[] = [];
      let waiting = items.map((item, at): IndexedItem => ({ item, at }));
      while (waiting.length > 0) waiting = await this.acknowledgeRound(kind, waiting, results);
      return results;
    });
  }

  /** @returns the items whose record has been judged already in this round, for the next one */
  private async acknowledgeRound(
    kind: StatusKind,
    waiting: readonly IndexedItem[],
    results: AcknowledgementResult[],
  ): Promise<IndexedItem[]> {
    const items = waiting.map(({ item }) => item);
    const statedOf = await this.reader.lock(kind, items);
    const subStatuses = await this.findSubStatuses(items);
    const seen = new Set<LockedState>();
    const changes = new Map<StateChange, number>();
    const later: IndexedItem[] = [];
    for (const place of waiting) {
      const stated = statedOf(place.item);
      if (stated && seen.has(stated)) {
        later.push(place);
        continue;
      }
      if (stated) seen.add(stated);
      const decided = decideItem(kind, place.item, stated, subStatuses);
      if (typeof decided === 'object' && !(decided instanceof DomainError))
        changes.set(decided, place.at);
      results[place.at] = toResult(stated ?? place.item, decided);
    }
    const { refused } = await this.transitions.save([...changes.keys()]);
    for (const [{ id }, at] of changes) {
      const error = refused.get(id);
      if (error) results[at] = toResult(results[at] as AcknowledgementResult, error);
    }
    return later;
  }

  private findSubStatuses(bodies: readonly AcknowledgementInput[]): Promise<FoundSubStatuses> {
    return this.subStatuses.find(
      bodies.flatMap(({ subStatusId: id = 0 }) => (id === 0 ? [] : { id })),
    );
  }
}

/** 400: an item that names no record makes the whole list malformed. */
function requireReferences(items: readonly AcknowledgementItem[]): void {
  const faults = items.flatMap(({ id = 0, pId = '' }, at) =>
    id === 0 && pId === ''
      ? {
          pointer: `/${at}`,
          code: 'reference.empty',
          detail: 'Each item needs an id other than 0, or a pId.',
        }
      : [],
  );
  if (faults.length > 0) throw new InvalidRequest(faults);
}

function decideItem(
  kind: StatusKind,
  item: AcknowledgementItem,
  stated: LockedState | undefined,
  subStatuses: FoundSubStatuses,
): StateChange | 'unchanged' | DomainError {
  const { id = 0, pId = '' } = item;
  if (!stated) return new NotFound({ resource: kind, id: id === 0 ? pId : id });
  if (pId !== '' && pId !== stated.pId) return new ReferenceMismatch({ pointer: '' });
  return decideAcknowledgement(stated, item, subStatuses);
}

function toResult(
  { id = 0, pId = '' }: StatefulRecordReference,
  decided: StateChange | 'unchanged' | DomainError,
): AcknowledgementResult {
  if (decided === 'unchanged') return { id, pId, result: 'unchanged', detail: '' };
  if (!(decided instanceof DomainError)) return { id, pId, result: 'ok', detail: '' };
  const [fault] = decided.fieldErrors;
  return { id, pId, result: fault?.code ?? decided.code, detail: decided.detail };
}
