import { getCodeNumber } from '../../../core/codes';
import { DomainError } from '../../../core/errors';
import {
  actionCodes,
  type NamedValue,
  type RunState,
  runStates,
  type StatusActionRun,
} from '../documents';
import type { StatusAction } from './status-action.entity';

/** Why an action failed, besides its parameters; gone once it has succeeded. */
const ERROR_PARAMETER = 'error';
const MAX_ERROR_CHARACTERS = 500;

/** What the history shows of an action that runs. @param actionId from 1, in the order of the runs */
export function toActionRun(
  action: Pick<StatusAction, 'id' | 'action' | 'parameters'>,
  actionId: number,
): StatusActionRun {
  const { id, action: name, parameters } = action;
  return {
    actionId,
    actionType: getCodeNumber(actionCodes, name),
    status: runStates.pending,
    parameters: Object.entries(parameters).flatMap(([parameter, value]) => {
      const shown = shownValue(parameter, String(value));
      return shown === undefined ? [] : { name: parameter, value: shown };
    }),
    settingId: id,
  };
}

/** The same run in another state. @param error why it has failed */
export function withOutcome(
  run: StatusActionRun,
  status: RunState,
  error?: string,
): StatusActionRun {
  const parameters: NamedValue[] = run.parameters.filter(({ name }) => name !== ERROR_PARAMETER);
  if (error !== undefined) {
    const value = Array.from(error).slice(0, MAX_ERROR_CHARACTERS).join('');
    parameters.push({ name: ERROR_PARAMETER, value });
  }
  return { ...run, status, parameters };
}

/** What the history says of an error; the cause of an unforeseen one stands in the log alone. */
export function toErrorText(error: unknown): string {
  return error instanceof DomainError
    ? `${error.code}: ${error.detail}`
    : 'The action failed; the log of the service says why.';
}

/** The text of a mail is too long to repeat, and the path of a webhook's address is usually a secret. */
function shownValue(parameter: string, value: string): string | undefined {
  if (parameter === 'text') return undefined;
  return parameter === 'url' ? new URL(value).origin : value;
}
