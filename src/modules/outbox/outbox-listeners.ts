import { Injectable } from '@nestjs/common';
import type { MessageReference, MessageState } from './outbox-message.entity';

/** What has become of a message. */
export interface Outcome {
  /** `pending`: it is being replayed. */
  readonly state: MessageState;
  /** What the last attempt says. */
  readonly detail: string;
}

/** Called inside the unit of work that stores the outcome. */
type Listener = (reference: MessageReference, outcome: Outcome) => Promise<void>;

/** Those who are told what becomes of their messages. */
@Injectable()
export class OutboxListeners {
  private readonly byName = new Map<string, Listener>();

  /** Called once for each area that sends messages, when its module starts. */
  register(name: string, listener: Listener): void {
    if (this.byName.has(name)) throw new Error(`Two listeners are called ${name}`);
    this.byName.set(name, listener);
  }

  /** Tells the one whose message it is; nobody when there is no such listener any more. */
  async tell(name: string, reference: MessageReference, outcome: Outcome): Promise<void> {
    await this.byName.get(name)?.(reference, outcome);
  }
}
