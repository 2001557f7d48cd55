import { rowTypes } from '../../documents';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import type { ReturnableRow, RmaRequestRowColumns } from './rma-request-row.record';

interface OrderRow
  extends RmaRequestRowColumns, Pick<DocumentRow, 'type' | 'noReturn' | 'returned'> {
  readonly items?: readonly OrderRow[];
}

/**
 * Lists the returnable lines of an order: every line with goods, and the items of a bundle instead of the bundle.
 * @param acceptsRmas whether RMAs can be made of the order at all
 */
export function toReturnableRows(
  { rows }: { readonly rows: readonly OrderRow[] },
  acceptsRmas: boolean,
): ReturnableRow[] {
  return rows.flatMap((row) =>
    (row.type === rowTypes.bundle ? (row.items ?? []) : [row]).map((leaf) => {
      const noReturn = row.noReturn || leaf.noReturn;
      const returnableQuantity = acceptsRmas && !noReturn ? leaf.quantity - leaf.returned : 0;
      return { row: leaf, noReturn, returnableQuantity };
    }),
  );
}
