import { type Condition, is, isNoneOf, refersTo } from '../../../../database';
import { closedOrderStates, closedRmaStates, SalesDocument } from '../../documents';

const isUnexported = is('exported', false);

/** What was exported, of any kind. */
export const isExported: readonly Condition[] = [is('exported', true)];

const isNotIn = (closed: ReadonlySet<number>): Condition => isNoneOf('status', [...closed]);

/** What waits for its export, of each kind; what is not carried out does not. */
export const isWaiting = {
  order: [isUnexported, isNotIn(closedOrderStates)],
  rma: [isUnexported, isNotIn(closedRmaStates)],
  // Nobody should send what belongs to an order that is not carried out. Asked this way round, and not for shipments
  // of closed orders, MariaDB looks at the orders of unexported shipments alone.
  shipment: [isUnexported, refersTo('documentId', SalesDocument, [isNotIn(closedOrderStates)])],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
