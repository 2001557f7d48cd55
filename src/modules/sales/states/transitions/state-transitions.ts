import { Injectable } from '@nestjs/common';
import { currentContext } from '../../../../core/actor-context';
import { Clock } from '../../../../core/clock';
import { DomainError, NotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { is, Stores } from '../../../../database';
import { StatusEntry } from '../../documents';
import type { StatusKind } from '../states';
import { SubStatuses } from '../sub-statuses/sub-statuses';
import { decideTransition, type TransitionTarget } from './transition-decision';
import { TransitionGuards } from './transition-guards';
import { StateReader } from './state-reader';
import {
  isTransition,
  type SavedTransition,
  type StateChange,
  StatusChanges,
} from './status-changes';

const lastEntryPlan = createLoadPlan(StatusEntry, [
  'comment',
  'toStatus',
  'toSubStatusId',
  'byKind',
  'byId',
]);
const newestFirst = { order: [{ by: 'seq', descending: true }], limit: 1 } as const;

/** Moves orders, RMAs and shipments from state to state. */
@Injectable()
export class StateTransitions {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly subStatuses: SubStatuses,
    private readonly guards: TransitionGuards,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves one record, in a unit of work of its own or inside the one around. A state that it has already is
   * no move: nothing is written, also when that state is final, unless something is said that its last entry
   * does not say yet.
   * @returns what was saved; undefined: nothing
   * @throws NotFound, ReferenceNotFound, SubStatusStateMismatch, TransitionNotAllowed, OrderDeleted, and what the
   *   kind's guard answers
   */
  change(
    kind: StatusKind,
    id: number,
    target: TransitionTarget,
  ): Promise<SavedTransition | undefined> {
    return this.stores.unitOfWork.run(async () => {
      const { subStatusId = 0 } = target;
      const stated = (await this.reader.lock(kind, [{ id }]))({ id });
      if (!stated) throw new NotFound({ resource: kind, id });
      const found = await this.subStatuses.find(subStatusId === 0 ? [] : [{ id: subStatusId }]);
      const decided = decideTransition(stated, target, found);
      if (decided instanceof DomainError) throw decided;
      if (decided === 'unchanged' || (await this.isRepeated(decided))) return undefined;
      const { refused, saved } = await this.save([decided]);
      const error = refused.get(id);
      if (error) throw error;
      return saved[0];
    });
  }

  /** Whether the same caller has just said the same of the same state: then the request was sent again. */
  private async isRepeated({
    kind,
    id,
    documentId,
    from,
    to,
    comment,
  }: StateChange): Promise<boolean> {
    if (isTransition({ from, to }) || comment === undefined) return false;
    const shipmentId = kind === 'shipment' ? id : 0;
    const ofRecord = [is('documentId', documentId), is('shipmentId', shipmentId)];
    const { loader } = this.stores;
    const ids = await loader.listIds(StatusEntry, ofRecord, newestFirst);
    const [last] = await loader.listByIds(StatusEntry, ids, lastEntryPlan);
    const { actor } = currentContext();
    return (
      last?.comment === comment &&
      last.toStatus === to.status &&
      last.toSubStatusId === to.subStatusId &&
      last.byKind === actor.kind &&
      last.byId === actor.id
    );
  }

  /**
   * Saves changes of one kind, inside the unit of work that has read them under a lock; those that the
   * kind's guard refuses stay as they are.
   */
  async save(changes: readonly StateChange[]): Promise<{
    refused: ReadonlyMap<number, DomainError>;
    saved: readonly SavedTransition[];
  }> {
    const refused = await this.guards.findErrors(changes);
    const allowed = changes.filter(({ id }) => !refused.has(id));
    return { refused, saved: await this.changes.save(allowed, this.clock.now()) };
  }
}
