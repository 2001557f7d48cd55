import { Entity, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import { BigInt53, Id, Instant, Int, Json, Ref, SmallInt } from '../../../../database';
import { SalesDocument } from './document.entity';
import type { StatusActionRun } from './snapshots';

/** One change of the status of a document or of a shipment (specification, `STATUSES`). */
@Entity('document_statuses')
@Unique(['documentId', 'shipmentId', 'seq'])
export class StatusEntry {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.statuses)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** 0: of the document itself. */
  @BigInt53()
  shipmentId!: number;

  /** The version that the change made: unique, and in the order of the changes. */
  @Int()
  seq!: number;

  @Instant()
  at!: Date;

  @SmallInt()
  fromStatus!: number;

  @BigInt53({ nullable: true })
  fromSubStatusId!: number | null;

  @SmallInt()
  toStatus!: number;

  @BigInt53({ nullable: true })
  toSubStatusId!: number | null;

  /** What the change has set off; null: nothing. */
  @Json({ nullable: true })
  actions!: StatusActionRun[] | null;
}
