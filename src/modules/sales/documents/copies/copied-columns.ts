import { listDataColumns, type EntityClass } from '../../../../database';
import { listAddressFieldNames } from '../../../../platform/addresses';
import type { DocumentAddress } from '../entities/document-address.entity';
import { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import { DocumentTag } from '../entities/document-tag.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import { RowOptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import type { Shipment } from '../entities/shipment.entity';

// Columns that a copy takes over from its source document. The same names select the columns to read.

type ColumnNames<E> = readonly (keyof E & string)[];

/** Amounts of a whole document (`TOTALS`). */
export const totalColumns = [
  'total',
  'subtotal',
  'subtotalRows',
  'subtotalShippings',
  'subtotalPaymentSystem',
  'totalRows',
  'totalShippings',
  'totalPaymentSystem',
  'totalRowsDiscounts',
  'totalShippingDiscounts',
  'totalBasketDiscounts',
  'totalDiscounts',
  'totalTaxes',
  'totalVouchers',
  'rounding',
] as const satisfies ColumnNames<SalesDocument>;

/** Parties, payment and delivery of a document. */
export const documentColumns = [
  'languageCode',
  'buyerReference',
  'purchaseOrder',
  'reverseChargeVat',
  'currencyCode',
  'sourceCurrencyCode',
  'exchangeRate',
  'userId',
  'userPId',
  'customerName',
  'customerEmail',
  'customerGender',
  'customerGroupId',
  'customerGroupPId',
  'customerLastUsed',
  'customerSupplier',
  'channelId',
  'channelPId',
  'headquarterId',
  'headquarterPId',
  'headquarter',
  'paymentSystemId',
  'paymentSystemPId',
  'paymentName',
  'payment',
  'paid',
  'paymentDate',
  'transactionId',
  'authNumber',
  'referer',
  'delivery',
  'deliveryDate',
  'marketplace',
  'salesAgent',
  'additionalInformation',
] as const satisfies ColumnNames<SalesDocument>;

export const addressColumns = [
  'type',
  ...listAddressFieldNames('document'),
] as const satisfies ColumnNames<DocumentAddress>;

/** Columns of a row that an imported order supplies unchanged. */
export const importedRowColumns = [
  'name',
  'sku',
  'ean',
  'isbn',
  'jan',
  'upc',
  'manufacturerSku',
  'brandName',
  'image',
  'link',
  'quantity',
  'previousPrice',
  'weight',
  'noReturn',
  'onRequest',
  'onRequestDays',
  'backorder',
] as const satisfies ColumnNames<DocumentRow>;

export const rowColumns = [
  ...importedRowColumns,
  'type',
  'hash',
  'productId',
  'productPId',
  'price',
  'optionsPrice',
  'total',
  'share',
  'totalTaxes',
  'byAmount',
] as const satisfies ColumnNames<DocumentRow>;

/** Properties of a part that are not copied: its id, its owner and nested values. */
type OwnerProperty =
  | 'id'
  | 'document'
  | 'documentId'
  | 'rowId'
  | 'rowOptionId'
  | 'shipmentId'
  | 'values';
const ownerColumns = new Set(['documentId', 'rowId', 'rowOptionId', 'shipmentId']);

/** Lists the columns of a part of documents, without those that place it in its document. */
function listPartColumns<E>(entity: EntityClass<E>) {
  const names = listDataColumns(entity).map(({ property }) => property);
  return names.filter((name) => !ownerColumns.has(name)) as Exclude<
    keyof E & string,
    OwnerProperty
  >[];
}

export const optionColumns = listPartColumns(RowOption);
export const optionValueColumns = listPartColumns(RowOptionValue);
export const stockColumns = listPartColumns(RowStock);
export const taxColumns = listPartColumns(DocumentTax);
export const discountColumns = listPartColumns(DocumentDiscount);
export const tagColumns = listPartColumns(DocumentTag);
export const voucherColumns = listPartColumns(DocumentVoucher);

/** Columns of a shipment that its `ShippingSnapshot` keeps; taxes and discounts are copied separately. */
export const shippingColumns = [
  'id',
  'name',
  'shippingTypeId',
  'shippingTypePId',
  'shippingTypeName',
  'packages',
  'price',
  'netPrice',
  'share',
] as const satisfies ColumnNames<Shipment>;

/** Copies the named members of an object into a new object. */
export function pick<E, K extends keyof E & string>(source: E, names: readonly K[]): Pick<E, K> {
  const copy: Partial<Pick<E, K>> = {};
  for (const name of names) copy[name] = source[name];
  return copy as Pick<E, K>;
}
