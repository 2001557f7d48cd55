import type { ActionRunState } from '../documents';
import type { ActionTrigger } from './action-triggers';
import type { ActionParameters } from './action-types';

/** Reference to a run of an action in an entry of the history. */
export interface ActionRunReference {
  readonly entryId: number;
  /** `ACTIONID`: from 1, in the order of the runs. */
  readonly actionId: number;
}

/**
 * Runs an action in the unit of work of the state change, in its own savepoint.
 * @returns `pending` when the action is only done once its message has left the outbox
 * @throws an error when the action fails; the savepoint is rolled back
 */
export type ActionHandler = (
  trigger: ActionTrigger,
  parameters: ActionParameters,
  run: ActionRunReference,
) => Promise<ActionRunState>;
