import {
  apportionUnits,
  getMinorUnitAmount,
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
import type { LineCredit } from './refund';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedLine } from './invoiced-lines-and-charges';
import { scaleCharge } from './remaining-charges';
import { assignMissingQuantities, hasRemainingValue } from './remaining-lines';
import { sumTaxGroups } from './remaining-invoice';

/** The amounts of a credit note, and which lines it has, by their places among the order's. */
export interface InvoiceCredit {
  readonly credited: CreditAmounts;
  readonly lineCredits: ReadonlyMap<number, LineCredit>;
}

/** A requested credit that exceeds what is left of the invoice. */
export interface CreditExcess {
  /** Index in the request's lines or taxes. */
  readonly index: number;
  readonly member: 'quantity' | 'amount' | 'base';
  /** Thousandths of a quantity, ten-thousandths of others. */
  readonly remaining: number;
}

/** A line to credit, by its place among the order's. */
export type LineCreditInput = { readonly lineIndex: number } & (
  | { readonly quantity: Thousandths }
  | { readonly amount: TenThousandths }
);

/** A tax group to credit an amount of, by its place among the invoice's. */
export interface TaxGroupCreditInput {
  readonly groupIndex: number;
  readonly base: TenThousandths;
}

/**
 * Credits everything that is left of an invoice.
 * @param orderLineCount number of the order's lines; further lines only bear their parts of payment discounts
 */
export function creditRemainder(remaining: InvoicedAmounts, orderLineCount: number): InvoiceCredit {
  const lineCredits = new Map(
    remaining.lines.slice(0, orderLineCount).flatMap((line, at): [number, LineCredit][] => {
      if (line.quantity > 0) return [[at, line.quantity]];
      return hasRemainingValue(line) ? [[at, 'amount']] : [];
    }),
  );
  const adjustedInvoice = { ...remaining, lines: assignMissingQuantities(remaining.lines) };
  return {
    credited: calculateCreditAmounts(adjustedInvoice, NO_REFUND, toFullRefund(adjustedInvoice)),
    lineCredits,
  };
}

/**
 * Credits lines by a quantity, in proportion to what is left of them, or by an amount before tax. An amount lowers
 * what is left of the line: a quantity that comes back later has its part of the rest.
 */
export function creditLines(
  remaining: InvoicedAmounts,
  orderLineCount: number,
  requestedCredits: readonly LineCreditInput[],
): InvoiceCredit | CreditExcess[] {
  const lines = [...remaining.lines];
  const quantities = lines.map(() => 0);
  const lineCredits = new Map<number, LineCredit>();
  const excesses: CreditExcess[] = [];
  for (const [index, creditRequest] of requestedCredits.entries()) {
    const { quantity: remainingQuantity } = lines[creditRequest.lineIndex] as InvoicedLine;
    const lineIndexes = listLineIndexes(creditRequest.lineIndex, orderLineCount, lines.length);
    if ('quantity' in creditRequest) {
      if (creditRequest.quantity > remainingQuantity)
        excesses.push({ index, member: 'quantity', remaining: remainingQuantity });
      for (const at of lineIndexes) quantities[at] = creditRequest.quantity;
      lineCredits.set(creditRequest.lineIndex, creditRequest.quantity);
      continue;
    }
    const net = sumAmounts(lineIndexes.map((at) => getNet(remaining.lines[at] as InvoicedLine)));
    const limit = Math.max(0, roundToMinorUnit(net, remaining.digits));
    if (creditRequest.amount > limit) excesses.push({ index, member: 'amount', remaining: limit });
    for (const at of lineIndexes) {
      lines[at] = { ...(remaining.lines[at] as InvoicedLine), quantity: net };
      quantities[at] = creditRequest.amount === limit ? net : Math.min(creditRequest.amount, net);
    }
    lineCredits.set(creditRequest.lineIndex, 'amount');
  }
  if (excesses.length > 0) return excesses;
  const refunded = { ...NO_REFUND, quantities };
  return {
    credited: calculateCreditAmounts({ ...remaining, lines }, NO_REFUND, refunded),
    lineCredits,
  };
}

/**
 * The groups to credit one by one: parts that bear several taxes have one base for all of them, which is credited once.
 * @returns undefined if two groups share some of their parts only, or if their amounts differ
 */
export function findSeparateGroups(
  remaining: InvoicedAmounts,
  requestedCredits: readonly TaxGroupCreditInput[],
): TaxGroupCreditInput[] | undefined {
  const linesAndCharges = [
    ...remaining.lines.filter(hasRemainingValue),
    ...remaining.shipping,
    ...remaining.payment,
  ];
  const toBearerKey = (group: number): string =>
    linesAndCharges.flatMap(({ groups }, at) => (groups.includes(group) ? [at] : [])).join(' ');
  const separateGroups: TaxGroupCreditInput[] = [];
  for (const groupCredit of requestedCredits) {
    const overlappingGroups = separateGroups.filter(({ groupIndex }) =>
      linesAndCharges.some(
        ({ groups }) => groups.includes(groupIndex) && groups.includes(groupCredit.groupIndex),
      ),
    );
    const isSame = (other: TaxGroupCreditInput): boolean =>
      other.base === groupCredit.base &&
      toBearerKey(other.groupIndex) === toBearerKey(groupCredit.groupIndex);
    if (overlappingGroups.length === 0) separateGroups.push(groupCredit);
    else if (!overlappingGroups.every(isSame)) return undefined;
  }
  return separateGroups;
}

/**
 * Credits amounts before tax of tax groups: each is shared over what is left of the group's lines, shipping and
 * payment, by their net amounts. A part that bears other taxes as well is credited in their groups, too.
 * @param requestedCredits groups without common parts (`findSeparateGroups`)
 */
export function creditTaxGroups(
  remaining: InvoicedAmounts,
  orderLineCount: number,
  requestedCredits: readonly TaxGroupCreditInput[],
): InvoiceCredit | CreditExcess[] {
  const groups = sumTaxGroups(remaining);
  const excesses = requestedCredits.flatMap(({ groupIndex, base }, index): CreditExcess[] => {
    const remainingBase = Math.max(0, groups[groupIndex]?.base ?? 0);
    return base > remainingBase ? [{ index, member: 'base', remaining: remainingBase }] : [];
  });
  if (excesses.length > 0) return excesses;
  const lines = [...remaining.lines];
  const quantities = lines.map(() => 0);
  const charges = [...remaining.shipping, ...remaining.payment];
  const nets = charges.map(() => 0);
  const unit = getMinorUnitAmount(remaining.digits);
  for (const { groupIndex, base } of requestedCredits) {
    const groupBase = groups[groupIndex]?.base ?? 0;
    const bearsGroup = (one: { readonly groups: readonly number[] }) =>
      one.groups.includes(groupIndex);
    const chargeUnits = charges.map((charge) => (bearsGroup(charge) ? charge.net / unit : 0));
    const goodsUnits = Math.max(0, groupBase / unit - sumAmounts(chargeUnits));
    const apportionedUnits = apportionUnits(base / unit, [...chargeUnits, goodsUnits]);
    charges.forEach((charge, at) => {
      if (bearsGroup(charge)) nets[at] = (apportionedUnits[at] ?? 0) * unit;
    });
    const goodsAmount = (apportionedUnits.at(-1) ?? 0) * unit;
    const lineNets = lines.map((line) => (bearsGroup(line) ? Math.max(0, getNet(line)) : 0));
    const shares = base === groupBase ? lineNets : allocateToLines(goodsAmount, lineNets);
    lines.forEach((line, at) => {
      if (!bearsGroup(line)) return;
      const net = getNet(line);
      if (net > 0) lines[at] = { ...line, quantity: net };
      quantities[at] = base === groupBase ? (lines[at]?.quantity ?? 0) : (shares[at] ?? 0);
    });
  }
  const creditedCharges = charges.map((charge, at) =>
    scaleCharge(charge, nets[at] ?? 0, remaining.digits),
  );
  const refunded = {
    ...NO_REFUND,
    quantities,
    exactCharges: {
      shipping: creditedCharges.slice(0, remaining.shipping.length),
      payment: creditedCharges.slice(remaining.shipping.length),
    },
  };
  const lineCredits = new Map(
    quantities
      .slice(0, orderLineCount)
      .flatMap((amount, at): [number, LineCredit][] => (amount > 0 ? [[at, 'amount']] : [])),
  );
  return {
    credited: calculateCreditAmounts({ ...remaining, lines }, NO_REFUND, refunded),
    lineCredits,
  };
}

/** Allocates a credited amount to lines by their net amounts; to none where these are 0. */
function allocateToLines(
  creditedAmount: TenThousandths,
  lineNets: readonly TenThousandths[],
): TenThousandths[] {
  const lineNetTotal = sumAmounts(lineNets);
  if (lineNetTotal === 0) return [];
  // A partial credit leaves at least a ten-thousandth: crediting the lines completely would count as a full refund.
  const amount = Math.max(0, Math.min(creditedAmount, lineNetTotal - 1));
  return allocateAmount(amount, lineNets, { limits: lineNets });
}

/** A line, and those that only bear its part of a payment discount. */
function listLineIndexes(line: number, count: number, totalLineCount: number): number[] {
  const indexes: number[] = [];
  for (let at = line; at < totalLineCount; at += count) indexes.push(at);
  return indexes;
}

function getNet({ total, allocatedDiscount }: InvoicedLine): TenThousandths {
  return total - allocatedDiscount;
}
