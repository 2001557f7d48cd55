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
  toSortedGroupIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-lines-and-charges';

/**
 * Applies negative payment prices, which are discounts. A discount reduces the lines with its taxes, in proportion to
 * their net values. If they are worth less than the discount, it becomes additional lines with its taxes but without
 * goods, one for each line.
 */
export function applyPaymentDiscounts(
  lines: readonly InvoicedLine[],
  paymentDiscounts: readonly UnroundedCharge[],
  locateGroup: TaxGroupLocator,
): InvoicedLine[] {
  return paymentDiscounts.reduce<InvoicedLine[]>(
    (reducedLines, { net, taxes }) =>
      applyPaymentDiscount(
        reducedLines,
        -net,
        toSortedGroupIndexes(taxes.map((tax) => locateGroup(tax))),
        taxes,
      ),
    [...lines],
  );
}

function applyPaymentDiscount(
  lines: readonly InvoicedLine[],
  discount: TenThousandths,
  groups: readonly number[],
  taxes: readonly ChargeTax[],
): InvoicedLine[] {
  const bearsSameGroups = ({ groups: lineGroups }: InvoicedLine): boolean =>
    lineGroups.join(' ') === groups.join(' ');
  const getNetValue = (line: InvoicedLine): TenThousandths =>
    Math.max(0, line.total - line.allocatedDiscount);
  const valuesInGroups = lines.map((line) => (bearsSameGroups(line) ? getNetValue(line) : 0));
  if (sumAmounts(valuesInGroups) >= discount) {
    const shares = allocateAmount(discount, valuesInGroups, { limits: valuesInGroups });
    return lines.map((line, at) => addAllocatedDiscount(line, shares[at] ?? 0));
  }
  const netValues = lines.map(getNetValue);
  const weights = sumAmounts(netValues) > 0 ? netValues : lines.map(({ quantity }) => quantity);
  if (sumAmounts(weights) === 0) return [...lines];
  const shares = allocateAmount(discount, weights);
  const discountLines = lines.map(({ quantity }, at): InvoicedLine => {
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
  return [...lines, ...discountLines];
}

function addAllocatedDiscount(line: InvoicedLine, amount: TenThousandths): InvoicedLine {
  if (amount === 0) return line;
  const allocatedDiscount = line.allocatedDiscount + amount;
  const [netAfter, netBefore] = [
    line.total - allocatedDiscount,
    line.total - line.allocatedDiscount,
  ];
  const taxes = line.taxes.map((tax) => ({
    ...tax,
    taxPrice: scaleAmount(tax.taxPrice, netAfter, netBefore),
    rePrice: scaleAmount(tax.rePrice, netAfter, netBefore),
  }));
  return { ...line, allocatedDiscount, taxes };
}
