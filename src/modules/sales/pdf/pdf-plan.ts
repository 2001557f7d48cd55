import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { Headquarter } from '../../../platform/catalog';
import { invoiceAddressColumns } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';
import { Shipment } from '../documents/entities/shipment.entity';
import { eDocumentPlan } from '../e-documents';

// Columns and relations to load for PDFs.

/** Plan for the headquarter of an invoice without an electronic address. */
export const electronicAddressPlan = createLoadPlan(Headquarter, [
  'electronicAddress',
  'electronicAddressScheme',
]);

/** Plan for any document. */
export const pdfPlan = createLoadPlan(
  SalesDocument,
  [
    'type',
    'pId',
    'documentNumber',
    'date',
    'deliveryDate',
    'updatedAt',
    'parentId',
    'parentType',
    'parentNumber',
    'soleParentId',
    'invoiceId',
    'simplified',
    'replacesId',
    'annulled',
    'reason',
    'reasonCode',
    'verifactu',
    'languageCode',
    'currencyCode',
    'sourceCurrencyCode',
    'exchangeRate',
    'comment',
    'reverseChargeVat',
    'headquarter',
    'userPId',
    'customerName',
    'customerEmail',
    'delivery',
    'shippings',
    'paid',
    'paymentDate',
    'paymentName',
    'payment',
    'transactionId',
    'subtotalRows',
    'subtotalShippings',
    'subtotalPaymentSystem',
    'subtotal',
    'totalBasketDiscounts',
    'totalTaxes',
    'totalVouchers',
    'total',
    'rounding',
  ],
  {
    addresses: invoiceAddressColumns,
    rows: [
      'parentRowId',
      'type',
      'name',
      'sku',
      'quantity',
      'price',
      'optionsPrice',
      'total',
      'byAmount',
    ],
    options: ['rowId', 'name', 'prompt'],
    optionValues: ['rowOptionId', 'value', 'price'],
    taxes: [
      'rowId',
      'name',
      'taxRate',
      'reRate',
      'base',
      'taxPrice',
      'rePrice',
      'discount',
      'category',
      'exemptionCode',
      'exemptionReason',
    ],
    discounts: ['rowId', 'shipmentId', 'name', 'code', 'amount', 'applyTo'],
    vouchers: ['code', 'amount'],
    shipments: [
      'pId',
      'name',
      'shippingTypeName',
      'price',
      'netPrice',
      'taxes',
      'packages',
      'trackingNumber',
      'incomingDate',
    ],
  },
);

/** Plan for an invoice or credit note, for its PDF and structured formats. */
export const invoicePlan = mergePlans(pdfPlan, eDocumentPlan);

/** Plan for the order of an invoice or credit note. */
export const supplyDatePlan = createLoadPlan(SalesDocument, ['type', 'deliveryDate'], {
  shipments: ['incomingDate'],
});

/** Plan for the order of a packing slip, with the rows of its shipments. */
export const packingSlipPlan = mergePlans(
  pdfPlan,
  createLoadPlan(SalesDocument, [], { shipmentRows: ['shipmentId', 'rowId', 'quantity'] }),
);

/** Plan for number and date of an invoice or credit note, also of one that is corrected or replaced. */
export const documentIdentityPlan = createLoadPlan(SalesDocument, [
  'type',
  'pId',
  'documentNumber',
  'date',
]);

/** Plan for a document between another one and its order. */
export const ancestorPlan = createLoadPlan(SalesDocument, [
  'type',
  'parentId',
  'parentType',
  'parentNumber',
]);

/** Plan for a shipment, to find its order. */
export const shipmentOrderPlan = createLoadPlan(Shipment, ['documentId']);

/** Plan for the shipment of a delivery note. */
export const shippingDetailsPlan = createLoadPlan(Shipment, [
  'name',
  'shippingTypeName',
  'packages',
]);
