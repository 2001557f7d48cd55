import { defineError, type DomainError, type Fault, InvalidRequest } from '../../../../core/errors';
import { fromMoney } from '../../../../core/money';
import type { DocumentTotals } from '../../totals';

/** 409: an order that comes again must be the same; another one has the pId. */
export const OrderDiffers = defineError<{ pId: string; id: number }>({
  code: 'order.differs',
  status: 409,
  title: 'An order with this pId is there, and it is another one',
  remedy: 'Compare the two; a stored order is changed by its operations.',
  detail: ({ pId }) => `The order ${JSON.stringify(pId)} was stored with another content.`,
  pointer: () => '/pId',
  extension: ({ id }) => ({ existingId: id }),
});

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
export const OrderAmountsInvalid = defineError<readonly Fault[]>({
  code: 'order.amounts',
  status: 422,
  title: 'The amounts of the order break a rule',
  remedy: 'Mend the amounts that `errors` points at.',
  detail: (faults) => faults[0]?.detail ?? '',
  faults: (faults) => faults,
});

type Checked = Pick<DocumentTotals, 'total' | 'subtotal' | 'totalTaxes'>;

/** 422: the totals that came with the order are not those that its lines come to. */
export const TotalsDiffer = defineError<{ name: keyof Checked; given: number; computed: number }>({
  code: 'totals.differ',
  status: 422,
  title: 'The given totals are not those of the lines',
  remedy: 'Compare the amounts; send `trustTotals` to keep yours.',
  detail: ({ name, given, computed }) =>
    `${name} is given as ${fromMoney(given)}, but the lines come to ${fromMoney(computed)}; ` +
    'send trustTotals to keep the given one.',
  pointer: ({ name }) => `/totals/${name}`,
});

/** 400: one fault in the order's shape that its schema can't say. */
export function malformed(pointer: string, code: string, detail: string): DomainError {
  return new InvalidRequest([{ pointer, code, detail }]);
}
