import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, mapDecoratedProviders } from '../../../../api';
import type { DomainError } from '../../../../core/errors';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import type { StateChange } from './state-change-writer';

/** A rule in addition to the transition table, which may also write dependent changes. At most one for each kind. */
export interface TransitionGuard {
  readonly guardedKind: StatefulRecordKind;
  /**
   * Runs in the unit of work, with the documents locked, right before the changes are saved.
   * @param transitions changes of the kind, each to another status
   * @returns errors by id of the rejected changes, for which the guard must not have written anything
   */
  applyTransitions(transitions: readonly StateChange[]): Promise<ReadonlyMap<number, DomainError>>;
}

/** Marks a provider as a guard of transitions. */
export const TransitionGuard = createProviderDecorator<TransitionGuard>();

/** The guards of all modules. */
@Injectable()
export class TransitionGuards implements OnModuleInit {
  private guards: ReadonlyMap<StatefulRecordKind, TransitionGuard> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if a kind has two guards */
  onModuleInit(): void {
    this.guards = mapDecoratedProviders(this.discovery, TransitionGuard, (one) => one.guardedKind);
  }

  /** Runs the guard. @param changes changes of one kind @returns errors of the rejected changes, by id */
  async runGuard(changes: readonly StateChange[]): Promise<ReadonlyMap<number, DomainError>> {
    const transitions = changes.filter(({ from, to }) => from.status !== to.status);
    const guard = transitions[0] && this.guards.get(transitions[0].kind);
    return guard ? guard.applyTransitions(transitions) : new Map();
  }
}
