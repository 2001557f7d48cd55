import {
  calculateRoundedTax,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import type { CreditedLine } from './credit-totals';
import type { InvoicedAmounts } from './invoiced-amounts';
import type { InvoicedLine } from './invoiced-lines-and-charges';

/** The refunded part of a tax group, in minor units. */
export interface GroupRefund {
  readonly base: TenThousandths;
  readonly discount: TenThousandths;
  readonly taxPrice: TenThousandths;
  readonly rePrice: TenThousandths;
}

/** The refund of the lines of a group: rounded from the exact base; the last refund completes the invoiced amount. */
export function calculateGroupRefund(
  invoiced: InvoicedAmounts,
  creditedLines: readonly CreditedLine[],
  group: number,
): GroupRefund {
  const { digits, goods, earlierCredits } = invoiced;
  const invoicedAmounts = goods.groups[group] as Omit<GroupRefund, 'discount'>;
  const { rate = 0, reRate = 0 } = invoiced.groups[group] ?? {};
  const isInGroup = ({ groups }: InvoicedLine): boolean => groups.includes(group);
  const { exact, refundedDiscount, net, isFull } = calculateRefundedNet(
    invoiced,
    creditedLines,
    invoicedAmounts.base,
    isInGroup,
  );
  return {
    base: net,
    discount: roundToMinorUnit(
      sumAmounts([refundedDiscount, earlierCredits?.groupAllocatedDiscounts[group] ?? 0]),
      digits,
    ),
    taxPrice: clampToInvoiced(
      calculateRoundedTax(exact, rate, digits),
      invoicedAmounts.taxPrice,
      isFull,
    ),
    rePrice: clampToInvoiced(
      calculateRoundedTax(exact, reRate, digits),
      invoicedAmounts.rePrice,
      isFull,
    ),
  };
}

/**
 * Returns the refunded net amount of the included lines, which were invoiced at `invoicedNet`. The refund is full once
 * the lines have no value left, because a later credit note would have no line for the rest.
 */
export function calculateRefundedNet(
  { digits, lines }: InvoicedAmounts,
  creditedLines: readonly CreditedLine[],
  invoicedNet: TenThousandths,
  isIncluded: (line: InvoicedLine) => boolean,
): {
  exact: TenThousandths;
  refundedDiscount: TenThousandths;
  net: TenThousandths;
  isFull: boolean;
} {
  const includedLines = creditedLines.filter((_, at) => isIncluded(lines[at] as InvoicedLine));
  const refundedDiscount = sumAmounts(includedLines.map((line) => line.allocatedDiscount));
  const exact = sumAmounts([-refundedDiscount, ...includedLines.map((line) => line.total)]);
  const remainingAmounts = lines.filter(isIncluded).map(({ total, allocatedDiscount }, at) => {
    const line = includedLines[at] as CreditedLine;
    return sumAmounts([total, -allocatedDiscount, line.allocatedDiscount, -line.total]);
  });
  const net = clampToInvoiced(roundToMinorUnit(exact, digits), invoicedNet, false);
  // If only payment discounts are left, no remaining amount is positive.
  const isFull =
    remainingAmounts.every((amount) => amount === 0) ||
    (net <= invoicedNet && remainingAmounts.every((amount) => amount <= 0));
  return { exact, refundedDiscount, net: isFull ? invoicedNet : net, isFull };
}

/**
 * Limits a credited amount to the invoiced one; a full credit has exactly that. A negative invoiced amount is no limit:
 * it is lines and a larger negative payment price. That price may be credited before the lines.
 */
function clampToInvoiced(
  amount: TenThousandths,
  invoicedAmount: TenThousandths,
  isFull: boolean,
): TenThousandths {
  if (isFull) return invoicedAmount;
  return invoicedAmount < 0 ? amount : Math.min(amount, invoicedAmount);
}
