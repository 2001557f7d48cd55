import { literalResponse } from '../../../../api';
import { type ErrorKind, NotFound, ReferenceNotFound } from '../../../../core/errors';
import { formatCode, formatCodes } from '../../../../core/code-list';
import { stateCodes } from '../../documents';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { transitionTables, listNextStates } from '../transition-tables';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { SubStatusStateMismatch } from '../sub-statuses/sub-statuses';
import { TransitionNotAllowed } from './transition-errors';

/** Response to a change that returns no record. */
export const okResponse = literalResponse<{ result: 'ok' }>({
  result: { type: 'string', enum: ['ok'] },
});

const errorsByKind: Readonly<Record<StatefulRecordKind, readonly ErrorKind[]>> = {
  order: [],
  rma: [TransitionNotAllowed],
  shipment: [TransitionNotAllowed, OrderDeleted],
};

/** Lists the errors of a state change. @param guardErrors errors of the kind's `TransitionGuard` */
export const listTransitionErrors = (
  kind: StatefulRecordKind,
  guardErrors: readonly ErrorKind[] = [],
): readonly ErrorKind[] => [
  SubStatusStateMismatch,
  ReferenceNotFound,
  ...errorsByKind[kind],
  ...guardErrors,
];

/**
 * Options of the operation `changeStatus` for kinds with a restrictive transition table, without the summary.
 * @param guardErrors errors of the kind's `TransitionGuard`
 */
export const createChangeStatusOptions = (
  kind: Exclude<StatefulRecordKind, 'order'>,
  guardErrors: readonly ErrorKind[] = [],
) => ({
  description:
    'Changes the state. Setting the current state changes nothing, but a `comment` is added to the history. ' +
    `Allowed transitions:${toTransitionsList(kind)}`,
  returns: okResponse,
  errors: [NotFound, ...listTransitionErrors(kind, guardErrors)],
});

/** Lists the transitions of the table in words, in Markdown. */
function toTransitionsList(kind: Exclude<StatefulRecordKind, 'order'>): string {
  const codes = stateCodes[kind];
  const table = transitionTables[kind];
  const moves = table.states.map((state) => {
    const targets = listNextStates(table, state);
    const from = formatCode(codes, state);
    return targets.length === 0 ? `${from} is final` : `${from} to ${formatCodes(codes, targets)}`;
  });
  return `${moves.map((move) => `\n- ${move}`).join('')}.`;
}
