import { DomainError } from '../../../../core/errors';
import { OrderDeleted } from '../../documents';
import {
  toStateChange,
  isInState,
  findTransitionError,
  resolveSubStatus,
} from '../transitions/transition-decision';
import type { LockedState } from '../transitions/state-reader';
import type { StateChange } from '../transitions/status-changes';
import type { StatusKind } from '../states';
import type { FoundSubStatuses } from '../sub-statuses/sub-statuses';
import { VersionChanged } from './version-changed';

/** What an acknowledgement says besides the record. */
export interface AcknowledgementInput {
  readonly status?: number;
  /** 0: none; absent: it stays unless the state changes. */
  readonly subStatusId?: number;
  /** The version that was seen. */
  readonly version?: string;
}

/** The moves that a first acknowledgement without a state makes; no state of an RMA means that it was fetched. */
const fetchedStates: Readonly<Record<StatusKind, ReadonlyMap<number, number>>> = {
  order: new Map([[1, 2]]),
  rma: new Map(),
  shipment: new Map([[1, 2]]),
};

/**
 * What an acknowledgement does to a record (specification, Export): marks it exported, and moves it to the state
 * that is given, or else to the one that means fetched, if there is one.
 * @returns the change, 'unchanged' when it is exported already and no other state is asked for, or why not
 */
export function decideAcknowledgement(
  stated: LockedState,
  { status, subStatusId, version }: AcknowledgementInput,
  subStatuses: FoundSubStatuses,
): StateChange | 'unchanged' | DomainError {
  const { kind, exported, deleted } = stated;
  const target =
    status ?? (exported ? undefined : fetchedStates[kind].get(stated.status)) ?? stated.status;
  const subStatus =
    subStatusId === undefined
      ? getRemainingSubStatus(stated, target)
      : resolveSubStatus(stated, target, subStatusId, subStatuses);
  if (subStatus instanceof DomainError) return subStatus;
  if (exported && isInState(stated, target, subStatus)) return 'unchanged';
  if (deleted) return new OrderDeleted();
  if (version !== undefined && version !== String(stated.version)) {
    return new VersionChanged({ kind, version, current: stated.version });
  }
  const refused = findTransitionError(stated, target);
  return (
    refused ?? toStateChange(stated, { status: target, subStatusId: subStatus, exported: true })
  );
}

/** Without one given, the sub-status stays unless the status changes. */
function getRemainingSubStatus(
  { status, subStatusId }: LockedState,
  target: number,
): number | null {
  return target === status ? subStatusId : null;
}
