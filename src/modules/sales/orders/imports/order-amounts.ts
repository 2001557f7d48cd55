import { getCurrency } from '../../../../core/currencies';
import type { DomainError } from '../../../../core/errors';
import { assertWholeMinorUnits } from '../../../../core/whole-minor-units';
import {
  givenTotalNames,
  type ComputedTotals,
  computeTotals,
  findTotalsDifference,
  applyGivenTotals,
  type RowInput,
  type TaxInput,
  type TotalsInput,
  type TotalsResult,
  computeTrustedTotals,
} from '../../totals';
import { OrderAmountsInvalid, TotalsDiffer } from './order-errors';
import { AS_GIVEN, type OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type { OrderItemDto, OrderRowDto, OrderTaxDto } from './order-row.dto';

/**
 * Computes all amounts of an order. Supplied totals within the tolerance are kept, others only with `trustTotals`.
 * @throws InvalidRequest for vouchers with fractions of the minor unit, OrderAmountsInvalid, TotalsDiffer,
 *   ReferenceNotFound for unknown taxes
 */
export function computeOrderAmounts(order: OrderLineDto, lookups: OrderLookups): OrderAmounts {
  const vouchers = order.vouchers ?? [];
  assertWholeMinorUnits(
    vouchers.map(({ amount }, index) => ({ pointer: `/vouchers/${index}/amount`, amount })),
    order.currencyCode,
  );
  const input = toTotalsInput(order, lookups);
  const computed = requireComputedTotals(computeTotals(input));
  const given = order.totals ?? {};
  const hasMatchingTotals = hasEqualTotals(order, computed.totals);
  if (hasMatchingTotals) return { ...computed, hasMatchingTotals };
  if (order.trustTotals === AS_GIVEN) {
    return { ...computed, hasMatchingTotals, totals: { ...computed.totals, ...given } };
  }
  const error = findTotalsError(order, computed.totals);
  if (!error) return { ...applyGivenTotals(computed, given, input.minorDigits), hasMatchingTotals };
  if (!order.trustTotals) throw error;
  return {
    ...requireComputedTotals(computeTrustedTotals(input, given, countLeafRows(order))),
    hasMatchingTotals,
  };
}

function requireComputedTotals(result: TotalsResult): ComputedTotals {
  if (!result.ok) throw new OrderAmountsInvalid(result.violations);
  return result.computed;
}

export interface OrderAmounts extends ComputedTotals {
  /** Whether the supplied totals, if any, equal the computed ones. */
  readonly hasMatchingTotals: boolean;
}

type CheckedTotals = Readonly<Record<(typeof givenTotalNames)[number], number>>;

/** @returns an error when a supplied total is outside the tolerance */
export function findTotalsError(
  order: OrderLineDto,
  computed: CheckedTotals,
): DomainError | undefined {
  const { digits } = getCurrency(order.currencyCode);
  const gross = computed.subtotal + computed.totalTaxes;
  const context = { rowCount: countLeafRows(order), gross, digits };
  const difference = findTotalsDifference(order.totals ?? {}, computed, context);
  return difference && new TotalsDiffer(difference);
}

/** Counts the rows; items of bundles count, bundles don't. */
function countLeafRows({ rows }: OrderLineDto): number {
  return rows.reduce((count, { items }) => count + Math.max(1, items?.length ?? 0), 0);
}

/** Whether all supplied totals equal the others. */
export function hasEqualTotals({ totals }: OrderLineDto, others: CheckedTotals): boolean {
  return givenTotalNames.every((name) => (totals?.[name] ?? others[name]) === others[name]);
}

function toTotalsInput(order: OrderLineDto, lookups: OrderLookups): TotalsInput {
  const { billingAddress } = order.user;
  const { payment } = order;
  const toTaxInputs = (list: readonly OrderTaxDto[] | undefined, path: string): TaxInput[] =>
    (list ?? []).map(({ tax, rate, reRate }, index) => {
      const catalogTax = lookups.getTax(tax, `${path}/taxes/${index}/tax`);
      return {
        taxKey: catalogTax.id,
        rate: rate ?? catalogTax.rate,
        reRate: reRate ?? catalogTax.reRate,
        category: catalogTax.category,
      };
    });
  const toRowInput = (source: OrderRowDto | OrderItemDto, path: string): RowInput => ({
    rowKey: path,
    kind: source.type,
    quantity: source.quantity,
    price: source.price ?? 0,
    optionsPrice: sumOptionPrices(source),
    discounts: (source.discounts ?? []).map(({ amount }) => amount),
    taxes: toTaxInputs(source.taxes, path),
    ...('items' in source && {
      items: (source.items ?? []).map((item, index) => toRowInput(item, `${path}/items/${index}`)),
    }),
  });
  return {
    minorDigits: getCurrency(order.currencyCode).digits,
    isReverseCharge: order.reverseChargeVat || billingAddress.reverseChargeVat,
    hasSurcharge: billingAddress.re,
    isTaxable: billingAddress.tax,
    rows: order.rows.map((one, index) => toRowInput(one, `/rows/${index}`)),
    orderDiscounts: (order.discounts ?? []).map(({ amount, applyTo }) => ({ amount, applyTo })),
    shipments: (order.shipments ?? []).map(({ price, discounts = [], taxes: list }, index) => ({
      price,
      discounts: discounts.map(({ amount }) => amount),
      taxes: toTaxInputs(list, `/shipments/${index}`),
    })),
    payment: payment && { price: payment.price, taxes: toTaxInputs(payment.taxes, '/payment') },
    voucherAmounts: (order.vouchers ?? []).map(({ amount }) => amount),
  };
}

function sumOptionPrices({ options = [] }: OrderRowDto | OrderItemDto): number {
  let price = 0;
  for (const { values = [] } of options) for (const value of values) price += value.price;
  return price;
}
