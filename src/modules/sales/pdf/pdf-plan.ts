import type { LoadPlan } from '../../../core/load-plan';
import type {
  DocumentAddress,
  DocumentDiscount,
  DocumentRow,
  DocumentTax,
  DocumentVoucher,
  OptionValue,
  RowOption,
  SalesDocument,
  Shipment,
  ShipmentRow,
} from '../documents';

// What is read of a document for its PDF.

function part<E>(...names: readonly (keyof E & string)[]): LoadPlan {
  return { columns: new Set<string>(names), relations: new Map() };
}

const { columns } = part<SalesDocument>(
  ...(['type', 'pId', 'documentNumber', 'date', 'deliveryDate', 'updatedAt'] as const),
  ...(['parentId', 'parentType', 'parentNumber', 'soleParentId'] as const),
  ...(['languageCode', 'currencyCode', 'comment', 'reverseChargeVat', 'headquarter'] as const),
  ...(['userPId', 'customerName', 'customerEmail', 'delivery', 'shippings'] as const),
  ...(['paid', 'paymentDate', 'paymentName', 'payment', 'transactionId'] as const),
  ...(['subtotalRows', 'subtotalShippings', 'subtotalPaymentSystem', 'subtotal'] as const),
  ...(['totalBasketDiscounts', 'totalTaxes', 'totalVouchers', 'total'] as const),
);

const relations: [string, LoadPlan][] = [
  [
    'addresses',
    part<DocumentAddress>(
      ...(['type', 'company', 'firstName', 'lastName', 'address', 'number'] as const),
      ...(['addressAdditionalInformation', 'city', 'state', 'postalCode', 'countryCode'] as const),
      ...(['phone', 'mobile', 'nif', 'vat', 'reverseChargeVat'] as const),
    ),
  ],
  [
    'rows',
    part<DocumentRow>(
      ...(['parentRowId', 'type', 'name', 'sku', 'quantity'] as const),
      ...(['price', 'optionsPrice', 'total'] as const),
    ),
  ],
  ['options', part<RowOption>('rowId', 'name', 'prompt')],
  ['optionValues', part<OptionValue>('rowOptionId', 'value', 'price')],
  ['taxes', part<DocumentTax>('rowId', 'name', 'taxRate', 'reRate', 'base', 'taxPrice', 'rePrice')],
  ['discounts', part<DocumentDiscount>('rowId', 'shipmentId', 'name', 'code', 'amount', 'applyTo')],
  ['vouchers', part<DocumentVoucher>('code', 'amount')],
  [
    'shipments',
    part<Shipment>(
      ...(['pId', 'name', 'shippingTypeName', 'price', 'netPrice', 'taxes'] as const),
      ...(['packages', 'trackingNumber', 'incomingDate'] as const),
    ),
  ],
];

/** Of any document. */
export const pdfPlan: LoadPlan = { columns, relations: new Map(relations) };

/** Of the order of a packing slip: what goes with its shipments too. */
export const packingPlan: LoadPlan = {
  columns,
  relations: new Map([
    ...relations,
    ['shipmentRows', part<ShipmentRow>('shipmentId', 'rowId', 'quantity')],
  ]),
};

/** Of a document between another one and its order. */
export const ancestorPlan = part<SalesDocument>('type', 'parentId', 'parentType', 'parentNumber');

/** Of a shipment whose order is looked for. */
export const shipmentPlan = part<Shipment>('documentId');

/** Of the shipment of a delivery note. */
export const sendingPlan = part<Shipment>('name', 'shippingTypeName', 'packages');
