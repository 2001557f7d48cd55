import {
  getMinorUnitAmount,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';

/**
 * Rounds taxable amounts so that they sum to a total. Each is rounded, and the largest (the first of equals) takes
 * the difference.
 * @param total a multiple of the minor unit
 * @param minorDigits decimals of the currency
 * @returns the rounded amounts, in the order given
 */
export function roundBasesToTotal(
  exactAmounts: readonly TenThousandths[],
  total: TenThousandths,
  minorDigits: number,
): TenThousandths[] {
  const rounded = exactAmounts.map((amount) => roundToMinorUnit(amount, minorDigits));
  const largestIndex = exactAmounts.indexOf(
    exactAmounts.reduce((a, b) => Math.max(a, b), -Infinity),
  );
  const roundingDifference = total - sumAmounts(rounded);
  return rounded.map((amount, at) => (at === largestIndex ? amount + roundingDifference : amount));
}

/**
 * Rounds the amounts of rows so that they sum to a total. Each is rounded, and the amounts with the largest rounding
 * errors take the difference, one unit each. So every result is less than one unit off its exact amount.
 * @param total a multiple of the minor unit
 * @param minorDigits decimals of the currency
 * @returns the rounded amounts, in the order given
 */
export function roundRowsToTotal(
  exactAmounts: readonly TenThousandths[],
  total: TenThousandths,
  minorDigits: number,
): TenThousandths[] {
  const unit = getMinorUnitAmount(minorDigits);
  const results = exactAmounts.map((amount) => roundToMinorUnit(amount, minorDigits));
  const roundingDifference = total - sumAmounts(results);
  if (roundingDifference === 0) return results;
  const step = Math.sign(roundingDifference) * unit;
  const roundingErrors = exactAmounts.map(
    (amount, at) => Math.sign(roundingDifference) * (amount - (results[at] ?? 0)),
  );
  const indexesByRoundingError = exactAmounts
    .map((_, at) => at)
    .sort((a, b) => (roundingErrors[b] ?? 0) - (roundingErrors[a] ?? 0) || a - b);
  for (const at of indexesByRoundingError.slice(0, Math.abs(roundingDifference) / unit))
    results[at] = (results[at] ?? 0) + step;
  return results;
}
