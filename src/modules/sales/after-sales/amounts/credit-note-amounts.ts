import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import type { AssembledDocument } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';

/** The columns of a credit note that show how much of an invoice it credits. */
export const creditNoteAmountsPlan = createLoadPlan(
  SalesDocument,
  [
    'parentId',
    'invoiceId',
    'annulled',
    'rounding',
    'subtotal',
    'subtotalRows',
    'subtotalShippings',
    'subtotalPaymentSystem',
    'totalShippings',
    'totalPaymentSystem',
    'totalTaxes',
    'totalRows',
    'totalRowsDiscounts',
    'totalBasketDiscounts',
    'totalDiscounts',
    'total',
    'totalVouchers',
    'shippings',
    'payment',
  ],
  {
    rows: ['parentRowId', 'type', 'hash', 'quantity', 'total', 'share', 'byAmount'],
    taxes: [
      'rowId',
      'taxId',
      'taxRate',
      'reRate',
      'category',
      'discount',
      'base',
      'taxPrice',
      'rePrice',
    ],
    discounts: ['rowId', 'shipmentId', 'amount'],
  },
);

/** A credit note with how much of its invoice it credits. */
export type CreditNoteAmounts = AssembledDocument<Loaded<typeof creditNoteAmountsPlan>>;
