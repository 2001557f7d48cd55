import { closedStates, rowTypes, type SalesDocument } from '../../documents';
import type { ReturnableRow } from './rma-request-row.record';

/** What of an order can be returned: every line that goods stand in, of a bundle its items. */
export function returnableRows({
  rows,
  status,
}: Pick<SalesDocument, 'rows' | 'status'>): ReturnableRow[] {
  return rows.flatMap((row) =>
    (row.type === rowTypes.bundle ? (row.items ?? []) : [row]).map((leaf) => {
      const noReturn = row.noReturn || leaf.noReturn;
      const isOpen = !noReturn && !closedStates.has(status);
      return { row: leaf, noReturn, returnable: isOpen ? leaf.quantity - leaf.returned : 0 };
    }),
  );
}
