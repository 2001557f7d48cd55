import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BigInt53, Id, Money, Pid, Rate, Ref, Varchar } from '../../../../database';
import { SalesDocument } from './document.entity';

/** A tax on a line, or a tax group of the whole document. */
@Entity('document_taxes')
@Index(['documentId'])
export class DocumentTax {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.taxes)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** Null: a tax group of the whole document. */
  @BigInt53({ nullable: true })
  rowId!: number | null;

  @BigInt53()
  taxId!: number;

  @Pid()
  taxPId!: string;

  @Varchar(255)
  name!: string;

  /** The rates that count for the customer: 0 when exempt. */
  @Rate()
  taxRate!: number;

  @Rate()
  reRate!: number;

  @Money()
  baseWithoutDiscounts!: number;

  @Money()
  discount!: number;

  @Money()
  base!: number;

  @Money()
  taxPrice!: number;

  @Money()
  rePrice!: number;

  @Money()
  totalPrice!: number;
}
