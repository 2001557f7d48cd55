import { type Condition, whereEquals, whereNotIn, whereReferenced } from '../../../../database';
import { closedOrderStates, closedRmaStates } from '../../documents';
import { SalesDocument } from '../../documents/entities/document.entity';

const unexportedCondition = whereEquals('exported', false);

/** Conditions of exported records of any kind. */
export const acknowledgedConditions: readonly Condition[] = [whereEquals('exported', true)];

const toOpenStateCondition = (closed: ReadonlySet<number>): Condition =>
  whereNotIn('status', [...closed]);

/** Conditions of pending records by kind: not exported, and not in a closed state. */
export const pendingConditions = {
  order: [unexportedCondition, toOpenStateCondition(closedOrderStates)],
  rma: [unexportedCondition, toOpenStateCondition(closedRmaStates)],
  // Shipments of closed orders must not be sent. The condition selects open orders instead of excluding closed ones,
  // because MariaDB then reads only the orders of unexported shipments.
  shipment: [
    unexportedCondition,
    whereReferenced('documentId', SalesDocument, [toOpenStateCondition(closedOrderStates)]),
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
