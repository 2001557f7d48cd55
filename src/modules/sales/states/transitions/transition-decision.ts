import { DomainError } from '../../../../core/errors';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { allowsTransition, listNextStates, transitionTables } from '../transition-tables';
import type { SubStatusLookup } from '../sub-statuses/sub-statuses';
import { TransitionNotAllowed } from './transition-errors';
import type { LockedStatefulRecord } from './state-reader';
import type { RecordState, StateChange } from './state-change-writer';

/** The requested state of a record. */
export interface TransitionInput {
  readonly status: number;
  /** A sub-status of the status; 0 or absent: none. */
  readonly subStatusId?: number;
  /** Comment for the history; '' or absent: none. */
  readonly comment?: string;
}

/**
 * Decides how changeStatus changes an order, an RMA or a shipment (specification, Transitions).
 * @returns the change; 'unchanged' when the record is already in the state and there is no comment; or an error
 */
export function decideTransition(
  locked: LockedStatefulRecord,
  { status, subStatusId = 0, comment = '' }: TransitionInput,
  subStatuses: SubStatusLookup,
): StateChange | 'unchanged' | DomainError {
  const newSubStatusId = resolveSubStatusId(locked, status, subStatusId, subStatuses);
  if (newSubStatusId instanceof DomainError) return newSubStatusId;
  const isUnchanged = isInState(locked, status, newSubStatusId);
  if (isUnchanged && comment === '') return 'unchanged';
  if (locked.kind === 'shipment' && locked.isOrderDeleted) return new OrderDeleted();
  const error = findTransitionError(locked, status);
  if (error) return error;
  const change = toStateChange(locked, {
    status,
    subStatusId: newSubStatusId,
    exported: locked.exported,
  });
  return comment === '' ? change : { ...change, comment };
}

/** @returns the sub-status's id, null for none, or an error when it doesn't belong to the status */
export function resolveSubStatusId(
  { kind }: LockedStatefulRecord,
  status: number,
  subStatusId: number,
  subStatuses: SubStatusLookup,
): number | null | DomainError {
  if (subStatusId === 0) return null;
  return subStatuses.resolveIdInState({ id: subStatusId }, kind, status, '/subStatusId');
}

export function isInState(
  locked: LockedStatefulRecord,
  status: number,
  subStatusId: number | null,
): boolean {
  return locked.status === status && locked.subStatusId === subStatusId;
}

/** @returns an error when the transition table doesn't allow the change */
export function findTransitionError(
  { kind, status: from }: LockedStatefulRecord,
  to: number,
): DomainError | undefined {
  const table = transitionTables[kind];
  if (allowsTransition(table, from, to)) return undefined;
  return new TransitionNotAllowed({ kind, from, to, allowed: listNextStates(table, from) });
}

export function toStateChange(locked: LockedStatefulRecord, to: RecordState): StateChange {
  const { kind, id, documentId, version, status, subStatusId, exported } = locked;
  return { kind, id, documentId, version, from: { status, subStatusId, exported }, to };
}
