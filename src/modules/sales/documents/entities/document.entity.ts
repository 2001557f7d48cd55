import { Entity, Index, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BigInt53Column,
  BoolColumn,
  DoubleColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  Journaled,
  JsonColumn,
  LongTextColumn,
  MoneyColumn,
  PidColumn,
  defineSearchKind,
  SmallIntColumn,
  VarcharColumn,
  LockCountColumn,
} from '../../../../database';
import { documentTypes } from '../document-kinds';
import { AdditionalItem } from './additional-item.entity';
import { DocumentAddress } from './document-address.entity';
import { DocumentDiscount } from './document-discount.entity';
import { DocumentRow } from './document-row.entity';
import { DocumentTag } from './document-tag.entity';
import { DocumentTax } from './document-tax.entity';
import { DocumentVoucher } from './document-voucher.entity';
import { OptionValue, RowOption } from './row-option.entity';
import { RowStock } from './row-stock.entity';
import { Shipment, ShipmentRow } from './shipment.entity';
import type {
  DeliverySnapshot,
  HeadquarterSnapshot,
  MarketplaceSnapshot,
  NamedValue,
  PaymentSnapshot,
  SalesAgentSnapshot,
  ShippingSnapshot,
} from './snapshots';
import { StatusEntry } from './status-entry.entity';

export const documentSearch = defineSearchKind('document', 11);

/**
 * A sales document of any type (specification, Order document record): a snapshot of what was agreed.
 * Ids of customers, catalogue elements and the like are kept without foreign keys: they may go, it stays.
 * Every part of it, at any depth, has its `documentId`, so that a whole document, or a page of them, is read
 * with one query for each kind of part (document-tree.ts puts them together).
 */
@Entity('documents')
@Journaled(
  { by: 'type', kinds: Object.entries(documentTypes).map(([kind, type]) => [type, kind]) },
  { area: 'sales', markerProperty: 'version' },
)
@Unique(['type', 'headquarterId', 'documentNumber'])
@Unique(['type', 'pId'])
@Index(['type', 'soleParentId'], { unique: true })
@Index(['type', 'total'])
@Index(['type', 'serial'])
@Index(['parentId'])
@Index(['userId'])
@Index(['type', 'documentNumberFolded'])
@Index(['type', 'updatedAt'])
@Index(['type', 'date'])
@Index(['type', 'status'])
@Index(['type', 'exported', 'status'])
@Index(['type', 'exported'])
@Index(['type'])
export class SalesDocument {
  @IdColumn()
  id!: number;

  @LockCountColumn()
  lockCount?: number | null;

  /** `DOCUMENTTYPE`, see document-kinds.ts. */
  @SmallIntColumn()
  type!: number;

  @PidColumn()
  pId!: string;

  /** The whole text; null only until the series has given one. */
  @VarcharColumn(255, { nullable: true })
  documentNumber!: string | null;

  @FoldedColumn(190, { nullable: true })
  documentNumberFolded!: string | null;

  /** What a generated number begins and ends with; given numbers have neither. */
  @VarcharColumn(100)
  prefix!: string;

  @VarcharColumn(100)
  suffix!: string;

  /** The number within its series; of a given number its trailing digits, when it has any. */
  @BigInt53Column({ nullable: true })
  serial!: number | null;

  @InstantColumn()
  date!: Date;

  @InstantColumn({ nullable: true })
  deliveryDate!: Date | null;

  @InstantColumn({ nullable: true })
  paymentDate!: Date | null;

  @SmallIntColumn()
  status!: number;

  @BigInt53Column({ nullable: true })
  subStatusId!: number | null;

  @BoolColumn()
  exported!: boolean;

  @BoolColumn()
  paid!: boolean;

  /** Goes up by one with every change of the document's content: its ETag. */
  @IntColumn()
  version!: number;

  @InstantColumn()
  updatedAt!: Date;

  /** What the imported line said, as a hash: the same line again is no change. Null for generated ones. */
  @VarcharColumn(64, { nullable: true })
  fingerprint!: string | null;

  @BigInt53Column({ nullable: true })
  parentId!: number | null;

  @SmallIntColumn({ nullable: true })
  parentType!: number | null;

  @VarcharColumn(255, { nullable: true })
  parentNumber!: string | null;

  /**
   * What this document was made of, where there is one document of its type for each: the order of an invoice that is
   * open, a return's RMA, the return of a credit note, a delivery note's shipment. Null for all others.
   */
  @BigInt53Column({ nullable: true })
  soleParentId!: number | null;

  /** Of a credit note: the invoice that it corrects. Null in older ones, whose orders had one invoice. */
  @BigInt53Column({ nullable: true })
  invoiceId?: number | null;

  /** Of an invoice: whether credit notes give all of it back. Then its order may get another one. */
  @BoolColumn({ nullable: true })
  credited?: boolean | null;

  /** Of a credit note: why it corrects its invoice. */
  @LongTextColumn({ nullable: true })
  reason?: string | null;

  /** Of a credit note of a Spanish seller: R1 to R4, the reasons of its tax office. */
  @VarcharColumn(2, { nullable: true })
  reasonCode?: string | null;

  @VarcharColumn(2)
  languageCode!: string;

  @LongTextColumn()
  comment!: string;

  /** What the buyer wants to be told on invoices. */
  @VarcharColumn(255, { nullable: true })
  buyerReference!: string | null;

  /** The number of the buyer's own order. */
  @VarcharColumn(255, { nullable: true })
  purchaseOrder!: string | null;

  @BoolColumn()
  reverseChargeVat!: boolean;

  @VarcharColumn(3)
  currencyCode!: string;

  @VarcharColumn(3)
  sourceCurrencyCode!: string;

  @DoubleColumn()
  exchangeRate!: number;

  @BigInt53Column({ nullable: true })
  userId!: number | null;

  @PidColumn({ nullable: true })
  userPId!: string | null;

  @VarcharColumn(511)
  customerName!: string;

  @VarcharColumn(254)
  customerEmail!: string;

  @SmallIntColumn()
  customerGender!: number;

  @BigInt53Column({ nullable: true })
  customerGroupId!: number | null;

  @PidColumn({ nullable: true })
  customerGroupPId!: string | null;

  /** Of the stored user, when the order came in. */
  @InstantColumn({ nullable: true })
  customerLastUsed!: Date | null;

  /** Whether the stored user was a supplier when the order came in; null: not known. */
  @BoolColumn({ nullable: true })
  customerSupplier!: boolean | null;

  @BigInt53Column({ nullable: true })
  channelId!: number | null;

  @PidColumn({ nullable: true })
  channelPId!: string | null;

  /** 0 without one: the number's uniqueness within a headquarter needs a value. */
  @BigInt53Column()
  headquarterId!: number;

  @PidColumn({ nullable: true })
  headquarterPId!: string | null;

  @JsonColumn({ nullable: true })
  headquarter!: HeadquarterSnapshot | null;

  @BigInt53Column({ nullable: true })
  paymentSystemId!: number | null;

  @PidColumn({ nullable: true })
  paymentSystemPId!: string | null;

  @VarcharColumn(255)
  paymentName!: string;

  @JsonColumn({ nullable: true })
  payment!: PaymentSnapshot | null;

  @VarcharColumn(255)
  transactionId!: string;

  @VarcharColumn(255)
  authNumber!: string;

  @VarcharColumn(2048)
  referer!: string;

  /** Of the first row that has one. */
  @VarcharColumn(2048)
  image!: string;

  @JsonColumn({ nullable: true })
  delivery!: DeliverySnapshot | null;

  /** What the shipments of its source cost, of a document that has none of its own. */
  @JsonColumn({ nullable: true })
  shippings!: ShippingSnapshot[] | null;

  @JsonColumn({ nullable: true })
  marketplace!: MarketplaceSnapshot | null;

  @JsonColumn({ nullable: true })
  salesAgent!: SalesAgentSnapshot | null;

  @JsonColumn({ nullable: true })
  additionalInformation!: NamedValue[] | null;

  @MoneyColumn()
  total!: number;

  @MoneyColumn()
  subtotal!: number;

  @MoneyColumn()
  subtotalRows!: number;

  @MoneyColumn()
  subtotalShippings!: number;

  @MoneyColumn()
  subtotalPaymentSystem!: number;

  @MoneyColumn()
  totalRows!: number;

  @MoneyColumn()
  totalShippings!: number;

  @MoneyColumn()
  totalPaymentSystem!: number;

  @MoneyColumn()
  totalRowsDiscounts!: number;

  @MoneyColumn()
  totalShippingDiscounts!: number;

  @MoneyColumn()
  totalBasketDiscounts!: number;

  @MoneyColumn()
  totalDiscounts!: number;

  @MoneyColumn()
  totalTaxes!: number;

  @MoneyColumn()
  totalVouchers!: number;

  /** Rounding amount (BT-114): total less subtotal and taxes. Null in older documents: none. */
  @MoneyColumn({ nullable: true })
  rounding!: number | null;

  @OneToMany(() => DocumentAddress, (part) => part.document)
  addresses!: Relation<DocumentAddress>[];

  /** All rows, those of bundles too; in the assembled document only the first level. */
  @OneToMany(() => DocumentRow, (part) => part.document)
  rows!: Relation<DocumentRow>[];

  @OneToMany(() => RowOption, (part) => part.document)
  options!: Relation<RowOption>[];

  @OneToMany(() => OptionValue, (part) => part.document)
  optionValues!: Relation<OptionValue>[];

  @OneToMany(() => RowStock, (part) => part.document)
  stocks!: Relation<RowStock>[];

  /** In the assembled document only its own tax groups. */
  @OneToMany(() => DocumentTax, (part) => part.document)
  taxes!: Relation<DocumentTax>[];

  /** In the assembled document only those of the whole order. */
  @OneToMany(() => DocumentDiscount, (part) => part.document)
  discounts!: Relation<DocumentDiscount>[];

  /** In the assembled document only its own, not those of its shipments. */
  @OneToMany(() => StatusEntry, (part) => part.document)
  statuses!: Relation<StatusEntry>[];

  @OneToMany(() => Shipment, (part) => part.document)
  shipments!: Relation<Shipment>[];

  @OneToMany(() => ShipmentRow, (part) => part.document)
  shipmentRows!: Relation<ShipmentRow>[];

  @OneToMany(() => DocumentVoucher, (part) => part.document)
  vouchers!: Relation<DocumentVoucher>[];

  /** In the assembled document only its own, not those of its customer and its lines. */
  @OneToMany(() => DocumentTag, (part) => part.document)
  customTags!: Relation<DocumentTag>[];

  /** Of an RMA. */
  @OneToMany(() => AdditionalItem, (part) => part.document)
  additionalItems!: Relation<AdditionalItem>[];

  /** Put together by document-tree.ts. */
  customerTags?: DocumentTag[];
}
