import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { type AssembledDocument, partyColumns } from '../documents';
import { SalesDocument } from '../documents/entities/document.entity';

/** The data that the record of an invoice or credit note is made of. */
export const recordSourcePlan = createLoadPlan(
  SalesDocument,
  [
    'type',
    'date',
    'deliveryDate',
    'currencyCode',
    'sourceCurrencyCode',
    'exchangeRate',
    'reverseChargeVat',
    'headquarter',
    'headquarterId',
    'customerName',
    'delivery',
    'payment',
    'subtotal',
    'totalBasketDiscounts',
    'totalTaxes',
    'rounding',
    'invoiceId',
    'replacesId',
    'simplified',
    'reason',
    'reasonCode',
  ],
  {
    addresses: partyColumns,
    rows: ['parentRowId', 'name'],
    taxes: [
      'rowId',
      'taxRate',
      'reRate',
      'discount',
      'base',
      'taxPrice',
      'rePrice',
      'category',
      'exemptionCode',
    ],
  },
);

type StoredSource = AssembledDocument<Loaded<typeof recordSourcePlan>>;

/** A stored document, or one that is about to be stored. */
export type SourceDocument = Omit<StoredSource, 'id' | 'rows' | 'addresses' | 'taxes'> & {
  readonly addresses: readonly Omit<StoredSource['addresses'][number], 'id' | 'documentId'>[];
  readonly rows: readonly { readonly name: string }[];
  readonly taxes: readonly Omit<StoredSource['taxes'][number], 'id' | 'documentId' | 'rowId'>[];
};
