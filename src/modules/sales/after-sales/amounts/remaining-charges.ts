import {
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import type { GroupAmounts } from './charges';
import type { CreditNoteAmounts } from './credit-note-amounts';
import { refundCharges } from './credit-amounts';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedCharge, InvoicedLine } from './invoiced-lines-and-charges';
import { hasRemainingValue } from './remaining-lines';

interface RemainingCharges {
  readonly remaining: readonly InvoicedCharge[];
  /** Credits of older notes, which only have sums. */
  readonly olderCredits: readonly InvoicedCharge[];
}

/** @param getCreditedNet what a newer note gave back of the charges with these groups */
export function calculateRemainingCharges(
  { digits, ...invoiced }: InvoicedAmounts,
  name: 'shipping' | 'payment',
  creditNotes: readonly CreditNoteAmounts[],
  getCreditedNet: (note: CreditNoteAmounts, groups: readonly number[]) => TenThousandths,
): RemainingCharges {
  const charges = invoiced[name];
  const column = name === 'shipping' ? 'subtotalShippings' : 'subtotalPaymentSystem';
  const olderCreditNotes = creditNotes.filter(({ rounding }) => rounding === null);
  const newerCreditNotes = creditNotes.filter(({ rounding }) => rounding !== null);
  const olderCredits = refundCharges(
    charges,
    sumAmounts(olderCreditNotes.map((note) => note[column])),
    digits,
  );
  const remaining = charges.map((part, index): InvoicedCharge => {
    const creditedBefore = (olderCredits[index] as InvoicedCharge).net;
    const creditedSince = sumAmounts(
      newerCreditNotes.map((note) => getCreditedNet(note, part.groups)),
    );
    return scaleCharge(part, part.net - creditedBefore - creditedSince, digits);
  });
  return { remaining, olderCredits };
}

/** The part of a charge that has this net amount, with its taxes. */
export function scaleCharge(
  charge: InvoicedCharge,
  net: TenThousandths,
  digits: number,
): InvoicedCharge {
  const scaleTax = (amount: TenThousandths): TenThousandths =>
    net === 0 ? 0 : roundToMinorUnit(scaleAmount(amount, net, charge.net), digits);
  return {
    groups: charge.groups,
    net,
    taxes: charge.taxes.map(({ group, taxPrice, rePrice }) => ({
      group,
      taxPrice: scaleTax(taxPrice),
      rePrice: scaleTax(rePrice),
    })),
  };
}

/**
 * Adjusts the remaining charges, because their taxes are estimates. If no goods are left in a tax group, its charges
 * get the whole rest of the group. A charge without a positive net amount is only adjusted if no other charge of the
 * group has one. If goods worth at least 0 are left, charges are reduced so that the rest for the goods is at least 0.
 */
export function settleRemainingCharges(
  goodsGroups: readonly GroupAmounts[],
  lines: readonly InvoicedLine[],
  charges: readonly (readonly InvoicedCharge[])[],
): readonly [InvoicedCharge[], InvoicedCharge[]] {
  const remainingGroups = goodsGroups.map((group) => ({ ...group }));
  const settleCharges = (parts: readonly InvoicedCharge[]): InvoicedCharge[] =>
    parts.map((charge) => {
      const [groupIndex] = charge.groups;
      if (charge.groups.length !== 1 || groupIndex === undefined) return charge;
      const isPositiveInGroup = ({ groups, net }: InvoicedCharge) =>
        groups.includes(groupIndex) && net > 0;
      if (charge.net <= 0 && charges.flat().some(isPositiveInGroup)) return charge;
      const goodsLines = lines.filter(
        (line) => line.groups.includes(groupIndex) && hasRemainingValue(line),
      );
      const isBelowZero =
        sumAmounts(
          goodsLines.flatMap(({ total, allocatedDiscount }) => [total, -allocatedDiscount]),
        ) < 0;
      const adjustAmount = (
        name: keyof GroupAmounts,
        chargeAmount: TenThousandths,
      ): TenThousandths => {
        const remainingAmount = getGroup(remainingGroups, groupIndex)[name];
        const transferableAmount =
          goodsLines.length === 0
            ? remainingAmount
            : isBelowZero
              ? 0
              : Math.min(0, remainingAmount);
        const amount = Math.max(transferableAmount, -chargeAmount);
        getGroup(remainingGroups, groupIndex)[name] -= amount;
        return chargeAmount + amount;
      };
      return {
        groups: charge.groups,
        net: adjustAmount('base', charge.net),
        taxes: charge.taxes.map(({ group, taxPrice, rePrice }) => ({
          group,
          taxPrice: adjustAmount('taxPrice', taxPrice),
          rePrice: adjustAmount('rePrice', rePrice),
        })),
      };
    });
  return [settleCharges(charges[0] ?? []), settleCharges(charges[1] ?? [])];
}

export function subtractCharge(
  groups: GroupAmounts[],
  { groups: groupIndexes, net, taxes }: InvoicedCharge,
): void {
  for (const place of groupIndexes) getGroup(groups, place).base -= net;
  for (const { group, taxPrice, rePrice } of taxes) {
    if (group < 0) continue;
    getGroup(groups, group).taxPrice -= taxPrice;
    getGroup(groups, group).rePrice -= rePrice;
  }
}

export function getGroup(groups: readonly GroupAmounts[], groupIndex: number): GroupAmounts {
  return groups[groupIndex] as GroupAmounts;
}
