import {
  AmountOutOfRange,
  type TenThousandths,
  roundToMinorUnit,
  sumAmounts,
} from '../../../core/money';
import {
  sumNet,
  type PricedPart,
  type PricedRow,
  priceRows,
  toShipmentParts,
} from './priced-parts';
import {
  allocateDifference,
  type AllocatedDiscounts,
  allocateDiscounts,
} from './discount-allocation';
import { groupTaxes, hasMoreTaxGroups, toPartAmounts } from './tax-groups';
import type { RowInput, TotalsInput } from './totals-input';
import type {
  ComputedTotals,
  DocumentTotals,
  PartAmounts,
  RowAmounts,
  TotalsResult,
} from './totals-result';
import {
  createOutOfRangeViolation,
  createTooManyTaxesViolation,
  type TotalsViolation,
  createVouchersTooLargeViolation,
} from './totals-violations';

/**
 * Maximum number of tax groups. Amounts of a document and of its credit notes take time in proportion to its groups
 * times its rows.
 */
const MAX_TAX_GROUPS = 100;

/**
 * Computes all amounts of a sales document (specification, Money, steps 1 to 5).
 * @param input validated prices, discounts and taxes: quantities above 0; discounts, vouchers and rates at least 0
 * @returns the amounts, or the violated rules. Checks stop after a step with violations, so those of later steps
 *   may be missing.
 */
export function computeTotals(input: TotalsInput): TotalsResult {
  try {
    return computeTotalsOrThrow(input);
  } catch (error) {
    if (error instanceof AmountOutOfRange)
      return { ok: false, violations: [createOutOfRangeViolation()] };
    throw error;
  }
}

function computeTotalsOrThrow(input: TotalsInput): TotalsResult {
  const violations: TotalsViolation[] = [];
  const leafParts: PricedPart[] = [];
  const rows = priceRows(input.rows, leafParts, violations);
  const shipments = toShipmentParts(input.shipments, violations);
  if (violations.length > 0) return { ok: false, violations };
  const allocated = allocateDiscounts(input.orderDiscounts, leafParts, shipments, violations);
  if (allocated === undefined) return { ok: false, violations };
  allocateDifference(input.subtotalDifference ?? 0, leafParts, shipments);
  const payment = toPaymentPart(input);
  const parts = [...leafParts, ...shipments, ...(payment ? [payment] : [])];
  if (hasMoreTaxGroups(parts, input.hasSurcharge, MAX_TAX_GROUPS))
    return { ok: false, violations: [createTooManyTaxesViolation(MAX_TAX_GROUPS)] };
  const computed = assembleTotals(input, rows, leafParts, shipments, payment, allocated);
  const { subtotal, totalTaxes, totalVouchers } = computed.totals;
  const due = Math.max(0, sumAmounts([subtotal, totalTaxes]));
  if (totalVouchers > due) violations.push(createVouchersTooLargeViolation(totalVouchers, due));
  return violations.length > 0 ? { ok: false, violations } : { ok: true, computed };
}

function assembleTotals(
  input: TotalsInput,
  pricedRows: readonly PricedRow[],
  leafParts: readonly PricedPart[],
  shipmentParts: readonly PricedPart[],
  paymentPart: PricedPart | undefined,
  allocated: AllocatedDiscounts,
): ComputedTotals {
  const rows = pricedRows.map((row) => toRowAmounts(row, input));
  const shipments = shipmentParts.map((part, index) => ({
    discountTotal: part.discountTotal,
    shippingDiscountShare: allocated.shipmentDeductions[index] ?? 0,
    netPrice: part.netPrice,
    ...toPartAmounts(part, input),
  }));
  const payment = paymentPart && {
    price: paymentPart.netPrice,
    ...toPartAmounts(paymentPart, input),
  };
  const paymentParts = paymentPart ? [paymentPart] : [];
  const parts = [...leafParts, ...shipmentParts, ...paymentParts];
  const basketDiscountTotal = sumAmounts([
    allocated.basketDiscountTotal,
    input.subtotalDifference ?? 0,
  ]);
  const round = (amount: TenThousandths) => roundToMinorUnit(amount, input.minorDigits);
  const taxGroupTargets = {
    subtotal: round(sumAmounts([sumNet(parts), -basketDiscountTotal])),
    basketDiscountTotal: round(basketDiscountTotal),
  };
  const taxes = groupTaxes(parts, input, input.minorDigits, taxGroupTargets);
  const totals = toDocumentTotals(input, {
    rows: { net: sumNet(leafParts), taxes: sumTaxes(rows) },
    shipments: { net: sumNet(shipmentParts), taxes: sumTaxes(shipments) },
    payment: { net: sumNet(paymentParts), taxes: payment?.totalTaxes ?? 0 },
    rowsDiscounts: sumAmounts(leafParts.map((part) => part.discountTotal)),
    shippingDiscounts: sumAmounts(
      shipments.flatMap((s) => [s.discountTotal, s.shippingDiscountShare]),
    ),
    basketDiscounts: basketDiscountTotal,
    totalTaxes: sumAmounts(taxes.map((group) => group.totalPrice)),
  });
  return { rows, shipments, payment, taxes, totals };
}

interface ExactSums {
  readonly rows: { net: TenThousandths; taxes: TenThousandths };
  readonly shipments: { net: TenThousandths; taxes: TenThousandths };
  readonly payment: { net: TenThousandths; taxes: TenThousandths };
  readonly rowsDiscounts: TenThousandths;
  readonly shippingDiscounts: TenThousandths;
  readonly basketDiscounts: TenThousandths;
  readonly totalTaxes: TenThousandths;
}

/** Rounds every member once, from its exact value. Only TOTAL is computed from rounded members. */
function toDocumentTotals(input: TotalsInput, sums: ExactSums): DocumentTotals {
  const roundSum = (...amounts: TenThousandths[]) =>
    roundToMinorUnit(sumAmounts(amounts), input.minorDigits);
  const { rows, shipments, payment, basketDiscounts, rowsDiscounts, shippingDiscounts } = sums;
  const subtotal = roundSum(rows.net, shipments.net, payment.net, -basketDiscounts);
  const totalVouchers = roundSum(sumAmounts(input.voucherAmounts));
  return {
    rounding: 0,
    subtotal,
    subtotalPaymentSystem: roundSum(payment.net),
    subtotalRows: roundSum(rows.net),
    subtotalShippings: roundSum(shipments.net),
    total: Math.max(0, sumAmounts([subtotal, sums.totalTaxes, -totalVouchers])),
    totalBasketDiscounts: roundSum(basketDiscounts),
    totalDiscounts: roundSum(rowsDiscounts, shippingDiscounts, basketDiscounts),
    totalPaymentSystem: roundSum(payment.net, payment.taxes),
    totalRows: roundSum(rows.net, rows.taxes),
    totalRowsDiscounts: roundSum(rowsDiscounts),
    totalShippingDiscounts: roundSum(shippingDiscounts),
    totalShippings: roundSum(shipments.net, shipments.taxes),
    totalTaxes: sums.totalTaxes,
    totalVouchers,
  };
}

/** Without spreads, because they take most of the time for orders with many rows. */
function toRowAmounts({ row, part, items }: PricedRow, input: TotalsInput): RowAmounts {
  if (part === undefined) return toBundleAmounts(row, items, input);
  const { basketDiscountShare, totalTaxes, taxes } = toPartAmounts(part, input);
  return {
    rowKey: row.rowKey,
    kind: row.kind,
    optionsPrice: row.optionsPrice,
    discountTotal: part.discountTotal,
    total: part.netPrice,
    basketDiscountShare,
    totalTaxes,
    taxes,
    items: [],
  };
}

function toBundleAmounts(
  row: RowInput,
  pricedItems: readonly PricedRow[],
  input: TotalsInput,
): RowAmounts {
  const items = pricedItems.map((item) => toRowAmounts(item, input));
  return {
    rowKey: row.rowKey,
    kind: row.kind,
    optionsPrice: row.optionsPrice,
    discountTotal: sumAmounts(items.map((item) => item.discountTotal)),
    total: sumAmounts(items.map((item) => item.total)),
    basketDiscountShare: sumAmounts(items.map((item) => item.basketDiscountShare)),
    totalTaxes: sumTaxes(items),
    taxes: [],
    items,
  };
}

function sumTaxes(parts: readonly PartAmounts[]): TenThousandths {
  return sumAmounts(parts.map((part) => part.totalTaxes));
}

function toPaymentPart({ payment }: TotalsInput): PricedPart | undefined {
  return (
    payment && {
      discountTotal: 0,
      taxes: payment.taxes,
      netPrice: payment.price,
      basketDiscountShare: 0,
    }
  );
}
