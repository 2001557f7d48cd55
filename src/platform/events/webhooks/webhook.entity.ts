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
  ForeignKeyColumn,
  Unjournaled,
  UpdatedAtColumn,
  VarcharColumn,
} from '../../../database';

/** A secret that was replaced. */
export interface OldSecret {
  /** Encrypted secret (WebhookSecrets). */
  readonly sealed: string;
  /** Time until which it signs, in ISO 8601. */
  readonly endsAt: string;
}

/** A URL that changes are posted to. */
@Entity('webhooks')
@Journaled('webhook', { area: 'webhooks', ignoredProperties: ['position', 'failingSince'] })
@Index(['pId'], { unique: true })
@Index(['updatedAt'])
export class Webhook {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** Its name in exports; null for webhooks of older versions of the service. */
  @PidColumn({ nullable: true })
  pId!: string | null;

  @VarcharColumn(2048)
  url!: string;

  /** `<kind>.<action>` of journal entries. */
  @JsonColumn()
  events!: string[];

  @BoolColumn()
  active!: boolean;

  @VarcharColumn(255)
  description!: string;

  /** Encrypted secret (WebhookSecrets). */
  @VarcharColumn(255)
  secret!: string;

  /** Secrets that were replaced by rotations, newest first; they continue to sign for a while. */
  @JsonColumn()
  oldSecrets!: OldSecret[];

  /** Position up to which the journal has been turned into deliveries. */
  @BigInt53Column()
  position!: number;

  /** Time of the first failed attempt since the last successful one. */
  @InstantColumn({ nullable: true })
  failingSince!: Date | null;

  @InstantColumn()
  createdAt!: Date;

  @UpdatedAtColumn()
  updatedAt?: Date | null;
}

/** waiting: an earlier delivery of the same record is unfinished; pending: the outbox has the delivery. */
export const deliveryStates = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const UNFINISHED_DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'pending'];

/** A change that is posted to a webhook. */
@Entity('webhook_deliveries')
@Unjournaled('deliveries are consequences of changes')
@Index(['webhookId'])
@Index(['webhookId', 'state'])
@Index(['webhookId', 'recordId', 'state'])
@Index(['webhookId', 'updatedAt'])
@Index(['state', 'doneAt'])
export class WebhookDelivery {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => Webhook, { onDelete: 'CASCADE' })
  webhookId!: number;

  @VarcharColumn(64)
  event!: string;

  /** Position of the change in the journal. */
  @BigInt53Column()
  position!: number;

  @VarcharColumn(32)
  kind!: string;

  @BigInt53Column()
  recordId!: number;

  /** The posted text. */
  @LongTextColumn()
  body!: string;

  /** Trace of the change; null without a trace. */
  @VarcharColumn(55, { nullable: true })
  trace!: TraceParent | null;

  @VarcharColumn(16)
  state!: DeliveryState;

  @IntColumn()
  attempts!: number;

  /** HTTP status of the last response; null without one. */
  @IntColumn({ nullable: true })
  lastStatus!: number | null;

  /** Reason why the last attempt failed; empty if it hasn't. */
  @VarcharColumn(500)
  lastError!: string;

  @InstantColumn({ nullable: true })
  nextAt!: Date | null;

  @InstantColumn({ nullable: true })
  doneAt!: Date | null;

  @UpdatedAtColumn()
  updatedAt?: Date | null;
}
