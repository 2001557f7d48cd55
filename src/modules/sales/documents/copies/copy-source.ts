import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import type { AssembledDocument, AssembledRow } from '../document-assembly';
import { SalesDocument } from '../entities/document.entity';
import {
  addressColumns,
  discountColumns,
  documentColumns,
  optionColumns,
  rowColumns,
  shippingColumns,
  stockColumns,
  tagColumns,
  taxColumns,
  totalColumns,
  optionValueColumns,
  voucherColumns,
} from './copied-columns';

/** Everything that a copy may take over from its source. */
export const copySourcePlan = createLoadPlan(
  SalesDocument,
  [
    ...documentColumns,
    ...totalColumns,
    'type',
    'parentType',
    'pId',
    'documentNumber',
    'date',
    'status',
    'shippings',
    'credited',
    'simplified',
    'exchanged',
    'annulled',
    'replacesId',
    'invoiceId',
  ],
  {
    addresses: addressColumns,
    rows: [...rowColumns, 'parentRowId', 'returned'],
    options: [...optionColumns, 'rowId'],
    optionValues: [...optionValueColumns, 'rowOptionId'],
    stocks: [...stockColumns, 'rowId'],
    taxes: [...taxColumns, 'rowId'],
    discounts: [...discountColumns, 'rowId', 'shipmentId'],
    vouchers: voucherColumns,
    customTags: [...tagColumns, 'rowId'],
    shipments: [...shippingColumns, 'taxes'],
    shipmentRows: ['shipmentId', 'rowId', 'quantity'],
  },
);
type LoadedSource = Loaded<typeof copySourcePlan>;

/** A document with everything that a copy may take over. */
export type CopySource = AssembledDocument<LoadedSource> & {
  /** Set by document-assembly.ts. */
  customerTags?: LoadedSource['customTags'];
};
export type CopySourceRow = AssembledRow<LoadedSource>;
export type CopySourceTax = CopySource['taxes'][number];
