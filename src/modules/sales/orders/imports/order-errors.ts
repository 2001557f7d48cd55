import {
  defineError,
  type DomainError,
  type FieldError,
  InvalidRequest,
} from '../../../../core/errors';
import { moneyToNumber } from '../../../../core/money';
import type { Difference } from '../../../../platform/data-transfer/imports';
import type { DocumentTotals } from '../../totals';

/** The first difference of a record from the stored order. */
interface OrderDifference {
  readonly pId: string;
  readonly id: number;
  /** The first different field; undefined if the stored order is an earlier record of a dry run, which has no parts. */
  readonly difference: Difference | undefined;
  /** Whether the caller may read orders. */
  readonly canReadOrders: boolean;
}

/** 409: an order with this pId exists and has other content. */
export const OrderDiffers = defineError<OrderDifference>({
  code: 'order.differs',
  status: 409,
  title: 'An order with this pId already exists with different content',
  remedy: 'Compare the two. Use the operations of orders to change a stored order.',
  detail: ({ pId, difference, canReadOrders }) => {
    if (!difference) return `An earlier record of the order ${JSON.stringify(pId)} is different.`;
    const { pointer, given, stored } = difference;
    return (
      `The stored order ${JSON.stringify(pId)} has ` +
      (canReadOrders
        ? `${formatValue(stored)} at ${pointer}; the record has ${formatValue(given)}.`
        : `another value at ${pointer}.`)
    );
  },
  pointer: ({ difference }) => difference?.pointer ?? '',
  extensionMembers: ({ id }) => ({ existingId: id }),
});

const MAX_SHOWN_CHARACTERS = 100;

function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const characters = [...JSON.stringify(value)];
  if (characters.length <= MAX_SHOWN_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_SHOWN_CHARACTERS).join('')}…`;
}

/** 422: a shipment refers to a row that the order doesn't have. */
export const ShippedRowUnknown = defineError<{ row: number; pointer: string }>({
  code: 'shipment.rowUnknown',
  status: 422,
  title: 'The row of the shipment does not exist',
  remedy: 'Use the index of a row of the order, counted from 0.',
  detail: ({ row }) => `The order has no row ${row}; the first row is 0.`,
});

/** 422: the shipments contain more of a row than was ordered. */
export const ShippedTooMuch = defineError<{ row: number; pointer: string }>({
  code: 'shipment.tooMuch',
  status: 422,
  title: 'The shipments contain more than was ordered',
  remedy: 'Reduce the quantities in the shipments.',
  detail: ({ row }) => `The shipments contain more of row ${row} than was ordered.`,
});

/** 422: the order's amounts violate rules, each of which is listed. */
export const OrderAmountsInvalid = defineError<readonly FieldError[]>({
  code: 'order.amounts',
  status: 422,
  title: 'The amounts of the order are invalid',
  remedy: 'Correct the amounts that `errors` lists.',
  detail: (errors) => errors[0]?.detail ?? '',
  fieldErrors: (errors) => errors,
});

type CheckedTotals = Pick<DocumentTotals, 'total' | 'subtotal' | 'totalTaxes'>;

/** 422: the supplied totals differ from the totals of the rows. */
export const TotalsDiffer = defineError<{
  name: keyof CheckedTotals;
  given: number;
  computed: number;
}>({
  code: 'totals.differ',
  status: 422,
  title: 'The totals do not match the rows',
  remedy: 'Correct the amounts, or send `trustTotals` to keep your totals.',
  detail: ({ name, given, computed }) =>
    `${name} is ${moneyToNumber(given)}, but the rows total ${moneyToNumber(computed)}. ` +
    'Send trustTotals to keep your totals.',
  pointer: ({ name }) => `/totals/${name}`,
});

/** Creates a 400 with one error that the schema of orders can't express. */
export function createInvalidRequest(pointer: string, code: string, detail: string): DomainError {
  return new InvalidRequest([{ pointer, code, detail }]);
}
