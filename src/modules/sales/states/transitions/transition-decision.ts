import { DomainError } from '../../../../core/errors';
import { OrderDeleted } from '../../documents';
import { allowsTransition, transitionsFrom, transitionTables } from '../transition-tables';
import type { FoundSubStatuses } from '../sub-statuses/sub-statuses';
import { TransitionNotAllowed } from './transition-errors';
import type { LockedState } from './state-reader';
import type { DocumentState, StateChange } from './status-changes';

/** What a record is to be moved to. */
export interface TransitionTarget {
  readonly status: number;
  /** A sub-status that stands below the status; 0 or absent: none. */
  readonly subStatusId?: number;
  /** What is said with it; '' or absent: nothing. */
  readonly comment?: string;
}

/**
 * What changeStatus does to an order, an RMA or a shipment (specification, Transitions).
 * @returns the change, 'unchanged' when it is in that state already and nothing is said, or why not
 */
export function decideTransition(
  stated: LockedState,
  { status, subStatusId = 0, comment = '' }: TransitionTarget,
  subStatuses: FoundSubStatuses,
): StateChange | 'unchanged' | DomainError {
  const subStatus = resolveSubStatus(stated, status, subStatusId, subStatuses);
  if (subStatus instanceof DomainError) return subStatus;
  const stays = isInState(stated, status, subStatus);
  if (stays && comment === '') return 'unchanged';
  if (stated.kind === 'shipment' && stated.deleted) return new OrderDeleted();
  const refused = findTransitionError(stated, status);
  if (refused) return refused;
  const change = toStateChange(stated, {
    status,
    subStatusId: subStatus,
    exported: stated.exported,
  });
  return comment === '' ? change : { ...change, comment };
}

/** @returns the sub-status's id, null for none, or why it can't stand there */
export function resolveSubStatus(
  { kind }: LockedState,
  status: number,
  subStatusId: number,
  subStatuses: FoundSubStatuses,
): number | null | DomainError {
  if (subStatusId === 0) return null;
  return subStatuses.findIdInState({ id: subStatusId }, kind, status, '/subStatusId');
}

export function isInState(
  stated: LockedState,
  status: number,
  subStatusId: number | null,
): boolean {
  return stated.status === status && stated.subStatusId === subStatusId;
}

/** @returns the error when the table of moves does not allow this one */
export function findTransitionError(
  { kind, status: from }: LockedState,
  to: number,
): DomainError | undefined {
  const table = transitionTables[kind];
  if (allowsTransition(table, from, to)) return undefined;
  return new TransitionNotAllowed({ kind, from, to, allowed: transitionsFrom(table, from) });
}

export function toStateChange(stated: LockedState, to: DocumentState): StateChange {
  const { kind, id, documentId, version, status, subStatusId, exported } = stated;
  return { kind, id, documentId, version, from: { status, subStatusId, exported }, to };
}
