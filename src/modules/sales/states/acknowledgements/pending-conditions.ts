import { type Condition, is, isNoneOf, refersTo } from '../../../../database';
import { closedOrderStates, closedRmaStates, SalesDocument } from '../../documents';

const unexportedCondition = is('exported', false);

/** What was exported, of any kind. */
export const exportedConditions: readonly Condition[] = [is('exported', true)];

const toNotInCondition = (closed: ReadonlySet<number>): Condition =>
  isNoneOf('status', [...closed]);

/** What waits for its export, of each kind; what is not carried out does not. */
export const pendingConditions = {
  order: [unexportedCondition, toNotInCondition(closedOrderStates)],
  rma: [unexportedCondition, toNotInCondition(closedRmaStates)],
  // Nobody should send what belongs to an order that is not carried out. Asked this way round, and not for shipments
  // of closed orders, MariaDB looks at the orders of unexported shipments alone.
  shipment: [
    unexportedCondition,
    refersTo('documentId', SalesDocument, [toNotInCondition(closedOrderStates)]),
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
