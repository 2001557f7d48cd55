import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock';
import { DomainError, NotFound } from '../../../../core/errors';
import { Stores } from '../../../../database';
import type { StatusKind } from '../states';
import { SubStatuses } from '../sub-statuses/sub-statuses';
import { decideMove, type Target } from './move-decision';
import { MoveGuards } from './move-guards';
import { StateReader } from './state-reader';
import { type SavedMove, type StateChange, StatusChanges } from './status-changes';

/** Moves orders, RMAs and shipments from state to state. */
@Injectable()
export class Moves {
  constructor(
    private readonly stores: Stores,
    private readonly reader: StateReader,
    private readonly subStatuses: SubStatuses,
    private readonly guards: MoveGuards,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves one record, in a unit of work of its own or inside the one around. A state that it has already is
   * no move: nothing is written, also when that state is final.
   * @returns what was saved; undefined: nothing
   * @throws NotFound, ReferenceNotFound, SubStatusElsewhere, MoveNotAllowed, OrderDeleted, and what the
   *   kind's guard answers
   */
  change(kind: StatusKind, id: number, target: Target): Promise<SavedMove | undefined> {
    return this.stores.unitOfWork.run(async () => {
      const { subStatusId = 0 } = target;
      const stated = (await this.reader.lock(kind, [{ id }]))({ id });
      if (!stated) throw new NotFound({ resource: kind, id });
      const found = await this.subStatuses.find(subStatusId === 0 ? [] : [{ id: subStatusId }]);
      const decided = decideMove(stated, target, found);
      if (decided instanceof DomainError) throw decided;
      if (decided === 'unchanged') return undefined;
      const { refused, saved } = await this.save([decided]);
      const error = refused.get(id);
      if (error) throw error;
      return saved[0];
    });
  }

  /**
   * Saves changes of one kind, inside the unit of work that has read them under a lock; those that the
   * kind's guard refuses stay as they are.
   */
  async save(changes: readonly StateChange[]): Promise<{
    refused: ReadonlyMap<number, DomainError>;
    saved: readonly SavedMove[];
  }> {
    const refused = await this.guards.refused(changes);
    const allowed = changes.filter(({ id }) => !refused.has(id));
    return { refused, saved: await this.changes.save(allowed, this.clock.now()) };
  }
}
