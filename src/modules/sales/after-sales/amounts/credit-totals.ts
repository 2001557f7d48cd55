import {
  roundToMinorUnit,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import type { DocumentTotals, TaxAmounts } from '../../totals';
import { sumGross } from './charges';
import type { InvoicedAmounts, LineSums } from './invoiced-amounts';
import type { InvoicedCharge } from './invoiced-parts';

/** A line's part of a note, to four decimals. */
export interface CreditedLine {
  readonly total: TenThousandths;
  readonly share: TenThousandths;
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
  readonly before: LineSums | undefined;
}

/** Each member rounded once from its exact value, as an invoice's are. */
export function toCreditTotals(
  lines: readonly CreditedLine[],
  shipping: readonly InvoicedCharge[],
  payment: readonly InvoicedCharge[],
  digits: number,
  { net, totalTaxes, before }: RefundSums,
): DocumentTotals {
  const rounded = (...amounts: TenThousandths[]): TenThousandths =>
    roundToMinorUnit(sumAmounts(amounts), digits);
  const rows = sumAmounts([before?.total ?? 0, ...lines.map(({ total }) => total)]);
  const basket = sumAmounts([before?.share ?? 0, ...lines.map(({ share }) => share)]);
  const discounts = sumAmounts([
    before?.discounts ?? 0,
    ...lines.flatMap((line) => line.discounts),
  ]);
  const taxes = sumAmounts([before?.totalTaxes ?? 0, ...lines.map((line) => line.totalTaxes)]);
  const subtotalShippings = sumAmounts(shipping.map((one) => one.net));
  const subtotalPaymentSystem = sumAmounts(payment.map((one) => one.net));
  const subtotal = sumAmounts([net, subtotalShippings, subtotalPaymentSystem]);
  return {
    rounding: 0,
    subtotal,
    subtotalPaymentSystem,
    subtotalRows: rounded(rows),
    subtotalShippings,
    total: sumAmounts([subtotal, totalTaxes]),
    totalBasketDiscounts: rounded(basket),
    totalDiscounts: rounded(discounts, basket),
    totalPaymentSystem: sumGross(payment),
    totalRows: rounded(rows, taxes),
    totalRowsDiscounts: rounded(discounts),
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
export function withRounding(
  totals: DocumentTotals,
  { rounding, digits, goods, gross }: InvoicedAmounts,
  goodsGross: TenThousandths,
): DocumentTotals {
  if (rounding === 0 || gross === 0) return totals;
  const part =
    goods.gross > 0
      ? scaleAmount(rounding, goodsGross, goods.gross)
      : scaleAmount(rounding, totals.subtotal + totals.totalTaxes, gross);
  const own = roundToMinorUnit(part, digits);
  return { ...totals, rounding: own, total: sumAmounts([totals.total, own]) };
}

/**
 * If the invoice's totals were given, scales each by the part that `totals` has of the computed one. If that is 0, the
 * part of the total counts. The difference of the given total from subtotal and taxes is scaled by itself. So a note
 * adds up if its invoice does.
 */
export function scaleGivenTotals(
  totals: DocumentTotals,
  { suppliedTotals, computed, digits }: InvoicedAmounts,
): DocumentTotals {
  if (!suppliedTotals) return totals;
  const part = (
    name: keyof typeof suppliedTotals,
    whole = suppliedTotals[name],
  ): TenThousandths => {
    const by = computed[name] === 0 ? 'total' : name;
    return computed[by] === 0
      ? 0
      : roundToMinorUnit(scaleAmount(whole, totals[by], computed[by]), digits);
  };
  const subtotal = part('subtotal');
  const totalTaxes = part('totalTaxes');
  const difference = part(
    'total',
    suppliedTotals.total - suppliedTotals.subtotal - suppliedTotals.totalTaxes,
  );
  return { ...totals, subtotal, totalTaxes, total: subtotal + totalTaxes + difference };
}
