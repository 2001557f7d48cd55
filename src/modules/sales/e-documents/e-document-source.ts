import { type Loaded, createLoadPlan } from '../../../core/load-plan';
import { type AssembledDocument, type AssembledRow, invoiceAddressColumns } from '../documents';
import type { AdditionalItem } from '../documents/entities/additional-item.entity';
import { SalesDocument } from '../documents/entities/document.entity';

/** Kinds of documents that can be structured invoices. */
export const eDocumentKinds = ['invoice', 'creditNote'] as const;
export type EDocumentKind = (typeof eDocumentKinds)[number];

/** An invoice that a credit note corrects, or that a full invoice replaces. */
export interface PrecedingInvoice {
  readonly number: string;
  readonly date: Date;
}

/** Input of a structured invoice. */
export interface EDocumentSource {
  readonly kind: EDocumentKind;
  readonly document: EDocumentSourceDocument;
  /** Number of the document's order. */
  readonly orderNumber: string;
  /** Date of supply, from the document, its order or the order's shipments. */
  readonly supplyDate: Date | null;
  readonly precedingInvoice?: PrecedingInvoice;
  /** Additional refunds of a credit note. */
  readonly additionalItems: readonly Pick<AdditionalItem, 'type' | 'name' | 'amount'>[];
  /** IANA time zone of dates. */
  readonly timeZone: string;
}

/** Columns to load of an invoice or credit note, in addition to those that nest its parts. */
export const eDocumentPlan = createLoadPlan(
  SalesDocument,
  [
    'documentNumber',
    'date',
    'currencyCode',
    'sourceCurrencyCode',
    'exchangeRate',
    'reverseChargeVat',
    'headquarter',
    'headquarterId',
    'userPId',
    'customerName',
    'customerEmail',
    'buyerReference',
    'purchaseOrder',
    'delivery',
    'shippings',
    'paid',
    'paymentDate',
    'paymentName',
    'payment',
    'subtotal',
    'totalBasketDiscounts',
    'totalTaxes',
    'totalVouchers',
    'total',
    'subtotalRows',
    'subtotalShippings',
    'rounding',
    'parentType',
    'reason',
    'reasonCode',
  ],
  {
    addresses: [
      ...invoiceAddressColumns,
      'registrationNumber',
      'registrationScheme',
      'electronicAddress',
      'electronicAddressScheme',
    ],
    rows: [
      'type',
      'name',
      'sku',
      'ean',
      'quantity',
      'price',
      'optionsPrice',
      'total',
      'share',
      'byAmount',
    ],
    options: ['name', 'prompt'],
    optionValues: ['value'],
    taxes: [
      'taxRate',
      'reRate',
      'taxPrice',
      'rePrice',
      'base',
      'discount',
      'category',
      'exemptionCode',
      'exemptionReason',
    ],
    discounts: ['name', 'code', 'amount', 'applyTo'],
  },
);

/** A document as `eDocumentPlan` loads it, with nested parts. */
export type EDocumentSourceDocument = AssembledDocument<Loaded<typeof eDocumentPlan>>;
export type EDocumentRow = AssembledRow<Loaded<typeof eDocumentPlan>>;
export type EDocumentAddress = EDocumentSourceDocument['addresses'][number];
