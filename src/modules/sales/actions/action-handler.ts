import type { RunState } from '../documents';
import type { ActionSubject } from './action-subjects';
import type { ActionParameters } from './action-types';

/** Which run of which entry of the history it is. */
export interface ActionRunReference {
  readonly entryId: number;
  /** `ACTIONID`: from 1, in the order of the runs. */
  readonly actionId: number;
}

/**
 * Does what an action says, inside the unit of work of the change and in a savepoint of its own.
 * @returns `pending` when it is not done before something has left the outbox
 * @throws why it can't be done; whatever it has written by then is undone
 */
export type ActionHandler = (
  subject: ActionSubject,
  parameters: ActionParameters,
  place: ActionRunReference,
) => Promise<RunState>;
