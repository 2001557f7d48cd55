import {
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import type { DocumentTotals, TaxAmounts } from '../../totals';
import { sumGross } from './charges';
import type { InvoicedAmounts, LineSums } from './invoiced-amounts';
import type { InvoicedCharge } from './invoiced-lines-and-charges';

/** A line's part of a note, to four decimals. */
export interface CreditedLine {
  readonly total: TenThousandths;
  readonly allocatedDiscount: TenThousandths;
  /** In the order in which the line has them. */
  readonly discounts: readonly TenThousandths[];
  /** In the order in which the line has them. */
  readonly taxes: readonly TaxAmounts[];
  readonly totalTaxes: TenThousandths;
}

interface RefundSums {
  /** Net amount of the lines. */
  readonly net: TenThousandths;
  /** Taxes of the whole refund. */
  readonly totalTaxes: TenThousandths;
  /** Sums of the lines that were credited before. */
  readonly earlierCredits: LineSums | undefined;
}

/**
 * Calculates the totals of everything that was refunded so far. The sums of lines, their discounts and their taxes
 * include earlier credits, and are rounded once each. A credit note contains the difference of two such totals, so the
 * rounded totals of all notes add up.
 */
export function toCreditTotals(
  lines: readonly CreditedLine[],
  shipping: readonly InvoicedCharge[],
  payment: readonly InvoicedCharge[],
  digits: number,
  { net, totalTaxes, earlierCredits }: RefundSums,
): DocumentTotals {
  const roundSum = (...amounts: TenThousandths[]): TenThousandths =>
    roundToMinorUnit(sumAmounts(amounts), digits);
  const rows = sumAmounts([earlierCredits?.total ?? 0, ...lines.map(({ total }) => total)]);
  const basketDiscounts = sumAmounts([
    earlierCredits?.allocatedDiscount ?? 0,
    ...lines.map(({ allocatedDiscount }) => allocatedDiscount),
  ]);
  const discounts = sumAmounts([
    earlierCredits?.discounts ?? 0,
    ...lines.flatMap((line) => line.discounts),
  ]);
  const taxes = sumAmounts([
    earlierCredits?.totalTaxes ?? 0,
    ...lines.map((line) => line.totalTaxes),
  ]);
  const subtotalShippings = sumAmounts(shipping.map((one) => one.net));
  const subtotalPaymentSystem = sumAmounts(payment.map((one) => one.net));
  const subtotal = sumAmounts([net, subtotalShippings, subtotalPaymentSystem]);
  return {
    rounding: 0,
    subtotal,
    subtotalPaymentSystem,
    subtotalRows: roundSum(rows),
    subtotalShippings,
    total: sumAmounts([subtotal, totalTaxes]),
    totalBasketDiscounts: roundSum(basketDiscounts),
    totalDiscounts: roundSum(discounts, basketDiscounts),
    totalPaymentSystem: sumGross(payment),
    totalRows: roundSum(rows, taxes),
    totalRowsDiscounts: roundSum(discounts),
    totalShippingDiscounts: 0,
    totalShippings: sumGross(shipping),
    totalTaxes,
    totalVouchers: 0,
  };
}

/**
 * Adds the note's part of the invoice's rounding, in proportion to the credited goods. If the invoice has no priced
 * lines, the whole refund counts.
 */
export function addRounding(
  totals: DocumentTotals,
  { rounding, digits, goods, gross }: InvoicedAmounts,
  goodsGross: TenThousandths,
): DocumentTotals {
  if (rounding === 0 || gross === 0) return totals;
  const exactRounding =
    goods.gross > 0
      ? scaleAmount(rounding, goodsGross, goods.gross)
      : scaleAmount(rounding, totals.subtotal + totals.totalTaxes, gross);
  const noteRounding = roundToMinorUnit(exactRounding, digits);
  return { ...totals, rounding: noteRounding, total: sumAmounts([totals.total, noteRounding]) };
}

/**
 * Scales the supplied totals of an invoice, if there are any, to a refund. Each is multiplied by the refunded part of
 * its computed total, or of the computed `total` if its own is 0. The part of the supplied total that exceeds subtotal
 * and taxes is scaled separately. So a note adds up if its invoice does.
 */
export function scaleSuppliedTotals(
  totals: DocumentTotals,
  { suppliedTotals, computedTotals, digits }: InvoicedAmounts,
): DocumentTotals {
  if (!suppliedTotals) return totals;
  const scaleMember = (
    name: keyof typeof suppliedTotals,
    invoicedAmount = suppliedTotals[name],
  ): TenThousandths => {
    const baseMember = computedTotals[name] === 0 ? 'total' : name;
    return computedTotals[baseMember] === 0
      ? 0
      : roundToMinorUnit(
          scaleAmount(invoicedAmount, totals[baseMember], computedTotals[baseMember]),
          digits,
        );
  };
  const subtotal = scaleMember('subtotal');
  const totalTaxes = scaleMember('totalTaxes');
  const difference = scaleMember(
    'total',
    suppliedTotals.total - suppliedTotals.subtotal - suppliedTotals.totalTaxes,
  );
  return { ...totals, subtotal, totalTaxes, total: subtotal + totalTaxes + difference };
}
