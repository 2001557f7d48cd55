import type { StatusKind } from '../documents';
import { listedOrderStates, rmaStates, shipmentStates } from './transition-tables';

/** Kinds of records that have states. */
export const statusKinds = ['order', 'rma', 'shipment'] as const satisfies readonly StatusKind[];

/** The states of each kind that can have sub-statuses. */
export const statesByKind: Readonly<Record<StatusKind, readonly number[]>> = {
  order: listedOrderStates,
  rma: rmaStates,
  shipment: shipmentStates,
};

export type { StatusKind };
