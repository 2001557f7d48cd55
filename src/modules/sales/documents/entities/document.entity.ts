import { Entity, Index, OneToMany, type Relation, Unique } from 'typeorm';
import {
  BigInt53,
  Bool,
  Double,
  Folded,
  Id,
  Instant,
  Int,
  Json,
  LongText,
  Money,
  Pid,
  searchKind,
  SmallInt,
  Varchar,
} from '../../../../database';
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

export const documentSearch = searchKind('document', 11);

/**
 * A sales document of any type (specification, Order document record): a snapshot of what was agreed.
 * Ids of customers, catalogue elements and the like are kept without foreign keys: they may go, it stays.
 * Every part of it, at any depth, has its `documentId`, so that a whole document, or a page of them, is read
 * with one query for each kind of part (document-tree.ts puts them together).
 */
@Entity('documents')
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
@Index(['type', 'exported'])
@Index(['type'])
export class SalesDocument {
  @Id()
  id!: number;

  /** `DOCUMENTTYPE`, see document-kinds.ts. */
  @SmallInt()
  type!: number;

  @Pid()
  pId!: string;

  /** The whole text; null only until the series has given one. */
  @Varchar(255, { nullable: true })
  documentNumber!: string | null;

  @Folded(190, { nullable: true })
  documentNumberFolded!: string | null;

  /** What a generated number begins and ends with; given numbers have neither. */
  @Varchar(100)
  prefix!: string;

  @Varchar(100)
  suffix!: string;

  /** The number within its series; of a given number its trailing digits, when it has any. */
  @BigInt53({ nullable: true })
  serial!: number | null;

  @Instant()
  date!: Date;

  @Instant({ nullable: true })
  deliveryDate!: Date | null;

  @Instant({ nullable: true })
  paymentDate!: Date | null;

  @SmallInt()
  status!: number;

  @BigInt53({ nullable: true })
  subStatusId!: number | null;

  @Bool()
  exported!: boolean;

  @Bool()
  paid!: boolean;

  /** Goes up by one with every change of the document's content: its ETag. */
  @Int()
  version!: number;

  @Instant()
  updatedAt!: Date;

  /** What the imported line said, as a hash: the same line again is no change. Null for generated ones. */
  @Varchar(64, { nullable: true })
  fingerprint!: string | null;

  @BigInt53({ nullable: true })
  parentId!: number | null;

  @SmallInt({ nullable: true })
  parentType!: number | null;

  @Varchar(255, { nullable: true })
  parentNumber!: string | null;

  /**
   * What this document was made of, where there is one document of its type for each: an invoice's order, a
   * return's RMA, a credit note's return, a delivery note's shipment. Null for all others.
   */
  @BigInt53({ nullable: true })
  soleParentId!: number | null;

  @Varchar(2)
  languageCode!: string;

  @LongText()
  comment!: string;

  @Bool()
  reverseChargeVat!: boolean;

  @Varchar(3)
  currencyCode!: string;

  @Varchar(3)
  sourceCurrencyCode!: string;

  @Double()
  exchangeRate!: number;

  @BigInt53({ nullable: true })
  userId!: number | null;

  @Pid({ nullable: true })
  userPId!: string | null;

  @Varchar(511)
  customerName!: string;

  @Varchar(254)
  customerEmail!: string;

  @SmallInt()
  customerGender!: number;

  @BigInt53({ nullable: true })
  customerGroupId!: number | null;

  @Pid({ nullable: true })
  customerGroupPId!: string | null;

  @Instant({ nullable: true })
  customerLastUsed!: Date | null;

  @BigInt53({ nullable: true })
  channelId!: number | null;

  @Pid({ nullable: true })
  channelPId!: string | null;

  /** 0 without one: the number's uniqueness within a headquarter needs a value. */
  @BigInt53()
  headquarterId!: number;

  @Pid({ nullable: true })
  headquarterPId!: string | null;

  @Json({ nullable: true })
  headquarter!: HeadquarterSnapshot | null;

  @BigInt53({ nullable: true })
  paymentSystemId!: number | null;

  @Pid({ nullable: true })
  paymentSystemPId!: string | null;

  @Varchar(255)
  paymentName!: string;

  @Json({ nullable: true })
  payment!: PaymentSnapshot | null;

  @Varchar(255)
  transactionId!: string;

  @Varchar(255)
  authNumber!: string;

  @Varchar(2048)
  referer!: string;

  /** Of the first row that has one. */
  @Varchar(2048)
  image!: string;

  @Json({ nullable: true })
  delivery!: DeliverySnapshot | null;

  /** What the shipments of its source cost, of a document that has none of its own. */
  @Json({ nullable: true })
  shippings!: ShippingSnapshot[] | null;

  @Json({ nullable: true })
  marketplace!: MarketplaceSnapshot | null;

  @Json({ nullable: true })
  salesAgent!: SalesAgentSnapshot | null;

  @Json({ nullable: true })
  additionalInformation!: NamedValue[] | null;

  @Money()
  total!: number;

  @Money()
  subtotal!: number;

  @Money()
  subtotalRows!: number;

  @Money()
  subtotalShippings!: number;

  @Money()
  subtotalPaymentSystem!: number;

  @Money()
  totalRows!: number;

  @Money()
  totalShippings!: number;

  @Money()
  totalPaymentSystem!: number;

  @Money()
  totalRowsDiscounts!: number;

  @Money()
  totalShippingDiscounts!: number;

  @Money()
  totalBasketDiscounts!: number;

  @Money()
  totalDiscounts!: number;

  @Money()
  totalTaxes!: number;

  @Money()
  totalVouchers!: number;

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
