import { Entity, Index } from 'typeorm';
import type { TraceParent } from '../../../core/trace-parent';
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
  UnjournaledDeclaration,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../../database';

/** A secret that was replaced. */
export interface OldSecret {
  /** Encrypted (WebhookSecrets). */
  readonly sealed: string;
  /** ISO 8601; until then it signs. */
  readonly endsAt: string;
}

/** An address of somebody that changes are posted to. */
@Entity('webhooks')
@Journaled('webhook', { area: 'webhooks', ignoredProperties: ['position', 'failingSince'] })
@Index(['pId'], { unique: true })
@Index(['updatedAt'])
export class Webhook {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** Its name in exports; null: an older version of the service has made it. */
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

  /** The secrets that rotations replaced, newest first; they go on signing alongside it for a while. */
  @JsonColumn()
  oldSecrets!: OldSecret[];

  /** How far the journal has been turned into deliveries. */
  @BigInt53Column()
  position!: number;

  /** The first failed attempt since the last successful one. */
  @InstantColumn({ nullable: true })
  failingSince!: Date | null;

  @InstantColumn()
  createdAt!: Date;

  @UpdatedAtColumn()
  updatedAt?: Date | null;
}

/** waiting: an earlier one of the same record is not done yet; pending: the outbox has it. */
export const deliveryStates = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const UNDELIVERED_STATES: readonly DeliveryState[] = ['waiting', 'pending'];

/** A change that is posted to a webhook. */
@Entity('webhook_deliveries')
@UnjournaledDeclaration('it tells of changes')
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

  /** The position of the change in the journal. */
  @BigInt53Column()
  position!: number;

  @VarcharColumn(32)
  kind!: string;

  @BigInt53Column()
  recordId!: number;

  /** What is sent. */
  @LongTextColumn()
  body!: string;

  /** Of the change; null: it belongs to none. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;

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
