import { Entity, Index, Unique } from 'typeorm';
import { Id, Instant, Int, Json, Ref, Varchar } from '../../database';
import type { Content } from './content';

/** pending: it waits for its first or its next attempt, or is being sent. */
export const messageStates = ['pending', 'delivered', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** What a listener knows its own message by. */
export type MessageReference = Readonly<Record<string, number>>;

/** A message to another system, stored together with the change that it tells of. */
@Entity('outbox_messages')
@Unique(['messageId'])
@Index(['state', 'doneAt'])
@Index(['state', 'dueAt'])
export class OutboxMessage {
  @Id()
  id!: number;

  /** The same for all attempts, so that a receiver knows what it has had already. */
  @Varchar(64)
  messageId!: string;

  @Varchar(16)
  kind!: Content['kind'];

  /** Who is kept waiting by it: the host of a webhook, or the mail server. */
  @Varchar(255)
  destination!: string;

  @Json()
  content!: Content;

  /** Who is told what became of it (OutboxListeners). */
  @Varchar(32)
  listener!: string;

  @Json()
  reference!: MessageReference;

  @Varchar(16)
  state!: MessageState;

  /** When it may be taken: for an attempt, or because the process that took it has not come back. */
  @Instant()
  dueAt!: Date;

  /** Since it was stored or replayed. */
  @Int()
  attempts!: number;

  /** Which taking of it counts; null: nobody is sending it. */
  @Varchar(36, { nullable: true })
  holder!: string | null;

  @Instant()
  createdAt!: Date;

  @Instant({ nullable: true })
  doneAt!: Date | null;
}

/** One attempt at a message. */
@Entity('outbox_attempts')
@Index(['outboxMessageId'])
export class OutboxAttempt {
  @Id()
  id!: number;

  @Ref(() => OutboxMessage, { onDelete: 'CASCADE' })
  outboxMessageId!: number;

  @Instant()
  at!: Date;

  @Int()
  milliseconds!: number;

  @Varchar(16)
  result!: 'delivered' | 'failed';

  /** The status of the answer, or what went wrong. */
  @Varchar(500)
  detail!: string;
}
