/** The codes of an order's states, in the order of the specification (States and transitions). */
export const orderStates = [0, 1, 2, 3, 4, 5, 6, 20, -10, -20, -666] as const;

/** What a request may move an order to, from any state; -1 is denied, -11 deleted. */
export const orderTargets = [0, 1, 2, 4, 6, -1, -11] as const;

/** Pending, authorized, not authorized, in process, accepted, denied, completed, incidents, deleted. */
const rmaStates = [1, 3, -3, 2, 5, -1, 4, 0, 6] as const;

/** Pending, processing, shipped, delivered, incidents. */
export const shipmentStates = [1, 2, 3, 4, 0] as const;

/** What has states: orders, RMAs, shipments. */
export const statusKinds = ['order', 'rma', 'shipment'] as const;
export type StatusKind = (typeof statusKinds)[number];

/** The states of each kind that sub-statuses can stand below. */
export const states: Readonly<Record<StatusKind, readonly number[]>> = {
  order: orderStates,
  rma: rmaStates,
  shipment: shipmentStates,
};
