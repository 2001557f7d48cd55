import { Entity, Index } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  JsonColumn,
  LockCountColumn,
  LongTextColumn,
  PidColumn,
  RefColumn,
  Unjournaled,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../database';

/** A secret that was replaced. */
export interface OldSecret {
  /** Encrypted (WebhookSecrets). */
  readonly sealed: string;
  /** ISO 8601; until then it signs. */
  readonly endsAt: string;
}

/** Somebody's address that changes are told to. */
@Entity('webhooks')
@Journaled('webhook', { area: 'webhooks', beside: ['position', 'failingSince'] })
@Index(['pId'], { unique: true })
export class Webhook {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** What exports call it; null: a service of an older version has made it. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  @VarcharColumn(2048)
  url!: string;

  /** `<kind>.<action>` of the journal. */
  @JsonColumn()
  events!: string[];

  @BoolColumn()
  active!: boolean;

  @VarcharColumn(255)
  description!: string;

  /** Encrypted (WebhookSecrets). */
  @VarcharColumn(255)
  secret!: string;

  /** Those before its last rotations, the newest first; they sign beside it for a while. */
  @JsonColumn()
  oldSecrets!: OldSecret[];

  /** Up to there the journal has been turned into deliveries. */
  @BigInt53Column()
  position!: number;

  /** The first failed attempt since the last one that went well. */
  @InstantColumn({ nullable: true })
  failingSince!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}

/** waiting: one before it, of the same record, is not done yet; pending: the outbox has it. */
export const deliveryStates = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const undone: readonly DeliveryState[] = ['waiting', 'pending'];

/** A change that a webhook is told of. */
@Entity('webhook_deliveries')
@Unjournaled('it tells of changes')
@Index(['webhookId'])
@Index(['webhookId', 'state'])
@Index(['webhookId', 'recordId', 'state'])
@Index(['webhookId', 'updatedAt'])
@Index(['state', 'doneAt'])
export class WebhookDelivery {
  @IdColumn()
  id!: number;

  @RefColumn(() => Webhook, { onDelete: 'CASCADE' })
  webhookId!: number;

  @VarcharColumn(64)
  event!: string;

  /** Of the change, in the journal. */
  @BigInt53Column()
  position!: number;

  @VarcharColumn(32)
  kind!: string;

  @BigInt53Column()
  recordId!: number;

  /** What is sent. */
  @LongTextColumn()
  body!: string;

  @VarcharColumn(16)
  state!: DeliveryState;

  @IntColumn()
  attempts!: number;

  /** Of the last answer; null: there was none. */
  @IntColumn({ nullable: true })
  lastStatus!: number | null;

  /** Why the last attempt failed; empty: it did not. */
  @VarcharColumn(500)
  lastError!: string;

  @InstantColumn({ nullable: true })
  nextAt!: Date | null;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;
}
