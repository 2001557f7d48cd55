import type { StatefulRecordKind } from '../documents';
import { specifiedOrderStates, rmaStates, shipmentStates } from './transition-tables';

/** Kinds of records that have states. */
export const statefulRecordKinds = [
  'order',
  'rma',
  'shipment',
] as const satisfies readonly StatefulRecordKind[];

/** The states of each kind that can have sub-statuses. */
export const statusTreeStates: Readonly<Record<StatefulRecordKind, readonly number[]>> = {
  order: specifiedOrderStates,
  rma: rmaStates,
  shipment: shipmentStates,
};

export type { StatefulRecordKind };
