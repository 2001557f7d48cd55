import { Entity, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  LongTextColumn,
  PartOfRecord,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';
import type { StatusActionRun } from './snapshots';

/** One change of the status of a document or of a shipment, or a comment (specification, `STATUSES`). */
@Entity('document_statuses')
@PartOfRecord('documentId')
@Unique(['documentId', 'shipmentId', 'seq'])
export class StatusEntry {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.statuses)
  document!: Relation<SalesDocument>;

  /** 0: an entry of the document itself. */
  @BigInt53Column()
  shipmentId!: number;

  /** The version after the change: unique, and in the order of the changes. */
  @IntColumn()
  seq!: number;

  @InstantColumn()
  at!: Date;

  /** Null: no comment. */
  @LongTextColumn({ nullable: true })
  comment!: string | null;

  /** Actor of the change, with the name of that time; null: unknown. */
  @VarcharColumn(16, { nullable: true })
  byKind!: string | null;

  @BigInt53Column({ nullable: true })
  byId!: number | null;

  @VarcharColumn(255, { nullable: true })
  byName!: string | null;

  @SmallIntColumn()
  fromStatus!: number;

  @BigInt53Column({ nullable: true })
  fromSubStatusId!: number | null;

  @SmallIntColumn()
  toStatus!: number;

  @BigInt53Column({ nullable: true })
  toSubStatusId!: number | null;

  /** Actions that the change has started; null: none. */
  @JsonColumn({ nullable: true })
  actions!: StatusActionRun[] | null;
}
