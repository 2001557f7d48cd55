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

/** Totals that come with an order; the total is what is left to pay. */
export interface GivenTotals {
  readonly total?: TenThousandths;
  readonly subtotal?: TenThousandths;
  readonly totalTaxes?: TenThousandths;
}

export const checkedTotals = ['total', 'subtotal', 'totalTaxes'] as const;

type CheckedTotals = Readonly<Record<(typeof checkedTotals)[number], TenThousandths>>;

/** Rounding tolerance of a line, and of any document, in minor units. */
const MIN_TOLERANCE_MINOR_UNITS = 2;
const MAX_TOLERANCE_PERCENT = 1;

/** A given total that differs from the computed one by more than roundings do. */
export interface TotalsDifference {
  readonly name: keyof CheckedTotals;
  readonly given: TenThousandths;
  readonly computed: TenThousandths;
}

/**
 * The first given total that is off by more than one minor unit for each line and 1 % of the document; two minor units
 * are always within.
 * @param lines items of bundles count, bundles do not
 * @param gross SUBTOTAL and TOTALTAXES
 */
export function findTotalsDifference(
  given: GivenTotals,
  computed: CheckedTotals,
  { lines, gross, digits }: { lines: number; gross: TenThousandths; digits: number },
): TotalsDifference | undefined {
  const unit = minorUnitSize(digits);
  const most = Math.max(
    MIN_TOLERANCE_MINOR_UNITS * unit,
    Math.min(lines * unit, (gross * MAX_TOLERANCE_PERCENT) / 100),
  );
  for (const name of checkedTotals) {
    const amount = given[name];
    if (amount !== undefined && Math.abs(amount - computed[name]) > most) {
      return { name, given: amount, computed: computed[name] };
    }
  }
  return undefined;
}

/**
 * Keeps a given total: what it differs by is ROUNDING. Where subtotal and taxes are given as well and come to it,
 * their differences go to the largest tax groups, at most one minor unit each, before that.
 * @param given within the tolerance
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
  const kept = isConsistent
    ? withTaxes(withSubtotal(computed, subtotal, digits), totalTaxes, digits)
    : computed;
  return withTotal(kept, total);
}

/**
 * Keeps given totals whatever the lines come to, down to the tax groups: what the subtotal differs by is shared over
 * rows and shipments. The tax of each group may differ from base times rate by one minor unit.
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
  const wanted = roundTotals(given, digits);
  const { totalVouchers } = computed.totals;
  const gross = wanted.total === undefined ? undefined : wanted.total + totalVouchers;
  const subtotal = trustedSubtotal(computed, wanted, gross, digits);
  const exact = sumExactSubtotal(computed);
  const payment = computed.payment?.price ?? 0;
  if (subtotal < payment || (exact <= payment && subtotal !== computed.totals.subtotal)) {
    return toUntrustedResult('subtotal', subtotal, computed);
  }
  const difference = subtotal === computed.totals.subtotal ? 0 : exact - subtotal;
  const again = computeTotals({ ...order, difference });
  if (!again.ok) return again;
  const totalTaxes =
    wanted.totalTaxes ??
    (gross === undefined || wanted.subtotal === undefined ? undefined : gross - subtotal);
  const taxed =
    totalTaxes === undefined ? again.computed : withTaxes(again.computed, totalTaxes, digits);
  if (totalTaxes !== undefined && taxed.totals.totalTaxes !== totalTaxes) {
    return toUntrustedResult('totalTaxes', totalTaxes, taxed);
  }
  const total = wanted.total ?? taxed.totals.total;
  const own = taxed.totals.subtotal + taxed.totals.totalTaxes;
  const off = findTotalsDifference({ total }, taxed.totals, { lines, gross: own, digits });
  return off
    ? toUntrustedResult('total', total, taxed)
    : { ok: true, computed: withTotal(taxed, total) };
}

function toUntrustedResult(
  name: keyof CheckedTotals,
  given: TenThousandths,
  { totals }: ComputedTotals,
): TotalsResult {
  const detail = `${moneyToNumber(given)} for ${name}, but the rates of the taxes come to ${moneyToNumber(totals[name])}`;
  return { ok: false, violations: [totalsNotTrustedViolation(name, detail)] };
}

/** The subtotal that given totals mean: one that is not given follows from the total, by the same rates. */
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
  const kept = checkedTotals.flatMap((name) => {
    const amount = given[name];
    return amount === undefined ? [] : [[name, roundToMinorUnit(amount, digits)]];
  });
  return Object.fromEntries(kept) as GivenTotals;
}

function withTotal(computed: ComputedTotals, total: TenThousandths): ComputedTotals {
  const { subtotal, totalTaxes, totalVouchers } = computed.totals;
  const due = Math.max(0, subtotal + totalTaxes - totalVouchers);
  return { ...computed, totals: { ...computed.totals, total, rounding: total - due } };
}

/** All of the difference, or nothing where it is more than one minor unit for each group. */
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

/** As much of the difference as one minor unit for each group is. */
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
  /** The group with one minor unit more, or less. */
  readonly step: (tax: TaxAmounts, unit: TenThousandths) => TaxAmounts;
  readonly canBear: (tax: TaxAmounts, unit: TenThousandths) => boolean;
}

/** Puts a difference on groups, the one of the largest base first. @returns what is left of it, too */
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
    const { otherKeys } = tax;
    changed[at] = { ...step(tax, unit), ...(otherKeys && { otherKeys }) };
    left -= unit;
  }
  return { taxes: changed, left };
}
