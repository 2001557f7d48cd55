import {
  apportionUnits,
  getMinorUnitAmount,
  type TenThousandths,
  type Thousandths,
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
} from '../../../../core/money';
import { type DocumentTotals, type TaxAmounts, toTaxAmounts } from '../../totals';
import { sumGross } from './charges';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedCharge, InvoicedLine } from './invoiced-lines-and-charges';
import { combineTotals } from './combine-totals';
import {
  scaleSuppliedTotals,
  type CreditedLine,
  toCreditTotals,
  addRounding,
} from './credit-totals';
import { calculateGroupRefund, calculateRefundedNet, type GroupRefund } from './group-refunds';

/** How much of an invoice was given back so far. */
export interface RefundedAmounts {
  /** Thousandths of each line. */
  readonly quantities: readonly Thousandths[];
  /** The refunded part of shipping and of the payment's price, gross. */
  readonly shipping: TenThousandths;
  readonly payment: TenThousandths;
  /** Replaces both amounts: the refunded parts, in the order of the invoice's charges. */
  readonly exactCharges?: Readonly<Record<'shipping' | 'payment', readonly InvoicedCharge[]>>;
}

/** The refunded part of shipping or of the payment's price, by its taxes. */
export interface CreditedCharge {
  /** Places of the groups among those of the invoice. */
  readonly groups: readonly number[];
  readonly net: TenThousandths;
}

/** The amounts of a credit note. They are negative only where a group of the invoice is. */
export interface CreditAmounts {
  /** In the order of the invoice's lines; all 0 where nothing of a line is given back. */
  readonly lines: readonly CreditedLine[];
  /** Groups of which something is given back, with their places among those of the invoice; in minor units. */
  readonly taxes: readonly { readonly group: number; readonly amounts: TaxAmounts }[];
  readonly shipping: readonly CreditedCharge[];
  readonly payment: readonly CreditedCharge[];
  /** Without vouchers, which are no part of a note's amounts. */
  readonly totals: DocumentTotals;
}

interface CumulativeRefund {
  readonly lines: readonly CreditedLine[];
  readonly groups: readonly GroupRefund[];
  readonly shipping: readonly CreditedCharge[];
  readonly payment: readonly CreditedCharge[];
  readonly totals: DocumentTotals;
}

/**
 * Computes the amounts of the next credit note (specification, Generation, Credit note). Every figure is a function
 * of how much was given back so far, rounded like the figures of the invoice. A note contains the differences between
 * the figures after and before it. So the notes of an invoice always add up to its figures, in any order and number.
 * @throws RangeError when more is given back than was bought
 */
export function calculateCreditAmounts(
  invoiced: InvoicedAmounts,
  refundedBefore: RefundedAmounts,
  refundedAfter: RefundedAmounts,
): CreditAmounts {
  const cumulativeBefore = calculateCumulativeRefund(invoiced, refundedBefore);
  const cumulativeAfter = calculateCumulativeRefund(invoiced, refundedAfter);
  const subtractCharges = (one: readonly CreditedCharge[], other: readonly CreditedCharge[]) =>
    one.flatMap(({ groups, net }, at): CreditedCharge[] => {
      const difference = net - (other[at]?.net ?? 0);
      return difference === 0 ? [] : [{ groups, net: difference }];
    });
  const returnedLines = invoiced.lines.filter(
    (_, at) => (refundedAfter.quantities[at] ?? 0) > (refundedBefore.quantities[at] ?? 0),
  );
  const shownGroups = new Set(returnedLines.flatMap(({ groups }) => groups));
  // A note without lines shows no sums of lines.
  const earlierCredits = returnedLines.length > 0 ? invoiced.earlierCredits : undefined;
  return {
    lines: cumulativeAfter.lines.map((line, at) =>
      subtractLines(cumulativeBefore.lines[at] as CreditedLine, line),
    ),
    taxes: invoiced.groups.flatMap((tax, group) => {
      const earlierRefund = cumulativeBefore.groups[group] as GroupRefund;
      const discount = shownGroups.has(group)
        ? earlierCredits?.displayedGroupDiscounts[group]
        : undefined;
      const groupBefore = discount === undefined ? earlierRefund : { ...earlierRefund, discount };
      const groupAfter = cumulativeAfter.groups[group] as GroupRefund;
      const amounts = subtractGroups(tax, groupBefore, groupAfter);
      const isCredited = shownGroups.has(group) || amounts.base !== 0 || amounts.totalPrice !== 0;
      return isCredited ? [{ group, amounts }] : [];
    }),
    shipping: subtractCharges(cumulativeAfter.shipping, cumulativeBefore.shipping),
    payment: subtractCharges(cumulativeAfter.payment, cumulativeBefore.payment),
    totals: combineTotals(
      cumulativeAfter.totals,
      { ...cumulativeBefore.totals, ...earlierCredits?.displayedSums },
      (a, b) => a - b,
    ),
  };
}

/** Computes the totals of everything that was invoiced, without regard to supplied totals. */
export function calculateInvoicedTotals(invoiced: InvoicedAmounts): DocumentTotals {
  return calculateCumulativeRefund(
    { ...invoiced, suppliedTotals: undefined },
    toFullRefund(invoiced),
  ).totals;
}

/** Returns the amounts of a refund of everything that was invoiced. */
export function toFullRefund({ lines, shipping, payment }: InvoicedAmounts): RefundedAmounts {
  return {
    quantities: lines.map(({ quantity }) => quantity),
    shipping: sumGross(shipping),
    payment: sumGross(payment),
  };
}

/** The amounts of an invoice of which nothing was refunded. */
export const NO_REFUND: RefundedAmounts = { quantities: [], shipping: 0, payment: 0 };

function listWeights({ net, taxes }: InvoicedCharge): TenThousandths[] {
  return [net, ...taxes.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice])];
}

function calculateCumulativeRefund(
  invoiced: InvoicedAmounts,
  refunded: RefundedAmounts,
): CumulativeRefund {
  const { digits, lines, displayedCharges } = invoiced;
  const creditedLines = lines.map((line, at) =>
    calculateCreditedLine(line, refunded.quantities[at] ?? 0),
  );
  const [shipping, payment] = (['shipping', 'payment'] as const).map(
    (name) =>
      refunded.exactCharges?.[name] ??
      refundCharges(invoiced[name], refunded[name], digits, displayedCharges[name]),
  ) as [InvoicedCharge[], InvoicedCharge[]];
  const charges = [...shipping, ...payment];
  const goodsRefunds = invoiced.groups.map((_, group) =>
    calculateGroupRefund(invoiced, creditedLines, group),
  );
  const isUntaxed = (line: InvoicedLine): boolean => line.groups.length === 0;
  const untaxed = calculateRefundedNet(
    invoiced,
    creditedLines,
    invoiced.goods.untaxedBase,
    isUntaxed,
  ).net;
  const groups = goodsRefunds.map((one, group) =>
    charges
      .filter((charge) => charge.groups.includes(group))
      .reduce((sum, { net, taxes }) => {
        const chargeTax = taxes.find((tax) => tax.group === group);
        return {
          ...sum,
          base: sum.base + net,
          taxPrice: sum.taxPrice + (chargeTax?.taxPrice ?? 0),
          rePrice: sum.rePrice + (chargeTax?.rePrice ?? 0),
        };
      }, one),
  );
  const net = invoiced.hasMultiTaxedParts
    ? calculateRefundedNet(invoiced, creditedLines, invoiced.goods.subtotal, () => true).net
    : sumAmounts([untaxed, ...goodsRefunds.map(({ base }) => base)]);
  const goodsTaxes = sumAmounts(
    goodsRefunds.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]),
  );
  const totals = toCreditTotals(creditedLines, shipping, payment, digits, {
    net,
    totalTaxes: sumAmounts(groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice])),
    earlierCredits: invoiced.earlierCredits,
  });
  return {
    lines: creditedLines,
    groups,
    shipping,
    payment,
    totals: invoiced.suppliedTotals
      ? scaleSuppliedTotals(totals, invoiced)
      : addRounding(totals, invoiced, net + goodsTaxes),
  };
}

/** Returns the refunded amounts of a line, once `quantity` of it was given back. */
function calculateCreditedLine(line: InvoicedLine, quantity: Thousandths): CreditedLine {
  if (quantity > line.quantity) throw new RangeError('more is given back than was bought');
  const scaleToQuantity = (amount: TenThousandths): TenThousandths =>
    quantity === 0 ? 0 : scaleAmount(amount, quantity, line.quantity);
  const total = scaleToQuantity(line.total);
  const allocatedDiscount = calculateRefundedDiscount(line, quantity, total);
  const taxes = line.taxes.map((tax) =>
    toTaxAmounts(
      tax,
      total,
      allocatedDiscount,
      scaleToQuantity(tax.taxPrice),
      scaleToQuantity(tax.rePrice),
    ),
  );
  const totalTaxes = sumAmounts(taxes.map(({ totalPrice }) => totalPrice));
  return {
    total,
    allocatedDiscount,
    discounts: line.discounts.map(scaleToQuantity),
    taxes,
    totalTaxes,
  };
}

/**
 * Returns the refunded part of the allocated discount, in proportion to the quantity. If a thousandth of the quantity
 * is worth less than a ten-thousandth, the part is in proportion to the refunded total. Otherwise, separate roundings
 * could lower the base while more is given back.
 */
function calculateRefundedDiscount(
  line: InvoicedLine,
  quantity: Thousandths,
  total: TenThousandths,
): TenThousandths {
  if (line.allocatedDiscount === 0 || quantity === 0) return 0;
  // An amount is credited (`quantity` is the net amount of the line), so the refunded net amount is exactly that.
  if (line.quantity === line.total - line.allocatedDiscount) return total - quantity;
  const followsTotal = line.total > 0 && line.total - line.allocatedDiscount < line.quantity;
  return followsTotal
    ? scaleAmount(total, line.allocatedDiscount, line.total)
    : scaleAmount(line.allocatedDiscount, quantity, line.quantity);
}

/**
 * Returns the refunded parts of shipping or of the payment's price, at most what was invoiced.
 * @param gross the refunded amount, with tax
 * @param fullAmount amounts from this one on give back everything
 */
export function refundCharges(
  charges: readonly InvoicedCharge[],
  gross: TenThousandths,
  digits: number,
  fullAmount: TenThousandths = Infinity,
): InvoicedCharge[] {
  const unit = getMinorUnitAmount(digits);
  const grossTotal = sumGross(charges);
  const isFull = gross > 0 && gross >= fullAmount;
  const units =
    (isFull ? grossTotal : Math.min(roundToMinorUnit(gross, digits), grossTotal)) / unit;
  const weights = charges.flatMap(listWeights).map((amount) => amount / unit);
  const amounts = apportionUnits(units, weights).map((amount) => amount * unit);
  let next = 0;
  const takeNextAmount = (): TenThousandths => amounts[next++] ?? 0;
  return charges.map(({ groups, taxes }) => ({
    groups,
    net: takeNextAmount(),
    taxes: taxes.map(({ group }) => ({
      group,
      taxPrice: takeNextAmount(),
      rePrice: takeNextAmount(),
    })),
  }));
}

function subtractLines(before: CreditedLine, now: CreditedLine): CreditedLine {
  return {
    total: now.total - before.total,
    allocatedDiscount: now.allocatedDiscount - before.allocatedDiscount,
    discounts: now.discounts.map((amount, at) => amount - (before.discounts[at] ?? 0)),
    taxes: now.taxes.map((tax, at) => subtractTaxes(before.taxes[at] as TaxAmounts, tax)),
    totalTaxes: now.totalTaxes - before.totalTaxes,
  };
}

function subtractTaxes(before: TaxAmounts, now: TaxAmounts): TaxAmounts {
  return toTaxAmounts(
    now,
    now.baseWithoutDiscounts - before.baseWithoutDiscounts,
    now.discount - before.discount,
    now.taxPrice - before.taxPrice,
    now.rePrice - before.rePrice,
  );
}

function subtractGroups(
  tax: Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>,
  before: GroupRefund,
  now: GroupRefund,
): TaxAmounts {
  const discount = now.discount - before.discount;
  return toTaxAmounts(
    tax,
    now.base - before.base + discount,
    discount,
    now.taxPrice - before.taxPrice,
    now.rePrice - before.rePrice,
  );
}
