import {
  type Millionths,
  roundToMinorUnit,
  sumAmounts,
  calculateRoundedTax,
  calculateTax,
  type TenThousandths,
} from '../../../../core/money';
import type { ChargeTax } from '../../documents/entities/snapshots';
import { roundBasesToTotal } from '../../totals';
import {
  type InvoicedCharge,
  type InvoicedLine,
  toSortedGroupIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-lines-and-charges';
import type { CopySourceTax } from '../../documents/copies/copy-source';

/** The share of an invoice's figures that belongs to its lines, in minor units. */
export interface GoodsTotals {
  readonly groups: readonly GroupAmounts[];
  readonly untaxedBase: TenThousandths;
  readonly subtotal: TenThousandths;
  readonly gross: TenThousandths;
}

/** Charges that bear the same tax groups, with their total net amount. */
interface CombinedCharge {
  readonly groups: number[];
  readonly taxes: readonly ChargeTax[];
  net: TenThousandths;
}

/** The gross amount of charges is rounded once, then their taxes; the rest is their net amount. */
export function toInvoicedCharges(
  charges: readonly UnroundedCharge[],
  locateGroup: TaxGroupLocator,
  digits: number,
): InvoicedCharge[] {
  const combinedByGroups = new Map<string, CombinedCharge>();
  for (const { net, taxes } of charges) {
    const groups = toSortedGroupIndexes(taxes.map((tax) => locateGroup(tax)));
    const combined = combinedByGroups.get(groups.join(' '));
    if (combined) combined.net += net;
    else combinedByGroups.set(groups.join(' '), { groups, net, taxes });
  }
  const positiveCharges = [...combinedByGroups.values()].filter(({ net }) => net > 0);
  const exactAmounts = positiveCharges.flatMap(({ net, taxes }) => [
    net,
    ...taxes.flatMap(({ rate, reRate }) => [calculateTax(net, rate), calculateTax(net, reRate)]),
  ]);
  const roundTax = (net: TenThousandths, rate: Millionths) =>
    calculateRoundedTax(net, rate, digits);
  const taxes = positiveCharges.map((one) =>
    one.taxes.map((tax) => ({
      group: locateGroup(tax),
      taxPrice: roundTax(one.net, tax.rate),
      rePrice: roundTax(one.net, tax.reRate),
    })),
  );
  const tax = sumAmounts(taxes.flat().flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]));
  const netTotal = roundToMinorUnit(sumAmounts(exactAmounts), digits) - tax;
  const nets = roundBasesToTotal(
    positiveCharges.map(({ net }) => net),
    netTotal,
    digits,
  );
  return positiveCharges.map(({ groups }, at) => ({
    groups,
    net: Math.max(0, nets[at] ?? 0),
    taxes: taxes[at] ?? [],
  }));
}

export type GroupAmounts = Record<'base' | 'taxPrice' | 'rePrice', TenThousandths>;

/** The amount of the lines alone, in minor units; undefined if no line with a value bears the group. */
interface GoodsAmounts {
  readonly groups: readonly (GroupAmounts | undefined)[];
  readonly untaxedBase: TenThousandths | undefined;
}

export function toGoodsAmounts(
  lines: readonly InvoicedLine[],
  groups: readonly CopySourceTax[],
  digits: number,
): GoodsAmounts {
  const linesWithValue = lines.filter(
    ({ total, allocatedDiscount }) => total !== allocatedDiscount,
  );
  const sumBases = (linesOfGroup: readonly InvoicedLine[]): TenThousandths =>
    sumAmounts(linesOfGroup.flatMap(({ total, allocatedDiscount }) => [total, -allocatedDiscount]));
  const untaxedLines = linesWithValue.filter((line) => line.groups.length === 0);
  return {
    groups: groups.map(({ taxRate, reRate }, group) => {
      const linesOfGroup = linesWithValue.filter((line) => line.groups.includes(group));
      if (linesOfGroup.length === 0) return undefined;
      const base = sumBases(linesOfGroup);
      return {
        base: roundToMinorUnit(base, digits),
        taxPrice: calculateRoundedTax(base, taxRate, digits),
        rePrice: calculateRoundedTax(base, reRate, digits),
      };
    }),
    untaxedBase:
      untaxedLines.length === 0 ? undefined : roundToMinorUnit(sumBases(untaxedLines), digits),
  };
}

/** The gross amount of charges. */
export function sumGross(charges: readonly InvoicedCharge[]): TenThousandths {
  return sumAmounts(
    charges.flatMap(({ net, taxes }) => [
      net,
      ...taxes.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]),
    ]),
  );
}

/** The figures of an invoice that remain for its lines after the charges have taken their share. */
export class GoodsAmountsCalculator {
  private readonly groups: GroupAmounts[];

  constructor(
    groups: readonly CopySourceTax[],
    private subtotal: TenThousandths,
    private readonly goodsAmounts: GoodsAmounts,
  ) {
    this.groups = groups.map(({ base, taxPrice, rePrice }) => ({ base, taxPrice, rePrice }));
  }

  subtractCharges(charges: InvoicedCharge[]): InvoicedCharge[] {
    for (const { groups, net, taxes } of charges) {
      this.subtotal -= net;
      for (const group of groups) this.getGroup(group).base -= net;
      for (const { group, taxPrice, rePrice } of taxes) {
        if (group < 0) continue;
        this.getGroup(group).taxPrice -= taxPrice;
        this.getGroup(group).rePrice -= rePrice;
      }
    }
    return charges;
  }

  /** Moves the difference between a tax group and the sum of its lines and charges into the charges. */
  absorbDifferences(chargesByKind: readonly InvoicedCharge[][]): InvoicedCharge[][] {
    return chargesByKind.map((charges) =>
      charges.map((charge): InvoicedCharge => {
        const base = this.absorbDifference(charge.groups, 'base', charge.net);
        this.subtotal -= base;
        // Such a charge takes no taxes. Credit notes only show the net amounts of charges, so a later
        // note could not see that the taxes were refunded.
        if (charge.net + base === 0) return { ...charge, net: 0 };
        const taxes = charge.taxes.map(({ group, taxPrice, rePrice }) => ({
          group,
          taxPrice: taxPrice + this.absorbDifference([group], 'taxPrice', taxPrice),
          rePrice: rePrice + this.absorbDifference([group], 'rePrice', rePrice),
        }));
        return { groups: charge.groups, net: charge.net + base, taxes };
      }),
    );
  }

  toGoodsTotals(hasMultiTaxedParts: boolean): GoodsTotals {
    const taxes = this.groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]);
    return {
      groups: this.groups,
      untaxedBase: hasMultiTaxedParts ? 0 : this.untaxedBase,
      subtotal: this.subtotal,
      gross: sumAmounts([this.subtotal, ...taxes]),
    };
  }

  /** Moves the remaining difference of a group to a charge. @returns the change of the charge's amount */
  private absorbDifference(
    groupIndexes: readonly number[],
    member: keyof GroupAmounts,
    chargeAmount: TenThousandths,
  ): TenThousandths {
    const [group] = groupIndexes;
    if (group === undefined) {
      return member === 'base'
        ? Math.max(this.untaxedBase - (this.goodsAmounts.untaxedBase ?? 0), -chargeAmount)
        : 0;
    }
    if (groupIndexes.length !== 1 || group < 0) return 0;
    const difference =
      this.getGroup(group)[member] - (this.goodsAmounts.groups[group]?.[member] ?? 0);
    const amount = Math.max(difference, -chargeAmount);
    this.getGroup(group)[member] -= amount;
    return amount;
  }

  private get untaxedBase(): TenThousandths {
    return this.subtotal - sumAmounts(this.groups.map(({ base }) => base));
  }

  private getGroup(group: number): GroupAmounts {
    return this.groups[group] as GroupAmounts;
  }
}
