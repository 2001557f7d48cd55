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
  distinctIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-parts';
import type { CopySourceTax } from '../../documents/copies/copy-source';

/** The share of an invoice's figures that belongs to its lines, in minor units. */
export interface RemainingGoods {
  readonly groups: readonly GroupAmounts[];
  readonly untaxed: TenThousandths;
  readonly subtotal: TenThousandths;
  readonly gross: TenThousandths;
}

/** Charges that bear the same tax groups, with their total net amount. */
interface ChargeClass {
  readonly groups: number[];
  readonly taxes: readonly ChargeTax[];
  net: TenThousandths;
}

/** The gross amount of charges is rounded once, then their taxes; the rest is their net amount. */
export function toInvoicedCharges(
  parts: readonly UnroundedCharge[],
  locateGroup: TaxGroupLocator,
  digits: number,
): InvoicedCharge[] {
  const classes = new Map<string, ChargeClass>();
  for (const { net, taxes } of parts) {
    const groups = distinctIndexes(taxes.map((tax) => locateGroup(tax)));
    const found = classes.get(groups.join(' '));
    if (found) found.net += net;
    else classes.set(groups.join(' '), { groups, net, taxes });
  }
  const all = [...classes.values()].filter(({ net }) => net > 0);
  const exact = all.flatMap(({ net, taxes }) => [
    net,
    ...taxes.flatMap(({ rate, reRate }) => [calculateTax(net, rate), calculateTax(net, reRate)]),
  ]);
  const taxed = (net: TenThousandths, rate: Millionths) => calculateRoundedTax(net, rate, digits);
  const taxes = all.map((one) =>
    one.taxes.map((tax) => ({
      group: locateGroup(tax),
      taxPrice: taxed(one.net, tax.rate),
      rePrice: taxed(one.net, tax.reRate),
    })),
  );
  const tax = sumAmounts(taxes.flat().flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]));
  const whole = roundToMinorUnit(sumAmounts(exact), digits) - tax;
  const nets = roundBasesToTotal(
    all.map(({ net }) => net),
    whole,
    digits,
  );
  return all.map(({ groups }, at) => ({
    groups,
    net: Math.max(0, nets[at] ?? 0),
    taxes: taxes[at] ?? [],
  }));
}

export type GroupAmounts = Record<'base' | 'taxPrice' | 'rePrice', TenThousandths>;

/** The amount of the lines alone, in minor units; undefined if no line with a value bears the group. */
interface GoodsAmounts {
  readonly groups: readonly (GroupAmounts | undefined)[];
  readonly untaxed: TenThousandths | undefined;
}

export function toGoodsAmounts(
  lines: readonly InvoicedLine[],
  groups: readonly CopySourceTax[],
  digits: number,
): GoodsAmounts {
  const linesWithValue = lines.filter(({ total, allocatedDiscount: part }) => total !== part);
  const baseOf = (own: readonly InvoicedLine[]): TenThousandths =>
    sumAmounts(own.flatMap(({ total, allocatedDiscount: part }) => [total, -part]));
  const untaxed = linesWithValue.filter((line) => line.groups.length === 0);
  return {
    groups: groups.map(({ taxRate, reRate }, group) => {
      const own = linesWithValue.filter((line) => line.groups.includes(group));
      if (own.length === 0) return undefined;
      const base = baseOf(own);
      return {
        base: roundToMinorUnit(base, digits),
        taxPrice: calculateRoundedTax(base, taxRate, digits),
        rePrice: calculateRoundedTax(base, reRate, digits),
      };
    }),
    untaxed: untaxed.length === 0 ? undefined : roundToMinorUnit(baseOf(untaxed), digits),
  };
}

/** The gross amount of charges. */
export function sumGross(parts: readonly InvoicedCharge[]): TenThousandths {
  return sumAmounts(
    parts.flatMap(({ net, taxes }) => [
      net,
      ...taxes.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]),
    ]),
  );
}

/** The figures of an invoice that remain for its lines after the charges have taken their share. */
export class RemainingAmounts {
  private readonly groups: GroupAmounts[];

  constructor(
    groups: readonly CopySourceTax[],
    private subtotal: TenThousandths,
    private readonly goodsAmounts: GoodsAmounts,
  ) {
    this.groups = groups.map(({ base, taxPrice, rePrice }) => ({ base, taxPrice, rePrice }));
  }

  subtract(charges: InvoicedCharge[]): InvoicedCharge[] {
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
        // Once a charge without a net amount is given back, nothing would show that its taxes are.
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

  toRemainingGoods(hasMultiTaxedParts: boolean): RemainingGoods {
    const taxes = this.groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]);
    return {
      groups: this.groups,
      untaxed: hasMultiTaxedParts ? 0 : this.untaxed,
      subtotal: this.subtotal,
      gross: sumAmounts([this.subtotal, ...taxes]),
    };
  }

  /** Moves the remaining difference of a group to a charge. @returns the change of the charge's amount */
  private absorbDifference(
    places: readonly number[],
    name: keyof GroupAmounts,
    ownAmount: TenThousandths,
  ): TenThousandths {
    const [group] = places;
    if (group === undefined) {
      return name === 'base'
        ? Math.max(this.untaxed - (this.goodsAmounts.untaxed ?? 0), -ownAmount)
        : 0;
    }
    if (places.length !== 1 || group < 0) return 0;
    const left = this.getGroup(group)[name] - (this.goodsAmounts.groups[group]?.[name] ?? 0);
    const amount = Math.max(left, -ownAmount);
    this.getGroup(group)[name] -= amount;
    return amount;
  }

  private get untaxed(): TenThousandths {
    return this.subtotal - sumAmounts(this.groups.map(({ base }) => base));
  }

  private getGroup(group: number): GroupAmounts {
    return this.groups[group] as GroupAmounts;
  }
}
