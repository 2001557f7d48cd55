import { Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** A voucher that paid a part of a document. */
@Entity('document_vouchers')
@PartOfRecord('documentId')
@Index(['documentId'])
@Index(['code'])
export class DocumentVoucher {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.vouchers)
  document!: Relation<SalesDocument>;

  /** Id of the voucher that had this code when the order was imported, or when the voucher was redeemed. */
  @BigInt53Column({ nullable: true })
  voucherId!: number | null;

  @VarcharColumn(190)
  code!: string;

  /** The amount that it pays. */
  @MoneyColumn()
  amount!: number;

  /** The part of `amount` that credit notes returned to the voucher; null: nothing. */
  @MoneyColumn({ nullable: true })
  givenBack!: number | null;

  /** Whether `amount` was deducted from the voucher's balance. */
  @BoolColumn()
  balanceProcessed!: boolean;
}
