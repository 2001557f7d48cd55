import { defineError } from '../../../../core/errors';
import { AmountOutOfRange } from '../../../../core/money';

/** 422: the sum of the amounts is too large. */
export const AmountsTooLarge = defineError<{ pointer: string }>({
  code: 'totals.outOfRange',
  status: 422,
  title: 'The sum of the amounts is too large',
  remedy: 'Split the document.',
  detail: () => 'The sum of the amounts of the document is too large.',
});

/** @throws AmountsTooLarge when `work` adds up amounts to more than can be stored */
export function mapAmountOutOfRange<T>(pointer: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AmountOutOfRange) throw new AmountsTooLarge({ pointer });
    throw error;
  }
}
