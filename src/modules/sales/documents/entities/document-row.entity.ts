import { Check, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import {
  BigInt53,
  Bool,
  Double,
  Id,
  Int,
  Money,
  Pid,
  Quantity,
  Ref,
  SmallInt,
  Varchar,
} from '../../../../database';
import type { DocumentDiscount } from './document-discount.entity';
import type { DocumentTag } from './document-tag.entity';
import type { DocumentTax } from './document-tax.entity';
import { SalesDocument } from './document.entity';
import type { RowOption } from './row-option.entity';
import type { RowStock } from './row-stock.entity';

/** A line of a document; the lines of a bundle hang on it by `parentRowId`. */
@Entity('document_rows')
@Index(['documentId'])
@Check('ck_document_rows_returned', 'returned >= 0 AND returned <= quantity')
export class DocumentRow {
  @Id()
  id!: number;

  @Ref(() => SalesDocument, { onDelete: 'CASCADE' })
  documentId!: number;

  @ManyToOne(() => SalesDocument, (document) => document.rows)
  @JoinColumn({ name: 'document_id' })
  document!: Relation<SalesDocument>;

  /** The bundle's row; null on the first level. */
  @BigInt53({ nullable: true })
  parentRowId!: number | null;

  /** The row of the document that this one was made from (an RMA's from its order's). */
  @BigInt53({ nullable: true })
  sourceRowId!: number | null;

  /** 1 product, 2 gift, 3 bundle. */
  @SmallInt()
  type!: number;

  /** The same in every store that imported the document (see row-hash.ts). */
  @Varchar(32)
  hash!: string;

  @BigInt53({ nullable: true })
  productId!: number | null;

  @Pid({ nullable: true })
  productPId!: string | null;

  @Varchar(255)
  name!: string;

  @Varchar(255)
  sku!: string;

  @Varchar(64)
  ean!: string;

  @Varchar(64)
  isbn!: string;

  @Varchar(64)
  jan!: string;

  @Varchar(64)
  upc!: string;

  @Varchar(255)
  manufacturerSku!: string;

  @Varchar(255)
  brandName!: string;

  @Varchar(2048)
  image!: string;

  @Varchar(2048)
  link!: string;

  @Quantity()
  quantity!: number;

  /** Of one unit, before tax; 0 for a bundle. */
  @Money()
  price!: number;

  @Money()
  previousPrice!: number;

  /** Of all chosen option values together, for one unit. */
  @Money()
  optionsPrice!: number;

  /** Before tax, less the row's own discounts. */
  @Money()
  total!: number;

  /** What the order's discounts take off it. */
  @Money()
  share!: number;

  @Money()
  totalTaxes!: number;

  @Double()
  weight!: number;

  @Bool()
  noReturn!: boolean;

  @Bool()
  onRequest!: boolean;

  @Int()
  onRequestDays!: number;

  @Int()
  backorder!: number;

  /** In returns that are under way or done; at most `quantity`. */
  @Quantity({ default: 0 })
  returned!: number;

  // Put together by document-tree.ts.
  reverseChargeVat?: boolean;
  items?: DocumentRow[];
  options?: RowOption[];
  stocks?: RowStock[];
  taxes?: DocumentTax[];
  discounts?: DocumentDiscount[];
  customTags?: DocumentTag[];
}
