import { booleanField, moneyField, numberField, quantityField, defineRecord, referenceField, stringField } from '../../../../api';
import type { DocumentRow } from '../../documents';

/** A line of an order, and how much of it can be returned. */
export interface ReturnableRow {
  readonly row: DocumentRow;
  /** It can't be returned at all; nor can what stands in a bundle that can't. */
  readonly noReturn: boolean;
  /** Thousandths that no RMA holds. */
  readonly returnable: number;
}

const of = <V>(read: (row: DocumentRow) => V) => ({
  from: ({ row }: ReturnableRow): V => read(row),
  needs: ['row'] as const,
});

export const rmaRequestRowRecord = defineRecord<ReturnableRow>()('rmaRequestRow', {
  HASH: stringField(of(({ hash }) => hash)),
  ID: numberField(of(({ id }) => id)),
  IMAGE: stringField(of(({ image }) => image)),
  NAME: stringField(of(({ name }) => name)),
  NORETURN: booleanField('noReturn'),
  PRICE: moneyField(of(({ price }) => price)),
  PRODUCT: referenceField(
    of(({ productId }) => productId),
    of(({ productPId }) => productPId),
  ),
  QUANTITY: quantityField(of((row) => row.quantity)),
  QUANTITYRETURNABLE: quantityField('returnable'),
  SKU: stringField(of(({ sku }) => sku)),
});
