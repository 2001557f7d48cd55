import { type Condition, is, isNot, isOneOf, not, refersTo } from '../../../../database';
import { SalesDocument } from '../../documents';

/** Orders that are deleted or denied wait for no export. */
const closedOrders = [6, -1, -11];

/** RMAs that are deleted, denied or not authorized wait for no export. */
const closedRmas = [6, -1, -3];

const isUnexported = is('exported', false);

/** What was exported, of any kind. */
export const isExported: readonly Condition[] = [is('exported', true)];

/** What waits for its export, of each kind. */
export const isWaiting = {
  order: [isUnexported, ...closedOrders.map((status) => isNot('status', status))],
  rma: [isUnexported, ...closedRmas.map((status) => isNot('status', status))],
  // Nobody shall send what belongs to an order that is not to be carried out.
  shipment: [
    isUnexported,
    not(refersTo('documentId', SalesDocument, [isOneOf('status', closedOrders)])),
  ],
} as const satisfies Readonly<Record<string, readonly Condition[]>>;
