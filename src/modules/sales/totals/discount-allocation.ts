import { type TenThousandths, allocateAmount, sumAmounts } from '../../../core/money';
import { sumNet, type PricedPart } from './priced-parts';
import { type DiscountScope, discountScopes, type OrderDiscountInput } from './totals-input';
import {
  createDiscountTooLargeViolation,
  findFirstOverLimit,
  type TotalsViolation,
} from './totals-violations';

const { products: productsScope, shipping: shippingScope, total: totalScope } = discountScopes;

type OrderDiscounts = readonly OrderDiscountInput[];

/** The amounts that order discounts deduct. */
export interface AllocatedDiscounts {
  /** Deduction of each shipment by the discounts on shipments. */
  readonly shipmentDeductions: readonly TenThousandths[];
  /** Sum of the basket discounts: those on rows, and those on rows and shipments. */
  readonly basketDiscountTotal: TenThousandths;
}

/**
 * Distributes the order discounts over the parts (specification, Money 2 and 3). Discounts on shipments lower
 * the net prices; discounts on rows, or on rows and shipments, become the parts' shares. Discounts of one scope
 * are summed and shared once. No part bears more than its net price.
 * @param violations receives a violation when a discount is larger than the parts of its scope
 * @returns undefined when there are violations
 */
export function allocateDiscounts(
  discounts: OrderDiscounts,
  rows: readonly PricedPart[],
  shipments: readonly PricedPart[],
  violations: TotalsViolation[],
): AllocatedDiscounts | undefined {
  if (discounts.length === 0)
    return { shipmentDeductions: shipments.map(() => 0), basketDiscountTotal: 0 };
  const shippingDiscountTotal = sumDiscounts(discounts, [shippingScope]);
  addLimitViolations(discounts, sumNet(rows), sumNet(shipments), shippingDiscountTotal, violations);
  if (violations.length > 0) return undefined;
  const shipmentDeductions = deductFromShipments(shipments, shippingDiscountTotal);
  const rowDiscountTotal = sumDiscounts(discounts, [productsScope]);
  const combinedDiscountTotal = sumDiscounts(discounts, [totalScope]);
  addBasketDiscountShares(rows, rowDiscountTotal);
  addBasketDiscountShares([...rows, ...shipments], combinedDiscountTotal);
  return {
    shipmentDeductions,
    basketDiscountTotal: sumAmounts([rowDiscountTotal, combinedDiscountTotal]),
  };
}

/**
 * Distributes the difference between computed and supplied subtotal over all parts, in proportion to their
 * remaining amounts.
 * @param difference positive: deducted from the parts; negative: added to them
 */
export function allocateDifference(
  difference: TenThousandths,
  rows: readonly PricedPart[],
  shipments: readonly PricedPart[],
): void {
  if (difference === 0) return;
  const parts = [...rows, ...shipments];
  const remainingAmounts = parts.map((part) => part.netPrice - part.basketDiscountShare);
  const shares = allocateAmount(Math.abs(difference), remainingAmounts);
  parts.forEach(
    (part, at) => (part.basketDiscountShare += Math.sign(difference) * (shares[at] ?? 0)),
  );
}

function addLimitViolations(
  discounts: OrderDiscounts,
  rowsNet: TenThousandths,
  shipmentsNet: TenThousandths,
  shippingDiscountTotal: TenThousandths,
  violations: TotalsViolation[],
): void {
  const combinedLimit = sumAmounts([rowsNet, Math.max(0, shipmentsNet - shippingDiscountTotal)]);
  const checkScopes = (
    scopes: readonly DiscountScope[],
    target: string,
    limit: TenThousandths,
  ): boolean => {
    const amounts = discounts.map((d) => (scopes.includes(d.applyTo) ? d.amount : 0));
    const index = findFirstOverLimit(amounts, limit);
    if (index < 0) return true;
    const code =
      scopes[0] === shippingScope
        ? 'totals.shippingDiscountTooLarge'
        : 'totals.basketDiscountTooLarge';
    violations.push(createDiscountTooLargeViolation(code, index, target, limit));
    return false;
  };
  const shipmentsFit = checkScopes([shippingScope], 'the shipments', shipmentsNet);
  const rowsFit = checkScopes([productsScope], 'the rows', rowsNet);
  // Discounts on rows, and those on rows and shipments, are also limited together.
  if (shipmentsFit && rowsFit)
    checkScopes([productsScope, totalScope], 'the rows and shipments', combinedLimit);
}

function sumDiscounts(discounts: OrderDiscounts, scopes: readonly DiscountScope[]): TenThousandths {
  return sumAmounts(discounts.filter((d) => scopes.includes(d.applyTo)).map((d) => d.amount));
}

function deductFromShipments(
  shipments: readonly PricedPart[],
  amount: TenThousandths,
): TenThousandths[] {
  const prices = shipments.map((shipment) => shipment.netPrice);
  const deductions = allocateAmount(amount, prices, { limits: prices });
  shipments.forEach((shipment, index) => (shipment.netPrice -= deductions[index] ?? 0));
  return deductions;
}

/** Adds shares in proportion to the net prices, limited by the amounts that earlier shares have left. */
function addBasketDiscountShares(parts: readonly PricedPart[], amount: TenThousandths): void {
  if (amount === 0) return;
  const weights = parts.map((part) => part.netPrice);
  const limits = parts.map((part) => part.netPrice - part.basketDiscountShare);
  const shares = allocateAmount(amount, weights, { limits });
  parts.forEach((part, index) => (part.basketDiscountShare += shares[index] ?? 0));
}
