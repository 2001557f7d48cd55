import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  RateColumn,
  RefColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A tax on a line, or a tax group of the whole document. */
@Entity('document_taxes')
@PartOfRecord('documentId')
@Index(['documentId'])
export class DocumentTax {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.taxes)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** Null: a tax group of the whole document. */
  @BigInt53Column({ nullable: true })
  rowId!: number | null;

  @BigInt53Column()
  taxId!: number;

  @PidColumn()
  taxPId!: string;

  @VarcharColumn(255)
  name!: string;

  /** The rates that count for the customer: 0 when exempt. */
  @RateColumn()
  taxRate!: number;

  @RateColumn()
  reRate!: number;

  @MoneyColumn()
  baseWithoutDiscounts!: number;

  @MoneyColumn()
  discount!: number;

  @MoneyColumn()
  base!: number;

  @MoneyColumn()
  taxPrice!: number;

  @MoneyColumn()
  rePrice!: number;

  @MoneyColumn()
  totalPrice!: number;
}
