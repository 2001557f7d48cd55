import { rowTypes } from '../../documents';
import type { SalesDocument } from '../../documents/entities/document.entity';
import type { ReturnableRow } from './rma-request-row.record';

/**
 * Lists the returnable lines of an order: every line with goods, and the items of a bundle instead of the bundle.
 * @param isOpen whether RMAs can be made of the order at all
 */
export function toReturnableRows(
  { rows }: Pick<SalesDocument, 'rows'>,
  isOpen: boolean,
): ReturnableRow[] {
  return rows.flatMap((row) =>
    (row.type === rowTypes.bundle ? (row.items ?? []) : [row]).map((leaf) => {
      const noReturn = row.noReturn || leaf.noReturn;
      const returnable = isOpen && !noReturn ? leaf.quantity - leaf.returned : 0;
      return { row: leaf, noReturn, returnable };
    }),
  );
}
