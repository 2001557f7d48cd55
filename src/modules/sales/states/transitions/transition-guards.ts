import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../../../core/errors';
import type { StatusKind } from '../states';
import type { StateChange } from './status-changes';

/**
 * A rule besides the table of moves, and what moves along with a state: called inside the unit of work, with
 * the documents locked, right before the changes are saved.
 * @param moves changes of one kind, each to another status
 * @returns by id why one of them can't be; nothing of it may have been written then
 */
export type TransitionGuard = (
  moves: readonly StateChange[],
) => Promise<ReadonlyMap<number, DomainError>>;

/** The rules of the areas that have a say in moves. */
@Injectable()
export class TransitionGuards {
  private readonly guards = new Map<StatusKind, TransitionGuard>();

  /** Called once for each kind that has a rule, when the module starts. */
  register(kind: StatusKind, guard: TransitionGuard): void {
    if (this.guards.has(kind)) throw new Error(`Moves of ${kind} have a guard already`);
    this.guards.set(kind, guard);
  }

  /** @param changes of one kind @returns those that can't be, by id */
  async findErrors(changes: readonly StateChange[]): Promise<ReadonlyMap<number, DomainError>> {
    const moves = changes.filter(({ from, to }) => from.status !== to.status);
    const guard = moves[0] && this.guards.get(moves[0].kind);
    return guard ? guard(moves) : new Map();
  }
}
