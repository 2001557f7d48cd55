import {
  defineError,
  type DomainError,
  type FieldError,
  InvalidRequest,
} from '../../../../core/errors';
import { moneyToNumber } from '../../../../core/money';
import type { Difference } from '../../../../platform/data-transfer/imports';
import type { DocumentTotals } from '../../totals';

/** How a record differs from the stored order. */
interface OrderDifference {
  readonly pId: string;
  readonly id: number;
  /** The first field. */
  readonly difference: Difference;
  /** Whether the caller may read orders. */
  readonly isShown: boolean;
}

/** 409: an order that comes again must be the same; another one has the pId. */
export const OrderDiffers = defineError<OrderDifference>({
  code: 'order.differs',
  status: 409,
  title: 'Another order is stored under this pId',
  remedy: 'Compare the two; a stored order is changed by its operations.',
  detail: ({ pId, difference: { pointer, given, stored }, isShown }) =>
    `The order ${JSON.stringify(pId)} is stored with ` +
    (isShown
      ? `${shownValue(stored)} at ${pointer}; the record has ${shownValue(given)}.`
      : `another value at ${pointer}.`),
  pointer: ({ difference: { pointer } }) => pointer,
  extension: ({ id }) => ({ existingId: id }),
});

const MAX_SHOWN_CHARACTERS = 100;

function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const characters = [...JSON.stringify(value)];
  if (characters.length <= MAX_SHOWN_CHARACTERS) return characters.join('');
  return `${characters.slice(0, MAX_SHOWN_CHARACTERS).join('')}…`;
}

/** 422: a shipment names a line that the order doesn't have. */
export const ShippedRowUnknown = defineError<{ row: number; pointer: string }>({
  code: 'shipment.rowUnknown',
  status: 422,
  title: 'The order has no such line',
  remedy: 'Count the lines of the order from 0.',
  detail: ({ row }) => `The order has no line ${row}; the first one is 0.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: all shipments together hold more of a line than was bought. */
export const ShippedTooMuch = defineError<{ row: number; pointer: string }>({
  code: 'shipment.tooMuch',
  status: 422,
  title: 'More is shipped than was bought',
  remedy: 'Ship at most what was bought.',
  detail: ({ row }) => `The shipments hold more of line ${row} than was bought.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: the order's amounts break a rule; each broken one is listed. */
export const OrderAmountsInvalid = defineError<readonly FieldError[]>({
  code: 'order.amounts',
  status: 422,
  title: 'The amounts of the order break a rule',
  remedy: 'Mend the amounts that `errors` points at.',
  detail: (faults) => faults[0]?.detail ?? '',
  fieldErrors: (faults) => faults,
});

type CheckedTotals = Pick<DocumentTotals, 'total' | 'subtotal' | 'totalTaxes'>;

/** 422: the totals that came with the order are not those that its lines come to. */
export const TotalsDiffer = defineError<{
  name: keyof CheckedTotals;
  given: number;
  computed: number;
}>({
  code: 'totals.differ',
  status: 422,
  title: 'The given totals are not those of the lines',
  remedy: 'Compare the amounts; send `trustTotals` to keep yours.',
  detail: ({ name, given, computed }) =>
    `${name} is given as ${moneyToNumber(given)}, but the lines come to ${moneyToNumber(computed)}; ` +
    'send trustTotals to keep the given one.',
  pointer: ({ name }) => `/totals/${name}`,
});

/** 400: one fault in the order's shape that its schema can't say. */
export function malformedError(pointer: string, code: string, detail: string): DomainError {
  return new InvalidRequest([{ pointer, code, detail }]);
}
