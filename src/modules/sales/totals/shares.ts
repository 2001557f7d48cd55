import { type TenThousandths, allocateAmount, sumAmounts } from '../../../core/money';
import { sumNet, type PricedPart } from './parts';
import { type DiscountScope, discountScopes, type OrderDiscountInput } from './totals-input';
import { discountTooLargeViolation, findFirstOverLimit, type TotalsViolation } from './violations';

const { products, shipping, total } = discountScopes;

type Discounts = readonly OrderDiscountInput[];

/** The amounts that order discounts deduct. */
export interface SharedDiscounts {
  /** Deduction of each shipment by the discounts on shipments. */
  readonly lowerings: readonly TenThousandths[];
  /** Sum of the basket discounts: those on rows, and those on rows and shipments. */
  readonly basket: TenThousandths;
}

/**
 * Distributes the order discounts over the parts (specification, Money 2 and 3). Discounts on shipments lower
 * the net prices; discounts on rows, or on rows and shipments, become the parts' shares. Discounts of one scope
 * are summed and shared once. No part bears more than its net price.
 * @param violations receives a violation when a discount is larger than the parts of its scope
 * @returns undefined when there are violations
 */
export function shareDiscounts(
  discounts: Discounts,
  rows: readonly PricedPart[],
  shipments: readonly PricedPart[],
  violations: TotalsViolation[],
): SharedDiscounts | undefined {
  if (discounts.length === 0) return { lowerings: shipments.map(() => 0), basket: 0 };
  const ofShipments = sumOf(discounts, [shipping]);
  checkLimits(discounts, sumNet(rows), sumNet(shipments), ofShipments, violations);
  if (violations.length > 0) return undefined;
  const lowerings = lowerNetPrices(shipments, ofShipments);
  const ofRows = sumOf(discounts, [products]);
  const ofBoth = sumOf(discounts, [total]);
  addShares(rows, ofRows);
  addShares([...rows, ...shipments], ofBoth);
  return { lowerings, basket: sumAmounts([ofRows, ofBoth]) };
}

/**
 * Distributes the difference between computed and supplied subtotal over all parts, in proportion to their
 * remaining amounts.
 * @param difference positive: deducted from the parts; negative: added to them
 */
export function shareDifference(
  difference: TenThousandths,
  rows: readonly PricedPart[],
  shipments: readonly PricedPart[],
): void {
  if (difference === 0) return;
  const parts = [...rows, ...shipments];
  const left = parts.map((part) => part.net - part.share);
  const shares = allocateAmount(Math.abs(difference), left);
  parts.forEach((part, at) => (part.share += Math.sign(difference) * (shares[at] ?? 0)));
}

function checkLimits(
  discounts: Discounts,
  rows: TenThousandths,
  shipments: TenThousandths,
  ofShipments: TenThousandths,
  violations: TotalsViolation[],
): void {
  const both = sumAmounts([rows, Math.max(0, shipments - ofShipments)]);
  const check = (
    scopes: readonly DiscountScope[],
    target: string,
    limit: TenThousandths,
  ): boolean => {
    const amounts = discounts.map((d) => (scopes.includes(d.applyTo) ? d.amount : 0));
    const index = findFirstOverLimit(amounts, limit);
    if (index < 0) return true;
    const code =
      scopes[0] === shipping ? 'totals.shippingDiscountTooLarge' : 'totals.basketDiscountTooLarge';
    violations.push(discountTooLargeViolation(code, index, target, limit));
    return false;
  };
  const shipmentsFit = check([shipping], 'the shipments', shipments);
  const rowsFit = check([products], 'the rows', rows);
  // The discounts of both scopes together are limited too, which includes those on rows and shipments.
  if (shipmentsFit && rowsFit) check([products, total], 'the rows and shipments', both);
}

function sumOf(discounts: Discounts, scopes: readonly DiscountScope[]): TenThousandths {
  return sumAmounts(discounts.filter((d) => scopes.includes(d.applyTo)).map((d) => d.amount));
}

function lowerNetPrices(
  shipments: readonly PricedPart[],
  amount: TenThousandths,
): TenThousandths[] {
  const prices = shipments.map((shipment) => shipment.net);
  const lowerings = allocateAmount(amount, prices, prices);
  shipments.forEach((shipment, index) => (shipment.net -= lowerings[index] ?? 0));
  return lowerings;
}

/** Adds shares in proportion to the net prices, limited by the amounts that earlier shares have left. */
function addShares(parts: readonly PricedPart[], amount: TenThousandths): void {
  if (amount === 0) return;
  const weights = parts.map((part) => part.net);
  const limits = parts.map((part) => part.net - part.share);
  const shares = allocateAmount(amount, weights, limits);
  parts.forEach((part, index) => (part.share += shares[index] ?? 0));
}
