import { Entity, Index, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  RefColumn,
  UnjournaledDeclaration,
  VarcharColumn,
} from '../../../database';
import type { TraceParent } from '../../../core/trace-parent';
import type { MessageContent } from './message-content';

/** pending: it waits for its first or its next attempt, or is being sent. */
export const messageStates = ['pending', 'delivered', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** How a listener identifies its own message. */
export type MessageReference = Readonly<Record<string, number>>;

/** A message to another system, stored together with the change that it tells of. */
@Entity('outbox_messages')
@UnjournaledDeclaration('a message tells of changes')
@Unique(['messageId'])
@Index(['state', 'doneAt'])
@Index(['state', 'dueAt'])
export class OutboxMessage {
  @IdColumn()
  id!: number;

  /** The same for all attempts, so that a receiver knows what it has already received. */
  @VarcharColumn(64)
  messageId!: string;

  @VarcharColumn(16)
  kind!: MessageContent['kind'];

  /** Where it goes: the host of a webhook, or the mail server. */
  @VarcharColumn(255)
  destination!: string;

  @JsonColumn()
  content!: MessageContent;

  /** Who is told what became of it (OutboxListeners). */
  @VarcharColumn(32)
  listener!: string;

  @JsonColumn()
  reference!: MessageReference;

  /** Of the request that has caused it; null: it belongs to none. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;

  @VarcharColumn(16)
  state!: MessageState;

  /** When it may be taken: for an attempt, or because the process that took it has not come back. */
  @InstantColumn()
  dueAt!: Date;

  /** How many there were since it was stored or replayed. */
  @IntColumn()
  attempts!: number;

  /** Identifies the claim that counts; null: nobody is sending it. */
  @VarcharColumn(36, { nullable: true })
  holder!: string | null;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;
}

/** One attempt at a message. */
@Entity('outbox_attempts')
@UnjournaledDeclaration('a message tells of changes')
@Index(['outboxMessageId'])
export class OutboxAttempt {
  @IdColumn()
  id!: number;

  @RefColumn(() => OutboxMessage, { onDelete: 'CASCADE' })
  outboxMessageId!: number;

  @InstantColumn()
  at!: Date;

  @IntColumn()
  milliseconds!: number;

  @VarcharColumn(16)
  result!: 'delivered' | 'failed';

  /** The status of the answer, or what went wrong. */
  @VarcharColumn(500)
  detail!: string;
}
