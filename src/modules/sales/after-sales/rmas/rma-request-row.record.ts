import {
  booleanField,
  moneyField,
  numberField,
  quantityField,
  defineRecord,
  referenceField,
  stringField,
} from '../../../../api';
import type { DocumentRow } from '../../documents/entities/document-row.entity';

/** A line of an order as the record shows it. */
export type RmaRequestRowColumns = Pick<
  DocumentRow,
  'id' | 'hash' | 'image' | 'name' | 'price' | 'productId' | 'productPId' | 'quantity' | 'sku'
>;

/** A line of an order, and how much of it can be returned. */
export interface RowWithReturnableQuantity {
  readonly row: RmaRequestRowColumns;
  /** Whether the line, or the bundle that it is a part of, can't be returned at all. */
  readonly noReturn: boolean;
  /** Quantity that isn't part of an RMA yet, in thousandths. */
  readonly returnableQuantity: number;
}

const fromRow = <V>(read: (row: RmaRequestRowColumns) => V) => ({
  compute: ({ row }: RowWithReturnableQuantity): V => read(row),
  columns: ['row'] as const,
});

export const rmaRequestRowRecord = defineRecord<RowWithReturnableQuantity>()('rmaRequestRow', {
  HASH: stringField(fromRow(({ hash }) => hash)),
  ID: numberField(fromRow(({ id }) => id)),
  IMAGE: stringField(fromRow(({ image }) => image)),
  NAME: stringField(fromRow(({ name }) => name)),
  NORETURN: booleanField('noReturn'),
  PRICE: moneyField(fromRow(({ price }) => price)),
  PRODUCT: referenceField(
    fromRow(({ productId }) => productId),
    fromRow(({ productPId }) => productPId),
  ),
  QUANTITY: quantityField(fromRow((row) => row.quantity)),
  QUANTITYRETURNABLE: quantityField('returnableQuantity'),
  SKU: stringField(fromRow(({ sku }) => sku)),
});
