import {
  moneyToNumber,
  getMinorUnitAmount,
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../core/money';
import { toTaxAmounts } from './tax-groups';
import { computeTotals } from './totals';
import type { TotalsInput } from './totals-input';
import type { ComputedTotals, TaxAmounts, TotalsResult } from './totals-result';
import { createTotalsNotTrustedViolation } from './totals-violations';

/** Totals of an imported order; `total` is the amount due after vouchers. */
export interface GivenTotals {
  readonly total?: TenThousandths;
  readonly subtotal?: TenThousandths;
  readonly totalTaxes?: TenThousandths;
}

export const givenTotalNames = ['total', 'subtotal', 'totalTaxes'] as const;

type ComparedTotals = Readonly<Record<(typeof givenTotalNames)[number], TenThousandths>>;

/** Every document may differ by this amount. */
const MIN_TOLERANCE_MINOR_UNITS = 2;
const MAX_TOLERANCE_PERCENT = 1;

/** A supplied total that differs from the computed one by more than the tolerance. */
export interface TotalsDifference {
  readonly name: keyof ComparedTotals;
  readonly given: TenThousandths;
  readonly computed: TenThousandths;
}

/**
 * Finds the first supplied total that is outside the tolerance. The tolerance is one minor unit for each row, at
 * most 1 % of the gross amount, and at least two minor units.
 * @param rowCount number of rows; items of bundles count, bundles don't
 * @param gross SUBTOTAL plus TOTALTAXES
 */
export function findTotalsDifference(
  given: GivenTotals,
  computed: ComparedTotals,
  {
    rowCount,
    gross,
    digits: minorDigits,
  }: { rowCount: number; gross: TenThousandths; digits: number },
): TotalsDifference | undefined {
  const unit = getMinorUnitAmount(minorDigits);
  const tolerance = Math.max(
    MIN_TOLERANCE_MINOR_UNITS * unit,
    Math.min(rowCount * unit, (gross * MAX_TOLERANCE_PERCENT) / 100),
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
  minorDigits: number,
): ComputedTotals {
  const { total, subtotal, totalTaxes } = roundTotals(given, minorDigits);
  if (total === undefined) return computed;
  const { totalVouchers } = computed.totals;
  const isConsistent =
    subtotal !== undefined &&
    totalTaxes !== undefined &&
    Math.max(0, subtotal + totalTaxes - totalVouchers) === total;
  const adjusted = isConsistent
    ? adjustToTotalTaxes(adjustToSubtotal(computed, subtotal, minorDigits), totalTaxes, minorDigits)
    : computed;
  return withTotal(adjusted, total);
}

/**
 * Computes totals that equal the supplied ones, down to the tax groups. The difference of the subtotal is shared
 * over rows and shipments. The tax of each group may differ from base times rate by one minor unit.
 * @param rowCount number of rows; items of bundles count, bundles don't
 */
export function computeTrustedTotals(
  input: TotalsInput,
  given: GivenTotals,
  rowCount: number,
): TotalsResult {
  const result = computeTotals(input);
  if (!result.ok) return result;
  const { computed } = result;
  const minorDigits = input.minorDigits;
  const rounded = roundTotals(given, minorDigits);
  const { totalVouchers } = computed.totals;
  const gross = rounded.total === undefined ? undefined : rounded.total + totalVouchers;
  const subtotal = deriveSubtotal(computed, rounded, gross, minorDigits);
  const exactSubtotal = sumExactSubtotal(computed);
  const paymentPrice = computed.payment?.price ?? 0;
  if (
    subtotal < paymentPrice ||
    (exactSubtotal <= paymentPrice && subtotal !== computed.totals.subtotal)
  ) {
    return toUntrustedResult('subtotal', subtotal, computed);
  }
  const subtotalDifference = subtotal === computed.totals.subtotal ? 0 : exactSubtotal - subtotal;
  const adjustedResult = computeTotals({ ...input, subtotalDifference });
  if (!adjustedResult.ok) return adjustedResult;
  const totalTaxes =
    rounded.totalTaxes ??
    (gross === undefined || rounded.subtotal === undefined ? undefined : gross - subtotal);
  const taxAdjusted =
    totalTaxes === undefined
      ? adjustedResult.computed
      : adjustToTotalTaxes(adjustedResult.computed, totalTaxes, minorDigits);
  if (totalTaxes !== undefined && taxAdjusted.totals.totalTaxes !== totalTaxes) {
    return toUntrustedResult('totalTaxes', totalTaxes, taxAdjusted);
  }
  const total = rounded.total ?? taxAdjusted.totals.total;
  const computedGross = taxAdjusted.totals.subtotal + taxAdjusted.totals.totalTaxes;
  const mismatch = findTotalsDifference({ total }, taxAdjusted.totals, {
    rowCount,
    gross: computedGross,
    digits: minorDigits,
  });
  return mismatch
    ? toUntrustedResult('total', total, taxAdjusted)
    : { ok: true, computed: withTotal(taxAdjusted, total) };
}

function toUntrustedResult(
  name: keyof ComparedTotals,
  given: TenThousandths,
  { totals }: ComputedTotals,
): TotalsResult {
  const detail = `${moneyToNumber(given)} for ${name}, but the tax rates give ${moneyToNumber(totals[name])}`;
  return { ok: false, violations: [createTotalsNotTrustedViolation(name, detail)] };
}

/** The supplied subtotal, or one that is derived from the supplied total with the computed average rate. */
function deriveSubtotal(
  { totals, payment }: ComputedTotals,
  { subtotal, totalTaxes }: GivenTotals,
  gross: TenThousandths | undefined,
  minorDigits: number,
): TenThousandths {
  if (subtotal !== undefined) return subtotal;
  if (gross === undefined) return totals.subtotal;
  if (totalTaxes !== undefined) return gross - totalTaxes;
  const paymentPrice = roundToMinorUnit(payment?.price ?? 0, minorDigits);
  const paymentGross = paymentPrice + roundToMinorUnit(payment?.totalTaxes ?? 0, minorDigits);
  const grossWithoutPayment = totals.subtotal + totals.totalTaxes - paymentGross;
  if (grossWithoutPayment <= 0) return totals.subtotal;
  return (
    paymentPrice +
    roundToMinorUnit(
      scaleAmount(totals.subtotal - paymentPrice, gross - paymentGross, grossWithoutPayment),
      minorDigits,
    )
  );
}

function sumExactSubtotal({ rows, shipments, payment }: ComputedTotals): TenThousandths {
  return sumAmounts([
    ...rows.flatMap(({ total, basketDiscountShare }) => [total, -basketDiscountShare]),
    ...shipments.flatMap(({ netPrice, basketDiscountShare }) => [netPrice, -basketDiscountShare]),
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
function adjustToSubtotal(
  computed: ComputedTotals,
  subtotal: TenThousandths,
  minorDigits: number,
): ComputedTotals {
  const { taxes, undistributed } = distributeDifference(
    computed.taxes,
    subtotal - computed.totals.subtotal,
    minorDigits,
    {
      adjustByUnit: (tax, unit) =>
        toTaxAmounts(tax, tax.baseWithoutDiscounts + unit, tax.discount, tax.taxPrice, tax.rePrice),
      canAdjustBy: ({ base }, unit) => base + unit > 0,
    },
  );
  return undistributed === 0
    ? { ...computed, taxes, totals: { ...computed.totals, subtotal } }
    : computed;
}

/** Adjusts the taxes towards a total, by at most one minor unit for each group. */
function adjustToTotalTaxes(
  computed: ComputedTotals,
  totalTaxes: TenThousandths,
  minorDigits: number,
): ComputedTotals {
  const { taxes, undistributed } = distributeDifference(
    computed.taxes,
    totalTaxes - computed.totals.totalTaxes,
    minorDigits,
    {
      adjustByUnit: (tax, unit) =>
        toTaxAmounts(tax, tax.baseWithoutDiscounts, tax.discount, tax.taxPrice + unit, tax.rePrice),
      canAdjustBy: ({ rate, base, taxPrice }, unit) => rate > 0 && base > 0 && taxPrice + unit >= 0,
    },
  );
  return {
    ...computed,
    taxes,
    totals: { ...computed.totals, totalTaxes: totalTaxes - undistributed },
  };
}

interface TaxGroupAdjustment {
  /** Returns the group with one minor unit more or less. */
  readonly adjustByUnit: (tax: TaxAmounts, unit: TenThousandths) => TaxAmounts;
  readonly canAdjustBy: (tax: TaxAmounts, unit: TenThousandths) => boolean;
}

/** Distributes a difference over groups, largest base first. @returns the groups and the undistributed rest */
function distributeDifference(
  taxes: readonly TaxAmounts[],
  difference: TenThousandths,
  minorDigits: number,
  { adjustByUnit, canAdjustBy }: TaxGroupAdjustment,
): { taxes: TaxAmounts[]; undistributed: TenThousandths } {
  const unit = Math.sign(difference) * getMinorUnitAmount(minorDigits);
  const indexesByBase = taxes.map((_, at) => at);
  indexesByBase.sort((a, b) => (taxes[b]?.base ?? 0) - (taxes[a]?.base ?? 0) || a - b);
  const adjustedTaxes = [...taxes];
  let undistributed = difference;
  for (const at of indexesByBase) {
    const tax = taxes[at] as TaxAmounts;
    if (undistributed === 0 || !canAdjustBy(tax, unit)) continue;
    const { mergedTaxKeys } = tax;
    adjustedTaxes[at] = { ...adjustByUnit(tax, unit), ...(mergedTaxKeys && { mergedTaxKeys }) };
    undistributed -= unit;
  }
  return { taxes: adjustedTaxes, undistributed };
}
