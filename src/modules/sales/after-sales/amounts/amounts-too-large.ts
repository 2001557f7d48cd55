import { defineError } from '../../../../core/errors';
import { AmountOutOfRange } from '../../../../core/money';

/** 422: the amounts are too large together. */
export const AmountsTooLarge = defineError<{ pointer: string }>({
  code: 'totals.outOfRange',
  status: 422,
  title: 'The amounts are too large together',
  remedy: 'Split the document.',
  detail: () => 'The amounts of the document are too large together.',
  pointer: ({ pointer }) => pointer,
});

/** @throws AmountsTooLarge when `work` adds up amounts to more than can be stored */
export function requireWithinRange<T>(pointer: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AmountOutOfRange) throw new AmountsTooLarge({ pointer });
    throw error;
  }
}
