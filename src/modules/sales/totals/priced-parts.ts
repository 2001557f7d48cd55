import {
  type TenThousandths,
  calculateAmountBeforeDiscounts,
  sumAmounts,
} from '../../../core/money';
import type { RowInput, ShipmentInput, TaxInput } from './totals-input';
import {
  createBundleAmountsViolation,
  createRowNegativeViolation,
  createShipmentNegativeViolation,
  type TotalsViolation,
} from './totals-violations';

/**
 * A part with discounts and taxes: a product or gift row, an item of a bundle, a shipment or the payment. `netPrice`
 * is its price before tax less its own discounts. For a shipment, `allocateDiscounts` also deducts its part of the
 * discounts on shipments. `basketDiscountShare` is the part of the basket discounts, 0 until `allocateDiscounts` sets it.
 */
export interface PricedPart {
  readonly discountTotal: TenThousandths;
  readonly taxes: readonly TaxInput[];
  netPrice: TenThousandths;
  basketDiscountShare: TenThousandths;
}

/** A row and its part, or a bundle and the parts of its items. */
export interface PricedRow {
  readonly row: RowInput;
  readonly part: PricedPart | undefined;
  readonly items: readonly PricedRow[];
}

/**
 * Prices every row (specification, Money 1). Adds violations for rows below 0 and for bundles with own amounts.
 * @param leafParts receives the parts in order; bundles are replaced by their items
 * @param violations receives the violations
 */
export function priceRows(
  rows: readonly RowInput[],
  leafParts: PricedPart[],
  violations: TotalsViolation[],
  path = '/rows',
): PricedRow[] {
  return rows.map((row, index) => {
    const rowPath = `${path}/${index}`;
    if (row.kind === 'bundle') return priceBundle(row, rowPath, leafParts, violations);
    const gross = calculateAmountBeforeDiscounts(
      row.quantity,
      sumAmounts([row.price, row.optionsPrice]),
    );
    const discountTotal = sumAmounts(row.discounts);
    const part = {
      discountTotal,
      taxes: row.taxes,
      netPrice: gross - discountTotal,
      basketDiscountShare: 0,
    };
    if (part.netPrice < 0)
      violations.push(createRowNegativeViolation(rowPath, row.discounts, gross));
    leafParts.push(part);
    return { row, part, items: [] };
  });
}

/** Deducts the own discounts of every shipment. Adds violations for shipments below 0. */
export function toShipmentParts(
  shipments: readonly ShipmentInput[],
  violations: TotalsViolation[],
): PricedPart[] {
  return shipments.map((shipment, index) => {
    const discountTotal = sumAmounts(shipment.discounts);
    const netPrice = shipment.price - discountTotal;
    if (netPrice < 0) {
      violations.push(
        createShipmentNegativeViolation(`/shipments/${index}`, shipment.discounts, shipment.price),
      );
    }
    return { discountTotal, taxes: shipment.taxes, netPrice, basketDiscountShare: 0 };
  });
}

/** The sum of the parts' net prices. */
export function sumNet(parts: readonly PricedPart[]): TenThousandths {
  return sumAmounts(parts.map((part) => part.netPrice));
}

function priceBundle(
  row: RowInput,
  path: string,
  leafParts: PricedPart[],
  violations: TotalsViolation[],
): PricedRow {
  if (row.price !== 0 || row.optionsPrice !== 0)
    violations.push(createBundleAmountsViolation(path, 'price'));
  if (row.discounts.length > 0) violations.push(createBundleAmountsViolation(path, 'discounts'));
  if (row.taxes.length > 0) violations.push(createBundleAmountsViolation(path, 'taxes'));
  const items = priceRows(row.items ?? [], leafParts, violations, `${path}/items`);
  return { row, part: undefined, items };
}
