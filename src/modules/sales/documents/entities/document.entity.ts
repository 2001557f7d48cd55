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
  mapToFieldName,
} from '../../../../database';
import { documentTypes } from '../document-kinds';
import { AdditionalItem } from './additional-item.entity';
import { DocumentAddress } from './document-address.entity';
import { DocumentDiscount } from './document-discount.entity';
import { DocumentRow } from './document-row.entity';
import { DocumentTag } from './document-tag.entity';
import { DocumentTax } from './document-tax.entity';
import { DocumentVoucher } from './document-voucher.entity';
import { RowOptionValue, RowOption } from './row-option.entity';
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
  VerifactuSnapshot,
} from './snapshots';
import { StatusEntry } from './status-entry.entity';

export const documentSearchKind = defineSearchKind('document', 11);

/** Names of columns and parts in entries of the journal. Columns with the name null aren't listed. */
const journalFieldNames = {
  ...mapToFieldName(null, ['type', 'prefix', 'suffix', 'serial', 'image', 'statuses']),
  ...mapToFieldName(null, ['parentId', 'parentType', 'parentNumber', 'soleParentId', 'invoiceId']),
  ...mapToFieldName(null, ['replacesId', 'credited', 'simplified', 'exchanged']),
  ...mapToFieldName('user', [
    'userId',
    'userPId',
    'customerName',
    'customerEmail',
    'customerGender',
  ]),
  ...mapToFieldName('user', ['customerGroupId', 'customerGroupPId', 'customerLastUsed']),
  ...mapToFieldName('user', ['customerSupplier', 'addresses']),
  ...mapToFieldName('channel', ['channelId', 'channelPId']),
  ...mapToFieldName('headquarter', ['headquarterId', 'headquarterPId']),
  ...mapToFieldName('payment', ['paymentSystemId', 'paymentSystemPId', 'paymentName']),
  ...mapToFieldName('delivery', ['shippings']),
  ...mapToFieldName('rows', ['options', 'optionValues', 'stocks']),
  ...mapToFieldName('shipments', ['shipmentRows']),
  ...mapToFieldName('totals', ['total', 'subtotal', 'subtotalRows', 'subtotalShippings', 'taxes']),
  ...mapToFieldName('totals', ['subtotalPaymentSystem', 'totalRows', 'totalShippings', 'rounding']),
  ...mapToFieldName('totals', [
    'totalPaymentSystem',
    'totalRowsDiscounts',
    'totalShippingDiscounts',
  ]),
  ...mapToFieldName('totals', ['totalBasketDiscounts', 'totalDiscounts', 'totalTaxes']),
  ...mapToFieldName('totals', ['totalVouchers']),
};

/**
 * A sales document of any type (specification, Order document record): a snapshot of the agreement.
 * Ids of customers, catalog elements etc. have no foreign keys, so that the document survives their deletion.
 * Every part, at any depth, has the `documentId`. A page of whole documents is therefore read with one query for
 * each kind of part (document-assembly.ts nests the parts).
 */
@Entity('documents')
@Journaled(
  {
    discriminator: 'type',
    kinds: Object.entries(documentTypes).map(([kind, type]) => [type, kind]),
  },
  { area: 'sales', changeMarkerProperty: 'version', fieldNames: journalFieldNames },
)
@Unique(['type', 'headquarterId', 'documentNumber'])
@Unique(['type', 'pId'])
@Index(['type', 'soleParentId'], { unique: true })
@Index(['replacesId'], { unique: true })
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

  /** The whole number with prefix and suffix; null only until the series has allocated one. */
  @VarcharColumn(255, { nullable: true })
  documentNumber!: string | null;

  @FoldedColumn(190, { nullable: true })
  documentNumberFolded!: string | null;

  /** Start of a generated number; supplied numbers have neither prefix nor suffix. */
  @VarcharColumn(100)
  prefix!: string;

  @VarcharColumn(100)
  suffix!: string;

  /** The number within its series; for a supplied number its trailing digits, if any. */
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

  /** Incremented with every change of the document's content; the ETag. */
  @IntColumn()
  version!: number;

  @InstantColumn()
  updatedAt!: Date;

  /** Hash of the imported record: importing it again changes nothing. Null for generated documents. */
  @VarcharColumn(64, { nullable: true })
  fingerprint!: string | null;

  @BigInt53Column({ nullable: true })
  parentId!: number | null;

  @SmallIntColumn({ nullable: true })
  parentType!: number | null;

  @VarcharColumn(255, { nullable: true })
  parentNumber!: string | null;

  /**
   * The source of this document, if the source may have only one document of this type. An open invoice has its
   * order, a return its RMA, a credit note its return, a delivery note its shipment. Null for all others.
   */
  @BigInt53Column({ nullable: true })
  soleParentId!: number | null;

  /** The invoice that a credit note corrects. Null in older credit notes, whose orders had one invoice. */
  @BigInt53Column({ nullable: true })
  invoiceId!: number | null;

  /** Whether credit notes credit the whole invoice. Its order may get another one then. */
  @BoolColumn({ nullable: true })
  credited!: boolean | null;

  /** Whether an invoice is simplified; for a credit note, whether its invoice is. */
  @BoolColumn({ nullable: true })
  simplified!: boolean | null;

  /** Whether a full invoice replaces this simplified one. */
  @BoolColumn({ nullable: true })
  exchanged!: boolean | null;

  /** The simplified invoice that a full one replaces. */
  @BigInt53Column({ nullable: true })
  replacesId!: number | null;

  /** Whether an invoice or credit note is annulled, because the sale or credit never took place. */
  @BoolColumn({ nullable: true })
  annulled!: boolean | null;

  /** Why it is annulled. */
  @LongTextColumn({ nullable: true })
  annulmentReason!: string | null;

  /** Why a credit note corrects its invoice. */
  @LongTextColumn({ nullable: true })
  reason!: string | null;

  /** Reason for a Spanish seller's credit note, a code of the tax agency (R1 to R5). */
  @VarcharColumn(2, { nullable: true })
  reasonCode!: string | null;

  /** The latest invoicing record of an invoice or credit note, as documents show it. */
  @JsonColumn({ nullable: true })
  verifactu!: VerifactuSnapshot | null;

  @VarcharColumn(2)
  languageCode!: string;

  @LongTextColumn()
  comment!: string;

  /** Reference that the buyer wants on invoices (BT-10). */
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

  /** Last use of the stored user's account, at the time of the import. */
  @InstantColumn({ nullable: true })
  customerLastUsed!: Date | null;

  /** Whether the stored user was a supplier at the time of the import; null: unknown. */
  @BoolColumn({ nullable: true })
  customerSupplier!: boolean | null;

  @BigInt53Column({ nullable: true })
  channelId!: number | null;

  @PidColumn({ nullable: true })
  channelPId!: string | null;

  /** 0 without a headquarter, because the unique key of the number ignores nulls. */
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

  /** Image of the first row that has one. */
  @VarcharColumn(2048)
  image!: string;

  @JsonColumn({ nullable: true })
  delivery!: DeliverySnapshot | null;

  /** Shipping methods and costs of the source's shipments, for a document without shipments. */
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

  /** Rounding amount (BT-114): total less subtotal and taxes. Null in older documents, which have none. */
  @MoneyColumn({ nullable: true })
  rounding!: number | null;

  @OneToMany(() => DocumentAddress, (part) => part.document)
  addresses!: Relation<DocumentAddress>[];

  /** All rows, including items of bundles; in the assembled document only the first level. */
  @OneToMany(() => DocumentRow, (part) => part.document)
  rows!: Relation<DocumentRow>[];

  @OneToMany(() => RowOption, (part) => part.document)
  options!: Relation<RowOption>[];

  @OneToMany(() => RowOptionValue, (part) => part.document)
  optionValues!: Relation<RowOptionValue>[];

  @OneToMany(() => RowStock, (part) => part.document)
  stocks!: Relation<RowStock>[];

  /** In the assembled document only its own tax groups. */
  @OneToMany(() => DocumentTax, (part) => part.document)
  taxes!: Relation<DocumentTax>[];

  /** In the assembled document only discounts of the whole order. */
  @OneToMany(() => DocumentDiscount, (part) => part.document)
  discounts!: Relation<DocumentDiscount>[];

  /** In the assembled document only its own entries, without those of its shipments. */
  @OneToMany(() => StatusEntry, (part) => part.document)
  statuses!: Relation<StatusEntry>[];

  @OneToMany(() => Shipment, (part) => part.document)
  shipments!: Relation<Shipment>[];

  @OneToMany(() => ShipmentRow, (part) => part.document)
  shipmentRows!: Relation<ShipmentRow>[];

  @OneToMany(() => DocumentVoucher, (part) => part.document)
  vouchers!: Relation<DocumentVoucher>[];

  /** In the assembled document only its own tags, without those of its customer and rows. */
  @OneToMany(() => DocumentTag, (part) => part.document)
  customTags!: Relation<DocumentTag>[];

  /** Only RMAs have them. */
  @OneToMany(() => AdditionalItem, (part) => part.document)
  additionalItems!: Relation<AdditionalItem>[];

  /** Set by document-assembly.ts. */
  customerTags?: DocumentTag[];
}
