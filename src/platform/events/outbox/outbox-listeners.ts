import { Injectable } from '@nestjs/common';
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

/** Called inside the unit of work that stores the outcome. */
type OutcomeListener = (reference: MessageReference, outcome: MessageOutcome) => Promise<void>;

interface ListenerOptions {
  /** Whether the listener also receives attempts that others follow. */
  readonly receivesAttempts?: boolean;
  /**
   * Sends the content of a failed message again, in place of the message; absent: the message itself is restarted.
   * Called
   * inside a unit of work; throws NotFound if the content no longer exists.
   */
  readonly resend?: (reference: MessageReference) => Promise<void>;
}

/** Listeners that receive the outcomes of their messages. */
@Injectable()
export class OutboxListeners {
  private readonly byName = new Map<
    string,
    ListenerOptions & { readonly listener: OutcomeListener }
  >();

  /** Registers the listener of an area, when its module starts. */
  register(name: string, listener: OutcomeListener, options: ListenerOptions = {}): void {
    if (this.byName.has(name)) throw new Error(`The outbox listener ${name} is registered twice`);
    this.byName.set(name, { ...options, listener });
  }

  /** Returns how a listener resends failed messages; undefined: the message itself is restarted. */
  findResend(name: string): ListenerOptions['resend'] {
    return this.byName.get(name)?.resend;
  }

  /** Notifies the listener of a message, if it still exists. */
  async notify(name: string, reference: MessageReference, outcome: MessageOutcome): Promise<void> {
    const known = this.byName.get(name);
    const isDone = outcome.state !== 'pending' || !outcome.attempt;
    if (isDone || known?.receivesAttempts === true) await known?.listener(reference, outcome);
  }
}
