import { Entity, Index, ManyToOne, type Relation, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  JsonColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  QuantityColumn,
  ForeignKeyColumn,
  defineSearchKind,
  SmallIntColumn,
  VarcharColumn,
  mapToFieldName,
} from '../../../../database';
import type { DocumentDiscount } from './document-discount.entity';
import { SalesDocument } from './document.entity';
import type { ChargeTax, Tracking } from './snapshots';
import type { StatusEntry } from './status-entry.entity';

export const shipmentSearchKind = defineSearchKind('shipment', 12);

/** A shipment of an order, with its costs. */
@Entity('document_shipments')
@Journaled('shipment', {
  area: 'sales',
  changeMarkerProperty: 'version',
  fieldNames: {
    ...mapToFieldName(null, [
      'documentId',
      'shippingTypeId',
      'shippingTypePId',
      'shippingTypeName',
    ]),
    ...mapToFieldName(null, ['netPrice', 'share', 'taxes', 'incomingDate']),
    ...mapToFieldName('physicalLocation', ['physicalLocationId']),
  },
})
@Unique(['trackingNumber'])
@Unique(['pId'])
@Index(['status'])
@Index(['documentId'])
@Index(['incomingDate'])
@Index(['exported', 'updatedAt'])
@Index(['exported'])
@Index(['updatedAt'])
export class Shipment {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.shipments)
  document!: Relation<SalesDocument>;

  @PidColumn({ nullable: true })
  pId!: string | null;

  @BigInt53Column({ nullable: true })
  shippingTypeId!: number | null;

  @PidColumn({ nullable: true })
  shippingTypePId!: string | null;

  @VarcharColumn(255)
  shippingTypeName!: string;

  @VarcharColumn(255)
  name!: string;

  /** Price before tax and before discounts. */
  @MoneyColumn()
  price!: number;

  /** Price before tax, less its own discounts and the order's discounts on shipping. */
  @MoneyColumn()
  netPrice!: number;

  /** The shipment's share of the order's discounts on the total. */
  @MoneyColumn()
  share!: number;

  @JsonColumn({ nullable: true })
  taxes!: ChargeTax[] | null;

  @IntColumn()
  packages!: number;

  @VarcharColumn(190, { nullable: true })
  trackingNumber!: string | null;

  /** Reports of the carrier; null: none. */
  @JsonColumn({ nullable: true })
  trackings!: Tracking[] | null;

  @SmallIntColumn()
  status!: number;

  @BigInt53Column({ nullable: true })
  subStatusId!: number | null;

  @BoolColumn()
  exported!: boolean;

  @InstantColumn()
  incomingDate!: Date;

  @BigInt53Column({ nullable: true })
  physicalLocationId!: number | null;

  /** Incremented with every change of the shipment. */
  @IntColumn()
  version!: number;

  @InstantColumn()
  updatedAt!: Date;

  // Set by document-assembly.ts.
  rows?: ShipmentRow[];
  discounts?: DocumentDiscount[];
  statuses?: StatusEntry[];
}

/** The quantity of a row in a shipment. */
@Entity('document_shipment_rows')
@PartOfRecord('documentId')
@Index(['documentId'])
export class ShipmentRow {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.shipmentRows)
  document!: Relation<SalesDocument>;

  @BigInt53Column()
  shipmentId!: number;

  @BigInt53Column()
  rowId!: number;

  /** Hash of the row. */
  @VarcharColumn(32)
  hash!: string;

  @QuantityColumn()
  quantity!: number;
}
