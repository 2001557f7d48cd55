import { defineError } from '../../../core/errors';
import type { StatusKind } from '../statuses/states';

/** 409: the state can't follow the one that the record is in. */
export const MoveNotAllowed = defineError<{
  kind: StatusKind;
  from: number;
  to: number;
  allowed: readonly number[];
}>({
  code: 'move.notAllowed',
  status: 409,
  title: 'This state can not follow the present one',
  remedy: 'Move to one of `allowedStatuses`.',
  detail: ({ kind, from, to, allowed }) =>
    allowed.length === 0
      ? `The ${kind} is in ${from}, which is final; it can't go to ${to}.`
      : `The ${kind} is in ${from} and can't go to ${to}, only to ${allowed.join(', ')}.`,
  extension: ({ allowed }) => ({ allowedStatuses: allowed }),
});

/** 409: an order that was deleted can only be brought back. */
export const OrderDeleted = defineError({
  code: 'order.deleted',
  status: 409,
  title: 'The order is deleted',
  remedy: 'Bring the order back by `changeStatus` first.',
  detail: () =>
    'The order is in -11. It can be brought back by changeStatus; nothing else is allowed.',
});

/** 409: an order with an invoice stays. */
export const OrderInvoiced = defineError<{ status: number }>({
  code: 'order.invoiced',
  status: 409,
  title: 'The order has an invoice',
  remedy: 'Return the goods instead (RMA, return, credit note).',
  detail: ({ status }) => `An order with an invoice can't go to ${status}.`,
});
