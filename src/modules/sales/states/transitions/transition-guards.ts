import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../../core/errors';
import type { StatusKind } from '../states';
import type { StateChange } from './status-changes';

/**
 * A rule in addition to the transition table, which may also write dependent changes. It runs in the unit of
 * work, with the documents locked, right before the changes are saved.
 * @param moves changes of one kind, each to another status
 * @returns errors by id of the rejected changes, for which the guard must not have written anything
 */
export type TransitionGuard = (
  moves: readonly StateChange[],
) => Promise<ReadonlyMap<number, DomainError>>;

/** Registry of the guards that other modules add. */
@Injectable()
export class TransitionGuards {
  private readonly guards = new Map<StatusKind, TransitionGuard>();

  /** Registers the guard of a kind. Call it once for each kind, when the module starts. */
  register(kind: StatusKind, guard: TransitionGuard): void {
    if (this.guards.has(kind)) throw new Error(`${kind} already has a transition guard`);
    this.guards.set(kind, guard);
  }

  /** Runs the guard. @param changes changes of one kind @returns errors of the rejected changes, by id */
  async findErrors(changes: readonly StateChange[]): Promise<ReadonlyMap<number, DomainError>> {
    const moves = changes.filter(({ from, to }) => from.status !== to.status);
    const guard = moves[0] && this.guards.get(moves[0].kind);
    return guard ? guard(moves) : new Map();
  }
}
