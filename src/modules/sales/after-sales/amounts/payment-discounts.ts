import {
  scaleAmount,
  allocateAmount,
  sumAmounts,
  calculateTax,
  type TenThousandths,
} from '../../../../core/money';
import type { ChargeTax } from '../../documents/entities/snapshots';
import {
  type InvoicedLine,
  distinctIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-parts';

/**
 * A negative payment price is a discount on the lines that bear its taxes, shared by their net values. Where these are
 * worth less, all lines share it, and it stays in the groups of its own taxes.
 */
export function applyPaymentDiscounts(
  lines: readonly InvoicedLine[],
  paymentDiscounts: readonly UnroundedCharge[],
  locateGroup: TaxGroupLocator,
): InvoicedLine[] {
  return paymentDiscounts.reduce<InvoicedLine[]>(
    (all, { net, taxes }) =>
      applyPaymentDiscount(all, -net, distinctIndexes(taxes.map((tax) => locateGroup(tax))), taxes),
    [...lines],
  );
}

function applyPaymentDiscount(
  lines: readonly InvoicedLine[],
  discount: TenThousandths,
  groups: readonly number[],
  taxes: readonly ChargeTax[],
): InvoicedLine[] {
  const isAlike = ({ groups: own }: InvoicedLine): boolean => own.join(' ') === groups.join(' ');
  const worth = (line: InvoicedLine): TenThousandths =>
    Math.max(0, line.total - line.allocatedDiscount);
  const alike = lines.map((line) => (isAlike(line) ? worth(line) : 0));
  if (sumAmounts(alike) >= discount) {
    const shares = allocateAmount(discount, alike, alike);
    return lines.map((line, at) => reduceLine(line, shares[at] ?? 0));
  }
  const worths = lines.map(worth);
  const weights = sumAmounts(worths) > 0 ? worths : lines.map(({ quantity }) => quantity);
  if (sumAmounts(weights) === 0) return [...lines];
  const shares = allocateAmount(discount, weights);
  const own = lines.map(({ quantity }, at): InvoicedLine => {
    const base = -(shares[at] ?? 0);
    return {
      quantity,
      groups,
      total: 0,
      allocatedDiscount: -base,
      discounts: [],
      taxes: taxes.map(({ id, rate, reRate }) => ({
        taxKey: id,
        rate,
        reRate,
        taxPrice: calculateTax(base, rate),
        rePrice: calculateTax(base, reRate),
      })),
    };
  });
  return [...lines, ...own];
}

function reduceLine(line: InvoicedLine, amount: TenThousandths): InvoicedLine {
  if (amount === 0) return line;
  const part = line.allocatedDiscount + amount;
  const [left, before] = [line.total - part, line.total - line.allocatedDiscount];
  const taxes = line.taxes.map((tax) => ({
    ...tax,
    taxPrice: scaleAmount(tax.taxPrice, left, before),
    rePrice: scaleAmount(tax.rePrice, left, before),
  }));
  return { ...line, allocatedDiscount: part, taxes };
}
