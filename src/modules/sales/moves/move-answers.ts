import { literal } from '../../../api';
import { type ErrorKind, NotFound, ReferenceNotFound } from '../../../core/errors';
import type { StatusKind } from '../statuses/states';
import { QuantityTaken } from '../rmas/rma-errors';
import { SubStatusElsewhere } from '../statuses/sub-statuses';
import { MoveNotAllowed, OrderDeleted, OrderInvoiced } from './move-errors';

/** The answer of a change that needs no other words. */
export const changed = literal<{ result: 'ok' }>({ result: { type: 'string', enum: ['ok'] } });

const ownErrors: Readonly<Record<StatusKind, readonly ErrorKind[]>> = {
  order: [OrderInvoiced],
  rma: [MoveNotAllowed, QuantityTaken],
  shipment: [MoveNotAllowed, OrderDeleted],
};

/** What a change of the state can be refused with; guards of a kind may add to it. */
export const moveErrors = (kind: StatusKind): readonly ErrorKind[] => [
  SubStatusElsewhere,
  ReferenceNotFound,
  ...ownErrors[kind],
];

/** What `changeStatus` of documents says of itself, beside its summary, where a table allows the moves. */
export const changingByTable = (kind: Exclude<StatusKind, 'order'>) => ({
  description:
    'A state that it has already changes nothing; a move that the states do not allow is answered with ' +
    'those that they do.',
  returns: changed,
  errors: [NotFound, ...moveErrors(kind)],
});
