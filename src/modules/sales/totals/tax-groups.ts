import {
  type Millionths,
  type TenThousandths,
  sumAmounts,
  calculateRoundedTax,
  calculateTax,
} from '../../../core/money';
import type { PricedPart } from './priced-parts';
import { roundBasesToTotal } from './round-to-total';
import type { TaxInput, TotalsInput } from './totals-input';
import type { PartAmounts, TaxAmounts } from './totals-result';

/** Properties of a document that determine the effective rates. */
export type TaxTreatment = Pick<TotalsInput, 'isReverseCharge' | 'hasSurcharge' | 'isTaxable'>;

/** Sums of the parts with the same taxes. */
interface TaxCombination {
  readonly taxGroupKeys: readonly string[];
  net: TenThousandths;
  basketDiscountShare: TenThousandths;
}

/** Rounded totals of a document, which the tax groups must sum to. */
export interface TaxGroupTargets {
  /** SUBTOTAL */
  readonly subtotal: TenThousandths;
  /** TOTALBASKETDISCOUNTS */
  readonly basketDiscountTotal: TenThousandths;
}

/** Computes the taxes of one part, tax and surcharge each to four decimals (specification, Money 5). */
export function toPartAmounts(part: PricedPart, treatment: TaxTreatment): PartAmounts {
  const base = part.netPrice - part.basketDiscountShare;
  const taxes = part.taxes.map((one) => {
    const tax = toEffectiveTax(one, treatment);
    return toTaxAmounts(
      tax,
      part.netPrice,
      part.basketDiscountShare,
      calculateTax(base, tax.rate),
      calculateTax(base, tax.reRate),
    );
  });
  return {
    basketDiscountShare: part.basketDiscountShare,
    totalTaxes: sumAmounts(taxes.map((tax) => tax.totalPrice)),
    taxes,
  };
}

/**
 * Computes the tax groups of a document by category, rate and surcharge rate (specification, Money 4). Tax and
 * surcharge are computed from the exact base and rounded to the minor unit. Bases and discounts are rounded so that,
 * together with untaxed parts, they sum to the document's totals. Without surcharge, its rate doesn't split groups.
 * A tax-exempt customer keeps the groups of the original rates, with effective rates of 0.
 */
export function groupTaxes(
  parts: readonly PricedPart[],
  treatment: TaxTreatment,
  minorDigits: number,
  { subtotal, basketDiscountTotal }: TaxGroupTargets,
): TaxAmounts[] {
  const taxes = new Map<string, TaxInput[]>();
  const combinations = new Map<string, TaxCombination>();
  for (const part of parts) {
    const groups = part.taxes.map((tax) => addToTaxGroup(taxes, tax, treatment.hasSurcharge));
    addToTaxCombination(combinations, groups, part);
  }
  const allCombinations = [...combinations.values()];
  const bases = allCombinations.map(({ net, basketDiscountShare }) =>
    sumAmounts([net, -basketDiscountShare]),
  );
  const rounded = roundBasesToTotal(bases, subtotal, minorDigits);
  const discounts = roundBasesToTotal(
    allCombinations.map(({ basketDiscountShare }) => basketDiscountShare),
    basketDiscountTotal,
    minorDigits,
  );
  return [...taxes].map(([key, [first, ...others]]) => {
    const sumForGroup = (amounts: readonly TenThousandths[]): TenThousandths =>
      sumAmounts(
        amounts.flatMap((amount, at) => repeatGroupKey(allCombinations[at], key).map(() => amount)),
      );
    const tax = toEffectiveTax(first as TaxInput, treatment);
    const calculateGroupTax = (rate: number) =>
      calculateRoundedTax(sumForGroup(bases), rate, minorDigits);
    const [base, discount] = [sumForGroup(rounded), sumForGroup(discounts)];
    const mergedTaxKeys = others.map(({ taxKey }) => taxKey);
    return {
      ...toTaxAmounts(
        tax,
        sumAmounts([base, discount]),
        discount,
        calculateGroupTax(tax.rate),
        calculateGroupTax(tax.reRate),
      ),
      ...(mergedTaxKeys.length > 0 && { mergedTaxKeys }),
    };
  });
}

/** Whether the parts have more tax groups than `limit`. */
export function hasMoreTaxGroups(
  parts: readonly PricedPart[],
  hasSurcharge: boolean,
  limit: number,
): boolean {
  const keys = new Set<string>();
  for (const { taxes } of parts) {
    for (const tax of taxes) keys.add(toTaxGroupKey(tax, hasSurcharge));
    if (keys.size > limit) return true;
  }
  return false;
}

/** Returns the key once for each tax of the combination in the group, because each is charged on the whole base. */
function repeatGroupKey(combination: TaxCombination | undefined, group: string): string[] {
  return combination?.taxGroupKeys.filter((key) => key === group) ?? [];
}

/** Adds a tax to its group. @returns the group's key */
function addToTaxGroup(
  groups: Map<string, TaxInput[]>,
  tax: TaxInput,
  hasSurcharge: boolean,
): string {
  const key = toTaxGroupKey(tax, hasSurcharge);
  const known = groups.get(key);
  if (!known) groups.set(key, [tax]);
  else if (known.every((one) => one.taxKey !== tax.taxKey)) known.push(tax);
  return key;
}

function toTaxGroupKey({ rate, reRate, category }: TaxInput, hasSurcharge: boolean): string {
  return `${toTaxCategoryKey(rate, category)}/${rate}/${hasSurcharge ? reRate : 0}`;
}

/** Key of a category that distinguishes taxes of the same rate. A rate above 0 is standard-rated (S) by default. */
export function toTaxCategoryKey(rate: Millionths, category: TaxInput['category']): string {
  return rate > 0 || category === 'S' ? '' : (category ?? '');
}

function addToTaxCombination(
  combinations: Map<string, TaxCombination>,
  taxGroupKeys: readonly string[],
  part: PricedPart,
): void {
  const key = taxGroupKeys.join(' ');
  const known = combinations.get(key);
  if (!known)
    combinations.set(key, {
      taxGroupKeys,
      net: part.netPrice,
      basketDiscountShare: part.basketDiscountShare,
    });
  else {
    known.net = sumAmounts([known.net, part.netPrice]);
    known.basketDiscountShare = sumAmounts([known.basketDiscountShare, part.basketDiscountShare]);
  }
}

function toEffectiveTax(tax: TaxInput, treatment: TaxTreatment): TaxInput {
  const { taxKey, rate, reRate } = tax;
  if (treatment.isReverseCharge || !treatment.isTaxable) return { taxKey, rate: 0, reRate: 0 };
  return { taxKey, rate, reRate: treatment.hasSurcharge ? reRate : 0 };
}

/** Combines a tax with its amounts. */
export function toTaxAmounts(
  { taxKey, rate, reRate }: Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>,
  baseWithoutDiscounts: TenThousandths,
  discount: TenThousandths,
  taxPrice: TenThousandths,
  rePrice: TenThousandths,
): TaxAmounts {
  return {
    taxKey,
    rate,
    reRate,
    baseWithoutDiscounts,
    discount,
    base: baseWithoutDiscounts - discount,
    taxPrice,
    rePrice,
    totalPrice: sumAmounts([taxPrice, rePrice]),
  };
}
