import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { type AssembledDocument, invoiceAddressColumns } from '../documents';
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
    addresses: invoiceAddressColumns,
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

type StoredSourceDocument = AssembledDocument<Loaded<typeof recordSourcePlan>>;

/** A stored document, or one that is about to be stored. */
export type RecordSourceDocument = Omit<
  StoredSourceDocument,
  'id' | 'rows' | 'addresses' | 'taxes'
> & {
  readonly addresses: readonly Omit<
    StoredSourceDocument['addresses'][number],
    'id' | 'documentId'
  >[];
  readonly rows: readonly { readonly name: string }[];
  readonly taxes: readonly Omit<
    StoredSourceDocument['taxes'][number],
    'id' | 'documentId' | 'rowId'
  >[];
};
