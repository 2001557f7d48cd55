import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  LongTextColumn,
  MoneyColumn,
  PartOfRecord,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A discount of a row (`rowId`), of a shipment (`shipmentId`) or of the whole order. */
@Entity('document_discounts')
@PartOfRecord('documentId')
@Index(['documentId'])
export class DocumentDiscount {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.discounts)
  document!: Relation<SalesDocument>;

  @BigInt53Column({ nullable: true })
  rowId!: number | null;

  @BigInt53Column({ nullable: true })
  shipmentId!: number | null;

  @VarcharColumn(255)
  name!: string;

  /** The deducted amount. */
  @MoneyColumn()
  amount!: number;

  /** Unit of `value`: 1 absolute, 2 percentage. */
  @SmallIntColumn()
  amountType!: number;

  /** Millionths of an amount or of a percent; informative only. */
  @BigInt53Column()
  value!: number;

  /** The ticket's or discount's code. */
  @VarcharColumn(255)
  code!: string;

  @LongTextColumn()
  description!: string;

  /** 1 products, 2 shipping, 3 total. */
  @SmallIntColumn()
  applyTo!: number;
}
