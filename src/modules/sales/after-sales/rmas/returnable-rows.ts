import { rowTypes } from '../../documents';
import type { DocumentRow } from '../../documents/entities/document-row.entity';
import type { RowWithReturnableQuantity, RmaRequestRowColumns } from './rma-request-row.record';

interface OrderRow
  extends RmaRequestRowColumns, Pick<DocumentRow, 'type' | 'noReturn' | 'returned'> {
  readonly items?: readonly OrderRow[];
}

/**
 * Lists the lines of an order with the quantities that can be returned. A bundle is replaced by its items.
 * @param options.acceptsRmas whether RMAs can be made of the order at all
 */
export function toRowsWithReturnableQuantity(
  { rows }: { readonly rows: readonly OrderRow[] },
  { acceptsRmas }: { readonly acceptsRmas: boolean },
): RowWithReturnableQuantity[] {
  return rows.flatMap((row) =>
    (row.type === rowTypes.bundle ? (row.items ?? []) : [row]).map((leaf) => {
      const noReturn = row.noReturn || leaf.noReturn;
      const returnableQuantity = acceptsRmas && !noReturn ? leaf.quantity - leaf.returned : 0;
      return { row: leaf, noReturn, returnableQuantity };
    }),
  );
}
