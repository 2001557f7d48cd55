import { bool, money, num, quantity, record, ref, str } from '../../../../api';
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

export const rmaRequestRowRecord = record<ReturnableRow>()('rmaRequestRow', {
  HASH: str(of(({ hash }) => hash)),
  ID: num(of(({ id }) => id)),
  IMAGE: str(of(({ image }) => image)),
  NAME: str(of(({ name }) => name)),
  NORETURN: bool('noReturn'),
  PRICE: money(of(({ price }) => price)),
  PRODUCT: ref(
    of(({ productId }) => productId),
    of(({ productPId }) => productPId),
  ),
  QUANTITY: quantity(of((row) => row.quantity)),
  QUANTITYRETURNABLE: quantity('returnable'),
  SKU: str(of(({ sku }) => sku)),
});
