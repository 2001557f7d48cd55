import { getCodeNumber } from '../../../core/code-list';
import { DomainError } from '../../../core/errors';
import { truncateToCodePoints } from '../../../core/text-folding';
import { actionCodes, type ActionRunState, actionRunStates } from '../documents';
import type { NamedValue, StatusActionRun } from '../documents/entities/snapshots';
import type { StatusAction } from './status-action.entity';

/** Name of the extra parameter with the reason of a failure; removed once the action has succeeded. */
const ERROR_PARAMETER = 'error';
const MAX_ERROR_CHARACTERS = 500;

/** Creates the history's record of a pending run. @param actionId from 1, in the order of the runs */
export function createPendingRun(
  action: Pick<StatusAction, 'id' | 'action' | 'parameters'>,
  actionId: number,
): StatusActionRun {
  const { id, action: name, parameters } = action;
  return {
    actionId,
    actionType: getCodeNumber(actionCodes, name),
    status: actionRunStates.pending,
    parameters: Object.entries(parameters).flatMap(([parameter, value]) => {
      const displayedValue = toDisplayedValue(parameter, String(value));
      return displayedValue === undefined ? [] : { name: parameter, value: displayedValue };
    }),
    settingId: id,
  };
}

/** Returns a copy of a run with another state. @param error reason of a failure */
export function withOutcome(
  run: StatusActionRun,
  status: ActionRunState,
  error?: string,
): StatusActionRun {
  const parameters: NamedValue[] = run.parameters.filter(({ name }) => name !== ERROR_PARAMETER);
  if (error !== undefined) {
    parameters.push({
      name: ERROR_PARAMETER,
      value: truncateToCodePoints(error, MAX_ERROR_CHARACTERS),
    });
  }
  return { ...run, status, parameters };
}

/** Text of an error for the history. Unexpected errors are only described in the log. */
export function toErrorText(error: unknown): string {
  return error instanceof DomainError
    ? `${error.code}: ${error.detail}`
    : 'The action failed. See the log of the service for the reason.';
}

/**
 * Returns the value of a parameter for the history; undefined for mail texts, which are too long. URLs are reduced to
 * their origin, because the path of a webhook URL is usually a secret.
 */
function toDisplayedValue(parameter: string, value: string): string | undefined {
  if (parameter === 'text') return undefined;
  return parameter === 'url' ? new URL(value).origin : value;
}
