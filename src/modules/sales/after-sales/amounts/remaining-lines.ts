import {
  scaleAmount,
  allocateAmount,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import { listLeafRows } from '../../documents';
import type { GroupAmounts } from './charges';
import type { CreditNoteAmounts } from './credit-note-amounts';
import type { InvoicedAmounts, LineSums } from './invoiced-amounts';
import type { InvoicedLine } from './invoiced-lines-and-charges';
import type { CopySourceRow } from '../../documents/copies/copy-source';

type CreditedRow = CreditNoteAmounts['rows'][number];

export function sumCreditedLines(
  { lines, groups }: InvoicedAmounts,
  remainingLines: readonly InvoicedLine[],
): LineSums {
  const sumCredited = (
    amount: (line: InvoicedLine) => TenThousandths,
    isIncluded = (_: InvoicedLine) => true,
  ) =>
    sumAmounts([
      ...lines.filter(isIncluded).map(amount),
      ...remainingLines.filter(isIncluded).map((line) => -amount(line)),
    ]);
  return {
    total: sumCredited(({ total }) => total),
    allocatedDiscount: sumCredited(({ allocatedDiscount }) => allocatedDiscount),
    discounts: sumCredited(({ discounts }) => sumAmounts(discounts)),
    totalTaxes: sumCredited(({ taxes }) =>
      sumAmounts(taxes.flatMap((tax) => [tax.taxPrice, tax.rePrice])),
    ),
    groupAllocatedDiscounts: groups.map((_, groupIndex) =>
      sumCredited(
        ({ allocatedDiscount }) => allocatedDiscount,
        (line) => line.groups.includes(groupIndex),
      ),
    ),
  };
}

/** Whether anything of a line's value is left. */
export function hasRemainingValue({ total, allocatedDiscount }: InvoicedLine): boolean {
  return total !== allocatedDiscount;
}

/**
 * Gives a quantity to lines that only have a value, so that a refund of everything includes them. The goods of such a
 * line were returned without a refund, because its amount had been credited. Later, that credit was annulled.
 */
export function assignMissingQuantities(lines: readonly InvoicedLine[]): InvoicedLine[] {
  return lines.map((line) =>
    line.quantity === 0 && hasRemainingValue(line) ? { ...line, quantity: 1 } : line,
  );
}

export function calculateRemainingLines(
  lines: readonly InvoicedLine[],
  rows: readonly CopySourceRow[],
  creditNotes: readonly CreditNoteAmounts[],
): InvoicedLine[] {
  const creditedRowsByHash = new Map<string, CreditedRow[]>();
  for (const row of creditNotes.flatMap((note) => listLeafRows(note.rows))) {
    creditedRowsByHash.set(row.hash, [...(creditedRowsByHash.get(row.hash) ?? []), row]);
  }
  return rows.map((row, index) =>
    toRemainingLine(lines[index] as InvoicedLine, creditedRowsByHash.get(row.hash) ?? []),
  );
}

function toRemainingLine(line: InvoicedLine, creditedRows: readonly CreditedRow[]): InvoicedLine {
  const sumCredited = (amount: (row: CreditedRow) => number | undefined): number =>
    sumAmounts(creditedRows.map((row) => amount(row) ?? 0));
  return {
    ...line,
    quantity: line.quantity - sumCredited(({ byAmount, quantity }) => (byAmount ? 0 : quantity)),
    total: line.total - sumCredited(({ total }) => total),
    allocatedDiscount: line.allocatedDiscount - sumCredited(({ share }) => share),
    discounts: line.discounts.map(
      (amount, index) => amount - sumCredited((row) => row.discounts?.[index]?.amount),
    ),
    taxes: line.taxes.map((tax, index) => ({
      ...tax,
      taxPrice: tax.taxPrice - sumCredited((row) => row.taxes?.[index]?.taxPrice),
      rePrice: tax.rePrice - sumCredited((row) => row.taxes?.[index]?.rePrice),
    })),
  };
}

/**
 * Returns what is left of lines that only bear a payment discount. It is the amount by which the lines of their
 * tax group are worth more than what is left of the group.
 */
export function calculateRemainingPaymentDiscounts(
  paymentDiscounts: readonly InvoicedLine[],
  lines: readonly InvoicedLine[],
  groups: readonly GroupAmounts[],
  untaxedBase: TenThousandths,
): InvoicedLine[] {
  const [first] = paymentDiscounts;
  if (!first) return [];
  const [groupIndex] = first.groups;
  const base = groupIndex === undefined ? untaxedBase : (groups[groupIndex]?.base ?? 0);
  const linesOfGroup = lines.filter((line) =>
    groupIndex === undefined ? line.groups.length === 0 : line.groups.includes(groupIndex),
  );
  const groupValue = sumAmounts(
    linesOfGroup.flatMap(({ total, allocatedDiscount }) => [total, -allocatedDiscount]),
  );
  const remainingDiscounts = allocateAmount(
    Math.max(0, groupValue - base),
    paymentDiscounts.map((line) => line.allocatedDiscount),
  );
  return paymentDiscounts.map((line, index): InvoicedLine => {
    const remainingDiscount = remainingDiscounts[index] ?? 0;
    const scaleToRemaining = (amount: TenThousandths) =>
      remainingDiscount === 0 ? 0 : scaleAmount(amount, remainingDiscount, line.allocatedDiscount);
    const { quantity } = lines[index % lines.length] as InvoicedLine;
    return {
      ...line,
      quantity: remainingDiscount === 0 ? quantity : Math.max(1, quantity),
      allocatedDiscount: remainingDiscount,
      taxes: line.taxes.map((tax) => ({
        ...tax,
        taxPrice: scaleToRemaining(tax.taxPrice),
        rePrice: scaleToRemaining(tax.rePrice),
      })),
    };
  });
}
