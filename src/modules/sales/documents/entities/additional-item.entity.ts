import { Check, Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  IdColumn,
  MoneyColumn,
  PartOfRecord,
  ForeignKeyColumn,
  VarcharColumn,
} from '../../../../database';
import { SalesDocument } from './document.entity';

/** Types of an RMA's `ADDITIONAITEMS`. */
export const additionalItemTypes = ['SHIPPING', 'PAYMENT', 'VOUCHER'] as const;
export type AdditionalItemType = (typeof additionalItemTypes)[number];

/** An amount that an RMA refunds in addition to its rows, for example the shipping costs. */
@Entity('document_additional_items')
@PartOfRecord('documentId')
@Index(['documentId'])
@Check('ck_document_additional_items_amount', 'amount >= 0')
export class AdditionalItem {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.additionalItems)
  document!: Relation<SalesDocument>;

  @VarcharColumn(16)
  type!: AdditionalItemType;

  @VarcharColumn(255)
  name!: string;

  /** At least 0; SHIPPING and PAYMENT include tax. */
  @MoneyColumn()
  amount!: number;
}
