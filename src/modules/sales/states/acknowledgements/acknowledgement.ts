import { DomainError } from '../../../../core/errors';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import {
  toStateChange,
  isInState,
  findTransitionError,
  resolveSubStatusId,
} from '../transitions/transition-decision';
import type { LockedStatefulRecord } from '../transitions/state-reader';
import type { StateChange } from '../transitions/state-change-writer';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import type { SubStatusLookup } from '../sub-statuses/sub-statuses';
import { VersionChanged } from './version-changed';

/** Content of an acknowledgement, without the reference to its record. */
export interface AcknowledgementInput {
  readonly status?: number;
  /** 0: none; absent: unchanged unless the state changes. */
  readonly subStatusId?: number;
  /** The version that the caller has read. */
  readonly version?: string;
}

/** Transitions of a first acknowledgement without a state. */
export const defaultAcknowledgementTransitions: Readonly<
  Record<StatefulRecordKind, ReadonlyMap<number, number>>
> = {
  order: new Map([[1, 2]]),
  rma: new Map([
    [1, 2],
    [3, 2],
  ]),
  shipment: new Map([[1, 2]]),
};

/**
 * Decides how an acknowledgement changes a record (specification, Export). It marks the record as exported and
 * moves it to the requested state, or else to the state that means "fetched".
 * @returns the change; 'unchanged' for an exported record that is already in the requested state; or an error
 */
export function decideAcknowledgement(
  locked: LockedStatefulRecord,
  { status, subStatusId, version }: AcknowledgementInput,
  subStatuses: SubStatusLookup,
): StateChange | 'unchanged' | DomainError {
  const { kind, exported, isOrderDeleted } = locked;
  const target =
    status ??
    (exported ? undefined : defaultAcknowledgementTransitions[kind].get(locked.status)) ??
    locked.status;
  const newSubStatusId =
    subStatusId === undefined
      ? getDefaultSubStatusId(locked, target)
      : resolveSubStatusId(locked, target, subStatusId, subStatuses);
  if (newSubStatusId instanceof DomainError) return newSubStatusId;
  if (exported && isInState(locked, target, newSubStatusId)) return 'unchanged';
  if (isOrderDeleted) return new OrderDeleted();
  if (version !== undefined && version !== String(locked.version)) {
    return new VersionChanged({ kind, version, current: locked.version });
  }
  const error = findTransitionError(locked, target);
  return (
    error ?? toStateChange(locked, { status: target, subStatusId: newSubStatusId, exported: true })
  );
}

/** Sub-status after an acknowledgement without one: unchanged unless the status changes. */
function getDefaultSubStatusId(
  { status, subStatusId }: LockedStatefulRecord,
  target: number,
): number | null {
  return target === status ? subStatusId : null;
}
