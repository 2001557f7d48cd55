import { Entity, Index, JoinColumn, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BigInt53,
  Bool,
  Id,
  Instant,
  Int,
  Json,
  Money,
  Pid,
  Quantity,
  Ref,
  searchKind,
  SmallInt,
  Varchar,
} from '../../../../database';
import type { DocumentDiscount } from './document-discount.entity';
import { SalesDocument } from './document.entity';
import type { PartTax } from './snapshots';
import type { StatusEntry } from './status-entry.entity';

export const shipmentSearch = searchKind('shipment', 12);

/** A shipment of an order, with what it costs. */
@Entity('document_shipments')
@Unique(['trackingNumber'])
@Unique(['pId'])
@Index(['status'])
@Index(['documentId'])
@Index(['incomingDate'])
@Index(['exported'])
export class Shipment {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.shipments)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @Pid({ nullable: true })
  pId!: string | null;

  @BigInt53({ nullable: true })
  shippingTypeId!: number | null;

  @Pid({ nullable: true })
  shippingTypePId!: string | null;

  @Varchar(255)
  shippingTypeName!: string;

  @Varchar(255)
  name!: string;

  /** Before tax, and before its discounts. */
  @Money()
  price!: number;

  /** Less its own discounts and those of the order on shipments, before tax. */
  @Money()
  netPrice!: number;

  /** What the order's discounts on everything take off it. */
  @Money()
  share!: number;

  @Json({ nullable: true })
  taxes!: PartTax[] | null;

  @Int()
  packages!: number;

  @Varchar(190, { nullable: true })
  trackingNumber!: string | null;

  @SmallInt()
  status!: number;

  @BigInt53({ nullable: true })
  subStatusId!: number | null;

  @Bool()
  exported!: boolean;

  @Instant()
  incomingDate!: Date;

  @BigInt53({ nullable: true })
  physicalLocationId!: number | null;

  /** Goes up by one with every change of the shipment. */
  @Int()
  version!: number;

  @Instant()
  updatedAt!: Date;

  // Put together by document-tree.ts.
  rows?: ShipmentRow[];
  discounts?: DocumentDiscount[];
  statuses?: StatusEntry[];
}

/** How much of a line goes with a shipment. */
@Entity('document_shipment_rows')
@Index(['documentId'])
export class ShipmentRow {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.shipmentRows)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53()
  shipmentId!: number;

  @BigInt53()
  rowId!: number;

  /** The row's. */
  @Varchar(32)
  hash!: string;

  @Quantity()
  quantity!: number;
}
