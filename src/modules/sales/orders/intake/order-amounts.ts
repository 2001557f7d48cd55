import { currencyOf } from '../../../../core/currencies';
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
export function amountsOf(order: OrderLineDto, lookups: OrderLookups): ComputedTotals {
  const input = totalsInput(order, lookups);
  const result = computeTotals(input);
  if (!result.ok) throw new OrderAmountsInvalid(result.violations);
  const { computed } = result;
  if (!order.totals) return computed;
  if (order.trustTotals) return { ...computed, totals: { ...computed.totals, ...order.totals } };
  checkTotals(order, computed, input.minorDigits);
  return computed;
}

/** Given totals may be off by one minor unit for each line (specification, intake). */
function checkTotals(
  { rows, totals }: OrderLineDto,
  computed: ComputedTotals,
  digits: number,
): void {
  const lines = rows.reduce((count, { items }) => count + Math.max(1, items?.length ?? 0), 0);
  const tolerance = lines * 10 ** (4 - digits);
  for (const name of ['total', 'subtotal', 'totalTaxes'] as const) {
    const given = totals?.[name];
    const own = computed.totals[name];
    if (given !== undefined && Math.abs(given - own) > tolerance) {
      throw new TotalsDiffer({ name, given, computed: own });
    }
  }
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
