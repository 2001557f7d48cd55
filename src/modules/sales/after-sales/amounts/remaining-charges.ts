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
import type { InvoicedCharge, InvoicedLine } from './invoiced-parts';
import { hasRemainingValue } from './remaining-lines';

interface RemainingCharges {
  readonly left: readonly InvoicedCharge[];
  /** Credits of older notes, which only have sums. */
  readonly credited: readonly InvoicedCharge[];
}

/** @param netOfNote what a newer note gave back of the charges with these groups */
export function calculateRemainingCharges(
  { digits, ...invoiced }: InvoicedAmounts,
  name: 'shipping' | 'payment',
  notes: readonly CreditNoteAmounts[],
  netOfNote: (note: CreditNoteAmounts, groups: readonly number[]) => TenThousandths,
): RemainingCharges {
  const parts = invoiced[name];
  const column = name === 'shipping' ? 'subtotalShippings' : 'subtotalPaymentSystem';
  const older = notes.filter(({ rounding }) => rounding === null);
  const newer = notes.filter(({ rounding }) => rounding !== null);
  const credited = refundCharges(parts, sumAmounts(older.map((note) => note[column])), digits);
  const left = parts.map((part, place): InvoicedCharge => {
    const before = (credited[place] as InvoicedCharge).net;
    const given = sumAmounts(newer.map((note) => netOfNote(note, part.groups)));
    return scaleCharge(part, part.net - before - given, digits);
  });
  return { left, credited };
}

/** The part of a charge that has this net amount, with its taxes. */
export function scaleCharge(
  part: InvoicedCharge,
  net: TenThousandths,
  digits: number,
): InvoicedCharge {
  const tax = (amount: TenThousandths): TenThousandths =>
    net === 0 ? 0 : roundToMinorUnit(scaleAmount(amount, net, part.net), digits);
  return {
    groups: part.groups,
    net,
    taxes: part.taxes.map(({ group, taxPrice, rePrice }) => ({
      group,
      taxPrice: tax(taxPrice),
      rePrice: tax(rePrice),
    })),
  };
}

/**
 * Adjusts what is left of charges, because the remaining taxes are estimates. If no goods are left in a group, its
 * charges are all that is left of the group. One without a net amount has the rest of the taxes if no other has one.
 * If goods are left, charges leave them at least zero.
 */
export function settleRemainingCharges(
  goodsLeft: readonly GroupAmounts[],
  lines: readonly InvoicedLine[],
  charges: readonly (readonly InvoicedCharge[])[],
): readonly [InvoicedCharge[], InvoicedCharge[]] {
  const rest = goodsLeft.map((group) => ({ ...group }));
  const settle = (parts: readonly InvoicedCharge[]): InvoicedCharge[] =>
    parts.map((part) => {
      const [place] = part.groups;
      if (part.groups.length !== 1 || place === undefined) return part;
      const isAlike = ({ groups, net }: InvoicedCharge) => groups.includes(place) && net > 0;
      if (part.net <= 0 && charges.flat().some(isAlike)) return part;
      const goods = lines.filter((line) => line.groups.includes(place) && hasRemainingValue(line));
      const isBelowZero =
        sumAmounts(goods.flatMap(({ total, allocatedDiscount: own }) => [total, -own])) < 0;
      const adjustAmount = (name: keyof GroupAmounts, own: TenThousandths): TenThousandths => {
        const left = getGroup(rest, place)[name];
        const moved = goods.length === 0 ? left : isBelowZero ? 0 : Math.min(0, left);
        const amount = Math.max(moved, -own);
        getGroup(rest, place)[name] -= amount;
        return own + amount;
      };
      return {
        groups: part.groups,
        net: adjustAmount('base', part.net),
        taxes: part.taxes.map(({ group, taxPrice, rePrice }) => ({
          group,
          taxPrice: adjustAmount('taxPrice', taxPrice),
          rePrice: adjustAmount('rePrice', rePrice),
        })),
      };
    });
  return [settle(charges[0] ?? []), settle(charges[1] ?? [])];
}

export function subtractCharge(
  groups: GroupAmounts[],
  { groups: own, net, taxes }: InvoicedCharge,
): void {
  for (const place of own) getGroup(groups, place).base -= net;
  for (const { group, taxPrice, rePrice } of taxes) {
    if (group < 0) continue;
    getGroup(groups, group).taxPrice -= taxPrice;
    getGroup(groups, group).rePrice -= rePrice;
  }
}

export function getGroup(groups: readonly GroupAmounts[], place: number): GroupAmounts {
  return groups[place] as GroupAmounts;
}
