import {
  apportionUnits,
  minorUnitSize,
  roundToMinorUnit,
  allocateAmount,
  sumAmounts,
  type TenThousandths,
  type Thousandths,
} from '../../../../core/money';
import {
  type CreditAmounts,
  calculateCreditAmounts,
  NO_REFUND,
  toFullRefund,
} from './credit-amounts';
import type { CreditedPart } from './refund';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedLine } from './invoiced-parts';
import { scaleCharge } from './remaining-charges';
import { assignMissingQuantities, hasRemainingValue } from './remaining-lines';
import { sumTaxGroups } from './remaining-invoice';

/** The amounts of a credit note, and which lines it has, by their places among the order's. */
export interface InvoiceCredit {
  readonly credited: CreditAmounts;
  readonly parts: ReadonlyMap<number, CreditedPart>;
}

/** More than is left. */
export interface CreditExcess {
  /** Index in the request's lines or taxes. */
  readonly index: number;
  readonly name: 'quantity' | 'amount' | 'base';
  /** Thousandths of a quantity, ten-thousandths of others. */
  readonly left: number;
}

/** A line to credit, by its place among the order's. */
export type LineCreditInput = { readonly line: number } & (
  | { readonly quantity: Thousandths }
  | { readonly amount: TenThousandths }
);

/** A tax group to credit an amount of, by its place among the invoice's. */
export interface TaxGroupCreditInput {
  readonly group: number;
  readonly base: TenThousandths;
}

/** @param left of the invoice @param count of the order's lines */
export function creditRemainder(left: InvoicedAmounts, count: number): InvoiceCredit {
  const parts = new Map(
    left.lines.slice(0, count).flatMap((line, at): [number, CreditedPart][] => {
      if (line.quantity > 0) return [[at, line.quantity]];
      return hasRemainingValue(line) ? [[at, 'amount']] : [];
    }),
  );
  const rest = { ...left, lines: assignMissingQuantities(left.lines) };
  return { credited: calculateCreditAmounts(rest, NO_REFUND, toFullRefund(rest)), parts };
}

/**
 * Credits lines by a quantity, in proportion to what is left of them, or by an amount before tax. An amount lowers
 * what is left of the line: a quantity that comes back later has its part of the rest.
 */
export function creditLines(
  left: InvoicedAmounts,
  count: number,
  wanted: readonly LineCreditInput[],
): InvoiceCredit | CreditExcess[] {
  const lines = [...left.lines];
  const quantities = lines.map(() => 0);
  const parts = new Map<number, CreditedPart>();
  const excesses: CreditExcess[] = [];
  for (const [index, one] of wanted.entries()) {
    const { quantity: most } = lines[one.line] as InvoicedLine;
    const own = listLineIndexes(one.line, count, lines.length);
    if ('quantity' in one) {
      if (one.quantity > most) excesses.push({ index, name: 'quantity', left: most });
      for (const at of own) quantities[at] = one.quantity;
      parts.set(one.line, one.quantity);
      continue;
    }
    const net = sumAmounts(own.map((at) => netOf(left.lines[at] as InvoicedLine)));
    const limit = Math.max(0, roundToMinorUnit(net, left.digits));
    if (one.amount > limit) excesses.push({ index, name: 'amount', left: limit });
    for (const at of own) {
      lines[at] = { ...(left.lines[at] as InvoicedLine), quantity: net };
      quantities[at] = one.amount === limit ? net : Math.min(one.amount, net);
    }
    parts.set(one.line, 'amount');
  }
  if (excesses.length > 0) return excesses;
  const given = { ...NO_REFUND, quantities };
  return { credited: calculateCreditAmounts({ ...left, lines }, NO_REFUND, given), parts };
}

/**
 * The groups to credit one by one: parts that bear several taxes have one base for all of them, which is credited once.
 * @returns undefined if two groups share some of their parts only, or if their amounts differ
 */
export function findSeparateGroups(
  left: InvoicedAmounts,
  wanted: readonly TaxGroupCreditInput[],
): TaxGroupCreditInput[] | undefined {
  const parts = [...left.lines.filter(hasRemainingValue), ...left.shipping, ...left.payment];
  const bearing = (group: number): string =>
    parts.flatMap(({ groups }, at) => (groups.includes(group) ? [at] : [])).join(' ');
  const separate: TaxGroupCreditInput[] = [];
  for (const one of wanted) {
    const shared = separate.filter(({ group }) =>
      parts.some(({ groups }) => groups.includes(group) && groups.includes(one.group)),
    );
    const isSame = (other: TaxGroupCreditInput): boolean =>
      other.base === one.base && bearing(other.group) === bearing(one.group);
    if (shared.length === 0) separate.push(one);
    else if (!shared.every(isSame)) return undefined;
  }
  return separate;
}

/**
 * Credits amounts before tax of tax groups: each is shared over what is left of the group's lines, shipping and
 * payment, by their net amounts. A part that bears other taxes as well is credited in their groups, too.
 * @param wanted groups without common parts (`findSeparateGroups`)
 */
export function creditTaxGroups(
  left: InvoicedAmounts,
  count: number,
  wanted: readonly TaxGroupCreditInput[],
): InvoiceCredit | CreditExcess[] {
  const groups = sumTaxGroups(left);
  const excesses = wanted.flatMap(({ group, base }, index): CreditExcess[] => {
    const most = Math.max(0, groups[group]?.base ?? 0);
    return base > most ? [{ index, name: 'base', left: most }] : [];
  });
  if (excesses.length > 0) return excesses;
  const lines = [...left.lines];
  const quantities = lines.map(() => 0);
  const charges = [...left.shipping, ...left.payment];
  const nets = charges.map(() => 0);
  const unit = minorUnitSize(left.digits);
  for (const { group, base } of wanted) {
    const whole = groups[group]?.base ?? 0;
    const isBearing = (one: { readonly groups: readonly number[] }) => one.groups.includes(group);
    const units = charges.map((charge) => (isBearing(charge) ? charge.net / unit : 0));
    const ofGoods = Math.max(0, whole / unit - sumAmounts(units));
    const own = apportionUnits(base / unit, [...units, ofGoods]);
    charges.forEach((charge, at) => {
      if (isBearing(charge)) nets[at] = (own[at] ?? 0) * unit;
    });
    const goods = (own.at(-1) ?? 0) * unit;
    const bearing = lines.map((line) => (isBearing(line) ? Math.max(0, netOf(line)) : 0));
    const most = sumAmounts(bearing);
    // Short of the whole by the smallest amount, lines are rounded together; only all of them give the whole.
    const amount = Math.max(0, Math.min(goods, most - 1));
    const shares =
      base === whole ? bearing : most === 0 ? [] : allocateAmount(amount, bearing, bearing);
    lines.forEach((line, at) => {
      if (!isBearing(line)) return;
      const net = netOf(line);
      if (net > 0) lines[at] = { ...line, quantity: net };
      quantities[at] = base === whole ? (lines[at]?.quantity ?? 0) : (shares[at] ?? 0);
    });
  }
  const charged = charges.map((charge, at) => scaleCharge(charge, nets[at] ?? 0, left.digits));
  const given = {
    ...NO_REFUND,
    quantities,
    exactCharges: {
      shipping: charged.slice(0, left.shipping.length),
      payment: charged.slice(left.shipping.length),
    },
  };
  const parts = new Map(
    quantities
      .slice(0, count)
      .flatMap((amount, at): [number, CreditedPart][] => (amount > 0 ? [[at, 'amount']] : [])),
  );
  return { credited: calculateCreditAmounts({ ...left, lines }, NO_REFUND, given), parts };
}

/** A line, and those that only bear its part of a payment discount. */
function listLineIndexes(line: number, count: number, all: number): number[] {
  const places: number[] = [];
  for (let at = line; at < all; at += count) places.push(at);
  return places;
}

function netOf({ total, allocatedDiscount: part }: InvoicedLine): TenThousandths {
  return total - part;
}
