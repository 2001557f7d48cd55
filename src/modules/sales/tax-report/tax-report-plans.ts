import { createLoadPlan } from '../../../core/load-plan';
import { invoiceAddressColumns } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';

/** Plan for dates, to assign documents to periods. */
export const documentDatePlan = createLoadPlan(SalesDocument, [
  'date',
  'deliveryDate',
  'parentId',
  'parentType',
  'invoiceId',
  'replacesId',
  'annulled',
]);

/** Plan for the order of a document, to find the date of supply. */
export const supplyDatePlan = createLoadPlan(SalesDocument, ['deliveryDate'], {
  // The dates of the shipments, if there is no delivery date.
  shipments: ['incomingDate'],
});

/** Plan for the parents of credit notes. */
export const parentPlan = createLoadPlan(SalesDocument, ['parentId']);

/** Plan for the amounts of a document, and for what determines their categories. */
export const documentAmountsPlan = createLoadPlan(
  SalesDocument,
  [
    'type',
    'simplified',
    'headquarter',
    'delivery',
    'reverseChargeVat',
    'currencyCode',
    'sourceCurrencyCode',
    'exchangeRate',
    'payment',
    'subtotal',
    'totalBasketDiscounts',
    'totalTaxes',
  ],
  {
    addresses: invoiceAddressColumns,
    taxes: ['rowId', 'taxRate', 'reRate', 'discount', 'base', 'taxPrice', 'rePrice', 'category'],
  },
);
