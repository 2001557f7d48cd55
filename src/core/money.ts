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
/** A base times a rate is this many times too large to be an amount: millionths, of a percent. */
const RATE_DIVISOR = RATE_SCALE * 100;
/** Takes the usual rates (at most two decimals) out of the way of 2^53. */
const RATE_REDUCTION = 10_000;

/**
 * The largest integer of any of the three kinds: fifteen digits. Every decimal of at most fifteen
 * significant digits survives the way into a JSON number and back, so nothing is lost on the wire.
 */
export const MAX_AMOUNT = 999_999_999_999_999;

/** A sum or a product left the range of amounts (MAX_AMOUNT). */
export class AmountOutOfRange extends RangeError {
  constructor() {
    super('the amount is beyond 99999999999.9999');
    this.name = 'AmountOutOfRange';
  }
}

/**
 * A JSON number as a whole number of its last decimal: 12.34 with four decimals is 123400.
 * @returns undefined with more decimals, or out of range
 */
export function toUnits(n: number, decimals: number): number | undefined {
  const factor = 10 ** decimals;
  const units = Math.round(n * factor);
  // NaN and the infinities fail the first comparison; a further decimal fails the second.
  if (!(Math.abs(units) <= MAX_AMOUNT) || units / factor !== n) return undefined;
  return units + 0; // -0 becomes 0
}

/** Ten-thousandths as the JSON number that prints as that decimal. */
export function moneyToNumber(m: TenThousandths): number {
  return m / MONEY_SCALE;
}

/** Millionths of a percent as the JSON number of the percentage. */
export function rateToNumber(r: Millionths): number {
  return r / RATE_SCALE;
}

/** Thousandths as the JSON number of the quantity. */
export function quantityToNumber(q: Thousandths): number {
  return q / QUANTITY_SCALE;
}

/**
 * An amount rounded to a currency's minor unit, half up (away from zero).
 * @param digits decimals of the currency in ISO 4217, 0 to 4.
 */
export function roundToMinorUnit(m: TenThousandths, digits: number): TenThousandths {
  const unit = minorUnitSize(digits);
  return unit === 1 ? m : assertInRange(divideRounded(m, unit) * unit);
}

/** The sum of amounts. Throws AmountOutOfRange as soon as the running sum leaves the range. */
export function sumAmounts(amounts: readonly TenThousandths[]): TenThousandths {
  let total = 0;
  for (const amount of amounts) total = assertInRange(total + amount);
  return total;
}

/** Quantity times unit price, to four decimals (specification, Money 1). */
export function calculatePrice(quantity: Thousandths, unitPrice: TenThousandths): TenThousandths {
  return scaleAmount(unitPrice, quantity, QUANTITY_SCALE);
}

/** The tax on a base, to four decimals: what a single row shows (specification, Money 5). */
export function calculateTax(base: TenThousandths, rate: Millionths): TenThousandths {
  return calculateTaxInUnits(base, rate, 1);
}

/**
 * The tax on a base, rounded once, from the exact product, to the currency's minor unit: what a
 * tax group shows (specification, Money 4).
 */
export function calculateRoundedTax(
  base: TenThousandths,
  rate: Millionths,
  digits: number,
): TenThousandths {
  return calculateTaxInUnits(base, rate, minorUnitSize(digits));
}

/**
 * amount x numerator / denominator, exact, then rounded half up (away from zero) to four decimals.
 * All three are integers; the denominator is positive. Throws AmountOutOfRange.
 */
export function scaleAmount(
  amount: TenThousandths,
  numerator: number,
  denominator: number,
): TenThousandths {
  return assertInRange(multiplyDivide(amount, numerator, denominator));
}

/**
 * Shares an amount out in proportion to weights, each part to four decimals; what rounding leaves
 * over (or takes too much) is settled on the part of the largest weight, the first of equals
 * (specification, Money 3). A part never falls below 0 nor rises above its limit: what that part
 * can't settle goes to the part of the next largest weight.
 * @param total at least 0, and at most the sum of the limits where they are given.
 * @param weights each at least 0, not all 0 unless the total is.
 * @param limits the most that each part can bear; absent: no limit.
 * @returns the parts in the order of the weights; their sum is the total. Throws RangeError.
 */
export function allocateAmount(
  total: TenThousandths,
  weights: readonly number[],
  limits?: readonly TenThousandths[],
): TenThousandths[] {
  if (total < 0) throw new RangeError('a negative amount cannot be shared out');
  if (total === 0) return weights.map(() => 0);
  const whole = sumAmounts(weights);
  if (whole === 0) throw new RangeError('nothing to share the amount over');
  const parts = weights.map((weight, index) =>
    Math.min(multiplyDivide(total, weight, whole), limits?.[index] ?? Infinity),
  );
  const rest = total - parts.reduce((a, b) => a + b, 0);
  if (rest !== 0) allocateRemainder(rest, parts, weights, limits);
  return parts;
}

/**
 * Shares a whole number of units out in proportion to weights, in whole units. A part never shrinks while the amount
 * grows, and the amount that is the sum of the weights gives each part its weight.
 * @param amount at least 0
 * @param weights each at least 0
 * @returns the parts in the order of the weights; their sum is the amount, unless all weights are 0
 */
export function apportionUnits(amount: number, weights: readonly number[]): number[] {
  let left = amount;
  let whole = sumAmounts(weights);
  return weights.map((weight) => {
    const part = whole === 0 ? 0 : multiplyDivide(left, weight, whole);
    left -= part;
    whole -= weight;
    return part;
  });
}

/** The smallest amount of a currency. @param digits its decimals in ISO 4217, 0 to 4 */
export function minorUnitSize(digits: number): TenThousandths {
  return 10 ** (MONEY_DECIMALS - digits);
}

/** Puts the rest on the part of the largest weight, and on the next ones as far as limits force. */
function allocateRemainder(
  rest: TenThousandths,
  parts: TenThousandths[],
  weights: readonly number[],
  limits: readonly TenThousandths[] | undefined,
): void {
  const largest = indexOfLargest(weights);
  const settled = (parts[largest] ?? 0) + rest;
  if (settled >= 0 && settled <= (limits?.[largest] ?? Infinity)) {
    parts[largest] = settled;
    return;
  }
  // Rare: needs more parts than the amount has ten-thousandths, or a limit below the proportion.
  const order = weights.map((_, index) => index);
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  for (const index of order) {
    const before = parts[index] ?? 0;
    const after = Math.max(0, Math.min(before + rest, limits?.[index] ?? Infinity));
    parts[index] = after;
    rest -= after - before;
  }
  if (rest !== 0) throw new RangeError('the amount is larger than the limits of its parts');
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
  const reducible = rate % RATE_REDUCTION === 0;
  const factor = reducible ? rate / RATE_REDUCTION : rate;
  const divisor = (reducible ? RATE_DIVISOR / RATE_REDUCTION : RATE_DIVISOR) * unit;
  return assertInRange(multiplyDivide(base, factor, divisor) * unit);
}

function assertInRange(m: number): TenThousandths {
  if (!(Math.abs(m) <= MAX_AMOUNT)) throw new AmountOutOfRange();
  return m;
}

/**
 * a x b / divisor, rounded. A product whose floating value is a safe integer is exact, because
 * rounding to a double is monotonic; any other goes through BigInt.
 */
function multiplyDivide(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return divideRounded(product, divisor);
  const exact = BigInt(a) * BigInt(b);
  const size = exact < 0n ? -exact : exact;
  const by = BigInt(divisor);
  const rounded = Number((2n * size + by) / (2n * by));
  return exact < 0n ? -rounded : rounded;
}

/** A safe integer divided by a positive one, half up away from zero, in exact integer steps. */
function divideRounded(value: number, divisor: number): number {
  const size = Math.abs(value);
  const left = size % divisor;
  const quotient = (size - left) / divisor + (left * 2 >= divisor ? 1 : 0);
  return value < 0 && quotient !== 0 ? -quotient : quotient;
}
