import {
  moneyToNumber,
  minorUnitSize,
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';
import { toTaxAmounts } from './taxes';
import { computeTotals } from './totals';
import type { TotalsInput } from './totals-input';
import type { ComputedTotals, TaxAmounts, TotalsResult } from './totals-result';
import { totalsNotTrustedViolation } from './violations';

/** Totals of an imported order; `total` is the amount due after vouchers. */
export interface GivenTotals {
  readonly total?: TenThousandths;
  readonly subtotal?: TenThousandths;
  readonly totalTaxes?: TenThousandths;
}

export const givenTotalNames = ['total', 'subtotal', 'totalTaxes'] as const;

type CheckedTotals = Readonly<Record<(typeof givenTotalNames)[number], TenThousandths>>;

/** Every document may differ by this amount. */
const MIN_TOLERANCE_MINOR_UNITS = 2;
const MAX_TOLERANCE_PERCENT = 1;

/** A supplied total that differs from the computed one by more than the tolerance. */
export interface TotalsDifference {
  readonly name: keyof CheckedTotals;
  readonly given: TenThousandths;
  readonly computed: TenThousandths;
}

/**
 * Finds the first supplied total that is outside the tolerance. The tolerance is one minor unit for each row, at
 * most 1 % of the gross amount, and at least two minor units.
 * @param lines number of rows; items of bundles count, bundles don't
 * @param gross SUBTOTAL plus TOTALTAXES
 */
export function findTotalsDifference(
  given: GivenTotals,
  computed: CheckedTotals,
  { lines, gross, digits }: { lines: number; gross: TenThousandths; digits: number },
): TotalsDifference | undefined {
  const unit = minorUnitSize(digits);
  const tolerance = Math.max(
    MIN_TOLERANCE_MINOR_UNITS * unit,
    Math.min(lines * unit, (gross * MAX_TOLERANCE_PERCENT) / 100),
  );
  for (const name of givenTotalNames) {
    const amount = given[name];
    if (amount !== undefined && Math.abs(amount - computed[name]) > tolerance) {
      return { name, given: amount, computed: computed[name] };
    }
  }
  return undefined;
}

/**
 * Keeps a supplied total; its difference from the computed one becomes ROUNDING. Subtotal and taxes count too if
 * they are supplied and sum to the total. Their differences first go to the largest tax groups, at most one minor
 * unit each.
 * @param given totals within the tolerance
 */
export function applyGivenTotals(
  computed: ComputedTotals,
  given: GivenTotals,
  digits: number,
): ComputedTotals {
  const { total, subtotal, totalTaxes } = roundTotals(given, digits);
  if (total === undefined) return computed;
  const { totalVouchers } = computed.totals;
  const isConsistent =
    subtotal !== undefined &&
    totalTaxes !== undefined &&
    Math.max(0, subtotal + totalTaxes - totalVouchers) === total;
  const adjusted = isConsistent
    ? withTaxes(withSubtotal(computed, subtotal, digits), totalTaxes, digits)
    : computed;
  return withTotal(adjusted, total);
}

/**
 * Computes totals that equal the supplied ones, down to the tax groups. The difference of the subtotal is shared
 * over rows and shipments. The tax of each group may differ from base times rate by one minor unit.
 * @param lines number of rows; items of bundles count, bundles don't
 */
export function computeTrustedTotals(
  order: TotalsInput,
  given: GivenTotals,
  lines: number,
): TotalsResult {
  const result = computeTotals(order);
  if (!result.ok) return result;
  const { computed } = result;
  const digits = order.minorDigits;
  const rounded = roundTotals(given, digits);
  const { totalVouchers } = computed.totals;
  const gross = rounded.total === undefined ? undefined : rounded.total + totalVouchers;
  const subtotal = trustedSubtotal(computed, rounded, gross, digits);
  const exact = sumExactSubtotal(computed);
  const payment = computed.payment?.price ?? 0;
  if (subtotal < payment || (exact <= payment && subtotal !== computed.totals.subtotal)) {
    return toUntrustedResult('subtotal', subtotal, computed);
  }
  const difference = subtotal === computed.totals.subtotal ? 0 : exact - subtotal;
  const again = computeTotals({ ...order, difference });
  if (!again.ok) return again;
  const totalTaxes =
    rounded.totalTaxes ??
    (gross === undefined || rounded.subtotal === undefined ? undefined : gross - subtotal);
  const taxed =
    totalTaxes === undefined ? again.computed : withTaxes(again.computed, totalTaxes, digits);
  if (totalTaxes !== undefined && taxed.totals.totalTaxes !== totalTaxes) {
    return toUntrustedResult('totalTaxes', totalTaxes, taxed);
  }
  const total = rounded.total ?? taxed.totals.total;
  const own = taxed.totals.subtotal + taxed.totals.totalTaxes;
  const mismatch = findTotalsDifference({ total }, taxed.totals, { lines, gross: own, digits });
  return mismatch
    ? toUntrustedResult('total', total, taxed)
    : { ok: true, computed: withTotal(taxed, total) };
}

function toUntrustedResult(
  name: keyof CheckedTotals,
  given: TenThousandths,
  { totals }: ComputedTotals,
): TotalsResult {
  const detail = `${moneyToNumber(given)} for ${name}, but the tax rates give ${moneyToNumber(totals[name])}`;
  return { ok: false, violations: [totalsNotTrustedViolation(name, detail)] };
}

/** The supplied subtotal, or one that is derived from the supplied total with the computed average rate. */
function trustedSubtotal(
  { totals, payment }: ComputedTotals,
  { subtotal, totalTaxes }: GivenTotals,
  gross: TenThousandths | undefined,
  digits: number,
): TenThousandths {
  if (subtotal !== undefined) return subtotal;
  if (gross === undefined) return totals.subtotal;
  if (totalTaxes !== undefined) return gross - totalTaxes;
  const price = roundToMinorUnit(payment?.price ?? 0, digits);
  const paid = price + roundToMinorUnit(payment?.totalTaxes ?? 0, digits);
  const whole = totals.subtotal + totals.totalTaxes - paid;
  if (whole <= 0) return totals.subtotal;
  return (
    price + roundToMinorUnit(scaleAmount(totals.subtotal - price, gross - paid, whole), digits)
  );
}

function sumExactSubtotal({ rows, shipments, payment }: ComputedTotals): TenThousandths {
  return sumAmounts([
    ...rows.flatMap(({ total, share }) => [total, -share]),
    ...shipments.flatMap(({ netPrice, share }) => [netPrice, -share]),
    payment?.price ?? 0,
  ]);
}

function roundTotals(given: GivenTotals, digits: number): GivenTotals {
  const rounded = givenTotalNames.flatMap((name) => {
    const amount = given[name];
    return amount === undefined ? [] : [[name, roundToMinorUnit(amount, digits)]];
  });
  return Object.fromEntries(rounded) as GivenTotals;
}

function withTotal(computed: ComputedTotals, total: TenThousandths): ComputedTotals {
  const { subtotal, totalTaxes, totalVouchers } = computed.totals;
  const due = Math.max(0, subtotal + totalTaxes - totalVouchers);
  return { ...computed, totals: { ...computed.totals, total, rounding: total - due } };
}

/** Adjusts the bases to a subtotal; changes nothing when this needs more than one minor unit for each group. */
function withSubtotal(
  computed: ComputedTotals,
  subtotal: TenThousandths,
  digits: number,
): ComputedTotals {
  const { taxes, left } = distributeDifference(
    computed.taxes,
    subtotal - computed.totals.subtotal,
    digits,
    {
      step: (tax, unit) =>
        toTaxAmounts(tax, tax.baseWithoutDiscounts + unit, tax.discount, tax.taxPrice, tax.rePrice),
      canBear: ({ base }, unit) => base + unit > 0,
    },
  );
  return left === 0 ? { ...computed, taxes, totals: { ...computed.totals, subtotal } } : computed;
}

/** Adjusts the taxes towards a total, by at most one minor unit for each group. */
function withTaxes(
  computed: ComputedTotals,
  totalTaxes: TenThousandths,
  digits: number,
): ComputedTotals {
  const { taxes, left } = distributeDifference(
    computed.taxes,
    totalTaxes - computed.totals.totalTaxes,
    digits,
    {
      step: (tax, unit) =>
        toTaxAmounts(tax, tax.baseWithoutDiscounts, tax.discount, tax.taxPrice + unit, tax.rePrice),
      canBear: ({ rate, base, taxPrice }, unit) => rate > 0 && base > 0 && taxPrice + unit >= 0,
    },
  );
  return { ...computed, taxes, totals: { ...computed.totals, totalTaxes: totalTaxes - left } };
}

interface DifferenceRule {
  /** Returns the group with one minor unit more or less. */
  readonly step: (tax: TaxAmounts, unit: TenThousandths) => TaxAmounts;
  readonly canBear: (tax: TaxAmounts, unit: TenThousandths) => boolean;
}

/** Distributes a difference over groups, largest base first. @returns the groups and the undistributed rest */
function distributeDifference(
  taxes: readonly TaxAmounts[],
  difference: TenThousandths,
  digits: number,
  { step, canBear }: DifferenceRule,
): { taxes: TaxAmounts[]; left: TenThousandths } {
  const unit = Math.sign(difference) * minorUnitSize(digits);
  const order = taxes.map((_, at) => at);
  order.sort((a, b) => (taxes[b]?.base ?? 0) - (taxes[a]?.base ?? 0) || a - b);
  const changed = [...taxes];
  let left = difference;
  for (const at of order) {
    const tax = taxes[at] as TaxAmounts;
    if (left === 0 || !canBear(tax, unit)) continue;
    const { mergedTaxKeys } = tax;
    changed[at] = { ...step(tax, unit), ...(mergedTaxKeys && { mergedTaxKeys }) };
    left -= unit;
  }
  return { taxes: changed, left };
}
