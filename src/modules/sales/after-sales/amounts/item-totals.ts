import { type TenThousandths, roundToMinorUnit, sum } from '../../../../core/money';
import type { AdditionalItem, AdditionalItemType } from '../../documents';
import type { DocumentTotals } from '../../totals';

/**
 * What additional items add to the totals of an RMA, its return and its credit note: no tax comes on top of
 * them, and each member is rounded once. Vouchers are given back on top of what is sold: they are in no subtotal,
 * and added to TOTAL.
 * @param minorDigits decimals of the currency
 * @throws AmountOutOfRange
 */
export function itemTotals(
  items: readonly Pick<AdditionalItem, 'type' | 'amount'>[],
  minorDigits: number,
): DocumentTotals {
  const of = (...types: readonly AdditionalItemType[]): TenThousandths => {
    const amounts = items.filter(({ type }) => types.includes(type)).map(({ amount }) => amount);
    return roundToMinorUnit(sum(amounts), minorDigits);
  };
  const shipping = of('SHIPPING');
  const payment = of('PAYMENT');
  const subtotal = of('SHIPPING', 'PAYMENT');
  const totalVouchers = of('VOUCHER');
  return {
    subtotal,
    subtotalPaymentSystem: payment,
    subtotalRows: 0,
    subtotalShippings: shipping,
    total: sum([subtotal, totalVouchers]),
    totalBasketDiscounts: 0,
    totalDiscounts: 0,
    totalPaymentSystem: payment,
    totalRows: 0,
    totalRowsDiscounts: 0,
    totalShippingDiscounts: 0,
    totalShippings: shipping,
    totalTaxes: 0,
    totalVouchers,
  };
}

/** Member by member. @throws AmountOutOfRange */
export function addTotals(one: DocumentTotals, other: DocumentTotals): DocumentTotals {
  return combined(one, (amount, name) => sum([amount, other[name]]));
}

/** Member by member: `one` less `other`. */
export function subtractTotals(one: DocumentTotals, other: DocumentTotals): DocumentTotals {
  return combined(one, (amount, name) => amount - other[name]);
}

function combined(
  totals: DocumentTotals,
  of: (amount: TenThousandths, name: keyof DocumentTotals) => TenThousandths,
): DocumentTotals {
  const names = Object.keys(totals) as (keyof DocumentTotals)[];
  return Object.fromEntries(
    names.map((name) => [name, of(totals[name], name)]),
  ) as unknown as DocumentTotals;
}
