/** An amount of money: an integer of ten-thousandths (12.34 is 123400). */
export type TenThousandths = number;
/** A percentage: an integer of millionths of a percent (21 % is 21000000). */
export type Millionths = number;
/** A quantity: an integer of thousandths (1.5 is 1500). */
export type Thousandths = number;

const MONEY_SCALE = 10_000;
const RATE_SCALE = 1_000_000;
const QUANTITY_SCALE = 1_000;
const MONEY_DECIMALS = 4;
/** Divisor of a base times a rate: the rate is in millionths of a percent. */
const RATE_DIVISOR = RATE_SCALE * 100;
/** Common factor of the usual rates (at most two decimals); dividing by it keeps products below 2^53. */
const RATE_REDUCTION = 10_000;

/**
 * The largest integer of the three types: fifteen digits. Decimals with at most fifteen significant digits are exact in
 * JSON numbers, so nothing is lost on the wire.
 */
export const MAX_AMOUNT = 999_999_999_999_999;

/** A sum or a product is outside of the range of amounts (MAX_AMOUNT). */
export class AmountOutOfRange extends RangeError {
  constructor() {
    super('the amount is beyond 99999999999.9999');
    this.name = 'AmountOutOfRange';
  }
}

/**
 * Converts a JSON number to an integer of its last decimal: 12.34 with four decimals is 123400.
 * @returns undefined for more decimals, or out of range
 */
export function toScaledInteger(n: number, decimals: number): number | undefined {
  const factor = 10 ** decimals;
  const units = Math.round(n * factor);
  // NaN and the infinities fail the first comparison; more decimals fail the second.
  if (!(Math.abs(units) <= MAX_AMOUNT) || units / factor !== n) return undefined;
  return units + 0; // -0 becomes 0
}

/** Converts ten-thousandths to a JSON number with the exact decimals. */
export function moneyToNumber(m: TenThousandths): number {
  return m / MONEY_SCALE;
}

/** Converts millionths of a percent to a JSON number, in percent. */
export function rateToNumber(r: Millionths): number {
  return r / RATE_SCALE;
}

/** Converts thousandths to a JSON number. */
export function quantityToNumber(q: Thousandths): number {
  return q / QUANTITY_SCALE;
}

/**
 * Rounds an amount to a currency's minor unit, half up (away from zero).
 * @param digits decimals of the currency in ISO 4217, 0 to 4
 */
export function roundToMinorUnit(m: TenThousandths, digits: number): TenThousandths {
  const unit = getMinorUnitAmount(digits);
  return unit === 1 ? m : assertInRange(divideRounded(m, unit) * unit);
}

/** Adds amounts. @throws AmountOutOfRange as soon as an intermediate sum is out of range */
export function sumAmounts(amounts: readonly TenThousandths[]): TenThousandths {
  let total = 0;
  for (const amount of amounts) total = assertInRange(total + amount);
  return total;
}

/** Calculates quantity times unit price, to four decimals (specification, Money 1). */
export function calculateAmountBeforeDiscounts(
  quantity: Thousandths,
  unitPrice: TenThousandths,
): TenThousandths {
  return scaleAmount(unitPrice, quantity, QUANTITY_SCALE);
}

/** Calculates the tax on a base to four decimals, as shown in a row (specification, Money 5). */
export function calculateTax(base: TenThousandths, rate: Millionths): TenThousandths {
  return calculateTaxInUnits(base, rate, 1);
}

/**
 * Calculates the tax on a base, rounding the exact product once to the currency's minor unit, as shown in a tax group
 * (specification, Money 4).
 */
export function calculateRoundedTax(
  base: TenThousandths,
  rate: Millionths,
  digits: number,
): TenThousandths {
  return calculateTaxInUnits(base, rate, getMinorUnitAmount(digits));
}

/**
 * Calculates amount x numerator / denominator exactly, then rounds half up (away from zero) to four decimals. All three
 * are integers; the denominator is positive.
 * @throws AmountOutOfRange
 */
export function scaleAmount(
  amount: TenThousandths,
  numerator: number,
  denominator: number,
): TenThousandths {
  return assertInRange(multiplyDivide(amount, numerator, denominator));
}

/**
 * Allocates an amount in proportion to weights, each part to four decimals. The rounding difference goes to the part
 * with the largest weight, the first of equals (specification, Money 3). A part stays between 0 and its limit; the rest
 * goes to the part with the next largest weight.
 * @param total at least 0, and at most the sum of the limits if there are any
 * @param weights each at least 0; not all 0 unless the total is 0
 * @param options.limits maximum of each part; absent: no limit
 * @returns the parts in the order of the weights; their sum is the total
 * @throws RangeError
 */
export function allocateAmount(
  total: TenThousandths,
  weights: readonly number[],
  { limits }: { readonly limits?: readonly TenThousandths[] } = {},
): TenThousandths[] {
  if (total < 0) throw new RangeError('a negative amount cannot be allocated');
  if (total === 0) return weights.map(() => 0);
  const weightSum = sumAmounts(weights);
  if (weightSum === 0) throw new RangeError('the weights of the parts are all 0');
  const parts = weights.map((weight, index) =>
    Math.min(multiplyDivide(total, weight, weightSum), limits?.[index] ?? Infinity),
  );
  const remainder = total - parts.reduce((a, b) => a + b, 0);
  if (remainder !== 0) allocateRemainder(remainder, parts, weights, limits);
  return parts;
}

/**
 * Allocates a whole number of units in proportion to weights, in whole units. No part shrinks while the amount grows.
 * If the amount equals the sum of the weights, each part equals its weight.
 * @param amount at least 0
 * @param weights each at least 0
 * @returns the parts in the order of the weights; their sum is the amount, unless all weights are 0
 */
export function apportionUnits(amount: number, weights: readonly number[]): number[] {
  let rest = amount;
  let weightSum = sumAmounts(weights);
  return weights.map((weight) => {
    const part = weightSum === 0 ? 0 : multiplyDivide(rest, weight, weightSum);
    rest -= part;
    weightSum -= weight;
    return part;
  });
}

/** The smallest amount of a currency. @param digits decimals of the currency in ISO 4217, 0 to 4 */
export function getMinorUnitAmount(digits: number): TenThousandths {
  return 10 ** (MONEY_DECIMALS - digits);
}

/** Adds the rest to the part with the largest weight, and to the next ones as far as limits require it. */
function allocateRemainder(
  remainder: TenThousandths,
  parts: TenThousandths[],
  weights: readonly number[],
  limits: readonly TenThousandths[] | undefined,
): void {
  const largest = indexOfLargest(weights);
  const adjusted = (parts[largest] ?? 0) + remainder;
  if (adjusted >= 0 && adjusted <= (limits?.[largest] ?? Infinity)) {
    parts[largest] = adjusted;
    return;
  }
  // Rare: the amount has fewer ten-thousandths than parts, or a limit is below the proportional part.
  const order = weights.map((_, index) => index);
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  for (const index of order) {
    const previous = parts[index] ?? 0;
    const next = Math.max(0, Math.min(previous + remainder, limits?.[index] ?? Infinity));
    parts[index] = next;
    remainder -= next - previous;
  }
  if (remainder !== 0) throw new RangeError('the amount is larger than the limits of its parts');
}

function indexOfLargest(weights: readonly number[]): number {
  let found = 0;
  let largest = -1;
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (weight > largest) {
      found = index;
      largest = weight;
    }
  }
  return found;
}

function calculateTaxInUnits(base: TenThousandths, rate: Millionths, unit: number): TenThousandths {
  const isReducible = rate % RATE_REDUCTION === 0;
  const factor = isReducible ? rate / RATE_REDUCTION : rate;
  const divisor = (isReducible ? RATE_DIVISOR / RATE_REDUCTION : RATE_DIVISOR) * unit;
  return assertInRange(multiplyDivide(base, factor, divisor) * unit);
}

function assertInRange(m: number): TenThousandths {
  if (!(Math.abs(m) <= MAX_AMOUNT)) throw new AmountOutOfRange();
  return m;
}

/**
 * Calculates a x b / divisor, rounded. A product whose floating-point value is a safe integer is exact, because
 * rounding to a double is monotonic; all others use BigInt.
 */
function multiplyDivide(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return divideRounded(product, divisor);
  const exact = BigInt(a) * BigInt(b);
  const magnitude = exact < 0n ? -exact : exact;
  const bigDivisor = BigInt(divisor);
  const rounded = Number((2n * magnitude + bigDivisor) / (2n * bigDivisor));
  return exact < 0n ? -rounded : rounded;
}

/** Divides a safe integer by a positive one, half up away from zero, in exact integer steps. */
function divideRounded(value: number, divisor: number): number {
  const magnitude = Math.abs(value);
  const remainder = magnitude % divisor;
  const quotient = (magnitude - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0);
  return value < 0 && quotient !== 0 ? -quotient : quotient;
}
