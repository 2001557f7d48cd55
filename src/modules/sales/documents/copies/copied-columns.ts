import { addressFieldNames } from '../../../../platform/addresses';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import type { DocumentTag } from '../entities/document-tag.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { OptionValue, RowOption } from '../entities/row-option.entity';
import type { RowStock } from '../entities/row-stock.entity';
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
  ...addressFieldNames('document'),
] as const satisfies ColumnNames<DocumentAddress>;

/** Columns of a row that an order's lines bring as they are. */
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

export const optionColumns = [
  'optionId',
  'optionPId',
  'name',
  'prompt',
] as const satisfies ColumnNames<RowOption>;

export const valueColumns = [
  'valueId',
  'valuePId',
  'value',
  'price',
  'weight',
] as const satisfies ColumnNames<OptionValue>;

export const stockColumns = [
  'warehouseId',
  'warehousePId',
  'quantity',
  'date',
] as const satisfies ColumnNames<RowStock>;

export const taxColumns = [
  'taxId',
  'taxPId',
  'name',
  'taxRate',
  'reRate',
  'baseWithoutDiscounts',
  'discount',
  'base',
  'taxPrice',
  'rePrice',
  'totalPrice',
  'category',
  'exemptionCode',
  'exemptionReason',
] as const satisfies ColumnNames<DocumentTax>;

export const discountColumns = [
  'name',
  'amount',
  'amountType',
  'value',
  'code',
  'description',
  'applyTo',
] as const satisfies ColumnNames<DocumentDiscount>;

export const tagColumns = [
  'place',
  'tagId',
  'tagPId',
  'groupId',
  'groupPId',
  'name',
  'active',
  'value',
  'valueHash',
  'valueId',
  'valuePId',
  'texts',
] as const satisfies ColumnNames<DocumentTag>;

export const voucherColumns = [
  'voucherId',
  'code',
  'amount',
  'givenBack',
  'balanceProcessed',
] as const satisfies ColumnNames<DocumentVoucher>;

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
