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
import type { InvoicedLine } from './invoiced-parts';
import type { CopySourceRow } from '../../documents/copies/copy-source';

type CreditedRow = CreditNoteAmounts['rows'][number];

export function sumCreditedLines(
  { lines, groups }: InvoicedAmounts,
  left: readonly InvoicedLine[],
): LineSums {
  const of = (
    amount: (line: InvoicedLine) => TenThousandths,
    isIncluded = (_: InvoicedLine) => true,
  ) =>
    sumAmounts([
      ...lines.filter(isIncluded).map(amount),
      ...left.filter(isIncluded).map((line) => -amount(line)),
    ]);
  return {
    total: of(({ total }) => total),
    share: of(({ allocatedDiscount }) => allocatedDiscount),
    discounts: of(({ discounts }) => sumAmounts(discounts)),
    totalTaxes: of(({ taxes }) => sumAmounts(taxes.flatMap((tax) => [tax.taxPrice, tax.rePrice]))),
    groupShares: groups.map((_, place) =>
      of(
        ({ allocatedDiscount }) => allocatedDiscount,
        (line) => line.groups.includes(place),
      ),
    ),
  };
}

/** Whether anything of a line's value is left. */
export function hasRemainingValue({ total, allocatedDiscount }: InvoicedLine): boolean {
  return total !== allocatedDiscount;
}

/**
 * Gives a quantity to lines that have a value only, so that a refund of everything includes them. Such a line came back
 * for nothing, because its amount had been credited, and that credit was annulled.
 */
export function assignMissingQuantities(lines: readonly InvoicedLine[]): InvoicedLine[] {
  return lines.map((line) =>
    line.quantity === 0 && hasRemainingValue(line) ? { ...line, quantity: 1 } : line,
  );
}

export function calculateRemainingLines(
  lines: readonly InvoicedLine[],
  rows: readonly CopySourceRow[],
  notes: readonly CreditNoteAmounts[],
): InvoicedLine[] {
  const given = new Map<string, CreditedRow[]>();
  for (const row of notes.flatMap((note) => listLeafRows(note.rows))) {
    given.set(row.hash, [...(given.get(row.hash) ?? []), row]);
  }
  return rows.map((row, place) =>
    toRemainingLine(lines[place] as InvoicedLine, given.get(row.hash) ?? []),
  );
}

function toRemainingLine(line: InvoicedLine, given: readonly CreditedRow[]): InvoicedLine {
  const of = (amount: (row: CreditedRow) => number | undefined): number =>
    sumAmounts(given.map((row) => amount(row) ?? 0));
  return {
    ...line,
    quantity: line.quantity - of(({ byAmount, quantity }) => (byAmount ? 0 : quantity)),
    total: line.total - of(({ total }) => total),
    allocatedDiscount: line.allocatedDiscount - of(({ share }) => share),
    discounts: line.discounts.map(
      (amount, place) => amount - of((row) => row.discounts?.[place]?.amount),
    ),
    taxes: line.taxes.map((tax, place) => ({
      ...tax,
      taxPrice: tax.taxPrice - of((row) => row.taxes?.[place]?.taxPrice),
      rePrice: tax.rePrice - of((row) => row.taxes?.[place]?.rePrice),
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
  untaxed: TenThousandths,
): InvoicedLine[] {
  const [first] = paymentDiscounts;
  if (!first) return [];
  const [place] = first.groups;
  const base = place === undefined ? untaxed : (groups[place]?.base ?? 0);
  const alike = lines.filter((line) =>
    place === undefined ? line.groups.length === 0 : line.groups.includes(place),
  );
  const worth = sumAmounts(alike.flatMap(({ total, allocatedDiscount: part }) => [total, -part]));
  const parts = allocateAmount(
    Math.max(0, worth - base),
    paymentDiscounts.map((line) => line.allocatedDiscount),
  );
  return paymentDiscounts.map((line, index): InvoicedLine => {
    const part = parts[index] ?? 0;
    const rest = (amount: TenThousandths) =>
      part === 0 ? 0 : scaleAmount(amount, part, line.allocatedDiscount);
    const { quantity } = lines[index % lines.length] as InvoicedLine;
    return {
      ...line,
      quantity: part === 0 ? quantity : Math.max(1, quantity),
      allocatedDiscount: part,
      taxes: line.taxes.map((tax) => ({
        ...tax,
        taxPrice: rest(tax.taxPrice),
        rePrice: rest(tax.rePrice),
      })),
    };
  });
}
