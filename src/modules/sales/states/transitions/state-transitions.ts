import { Injectable } from '@nestjs/common';
import { getActorContext } from '../../../../core/actor-context';
import { Clock } from '../../../../core/clock';
import { DomainError, NotFound } from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../../database';
import { StatusEntry } from '../../documents/entities/status-entry.entity';
import { applyBulkChange } from '../bulk/bulk-changes';
import type { BulkResult } from '../bulk/bulk-results';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { SubStatuses } from '../sub-statuses/sub-statuses';
import { decideTransition, type TransitionInput } from './transition-decision';
import { TransitionGuards } from './transition-guards';
import { type StatefulRecordReference, StateReader } from './state-reader';
import {
  isTransition,
  type SavedStateChange,
  type StateChange,
  StateChangeWriter,
} from './state-change-writer';

const lastEntryPlan = createLoadPlan(StatusEntry, [
  'comment',
  'toStatus',
  'toSubStatusId',
  'byKind',
  'byId',
]);
const lastEntryOptions = { order: [{ property: 'seq', descending: true }], limit: 1 } as const;

/** Changes the states of orders, RMAs and shipments. */
@Injectable()
export class StateTransitions {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly stateReader: StateReader,
    private readonly subStatuses: SubStatuses,
    private readonly guards: TransitionGuards,
    private readonly stateChangeWriter: StateChangeWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the state of one record, in a new unit of work or in the current one. A record that is already in
   * the state, even a final one, stays unchanged. Only a new comment adds an entry to its history.
   * @returns the saved transition; undefined when nothing changed
   * @throws NotFound, ReferenceNotFound, SubStatusStateMismatch, TransitionNotAllowed, OrderDeleted, and the errors
   *   of the kind's guard
   */
  change(
    kind: StatefulRecordKind,
    id: number,
    target: TransitionInput,
  ): Promise<SavedStateChange | undefined> {
    return this.dataAccess.unitOfWork.run(async () => {
      const { subStatusId = 0 } = target;
      const locked = (await this.stateReader.lockAndCreateLookup(kind, [{ id }]))({ id });
      if (!locked) throw new NotFound({ resource: kind, id });
      const found = await this.subStatuses.lookUpReferences(
        subStatusId === 0 ? [] : [{ id: subStatusId }],
      );
      const change = decideTransition(locked, target, found);
      if (change instanceof DomainError) throw change;
      if (change === 'unchanged' || (await this.isRepeated(change))) return undefined;
      const { errorsById, saved } = await this.save([change]);
      const error = errorsById.get(id);
      if (error) throw error;
      return saved[0];
    });
  }

  /**
   * Changes the states of many records, each in a transaction of its own.
   * @returns the results in the order of the elements
   * @throws InvalidRequest for an element without id and pId
   */
  changeAll(
    kind: StatefulRecordKind,
    elements: readonly (StatefulRecordReference & TransitionInput)[],
  ): Promise<BulkResult[]> {
    const dependencies = { unitOfWork: this.dataAccess.unitOfWork, reader: this.stateReader };
    return applyBulkChange(
      dependencies,
      kind,
      elements,
      async (id, target) => (await this.change(kind, id, target)) !== undefined,
    );
  }

  /** Whether the last entry has the same actor, state and comment, so that the request is a repetition. */
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
    const recordConditions = [
      whereEquals('documentId', documentId),
      whereEquals('shipmentId', shipmentId),
    ];
    const { loader } = this.dataAccess;
    const ids = await loader.listIds(StatusEntry, recordConditions, lastEntryOptions);
    const [last] = await loader.listByIds(StatusEntry, ids, lastEntryPlan);
    const { actor } = getActorContext();
    return (
      last?.comment === comment &&
      last.toStatus === to.status &&
      last.toSubStatusId === to.subStatusId &&
      last.byKind === actor.kind &&
      last.byId === actor.id
    );
  }

  /**
   * Saves changes of one kind, in the unit of work that has locked the records.
   * @returns the saved transitions, and the errors of the changes that the kind's guard has rejected, by id
   */
  async save(changes: readonly StateChange[]): Promise<{
    errorsById: ReadonlyMap<number, DomainError>;
    saved: readonly SavedStateChange[];
  }> {
    const errorsById = await this.guards.runGuard(changes);
    const allowed = changes.filter(({ id }) => !errorsById.has(id));
    return { errorsById, saved: await this.stateChangeWriter.save(allowed, this.clock.now()) };
  }
}
