import { type Loaded, createLoadPlan } from '../../../core/load-plan';
import {
  type AdditionalItem,
  type Assembled,
  type AssembledRow,
  SalesDocument,
} from '../documents';

/** The documents that are structured invoices. */
export const eDocumentKinds = ['invoice', 'creditNote'] as const;
export type EDocumentKind = (typeof eDocumentKinds)[number];

/** An invoice that a credit note corrects. */
export interface CorrectedInvoice {
  readonly number: string;
  readonly date: Date;
}

/** What a structured invoice is made of. */
export interface EDocumentSource {
  readonly kind: EDocumentKind;
  readonly document: EDocument;
  /** Of the order that the document goes back to. */
  readonly orderNumber: string;
  /** When the goods were supplied, as the order or its shipments have it. */
  readonly supplyDate: Date | null;
  readonly corrected?: CorrectedInvoice;
  /** What a credit note gives back besides its lines. */
  readonly additionalItems: readonly Pick<AdditionalItem, 'type' | 'name' | 'amount'>[];
  /** IANA time zone that days are told in. */
  readonly zone: string;
}

/** What is read of an invoice or credit note. */
export const eDocumentPlan = createLoadPlan(
  SalesDocument,
  [
    'type',
    'pId',
    'documentNumber',
    'date',
    'deliveryDate',
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
    'totalTaxes',
    'totalVouchers',
    'total',
    'subtotalRows',
    'subtotalShippings',
    'rounding',
    'parentType',
    'reason',
  ],
  {
    addresses: [
      'type',
      'company',
      'firstName',
      'lastName',
      'address',
      'number',
      'addressAdditionalInformation',
      'city',
      'state',
      'postalCode',
      'countryCode',
      'phone',
      'mobile',
      'nif',
      'vat',
      'reverseChargeVat',
      'tax',
      'registrationNumber',
      'registrationScheme',
      'electronicAddress',
      'electronicAddressScheme',
    ],
    rows: [
      'parentRowId',
      'type',
      'name',
      'sku',
      'ean',
      'quantity',
      'price',
      'optionsPrice',
      'total',
      'share',
    ],
    options: ['rowId', 'name', 'prompt'],
    optionValues: ['rowOptionId', 'value'],
    taxes: [
      'rowId',
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
    discounts: ['rowId', 'shipmentId', 'name', 'code', 'amount', 'applyTo'],
  },
);

/** A document as `eDocumentPlan` reads it, its parts in their places. */
export type EDocument = Assembled<Loaded<typeof eDocumentPlan>>;
export type EDocumentRow = AssembledRow<Loaded<typeof eDocumentPlan>>;
export type EDocumentAddress = EDocument['addresses'][number];
