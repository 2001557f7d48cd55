import {
  apportionUnits,
  minorUnitSize,
  type TenThousandths,
  type Thousandths,
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  calculateRoundedTax,
} from '../../../../core/money';
import { type DocumentTotals, type TaxAmounts, toTaxAmounts } from '../../totals';
import { sumGross } from './charges';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedCharge, InvoicedLine } from './invoiced-parts';
import { combineTotals } from './combine-totals';
import { scaleGivenTotals, type CreditedLine, toCreditTotals, withRounding } from './credit-totals';

/** How much of an invoice was given back so far. */
export interface RefundedAmounts {
  /** Thousandths of each line. */
  readonly quantities: readonly Thousandths[];
  /** The refunded part of shipping and of the payment's price, gross. */
  readonly shipping: TenThousandths;
  readonly payment: TenThousandths;
  /** In place of both: their refunded parts, in the order of the invoice's. */
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

/** The refunded part of a tax group, in minor units. */
interface GroupRefund {
  readonly base: TenThousandths;
  readonly discount: TenThousandths;
  readonly taxPrice: TenThousandths;
  readonly rePrice: TenThousandths;
}

interface RefundState {
  readonly lines: readonly CreditedLine[];
  readonly groups: readonly GroupRefund[];
  readonly shipping: readonly CreditedCharge[];
  readonly payment: readonly CreditedCharge[];
  readonly totals: DocumentTotals;
}

/**
 * Computes the amounts of the next credit note (specification, Generation, Credit note). Every figure is a function
 * of how much was given back so far, rounded as the invoice's own. A note has the difference that it makes. So
 * however an invoice is split into notes, and in whichever order these are made, together they give exactly its
 * figures.
 * @throws RangeError when more is given back than was bought
 */
export function calculateCreditAmounts(
  invoiced: InvoicedAmounts,
  before: RefundedAmounts,
  after: RefundedAmounts,
): CreditAmounts {
  const earlier = calculateRefundState(invoiced, before);
  const now = calculateRefundState(invoiced, after);
  const subtractCharges = (one: readonly CreditedCharge[], other: readonly CreditedCharge[]) =>
    one.flatMap(({ groups, net }, at): CreditedCharge[] => {
      const difference = net - (other[at]?.net ?? 0);
      return difference === 0 ? [] : [{ groups, net: difference }];
    });
  const returned = invoiced.lines.filter(
    (_, at) => (after.quantities[at] ?? 0) > (before.quantities[at] ?? 0),
  );
  const shown = new Set(returned.flatMap(({ groups }) => groups));
  // A note without lines shows no sums of lines.
  const credited = returned.length > 0 ? invoiced.earlierCredits : undefined;
  return {
    lines: now.lines.map((line, at) => lineDifference(earlier.lines[at] as CreditedLine, line)),
    taxes: invoiced.groups.flatMap((tax, group) => {
      const exact = earlier.groups[group] as GroupRefund;
      const discount = shown.has(group) ? credited?.shownDiscounts[group] : undefined;
      const one = discount === undefined ? exact : { ...exact, discount };
      const other = now.groups[group] as GroupRefund;
      const amounts = groupDifference(tax, one, other);
      const isGiven = shown.has(group) || amounts.base !== 0 || amounts.totalPrice !== 0;
      return isGiven ? [{ group, amounts }] : [];
    }),
    shipping: subtractCharges(now.shipping, earlier.shipping),
    payment: subtractCharges(now.payment, earlier.payment),
    totals: combineTotals(
      now.totals,
      { ...earlier.totals, ...credited?.displayedSums },
      (a, b) => a - b,
    ),
  };
}

/** The totals of everything that was invoiced, before those that were given. */
export function calculateInvoicedTotals(invoiced: InvoicedAmounts): DocumentTotals {
  return calculateRefundState({ ...invoiced, suppliedTotals: undefined }, toFullRefund(invoiced))
    .totals;
}

/** Everything that was invoiced. */
export function toFullRefund({ lines, shipping, payment }: InvoicedAmounts): RefundedAmounts {
  return {
    quantities: lines.map(({ quantity }) => quantity),
    shipping: sumGross(shipping),
    payment: sumGross(payment),
  };
}

/** Nothing of it. */
export const NO_REFUND: RefundedAmounts = { quantities: [], shipping: 0, payment: 0 };

function weightsOf({ net, taxes }: InvoicedCharge): TenThousandths[] {
  return [net, ...taxes.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice])];
}

function calculateRefundState(invoiced: InvoicedAmounts, given: RefundedAmounts): RefundState {
  const { digits, lines, displayedCharges } = invoiced;
  const credited = lines.map((line, at) => calculateCreditedLine(line, given.quantities[at] ?? 0));
  const [shipping, payment] = (['shipping', 'payment'] as const).map(
    (name) =>
      given.exactCharges?.[name] ??
      refundCharges(invoiced[name], given[name], digits, displayedCharges[name]),
  ) as [InvoicedCharge[], InvoicedCharge[]];
  const charges = [...shipping, ...payment];
  const goods = invoiced.groups.map((_, group) => calculateGroupRefund(invoiced, credited, group));
  const isUntaxed = (line: InvoicedLine): boolean => line.groups.length === 0;
  const untaxed = calculateRefundedNet(invoiced, credited, invoiced.goods.untaxed, isUntaxed).net;
  const groups = goods.map((one, group) =>
    charges
      .filter((charge) => charge.groups.includes(group))
      .reduce((all, { net, taxes }) => {
        const own = taxes.find((tax) => tax.group === group);
        return {
          ...all,
          base: all.base + net,
          taxPrice: all.taxPrice + (own?.taxPrice ?? 0),
          rePrice: all.rePrice + (own?.rePrice ?? 0),
        };
      }, one),
  );
  const net = invoiced.hasMultiTaxedParts
    ? calculateRefundedNet(invoiced, credited, invoiced.goods.subtotal, () => true).net
    : sumAmounts([untaxed, ...goods.map(({ base }) => base)]);
  const goodsTaxes = sumAmounts(goods.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]));
  const totals = toCreditTotals(credited, shipping, payment, digits, {
    net,
    totalTaxes: sumAmounts(groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice])),
    before: invoiced.earlierCredits,
  });
  return {
    lines: credited,
    groups,
    shipping,
    payment,
    totals: invoiced.suppliedTotals
      ? scaleGivenTotals(totals, invoiced)
      : withRounding(totals, invoiced, net + goodsTaxes),
  };
}

/** Returns the refunded amounts of a line, once `quantity` of it was given back. */
function calculateCreditedLine(line: InvoicedLine, quantity: Thousandths): CreditedLine {
  if (quantity > line.quantity) throw new RangeError('more is given back than was bought');
  const part = (amount: TenThousandths): TenThousandths =>
    quantity === 0 ? 0 : scaleAmount(amount, quantity, line.quantity);
  const total = part(line.total);
  const share = calculateRefundedShare(line, quantity, total);
  const taxes = line.taxes.map((tax) =>
    toTaxAmounts(tax, total, share, part(tax.taxPrice), part(tax.rePrice)),
  );
  const totalTaxes = sumAmounts(taxes.map(({ totalPrice }) => totalPrice));
  return { total, share, discounts: line.discounts.map(part), taxes, totalTaxes };
}

/**
 * Returns the share in proportion to the quantity. If a thousandth of the quantity is worth less than a
 * ten-thousandth, it follows the total. Rounding total and share separately could make a base that falls while more
 * is given back.
 */
function calculateRefundedShare(
  line: InvoicedLine,
  quantity: Thousandths,
  total: TenThousandths,
): TenThousandths {
  if (line.allocatedDiscount === 0 || quantity === 0) return 0;
  // The net amount is what was asked for, exactly.
  if (line.quantity === line.total - line.allocatedDiscount) return total - quantity;
  const isFine = line.total > 0 && line.total - line.allocatedDiscount < line.quantity;
  return isFine
    ? scaleAmount(total, line.allocatedDiscount, line.total)
    : scaleAmount(line.allocatedDiscount, quantity, line.quantity);
}

/**
 * Shipping or the payment's price, of which `gross` was given back with tax: at most what was invoiced.
 * @param whole an amount that gives back everything
 */
export function refundCharges(
  parts: readonly InvoicedCharge[],
  gross: TenThousandths,
  digits: number,
  whole: TenThousandths = Infinity,
): InvoicedCharge[] {
  const unit = minorUnitSize(digits);
  const all = sumGross(parts);
  const isAll = gross > 0 && gross >= whole;
  const units = (isAll ? all : Math.min(roundToMinorUnit(gross, digits), all)) / unit;
  const weights = parts.flatMap(weightsOf).map((amount) => amount / unit);
  const amounts = apportionUnits(units, weights).map((amount) => amount * unit);
  let next = 0;
  const take = (): TenThousandths => amounts[next++] ?? 0;
  return parts.map(({ groups, taxes }) => ({
    groups,
    net: take(),
    taxes: taxes.map(({ group }) => ({ group, taxPrice: take(), rePrice: take() })),
  }));
}

/** The refund of the lines of a group: rounded from the exact base; the last refund completes the invoiced amount. */
function calculateGroupRefund(
  invoiced: InvoicedAmounts,
  credited: readonly CreditedLine[],
  group: number,
): GroupRefund {
  const { digits, goods, earlierCredits } = invoiced;
  const whole = goods.groups[group] as Omit<GroupRefund, 'discount'>;
  const { rate = 0, reRate = 0 } = invoiced.groups[group] ?? {};
  const isInGroup = ({ groups }: InvoicedLine): boolean => groups.includes(group);
  const { exact, share, net, isFull } = calculateRefundedNet(
    invoiced,
    credited,
    whole.base,
    isInGroup,
  );
  return {
    base: net,
    discount: roundToMinorUnit(
      sumAmounts([share, earlierCredits?.groupShares[group] ?? 0]),
      digits,
    ),
    taxPrice: clampToWhole(calculateRoundedTax(exact, rate, digits), whole.taxPrice, isFull),
    rePrice: clampToWhole(calculateRoundedTax(exact, reRate, digits), whole.rePrice, isFull),
  };
}

/**
 * The refunded net amount of the lines that are meant, which were invoiced at `whole`. The refund is full once nothing
 * of a value is left of them: a later one would have nothing to show the rest with.
 */
function calculateRefundedNet(
  { digits, lines }: InvoicedAmounts,
  credited: readonly CreditedLine[],
  whole: TenThousandths,
  isIncluded: (line: InvoicedLine) => boolean,
): { exact: TenThousandths; share: TenThousandths; net: TenThousandths; isFull: boolean } {
  const own = credited.filter((_, at) => isIncluded(lines[at] as InvoicedLine));
  const share = sumAmounts(own.map((line) => line.share));
  const exact = sumAmounts([-share, ...own.map((line) => line.total)]);
  const left = lines.filter(isIncluded).map(({ total, allocatedDiscount: part }, at) => {
    const line = own[at] as CreditedLine;
    return sumAmounts([total, -part, line.share, -line.total]);
  });
  const net = clampToWhole(roundToMinorUnit(exact, digits), whole, false);
  // Payment discounts that are left alone make a negative base, and are known by it.
  const isFull =
    left.every((amount) => amount === 0) || (net <= whole && left.every((amount) => amount <= 0));
  return { exact, share, net: isFull ? whole : net, isFull };
}

/**
 * Limits a credited amount to the invoiced one; a full credit has exactly that. A negative invoiced amount is no limit:
 * it is lines and a larger negative payment price. That price may be credited before the lines.
 */
function clampToWhole(
  amount: TenThousandths,
  whole: TenThousandths,
  isFull: boolean,
): TenThousandths {
  if (isFull) return whole;
  return whole < 0 ? amount : Math.min(amount, whole);
}

function lineDifference(before: CreditedLine, now: CreditedLine): CreditedLine {
  return {
    total: now.total - before.total,
    share: now.share - before.share,
    discounts: now.discounts.map((amount, at) => amount - (before.discounts[at] ?? 0)),
    taxes: now.taxes.map((tax, at) => taxDifference(before.taxes[at] as TaxAmounts, tax)),
    totalTaxes: now.totalTaxes - before.totalTaxes,
  };
}

function taxDifference(before: TaxAmounts, now: TaxAmounts): TaxAmounts {
  return toTaxAmounts(
    now,
    now.baseWithoutDiscounts - before.baseWithoutDiscounts,
    now.discount - before.discount,
    now.taxPrice - before.taxPrice,
    now.rePrice - before.rePrice,
  );
}

function groupDifference(
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
