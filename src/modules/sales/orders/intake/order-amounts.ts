import { currencyOf } from '../../../../core/currencies';
import type { DomainError } from '../../../../core/errors';
import {
  type ComputedTotals,
  computeTotals,
  type RowInput,
  type TaxInput,
  type TotalsInput,
} from '../../totals';
import { OrderAmountsInvalid, TotalsDiffer } from './order-errors';
import type { OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type { OrderItemDto, OrderRowDto, OrderTaxDto } from './order-row.dto';

/**
 * All amounts of an order; given totals are kept when the order says that they are to be trusted.
 * @throws OrderAmountsInvalid, TotalsDiffer, ReferenceNotFound for its taxes
 */
export function amountsOf(order: OrderLineDto, lookups: OrderLookups): OrderAmounts {
  const input = totalsInput(order, lookups);
  const result = computeTotals(input);
  if (!result.ok) throw new OrderAmountsInvalid(result.violations);
  const { totals, ...amounts } = result.computed;
  const areGivenAsComputed = areTotals(order, totals);
  if (order.trustTotals) {
    return { ...amounts, areGivenAsComputed, totals: { ...totals, ...order.totals } };
  }
  const error = totalsError(order, totals);
  if (error) throw error;
  return { ...amounts, areGivenAsComputed, totals };
}

export interface OrderAmounts extends ComputedTotals {
  /** Whether the given totals, if any, are the computed ones. */
  readonly areGivenAsComputed: boolean;
}

const checkedTotals = ['total', 'subtotal', 'totalTaxes'] as const;
type CheckedTotals = Readonly<Record<(typeof checkedTotals)[number], number>>;

/** Given totals may be off by one minor unit for each line (specification, intake). */
export function totalsError(
  { rows, totals, currencyCode }: OrderLineDto,
  computed: CheckedTotals,
): DomainError | undefined {
  const lines = rows.reduce((count, { items }) => count + Math.max(1, items?.length ?? 0), 0);
  const tolerance = lines * 10 ** (4 - currencyOf(currencyCode).digits);
  for (const name of checkedTotals) {
    const given = totals?.[name];
    const own = computed[name];
    if (given !== undefined && Math.abs(given - own) > tolerance) {
      return new TotalsDiffer({ name, given, computed: own });
    }
  }
  return undefined;
}

/** Whether all given totals are these. */
export function areTotals({ totals }: OrderLineDto, others: CheckedTotals): boolean {
  return checkedTotals.every((name) => (totals?.[name] ?? others[name]) === others[name]);
}

function totalsInput(order: OrderLineDto, lookups: OrderLookups): TotalsInput {
  const { billingAddress } = order.user;
  const { payment } = order;
  const taxes = (list: readonly OrderTaxDto[] | undefined, path: string): TaxInput[] =>
    (list ?? []).map(({ tax, rate, reRate }, at) => {
      const known = lookups.tax(tax, `${path}/taxes/${at}/tax`);
      return { taxKey: known.id, rate: rate ?? known.rate, reRate: reRate ?? known.reRate };
    });
  const row = (source: OrderRowDto | OrderItemDto, path: string): RowInput => ({
    key: path,
    kind: source.type,
    quantity: source.quantity,
    price: source.price ?? 0,
    optionsPrice: optionsPrice(source),
    discounts: (source.discounts ?? []).map(({ amount }) => amount),
    taxes: taxes(source.taxes, path),
    ...('items' in source && {
      items: (source.items ?? []).map((item, at) => row(item, `${path}/items/${at}`)),
    }),
  });
  return {
    minorDigits: currencyOf(order.currencyCode).digits,
    reverseCharge: order.reverseChargeVat || billingAddress.reverseChargeVat,
    surcharge: billingAddress.re,
    taxable: billingAddress.tax,
    rows: order.rows.map((one, at) => row(one, `/rows/${at}`)),
    orderDiscounts: (order.discounts ?? []).map(({ amount, applyTo }) => ({ amount, applyTo })),
    shipments: (order.shipments ?? []).map(({ price, discounts = [], taxes: list }, at) => ({
      price,
      discounts: discounts.map(({ amount }) => amount),
      taxes: taxes(list, `/shipments/${at}`),
    })),
    payment: payment && { price: payment.price, taxes: taxes(payment.taxes, '/payment') },
    vouchers: (order.vouchers ?? []).map(({ amount }) => amount),
  };
}

function optionsPrice({ options = [] }: OrderRowDto | OrderItemDto): number {
  let price = 0;
  for (const { values = [] } of options) for (const value of values) price += value.price;
  return price;
}
