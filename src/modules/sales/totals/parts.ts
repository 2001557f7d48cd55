import { type TenThousandths, calculatePrice, sumAmounts } from '../../../core/money';
import type { RowInput, ShipmentInput, TaxInput } from './totals-input';
import {
  bundleAmountsViolation,
  rowNegativeViolation,
  shipmentNegativeViolation,
  type TotalsViolation,
} from './violations';

/**
 * A part with discounts and taxes: a product or gift row, an item of a bundle, a shipment or the payment. `net`
 * is its price before tax less its own discounts. For a shipment, `shareDiscounts` also deducts its part of the
 * discounts on shipments. `share` is the part of the basket discounts, 0 until `shareDiscounts` sets it.
 */
export interface PricedPart {
  readonly discounts: TenThousandths;
  readonly taxes: readonly TaxInput[];
  net: TenThousandths;
  share: TenThousandths;
}

/** A row and its part, or a bundle and the parts of its items. */
export interface PricedRow {
  readonly row: RowInput;
  readonly part: PricedPart | undefined;
  readonly items: readonly PricedRow[];
}

/**
 * Prices every row (specification, Money 1). Adds violations for rows below 0 and for bundles with own amounts.
 * @param leaves receives the parts in order; bundles are replaced by their items
 * @param violations receives the violations
 */
export function priceRows(
  rows: readonly RowInput[],
  leaves: PricedPart[],
  violations: TotalsViolation[],
  path = '/rows',
): PricedRow[] {
  return rows.map((row, index) => {
    const rowPath = `${path}/${index}`;
    if (row.kind === 'bundle') return priceBundle(row, rowPath, leaves, violations);
    const gross = calculatePrice(row.quantity, sumAmounts([row.price, row.optionsPrice]));
    const discounts = sumAmounts(row.discounts);
    const part = { discounts, taxes: row.taxes, net: gross - discounts, share: 0 };
    if (part.net < 0) violations.push(rowNegativeViolation(rowPath, row.discounts, gross));
    leaves.push(part);
    return { row, part, items: [] };
  });
}

/** Deducts the own discounts of every shipment. Adds violations for shipments below 0. */
export function priceShipments(
  shipments: readonly ShipmentInput[],
  violations: TotalsViolation[],
): PricedPart[] {
  return shipments.map((shipment, index) => {
    const discounts = sumAmounts(shipment.discounts);
    const net = shipment.price - discounts;
    if (net < 0) {
      violations.push(
        shipmentNegativeViolation(`/shipments/${index}`, shipment.discounts, shipment.price),
      );
    }
    return { discounts, taxes: shipment.taxes, net, share: 0 };
  });
}

/** The sum of the parts' net prices. */
export function sumNet(parts: readonly PricedPart[]): TenThousandths {
  return sumAmounts(parts.map((part) => part.net));
}

function priceBundle(
  row: RowInput,
  path: string,
  leaves: PricedPart[],
  violations: TotalsViolation[],
): PricedRow {
  if (row.price !== 0 || row.optionsPrice !== 0)
    violations.push(bundleAmountsViolation(path, 'price'));
  if (row.discounts.length > 0) violations.push(bundleAmountsViolation(path, 'discounts'));
  if (row.taxes.length > 0) violations.push(bundleAmountsViolation(path, 'taxes'));
  const items = priceRows(row.items ?? [], leaves, violations, `${path}/items`);
  return { row, part: undefined, items };
}
