import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import type { VatCategory } from '../../../../core/e-invoicing-codes';
import {
  BigInt53Column,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  RateColumn,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A tax of a row, or a tax group of the whole document. */
@Entity('document_taxes')
@PartOfRecord('documentId')
@Index(['documentId'])
export class DocumentTax {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.taxes)
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

  /** The rate that applies to the customer: 0 when exempt. */
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

  /** VAT category in structured invoices; null: derived from rate, countries and reverse charge. */
  @VarcharColumn(2, { nullable: true })
  category!: VatCategory | null;

  /** Reason for an exemption, a VATEX code. */
  @VarcharColumn(32, { nullable: true })
  exemptionCode!: string | null;

  /** Reason for an exemption, as text. */
  @VarcharColumn(255, { nullable: true })
  exemptionReason!: string | null;
}
