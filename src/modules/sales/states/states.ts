import type { StatusKind } from '../documents';
import { listedOrderStates, rmaStates, shipmentStates } from './transition-tables';

/** What has states: orders, RMAs, shipments. */
export const statusKinds = ['order', 'rma', 'shipment'] as const satisfies readonly StatusKind[];

/** The states of each kind that sub-statuses can stand below. */
export const statesByKind: Readonly<Record<StatusKind, readonly number[]>> = {
  order: listedOrderStates,
  rma: rmaStates,
  shipment: shipmentStates,
};

export type { StatusKind };
