import {
  AmountOutOfRange,
  type TenThousandths,
  roundToMinorUnit,
  sumAmounts,
} from '../../../core/money';
import { sumNet, type PricedPart, type PricedRow, priceRows, priceShipments } from './parts';
import { shareDifference, type SharedDiscounts, shareDiscounts } from './shares';
import { groupTaxes, hasMoreTaxGroups, toPartAmounts } from './taxes';
import type { RowInput, TotalsInput } from './totals-input';
import type {
  ComputedTotals,
  DocumentTotals,
  PartAmounts,
  RowAmounts,
  TotalsResult,
} from './totals-result';
import {
  outOfRangeViolation,
  tooManyTaxesViolation,
  type TotalsViolation,
  vouchersTooLargeViolation,
} from './violations';

/**
 * Maximum number of tax groups. Amounts of a document and of its credit notes take time in proportion to its groups
 * times its rows.
 */
const MAX_TAX_GROUPS = 100;

/**
 * Computes all amounts of a sales document (specification, Money, steps 1 to 5).
 * @param order validated prices, discounts and taxes: quantities above 0; discounts, vouchers and rates at least 0
 * @returns the amounts, or the violated rules. Checks stop after a step with violations, so those of later steps
 *   may be missing.
 */
export function computeTotals(order: TotalsInput): TotalsResult {
  try {
    return compute(order);
  } catch (error) {
    if (error instanceof AmountOutOfRange)
      return { ok: false, violations: [outOfRangeViolation()] };
    throw error;
  }
}

function compute(order: TotalsInput): TotalsResult {
  const violations: TotalsViolation[] = [];
  const leaves: PricedPart[] = [];
  const rows = priceRows(order.rows, leaves, violations);
  const shipments = priceShipments(order.shipments, violations);
  if (violations.length > 0) return { ok: false, violations };
  const shared = shareDiscounts(order.orderDiscounts, leaves, shipments, violations);
  if (shared === undefined) return { ok: false, violations };
  shareDifference(order.difference ?? 0, leaves, shipments);
  const payment = toPaymentPart(order);
  const parts = [...leaves, ...shipments, ...(payment ? [payment] : [])];
  if (hasMoreTaxGroups(parts, order.surcharge, MAX_TAX_GROUPS))
    return { ok: false, violations: [tooManyTaxesViolation(MAX_TAX_GROUPS)] };
  const computed = assemble(order, rows, leaves, shipments, payment, shared);
  const { subtotal, totalTaxes, totalVouchers } = computed.totals;
  const due = Math.max(0, sumAmounts([subtotal, totalTaxes]));
  if (totalVouchers > due) violations.push(vouchersTooLargeViolation(totalVouchers, due));
  return violations.length > 0 ? { ok: false, violations } : { ok: true, computed };
}

function assemble(
  order: TotalsInput,
  pricedRows: readonly PricedRow[],
  leaves: readonly PricedPart[],
  shipmentParts: readonly PricedPart[],
  paymentPart: PricedPart | undefined,
  shared: SharedDiscounts,
): ComputedTotals {
  const rows = pricedRows.map((row) => toRowAmounts(row, order));
  const shipments = shipmentParts.map((part, index) => ({
    discounts: part.discounts,
    lowering: shared.lowerings[index] ?? 0,
    netPrice: part.net,
    ...toPartAmounts(part, order),
  }));
  const payment = paymentPart && { price: paymentPart.net, ...toPartAmounts(paymentPart, order) };
  const payments = paymentPart ? [paymentPart] : [];
  const parts = [...leaves, ...shipmentParts, ...payments];
  const basket = sumAmounts([shared.basket, order.difference ?? 0]);
  const round = (amount: TenThousandths) => roundToMinorUnit(amount, order.minorDigits);
  const grouped = { subtotal: round(sumAmounts([sumNet(parts), -basket])), basket: round(basket) };
  const taxes = groupTaxes(parts, order, order.minorDigits, grouped);
  const totals = toDocumentTotals(order, {
    rows: { net: sumNet(leaves), taxes: sumTaxes(rows) },
    shipments: { net: sumNet(shipmentParts), taxes: sumTaxes(shipments) },
    payment: { net: sumNet(payments), taxes: payment?.totalTaxes ?? 0 },
    rowsDiscounts: sumAmounts(leaves.map((part) => part.discounts)),
    shippingDiscounts: sumAmounts(shipments.flatMap((s) => [s.discounts, s.lowering])),
    basket,
    totalTaxes: sumAmounts(taxes.map((group) => group.totalPrice)),
  });
  return { rows, shipments, payment, taxes, totals };
}

interface TotalSums {
  readonly rows: { net: TenThousandths; taxes: TenThousandths };
  readonly shipments: { net: TenThousandths; taxes: TenThousandths };
  readonly payment: { net: TenThousandths; taxes: TenThousandths };
  readonly rowsDiscounts: TenThousandths;
  readonly shippingDiscounts: TenThousandths;
  readonly basket: TenThousandths;
  readonly totalTaxes: TenThousandths;
}

/** Rounds every member once, from its exact value. Only TOTAL is computed from rounded members. */
function toDocumentTotals(order: TotalsInput, sums: TotalSums): DocumentTotals {
  const rounded = (...amounts: TenThousandths[]) =>
    roundToMinorUnit(sumAmounts(amounts), order.minorDigits);
  const { rows, shipments, payment, basket, rowsDiscounts, shippingDiscounts } = sums;
  const subtotal = rounded(rows.net, shipments.net, payment.net, -basket);
  const totalVouchers = rounded(sumAmounts(order.vouchers));
  return {
    rounding: 0,
    subtotal,
    subtotalPaymentSystem: rounded(payment.net),
    subtotalRows: rounded(rows.net),
    subtotalShippings: rounded(shipments.net),
    total: Math.max(0, sumAmounts([subtotal, sums.totalTaxes, -totalVouchers])),
    totalBasketDiscounts: rounded(basket),
    totalDiscounts: rounded(rowsDiscounts, shippingDiscounts, basket),
    totalPaymentSystem: rounded(payment.net, payment.taxes),
    totalRows: rounded(rows.net, rows.taxes),
    totalRowsDiscounts: rounded(rowsDiscounts),
    totalShippingDiscounts: rounded(shippingDiscounts),
    totalShippings: rounded(shipments.net, shipments.taxes),
    totalTaxes: sums.totalTaxes,
    totalVouchers,
  };
}

/** Without spreads, because they take most of the time for orders with many rows. */
function toRowAmounts({ row, part, items }: PricedRow, order: TotalsInput): RowAmounts {
  if (part === undefined) return toBundleAmounts(row, items, order);
  const { share, totalTaxes, taxes } = toPartAmounts(part, order);
  return {
    key: row.key,
    kind: row.kind,
    optionsPrice: row.optionsPrice,
    discounts: part.discounts,
    total: part.net,
    share,
    totalTaxes,
    taxes,
    items: [],
  };
}

function toBundleAmounts(
  row: RowInput,
  priced: readonly PricedRow[],
  order: TotalsInput,
): RowAmounts {
  const items = priced.map((item) => toRowAmounts(item, order));
  return {
    key: row.key,
    kind: row.kind,
    optionsPrice: row.optionsPrice,
    discounts: sumAmounts(items.map((item) => item.discounts)),
    total: sumAmounts(items.map((item) => item.total)),
    share: sumAmounts(items.map((item) => item.share)),
    totalTaxes: sumTaxes(items),
    taxes: [],
    items,
  };
}

function sumTaxes(parts: readonly PartAmounts[]): TenThousandths {
  return sumAmounts(parts.map((part) => part.totalTaxes));
}

function toPaymentPart({ payment }: TotalsInput): PricedPart | undefined {
  return payment && { discounts: 0, taxes: payment.taxes, net: payment.price, share: 0 };
}
