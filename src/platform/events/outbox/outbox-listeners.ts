import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createProviderDecorator, mapDecoratedProviders } from '../../../api';
import type { MessageReference, MessageState } from './outbox-message.entity';

/** State of a message after an attempt, or after a replay. */
export interface MessageOutcome {
  /** `pending`: another attempt follows, or the message is being replayed. */
  readonly state: MessageState;
  /** Result of the last attempt as text. */
  readonly detail: string;
  /** Absent if the message is being replayed, and there was no attempt. */
  readonly attempt?: {
    /** Number of attempts so far. */
    readonly count: number;
    readonly at: Date;
    /** HTTP status of the response to a webhook. */
    readonly status?: number;
    /** Time of the next attempt; absent after the last one. */
    readonly nextAt?: Date;
  };
}

/** Receives the outcomes of the messages that an area sends. */
export interface OutboxListener {
  /** Name in stored messages; it never changes. */
  readonly listenerName: string;
  /** Whether it also receives the outcomes of failed attempts that will be repeated. */
  readonly receivesIntermediateOutcomes?: boolean;
  /** Called inside the unit of work that stores the outcome. */
  receiveOutcome(reference: MessageReference, outcome: MessageOutcome): Promise<void>;
  /**
   * Creates a new message with the content of a failed one, which it replaces. If absent, the failed message itself is
   * restarted.
   * Called inside a unit of work.
   * @throws NotFound if the content no longer exists
   */
  resend?(reference: MessageReference): Promise<void>;
}

/** Marks a provider as a listener of the outbox. */
export const OutboxListener = createProviderDecorator<OutboxListener>();

/** The listeners of all modules, by their names. */
@Injectable()
export class OutboxListeners implements OnModuleInit {
  private byName: ReadonlyMap<string, OutboxListener> = new Map();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error if two listeners have the same name */
  onModuleInit(): void {
    this.byName = mapDecoratedProviders(this.discovery, OutboxListener, (one) => one.listenerName);
  }

  /** Returns a listener, if it still exists. */
  find(name: string): OutboxListener | undefined {
    return this.byName.get(name);
  }

  /** Notifies the listener of a message, if it still exists. */
  async notify(name: string, reference: MessageReference, outcome: MessageOutcome): Promise<void> {
    const listener = this.find(name);
    const isFinalOrReplay = outcome.state !== 'pending' || !outcome.attempt;
    if (isFinalOrReplay || listener?.receivesIntermediateOutcomes === true)
      await listener?.receiveOutcome(reference, outcome);
  }
}
