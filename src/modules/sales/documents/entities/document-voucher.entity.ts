import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  RefColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A voucher that a document was paid with. */
@Entity('document_vouchers')
@PartOfRecord('documentId')
@Index(['documentId'])
@Index(['code'])
export class DocumentVoucher {
  @IdColumn()
  id!: number;

  @RefColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.vouchers)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** Of the stored voucher that had this code when the order came in, or when it was spent. */
  @BigInt53Column({ nullable: true })
  voucherId!: number | null;

  @VarcharColumn(190)
  code!: string;

  /** What it pays of the document. */
  @MoneyColumn()
  amount!: number;

  /** The part of it that credit notes gave back to the voucher; null: nothing. */
  @MoneyColumn({ nullable: true })
  givenBack!: number | null;

  /** Whether that was taken from the voucher's balance. */
  @BoolColumn()
  balanceProcessed!: boolean;
}
