import { Check, Entity, Index, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  DoubleColumn,
  IdColumn,
  IntColumn,
  MoneyColumn,
  PartOfRecord,
  PidColumn,
  QuantityColumn,
  ForeignKeyColumn,
  SmallIntColumn,
  VarcharColumn,
} from '../../../../database';
import type { DocumentDiscount } from './document-discount.entity';
import type { DocumentTag } from './document-tag.entity';
import type { DocumentTax } from './document-tax.entity';
import { SalesDocument } from './document.entity';
import type { RowOption } from './row-option.entity';
import type { RowStock } from './row-stock.entity';

/** A row of a document; items of a bundle refer to it by `parentRowId`. */
@Entity('document_rows')
@PartOfRecord('documentId')
@Index(['documentId'])
@Check('ck_document_rows_returned', 'returned >= 0 AND returned <= quantity')
export class DocumentRow {
  @IdColumn()
  id!: number;

  @ForeignKeyColumn(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.rows)
  document!: Relation<SalesDocument>;

  /** The bundle's row; null on the first level. */
  @BigInt53Column({ nullable: true })
  parentRowId!: number | null;

  /** The row of the source document that this one was copied from, for example the order's row in an RMA. */
  @BigInt53Column({ nullable: true })
  sourceRowId!: number | null;

  /** 1 product, 2 gift, 3 bundle. */
  @SmallIntColumn()
  type!: number;

  /** Identifies the row in every store that imported the document (see row-identifier.ts). */
  @VarcharColumn(32)
  hash!: string;

  @BigInt53Column({ nullable: true })
  productId!: number | null;

  @PidColumn({ nullable: true })
  productPId!: string | null;

  @VarcharColumn(255)
  name!: string;

  @VarcharColumn(255)
  sku!: string;

  @VarcharColumn(64)
  ean!: string;

  @VarcharColumn(64)
  isbn!: string;

  @VarcharColumn(64)
  jan!: string;

  @VarcharColumn(64)
  upc!: string;

  @VarcharColumn(255)
  manufacturerSku!: string;

  @VarcharColumn(255)
  brandName!: string;

  @VarcharColumn(2048)
  image!: string;

  @VarcharColumn(2048)
  link!: string;

  @QuantityColumn()
  quantity!: number;

  /** Price of one unit, before tax; 0 for a bundle. */
  @MoneyColumn()
  price!: number;

  @MoneyColumn()
  previousPrice!: number;

  /** Price of all selected option values for one unit. */
  @MoneyColumn()
  optionsPrice!: number;

  /** Amount before tax, less the row's own discounts. */
  @MoneyColumn()
  total!: number;

  /** The row's share of the order's discounts. */
  @MoneyColumn()
  share!: number;

  @MoneyColumn()
  totalTaxes!: number;

  @DoubleColumn()
  weight!: number;

  @BoolColumn()
  noReturn!: boolean;

  @BoolColumn()
  onRequest!: boolean;

  @IntColumn()
  onRequestDays!: number;

  @IntColumn()
  backorder!: number;

  /** Quantity in open and completed returns; at most `quantity`. */
  @QuantityColumn({ default: 0 })
  returned!: number;

  /** Whether a credit note's line credits an amount without a quantity. */
  @BoolColumn({ nullable: true })
  byAmount!: boolean | null;

  // Put together by document-assembly.ts.
  reverseChargeVat?: boolean;
  items?: DocumentRow[];
  options?: RowOption[];
  stocks?: RowStock[];
  taxes?: DocumentTax[];
  discounts?: DocumentDiscount[];
  customTags?: DocumentTag[];
}
