import { Entity, Index, Unique } from 'typeorm';
import {
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  ForeignKeyColumn,
  Unjournaled,
  VarcharColumn,
} from '../../../database';
import type { TraceParent } from '../../../core/trace-parent';
import type { MessageContent } from './message-content';

/** pending: the message waits for an attempt, or is being sent. */
export const messageStates = ['pending', 'delivered', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** Identifies a message for its listener. */
export type MessageReference = Readonly<Record<string, number>>;

/** A message to another system, stored together with the change that it is about. */
@Entity('outbox_messages')
@Unjournaled('messages are consequences of changes')
@Unique(['messageId'])
@Index(['state', 'doneAt'])
@Index(['state', 'dueAt'])
export class OutboxMessage {
  @IdColumn()
  id!: number;

  /** The same in all attempts, so that a receiver can recognize repeated messages. */
  @VarcharColumn(64)
  messageId!: string;

  @VarcharColumn(16)
  kind!: MessageContent['kind'];

  /** Host that receives the message; `smtp` for mails. */
  @VarcharColumn(255)
  destination!: string;

  @JsonColumn()
  content!: MessageContent;

  /** Name of the OutboxListener. */
  @VarcharColumn(32)
  listener!: string;

  @JsonColumn()
  reference!: MessageReference;

  /** Trace of the request that caused it; null without a trace. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;

  @VarcharColumn(16)
  state!: MessageState;

  /** Time of the next attempt, or when the lease of the claiming process expires. */
  @InstantColumn()
  dueAt!: Date;

  /** Number of attempts since it was stored or replayed. */
  @IntColumn()
  attempts!: number;

  /** Identifies the current claim; null while the message isn't being sent. */
  @VarcharColumn(36, { nullable: true })
  holder!: string | null;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;
}

/** One attempt to send a message. */
@Entity('outbox_attempts')
@Unjournaled('messages are consequences of changes')
@Index(['outboxMessageId'])
export class OutboxAttempt {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => OutboxMessage, { onDelete: 'CASCADE' })
  outboxMessageId!: number;

  @InstantColumn()
  at!: Date;

  @IntColumn()
  milliseconds!: number;

  @VarcharColumn(16)
  result!: 'delivered' | 'failed';

  /** HTTP status of the response, or the reason for the failure. */
  @VarcharColumn(500)
  detail!: string;
}
