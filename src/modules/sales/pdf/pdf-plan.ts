import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { Headquarter } from '../../../platform/catalog';
import { SalesDocument, Shipment } from '../documents';
import { eDocumentPlan } from '../e-documents';

// What is read of a document for its PDF.

/** The columns of a headquarter whose invoice has no electronic address. */
export const electronicAddressPlan = createLoadPlan(Headquarter, [
  'electronicAddress',
  'electronicAddressScheme',
]);

/** Of any document. */
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
    'reason',
    'reasonCode',
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
    ],
    rows: ['parentRowId', 'type', 'name', 'sku', 'quantity', 'price', 'optionsPrice', 'total'],
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

/** Of an invoice or credit note that may be drawn and structured. */
export const invoicePlan = mergePlans(pdfPlan, eDocumentPlan);

/** Of the order of an invoice or credit note. */
export const supplyDatePlan = createLoadPlan(SalesDocument, ['type', 'deliveryDate'], {
  shipments: ['incomingDate'],
});

/** Of the order of a packing slip: what goes with its shipments too. */
export const packingSlipPlan = mergePlans(
  pdfPlan,
  createLoadPlan(SalesDocument, [], { shipmentRows: ['shipmentId', 'rowId', 'quantity'] }),
);

/** Of the invoice that a credit note corrects. */
export const issuedPlan = createLoadPlan(SalesDocument, ['documentNumber', 'date']);

/** Of a document between another one and its order. */
export const ancestorPlan = createLoadPlan(SalesDocument, [
  'type',
  'parentId',
  'parentType',
  'parentNumber',
]);

/** Of a shipment whose order is looked up. */
export const shipmentOrderPlan = createLoadPlan(Shipment, ['documentId']);

/** Of the shipment of a delivery note. */
export const shippingDetailsPlan = createLoadPlan(Shipment, [
  'name',
  'shippingTypeName',
  'packages',
]);
