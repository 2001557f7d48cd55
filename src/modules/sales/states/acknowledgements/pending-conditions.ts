import { type Condition, is, isNoneOf, refersTo } from '../../../../database';
import { closedOrderStates, closedRmaStates } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';

const unexportedCondition = is('exported', false);

/** Conditions of exported records of any kind. */
export const acknowledgedConditions: readonly Condition[] = [is('exported', true)];

const toNotInCondition = (closed: ReadonlySet<number>): Condition =>
  isNoneOf('status', [...closed]);

/** Conditions of pending records by kind: not exported, and not in a closed state. */
export const pendingConditions = {
  order: [unexportedCondition, toNotInCondition(closedOrderStates)],
  rma: [unexportedCondition, toNotInCondition(closedRmaStates)],
  // Shipments of closed orders must not be sent. In this form (order not closed, instead of not one of the closed
  // orders) MariaDB reads only the orders of unexported shipments.
  shipment: [
    unexportedCondition,
    refersTo('documentId', SalesDocument, [toNotInCondition(closedOrderStates)]),
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
