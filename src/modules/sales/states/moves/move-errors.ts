import { defineError } from '../../../../core/errors';
import type { StatusKind } from '../states';

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
