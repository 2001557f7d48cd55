import { type Condition, is, isNoneOf, refersTo } from '../../../../database';
import { closedOrders, closedRmas, SalesDocument } from '../../documents';

const isUnexported = is('exported', false);

/** What was exported, of any kind. */
export const isExported: readonly Condition[] = [is('exported', true)];

const isNone = (closed: ReadonlySet<number>): Condition => isNoneOf('status', [...closed]);

/** What waits for its export, of each kind: nothing that is not carried out. */
export const isWaiting = {
  order: [isUnexported, isNone(closedOrders)],
  rma: [isUnexported, isNone(closedRmas)],
  // Nobody shall send what belongs to an order that is not to be carried out. Asked so, and not for those that
  // are closed, MariaDB looks at the orders of unexported shipments alone.
  shipment: [isUnexported, refersTo('documentId', SalesDocument, [isNone(closedOrders)])],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
