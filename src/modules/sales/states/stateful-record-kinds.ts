import type { StatefulRecordKind } from '../documents';
import { listedOrderStates, rmaStates, shipmentStates } from './transition-tables';

/** Kinds of records that have states. */
export const statefulRecordKinds = [
  'order',
  'rma',
  'shipment',
] as const satisfies readonly StatefulRecordKind[];

/** The states of each kind that can have sub-statuses. */
export const statesByKind: Readonly<Record<StatefulRecordKind, readonly number[]>> = {
  order: listedOrderStates,
  rma: rmaStates,
  shipment: shipmentStates,
};

export type { StatefulRecordKind };
