import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BigInt53, Id, LongText, Money, Ref, SmallInt, Varchar } from '../../../../database';
import { SalesDocument } from './document.entity';

/** A discount of a line, of a shipment, or (neither) of the whole order. */
@Entity('document_discounts')
@Index(['documentId'])
export class DocumentDiscount {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.discounts)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  @BigInt53({ nullable: true })
  rowId!: number | null;

  @BigInt53({ nullable: true })
  shipmentId!: number | null;

  @Varchar(255)
  name!: string;

  /** The money taken off. */
  @Money()
  amount!: number;

  /** 1 absolute, 2 percentage; tells how `value` is meant. */
  @SmallInt()
  amountType!: number;

  /** Millionths of an amount or of a percent; for information. */
  @BigInt53()
  value!: number;

  /** The ticket's or discount's code. */
  @Varchar(255)
  code!: string;

  @LongText()
  description!: string;

  /** 1 products, 2 shipping, 3 total. */
  @SmallInt()
  applyTo!: number;
}
