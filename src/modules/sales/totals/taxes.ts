import { type TenThousandths, sum, taxInMinorUnits, taxOf } from '../../../core/money';
import type { Part } from './parts';
import type { TaxInput, TotalsInput } from './totals-input';
import type { PartAmounts, TaxAmounts } from './totals-result';

/** What decides the effective rates. */
export type Exemptions = Pick<TotalsInput, 'reverseCharge' | 'surcharge' | 'taxable'>;

interface Group {
  readonly tax: TaxInput;
  baseWithoutDiscounts: TenThousandths;
  discount: TenThousandths;
}

/** The taxes of one part, tax and surcharge each to four decimals (specification, Money 5). */
export function taxPart(part: Part, exemptions: Exemptions): PartAmounts {
  const taxes = part.taxes.map((tax) =>
    amounts(effective(tax, exemptions), part.net, part.share, taxOf),
  );
  return { share: part.share, totalTaxes: sum(taxes.map((tax) => tax.totalPrice)), taxes };
}

/**
 * The tax groups of a document by (tax, rate, surcharge rate), tax and surcharge of each rounded to
 * the minor unit (specification, Money 4). Where no surcharge is charged its rate does not divide
 * groups; a customer who is exempt from tax keeps the groups of the rates, which then count as 0.
 */
export function groupTaxes(
  parts: readonly Part[],
  exemptions: Exemptions,
  minorDigits: number,
): TaxAmounts[] {
  const groups = new Map<string, Group>();
  for (const part of parts) {
    for (const tax of part.taxes) addTo(groups, part, tax, exemptions.surcharge);
  }
  const round = (base: TenThousandths, rate: number) => taxInMinorUnits(base, rate, minorDigits);
  // `sum` refuses what is out of range.
  return [...groups.values()].map((group) =>
    amounts(
      effective(group.tax, exemptions),
      sum([group.baseWithoutDiscounts]),
      sum([group.discount]),
      round,
    ),
  );
}

function addTo(groups: Map<string, Group>, part: Part, tax: TaxInput, surcharge: boolean): void {
  // The type keeps the id 7 and the pId '7' apart.
  const key = `${tax.rate}/${surcharge ? tax.reRate : 0}/${typeof tax.taxKey}/${tax.taxKey}`;
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, { tax, baseWithoutDiscounts: part.net, discount: part.share });
  } else {
    group.baseWithoutDiscounts += part.net;
    group.discount += part.share;
  }
}

function effective(tax: TaxInput, exemptions: Exemptions): TaxInput {
  const { taxKey, rate, reRate } = tax;
  if (exemptions.reverseCharge || !exemptions.taxable) return { taxKey, rate: 0, reRate: 0 };
  return { taxKey, rate, reRate: exemptions.surcharge ? reRate : 0 };
}

function amounts(
  tax: TaxInput,
  baseWithoutDiscounts: TenThousandths,
  discount: TenThousandths,
  taxed: (base: TenThousandths, rate: number) => TenThousandths,
): TaxAmounts {
  const base = baseWithoutDiscounts - discount;
  const taxPrice = taxed(base, tax.rate);
  const rePrice = taxed(base, tax.reRate);
  return {
    taxKey: tax.taxKey,
    rate: tax.rate,
    reRate: tax.reRate,
    baseWithoutDiscounts,
    discount,
    base,
    taxPrice,
    rePrice,
    totalPrice: sum([taxPrice, rePrice]),
  };
}
