import { literalResponse } from '../../../../api';
import { type ErrorKind, NotFound, ReferenceNotFound } from '../../../../core/errors';
import { formatCode, formatCodes } from '../../../../core/codes';
import { OrderDeleted, stateCodes } from '../../documents';
import { transitionTables, transitionsFrom } from '../transition-tables';
import type { StatusKind } from '../states';
import { SubStatusStateMismatch } from '../sub-statuses/sub-statuses';
import { TransitionNotAllowed } from './transition-errors';

/** The answer of a change that has nothing else to tell. */
export const okResponse = literalResponse<{ result: 'ok' }>({
  result: { type: 'string', enum: ['ok'] },
});

const errorsByKind: Readonly<Record<StatusKind, readonly ErrorKind[]>> = {
  order: [],
  rma: [TransitionNotAllowed],
  shipment: [TransitionNotAllowed, OrderDeleted],
};

/** What a change of the state can be refused with. @param ofGuard by the guard of the kind */
export const transitionErrors = (
  kind: StatusKind,
  ofGuard: readonly ErrorKind[] = [],
): readonly ErrorKind[] => [
  SubStatusStateMismatch,
  ReferenceNotFound,
  ...errorsByKind[kind],
  ...ofGuard,
];

/**
 * What `changeStatus` of documents says of itself, besides its summary, where a table allows the moves.
 * @param ofGuard what the guard of the kind refuses moves with
 */
export const transitionByTableOptions = (
  kind: Exclude<StatusKind, 'order'>,
  ofGuard: readonly ErrorKind[] = [],
) => ({
  description:
    `${toTransitionsText(kind)} A state that it has already changes nothing, unless a \`comment\` comes with it; a move that ` +
    'the states do not allow is answered with those that they do. The history shows who did it.',
  returns: okResponse,
  errors: [NotFound, ...transitionErrors(kind, ofGuard)],
});

/** Every move of the table, in sentences. */
function toTransitionsText(kind: Exclude<StatusKind, 'order'>): string {
  const codes = stateCodes[kind];
  const table = transitionTables[kind];
  const moves = table.states.map((state) => {
    const targets = transitionsFrom(table, state);
    const from = formatCode(codes, state);
    return targets.length === 0 ? `${from} is final` : `${from} to ${formatCodes(codes, targets)}`;
  });
  return `${moves.join('; ')}.`;
}
