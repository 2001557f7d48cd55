import { Injectable } from '@nestjs/common';
import type { MessageReference, MessageState } from './outbox-message.entity';

/** What has become of a message. */
export interface MessageOutcome {
  /** `pending`: it is being replayed. */
  readonly state: MessageState;
  /** The result of the last attempt, in words. */
  readonly detail: string;
  /** Absent: nothing was tried, as the message is being replayed. */
  readonly attempt?: {
    /** How many there have been. */
    readonly count: number;
    readonly at: Date;
    /** Of a webhook's answer. */
    readonly status?: number;
    /** When the next one comes; absent: it was the last. */
    readonly nextAt?: Date;
  };
}

/** Called inside the unit of work that stores the outcome. */
type OutcomeListener = (reference: MessageReference, outcome: MessageOutcome) => Promise<void>;

interface ListenerOptions {
  /** Whether it is also told of attempts that others follow. */
  readonly receivesAttempts?: boolean;
  /**
   * Sends the content of a message that was given up again, in place of it; absent: the message itself starts again.
   * Called inside a unit of work; throws NotFound if there is nothing to send any more.
   */
  readonly resend?: (reference: MessageReference) => Promise<void>;
}

/** Those who are told what becomes of their messages. */
@Injectable()
export class OutboxListeners {
  private readonly byName = new Map<
    string,
    ListenerOptions & { readonly listener: OutcomeListener }
  >();

  /** Called once for each area that sends messages, when its module starts. */
  register(name: string, listener: OutcomeListener, options: ListenerOptions = {}): void {
    if (this.byName.has(name)) throw new Error(`Two listeners are called ${name}`);
    this.byName.set(name, { ...options, listener });
  }

  /** How a listener sends messages again that were given up; undefined: as they are. */
  findResend(name: string): ListenerOptions['resend'] {
    return this.byName.get(name)?.resend;
  }

  /** Tells the listener of the message, if there still is one. */
  async notify(name: string, reference: MessageReference, outcome: MessageOutcome): Promise<void> {
    const known = this.byName.get(name);
    const isDone = outcome.state !== 'pending' || !outcome.attempt;
    if (isDone || known?.receivesAttempts === true) await known?.listener(reference, outcome);
  }
}
