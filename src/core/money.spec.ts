import fc from 'fast-check';
import { cases } from '../../test/support/random/cases';
import {
  AmountOutOfRange,
  MAX_AMOUNT,
  moneyToNumber,
  quantityToNumber,
  rateToNumber,
  calculateAmountBeforeDiscounts,
  roundToMinorUnit,
  scaleAmount,
  allocateAmount,
  sumAmounts,
  calculateRoundedTax,
  calculateTax,
  toScaledInteger,
} from './money';

const toMoney = (n: number) => toScaledInteger(n, 4);
const toQuantity = (n: number) => toScaledInteger(n, 3);
const toRate = (n: number) => toScaledInteger(n, 6);

/** Decimal text of an integer with a fixed number of decimals, by string operations only. */
function decimalText(integer: number, decimals: number): string {
  const digits = String(Math.abs(integer)).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return integer < 0 ? `-${text}` : text;
}

/** numerator / denominator, rounded half away from zero, by definition. */
function roundedFraction(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const whole = size / denominator;
  const up = (size - whole * denominator) * 2n >= denominator ? whole + 1n : whole;
  return negative ? -up : up;
}

const anyAmount = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT });

describe('JSON numbers', () => {
  it('reads decimals exactly', () => {
    expect(toMoney(12.34)).toBe(123400);
    expect(toMoney(0.0001)).toBe(1);
    expect(toMoney(-1.005)).toBe(-10050);
    expect(toRate(21)).toBe(21_000_000);
    expect(toRate(5.200001)).toBe(5_200_001);
    expect(toQuantity(1.5)).toBe(1500);
    expect(Object.is(toMoney(-0), 0)).toBe(true);
  });

  it('refuses a decimal too many', () => {
    expect(toMoney(1.00001)).toBeUndefined();
    expect(toMoney(0.00005)).toBeUndefined();
    expect(toMoney(0.1 + 0.2)).toBeUndefined();
    expect(toRate(1.0000001)).toBeUndefined();
    expect(toQuantity(1.0005)).toBeUndefined();
  });

  it('refuses values that are out of range or not numbers', () => {
    expect(toMoney(99_999_999_999.9999)).toBe(MAX_AMOUNT);
    expect(toMoney(100_000_000_000)).toBeUndefined();
    expect(toMoney(1e308)).toBeUndefined();
    expect(toMoney(Infinity)).toBeUndefined();
    expect(toMoney(NaN)).toBeUndefined();
  });

  it.each([
    ['money', 4, toMoney, moneyToNumber],
    ['rates', 6, toRate, rateToNumber],
    ['quantities', 3, toQuantity, quantityToNumber],
  ] as const)('brings every amount of %s over the wire and back', (_name, decimals, to, from) => {
    fc.assert(
      fc.property(anyAmount, (integer) => {
        const received: unknown = JSON.parse(decimalText(integer, decimals));
        expect(from(integer)).toBe(received);
        expect(to(received as number)).toBe(integer);
        expect(to(JSON.parse(JSON.stringify(from(integer))) as number)).toBe(integer);
      }),
      { numRuns: cases(200, 2000) },
    );
  });

  it('refuses every number with one more decimal that is not 0', () => {
    const digit = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), digit, (integer, last) => {
        expect(toMoney(Number(`${decimalText(integer, 4)}${last}`))).toBeUndefined();
      }),
    );
  });
});

describe('rounding', () => {
  it('is half up, away from zero, to the minor unit of the currency', () => {
    expect(roundToMinorUnit(10050, 2)).toBe(10100);
    expect(roundToMinorUnit(10049, 2)).toBe(10000);
    expect(roundToMinorUnit(-10050, 2)).toBe(-10100);
    expect(roundToMinorUnit(-10049, 2)).toBe(-10000);
    expect(roundToMinorUnit(5000, 0)).toBe(10000);
    expect(roundToMinorUnit(4999, 0)).toBe(0);
    expect(Object.is(roundToMinorUnit(-4999, 0), 0)).toBe(true);
    expect(roundToMinorUnit(12345, 3)).toBe(12350);
    expect(roundToMinorUnit(12345, 4)).toBe(12345);
  });

  it('multiplies exactly beyond 2^53', () => {
    expect(calculateAmountBeforeDiscounts(1500, 33333)).toBe(50000); // 1.5 x 3.3333 = 4.99995
    expect(calculateAmountBeforeDiscounts(1_234_567, 98_765_432_109)).toBe(121_932_543_222_512);
    expect(calculateTax(1_000_000_000_000, 21_000_001)).toBe(210_000_010_000);
  });

  it('agrees with exact integers for any product', () => {
    const factor = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
    const divisor = fc.integer({ min: 1, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(factor, factor, divisor, (a, b, by) => {
        const expected = roundedFraction(BigInt(a) * BigInt(b), BigInt(by));
        const inRange = expected <= BigInt(MAX_AMOUNT) && expected >= -BigInt(MAX_AMOUNT);
        if (inRange) expect(BigInt(scaleAmount(a, b, by))).toBe(expected);
        else expect(() => scaleAmount(a, b, by)).toThrow(AmountOutOfRange);
      }),
      { numRuns: cases(200, 2000) },
    );
  });

  it('rounds a tax once, from the exact product', () => {
    // 0.2499 x 2 % = 0.004998: via four decimals it would become 0.0050 and then 0.01.
    expect(calculateTax(2499, 2_000_000)).toBe(50);
    expect(calculateRoundedTax(2499, 2_000_000, 2)).toBe(0);
    const base = fc.integer({ min: -1e14, max: 1e14 });
    const rate = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(base, rate, fc.integer({ min: 0, max: 4 }), (amount, percent, digits) => {
        const unit = 10n ** BigInt(4 - digits);
        const product = BigInt(amount) * BigInt(percent);
        const expected = roundedFraction(product, 100_000_000n * unit) * unit;
        expect(BigInt(calculateRoundedTax(amount, percent, digits))).toBe(expected);
      }),
      { numRuns: cases(200, 2000) },
    );
  });

  it('refuses sums beyond the range', () => {
    expect(sumAmounts([MAX_AMOUNT - 1, 1])).toBe(MAX_AMOUNT);
    expect(() => sumAmounts([MAX_AMOUNT, 1, -1])).toThrow(AmountOutOfRange);
  });
});

describe('allocateAmount', () => {
  it('is proportional, and adds the remainder to the first of the largest parts', () => {
    expect(allocateAmount(100000, [10000, 10000, 10000])).toEqual([33334, 33333, 33333]);
    expect(allocateAmount(100000, [1, 2, 2])).toEqual([20000, 40000, 40000]);
    expect(allocateAmount(20000, [10000, 20000, 20000, 10000])).toEqual([3333, 6667, 6667, 3333]);
    expect(allocateAmount(1, [1, 3, 3])).toEqual([0, 1, 0]);
    expect(allocateAmount(10, [1, 1, 1, 3])).toEqual([2, 2, 2, 4]);
  });

  it('allocates 0 as zeros, and refuses weights of 0', () => {
    expect(allocateAmount(0, [0, 0])).toEqual([0, 0]);
    expect(allocateAmount(0, [])).toEqual([]);
    expect(() => allocateAmount(1, [0, 0])).toThrow(RangeError);
    expect(() => allocateAmount(1, [])).toThrow(RangeError);
    expect(() => allocateAmount(-1, [1])).toThrow(RangeError);
  });

  it('passes on the remainder that the largest part cannot take', () => {
    expect(allocateAmount(2, [1, 1, 1, 1])).toEqual([0, 0, 1, 1]);
    expect(allocateAmount(2, [1, 1, 1], { limits: [1, 1, 1] })).toEqual([0, 1, 1]);
    expect(allocateAmount(100, [50, 50], { limits: [20, 90] })).toEqual([20, 80]);
    expect(() => allocateAmount(100, [50, 50], { limits: [20, 70] })).toThrow(RangeError);
  });

  it('keeps the sum, the limits, and the proportion to half a ten-thousandth', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (parts, fraction) => {
        const whole = sumAmounts(parts);
        const total = Math.floor(whole * fraction);
        const shares = allocateAmount(total, parts, { limits: parts });
        expect(sumAmounts(shares)).toBe(total);
        const largest = parts.indexOf(Math.max(...parts));
        shares.forEach((part, index) => {
          const weight = parts[index] ?? 0;
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(weight);
          const tooFar = Math.abs(part * whole - total * weight) > whole * 0.5000001;
          if (index !== largest && total > parts.length * 20) expect(tooFar).toBe(false);
        });
      }),
      { numRuns: cases(100, 1000) },
    );
  });
});
