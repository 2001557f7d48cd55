import {
  type Millionths,
  type TenThousandths,
  sumAmounts,
  calculateRoundedTax,
  calculateTax,
} from '../../../core/money';
import type { PricedPart } from './parts';
import { roundBasesToTotal } from './round-to-total';
import type { TaxInput, TotalsInput } from './totals-input';
import type { PartAmounts, TaxAmounts } from './totals-result';

/** Properties of a document that determine the effective rates. */
export type TaxExemptions = Pick<TotalsInput, 'reverseCharge' | 'surcharge' | 'taxable'>;

/** Sums of the parts with the same taxes. */
interface TaxClass {
  readonly groups: readonly string[];
  net: TenThousandths;
  share: TenThousandths;
}

/** Rounded totals of a document, which the tax groups must sum to. */
export interface GroupedTotals {
  /** SUBTOTAL */
  readonly subtotal: TenThousandths;
  /** TOTALBASKETDISCOUNTS */
  readonly basket: TenThousandths;
}

/** Computes the taxes of one part, tax and surcharge each to four decimals (specification, Money 5). */
export function toPartAmounts(part: PricedPart, exemptions: TaxExemptions): PartAmounts {
  const base = part.net - part.share;
  const taxes = part.taxes.map((one) => {
    const tax = toEffectiveTax(one, exemptions);
    return toTaxAmounts(
      tax,
      part.net,
      part.share,
      calculateTax(base, tax.rate),
      calculateTax(base, tax.reRate),
    );
  });
  return { share: part.share, totalTaxes: sumAmounts(taxes.map((tax) => tax.totalPrice)), taxes };
}

/**
 * Computes the tax groups of a document by category, rate and surcharge rate (specification, Money 4). Tax and
 * surcharge are computed from the exact base and rounded to the minor unit. Bases and discounts are rounded so that,
 * together with untaxed parts, they sum to the document's totals. Without surcharge, its rate doesn't split groups.
 * A tax-exempt customer keeps the groups of the original rates, with effective rates of 0.
 */
export function groupTaxes(
  parts: readonly PricedPart[],
  exemptions: TaxExemptions,
  minorDigits: number,
  { subtotal, basket }: GroupedTotals,
): TaxAmounts[] {
  const taxes = new Map<string, TaxInput[]>();
  const classes = new Map<string, TaxClass>();
  for (const part of parts) {
    const groups = part.taxes.map((tax) => addToTaxGroup(taxes, tax, exemptions.surcharge));
    addToTaxClass(classes, groups, part);
  }
  const all = [...classes.values()];
  const bases = all.map(({ net, share }) => sumAmounts([net, -share]));
  const rounded = roundBasesToTotal(bases, subtotal, minorDigits);
  const discounts = roundBasesToTotal(
    all.map(({ share }) => share),
    basket,
    minorDigits,
  );
  return [...taxes].map(([key, [first, ...others]]) => {
    const of = (amounts: readonly TenThousandths[]): TenThousandths =>
      sumAmounts(
        amounts.flatMap((amount, at) => findMatchingGroups(all[at], key).map(() => amount)),
      );
    const tax = toEffectiveTax(first as TaxInput, exemptions);
    const taxed = (rate: number) => calculateRoundedTax(of(bases), rate, minorDigits);
    const [base, discount] = [of(rounded), of(discounts)];
    const mergedTaxKeys = others.map(({ taxKey }) => taxKey);
    return {
      ...toTaxAmounts(
        tax,
        sumAmounts([base, discount]),
        discount,
        taxed(tax.rate),
        taxed(tax.reRate),
      ),
      ...(mergedTaxKeys.length > 0 && { mergedTaxKeys }),
    };
  });
}

/** Whether the parts have more tax groups than `limit`. */
export function hasMoreTaxGroups(
  parts: readonly PricedPart[],
  surcharge: boolean,
  limit: number,
): boolean {
  const keys = new Set<string>();
  for (const { taxes } of parts) {
    for (const tax of taxes) keys.add(toTaxGroupKey(tax, surcharge));
    if (keys.size > limit) return true;
  }
  return false;
}

/** Returns the group once for each tax of the parts that belongs to it: every tax has the whole base. */
function findMatchingGroups(parts: TaxClass | undefined, group: string): string[] {
  return parts?.groups.filter((key) => key === group) ?? [];
}

/** Adds a tax to its group. @returns the group's key */
function addToTaxGroup(groups: Map<string, TaxInput[]>, tax: TaxInput, surcharge: boolean): string {
  const key = toTaxGroupKey(tax, surcharge);
  const known = groups.get(key);
  if (!known) groups.set(key, [tax]);
  else if (known.every((one) => one.taxKey !== tax.taxKey)) known.push(tax);
  return key;
}

function toTaxGroupKey({ rate, reRate, category }: TaxInput, surcharge: boolean): string {
  return `${toTaxCategoryKey(rate, category)}/${rate}/${surcharge ? reRate : 0}`;
}

/** Key of a category that distinguishes taxes of the same rate. A rate above 0 is standard-rated (S) by default. */
export function toTaxCategoryKey(rate: Millionths, category: TaxInput['category']): string {
  return rate > 0 || category === 'S' ? '' : (category ?? '');
}

function addToTaxClass(
  classes: Map<string, TaxClass>,
  groups: readonly string[],
  part: PricedPart,
): void {
  const key = groups.join(' ');
  const known = classes.get(key);
  if (!known) classes.set(key, { groups, net: part.net, share: part.share });
  else {
    known.net = sumAmounts([known.net, part.net]);
    known.share = sumAmounts([known.share, part.share]);
  }
}

function toEffectiveTax(tax: TaxInput, exemptions: TaxExemptions): TaxInput {
  const { taxKey, rate, reRate } = tax;
  if (exemptions.reverseCharge || !exemptions.taxable) return { taxKey, rate: 0, reRate: 0 };
  return { taxKey, rate, reRate: exemptions.surcharge ? reRate : 0 };
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
