import {
  minorUnitSize,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';

/**
 * Rounds taxable amounts so that they sum to a total. Each is rounded, and the largest (the first of equals) takes
 * the difference.
 * @param total in minor units
 * @param digits decimals of the currency
 * @returns minor units, in the order given
 */
export function roundBasesToTotal(
  exact: readonly TenThousandths[],
  total: TenThousandths,
  digits: number,
): TenThousandths[] {
  const rounded = exact.map((amount) => roundToMinorUnit(amount, digits));
  const largest = exact.indexOf(exact.reduce((a, b) => Math.max(a, b), -Infinity));
  const rest = total - sumAmounts(rounded);
  return rounded.map((amount, at) => (at === largest ? amount + rest : amount));
}

/**
 * Rounds the amounts of rows so that they sum to a total. Each is rounded, and the amounts with the largest rounding
 * errors take the difference, one unit each. So every result is less than one unit off its exact amount.
 * @param total in minor units
 * @param digits decimals of the currency
 * @returns minor units, in the order given
 */
export function roundLinesToTotal(
  exact: readonly TenThousandths[],
  total: TenThousandths,
  digits: number,
): TenThousandths[] {
  const unit = minorUnitSize(digits);
  const results = exact.map((amount) => roundToMinorUnit(amount, digits));
  const rest = total - sumAmounts(results);
  if (rest === 0) return results;
  const step = Math.sign(rest) * unit;
  const shortfall = exact.map((amount, at) => Math.sign(rest) * (amount - (results[at] ?? 0)));
  const order = exact
    .map((_, at) => at)
    .sort((a, b) => (shortfall[b] ?? 0) - (shortfall[a] ?? 0) || a - b);
  for (const at of order.slice(0, Math.abs(rest) / unit)) results[at] = (results[at] ?? 0) + step;
  return results;
}
