import {
  minorUnitSize,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';

/**
 * Rounds taxable amounts so that they come to a total: each by itself, and the difference on the largest, the first of
 * equals.
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
 * Rounds the amounts of lines so that they come to a total: each by itself, and the difference by one unit on those
 * that rounding has changed most. So none is a unit or more off its exact amount.
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
  const settled = exact.map((amount) => roundToMinorUnit(amount, digits));
  const rest = total - sumAmounts(settled);
  if (rest === 0) return settled;
  const step = Math.sign(rest) * unit;
  const lack = exact.map((amount, at) => Math.sign(rest) * (amount - (settled[at] ?? 0)));
  const order = exact.map((_, at) => at).sort((a, b) => (lack[b] ?? 0) - (lack[a] ?? 0) || a - b);
  for (const at of order.slice(0, Math.abs(rest) / unit)) settled[at] = (settled[at] ?? 0) + step;
  return settled;
}
