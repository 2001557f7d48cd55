import { getCurrency } from '../../../../core/currencies';
import {
  getMinorUnitAmount,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import { listLeafRows, roundTaxBases } from '../../documents';
import { type TaxAmounts, toTaxCategoryKey } from '../../totals';
import {
  toInvoicedCharges,
  type GoodsTotals,
  toGoodsAmounts,
  sumGross,
  GoodsAmountsCalculator,
} from './charges';
import {
  type InvoicedCharge,
  type InvoicedLine,
  toSortedGroupIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-lines-and-charges';
import { applyPaymentDiscounts } from './payment-discounts';
import type { CopySource, CopySourceRow, CopySourceTax } from '../../documents/copies/copy-source';

/** Maximum difference of a charge by roundings, in minor units per tax group. */
const MAX_ABSORBED_UNITS = 2;

/** The figures at which an order was or will be invoiced; amounts of groups and documents in minor units. */
export interface InvoicedAmounts {
  readonly digits: number;
  /** The order's lines, then the lines that payment discounts have added (`applyPaymentDiscounts`). */
  readonly lines: readonly InvoicedLine[];
  readonly groups: readonly Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>[];
  readonly shipping: readonly InvoicedCharge[];
  readonly payment: readonly InvoicedCharge[];
  /**
   * The maximum refund of each, gross. It may exceed the invoiced amount by a minor unit, because charges are also
   * rounded by themselves, without the lines.
   */
  readonly refundLimits: Readonly<Record<'shipping' | 'payment', TenThousandths>>;
  /**
   * The amounts that the invoice shows, gross. As the charges bear roundings of their tax groups, slightly more may be
   * left: an item of this amount gives back all of it.
   */
  readonly displayedCharges: Readonly<Record<'shipping' | 'payment', TenThousandths>>;
  /** The amount of the lines alone, at most as invoiced. */
  readonly goods: GoodsTotals;
  readonly rounding: TenThousandths;
  /** Before rounding. */
  readonly gross: TenThousandths;
  /** Whether a part bears several taxes: then the bases of the groups are more than the subtotal. */
  readonly hasMultiTaxedParts: boolean;
  readonly computedTotals: DocumentSums;
  /** Sums of earlier credits of its lines. Displayed sums are rounded together with them. */
  readonly earlierCredits?: CreditedSums;
  /** The totals that the order was supplied with, if they contradict its taxes. */
  readonly suppliedTotals?: DocumentSums;
}

/** Exact sums of lines. */
export interface LineSums {
  readonly total: TenThousandths;
  readonly allocatedDiscount: TenThousandths;
  readonly discounts: TenThousandths;
  readonly totalTaxes: TenThousandths;
  /** Shares by tax group. */
  readonly groupAllocatedDiscounts: readonly TenThousandths[];
}

/** Exact sums of credited lines, and what the credits show. */
export interface CreditedSums extends LineSums {
  /** Sums of the credits, each of which is rounded. */
  readonly displayedSums: Readonly<Record<(typeof displayedSumNames)[number], TenThousandths>>;
  /** Discounts by tax group. */
  readonly displayedGroupDiscounts: readonly TenThousandths[];
}

/** Sums of a document that are rounded by themselves. */
export const displayedSumNames = [
  'subtotalRows',
  'totalRows',
  'totalRowsDiscounts',
  'totalBasketDiscounts',
  'totalDiscounts',
] as const;

type DocumentSums = Readonly<Record<'subtotal' | 'totalTaxes' | 'total', TenThousandths>>;

/** @param order the whole order; the amounts of its lines are those of its invoice */
export function toInvoicedAmounts(order: CopySource): InvoicedAmounts {
  const { digits } = getCurrency(order.currencyCode);
  const rows = listLeafRows(order.rows);
  const { groups, locateGroup } = locateTaxGroups(order, rows);
  const shipments = order.shipments.map(({ netPrice, share: allocatedDiscount, taxes }) => ({
    net: netPrice - allocatedDiscount,
    taxes: taxes ?? [],
  }));
  const { payment } = order;
  const paymentCharges: UnroundedCharge[] = payment
    ? [{ net: payment.price, taxes: payment.taxes }]
    : [];
  const paymentDiscounts = paymentCharges.filter(({ net }) => net < 0);
  const lines = applyPaymentDiscounts(
    rows.map((row) => toInvoicedLine(row, locateGroup)),
    paymentDiscounts,
    locateGroup,
  );
  const unroundedCharges: UnroundedCharge[] = [...shipments, ...paymentCharges];
  const exactSubtotal = sumAmounts([
    ...rows.flatMap(({ total, share: allocatedDiscount }) => [total, -allocatedDiscount]),
    ...unroundedCharges.map(({ net }) => net),
  ]);
  const totals = toInvoicedTotals(order, groups, roundToMinorUnit(exactSubtotal, digits), digits);
  const goods = toGoodsAmounts(lines, groups, digits);
  const goodsCalculator = new GoodsAmountsCalculator(groups, totals.computed.subtotal, goods);
  const paymentPrices = paymentCharges.filter(({ net }) => net > 0);
  const chargesByKind = [shipments, paymentPrices].map((charges) =>
    goodsCalculator.subtractCharges(toInvoicedCharges(charges, locateGroup, digits)),
  );
  const ownGross = chargesByKind.map(sumGross);
  const adjustedCharges = goodsCalculator.absorbDifferences(chargesByKind);
  const [shipping = [], chargedPayment = []] = adjustedCharges;
  const maxDifference =
    MAX_ABSORBED_UNITS * Math.max(1, groups.length) * getMinorUnitAmount(digits);
  // Larger differences come from supplied totals. Then no refund of the displayed amount counts as a full one.
  const displayedAmounts = adjustedCharges.map((charges, at) =>
    sumGross(charges) - (ownGross[at] ?? 0) > maxDifference ? Infinity : (ownGross[at] ?? 0),
  );
  const hasMultiTaxedParts =
    lines.some((line) => line.groups.length > 1) ||
    unroundedCharges.some(({ taxes }) => taxes.length > 1);
  return {
    digits,
    lines,
    groups: groups.map(({ taxId, taxRate: rate, reRate }) => ({ taxKey: taxId, rate, reRate })),
    shipping,
    payment: chargedPayment,
    refundLimits: {
      shipping: Math.max(ownGross[0] ?? 0, sumGross(shipping)),
      payment: Math.max(ownGross[1] ?? 0, sumGross(chargedPayment)),
    },
    displayedCharges: { shipping: displayedAmounts[0] ?? 0, payment: displayedAmounts[1] ?? 0 },
    goods: goodsCalculator.toGoodsTotals(hasMultiTaxedParts),
    rounding: totals.rounding,
    gross: totals.computed.subtotal + totals.computed.totalTaxes,
    hasMultiTaxedParts,
    computedTotals: totals.computed,
    ...(totals.suppliedTotals && { suppliedTotals: totals.suppliedTotals }),
  };
}

type TaxGroupKey = Parameters<TaxGroupLocator>[0];

/**
 * Returns the tax groups of an order, and a function that returns the index of a tax's group. An exempt customer has
 * groups with equal rates, because the rates that would otherwise apply are no longer known. If a tax matches several
 * groups but none by its id, equal groups are merged into the first one.
 */
function locateTaxGroups(
  order: CopySource,
  rows: readonly CopySourceRow[],
): { groups: CopySourceTax[]; locateGroup: TaxGroupLocator } {
  const groups = roundTaxBases(order);
  const findGroups = (tax: TaxGroupKey) => listMatchingGroupIndexes(groups, tax);
  const hasOwnGroup = ({ id }: TaxGroupKey) => groups.some(({ taxId }) => taxId === id);
  const charges = [...order.shipments, ...(order.payment ? [order.payment] : [])];
  const taxes: TaxGroupKey[] = [
    ...rows.flatMap((row) => (row.taxes ?? []).map(toTaxGroupKey)),
    ...charges.flatMap((one) => one.taxes ?? []),
  ];
  if (taxes.every((tax) => hasOwnGroup(tax) || findGroups(tax).length < 2)) {
    const locateGroup = (tax: TaxGroupKey) =>
      findGroups(tax).find((at) => groups[at]?.taxId === tax.id) ?? findGroups(tax)[0] ?? -1;
    return { groups, locateGroup };
  }
  const locateFirst = (tax: TaxGroupKey) => findGroups(tax)[0] ?? -1;
  return { groups: mergeGroups(groups, locateFirst), locateGroup: locateFirst };
}

/** Groups with the amounts of all that count as the same one; the others have none left. */
function mergeGroups(
  groups: readonly CopySourceTax[],
  locateFirst: TaxGroupLocator,
): CopySourceTax[] {
  const groupIndexes = groups.map(({ taxId: id, taxRate: rate, ...tax }) =>
    locateFirst({ ...tax, id, rate }),
  );
  return groups.map((group, at) => {
    const mergedGroups = groups.filter((_, other) => groupIndexes[other] === at);
    const sumField = (name: keyof TaxSums) => sumAmounts(mergedGroups.map((one) => one[name]));
    return {
      ...group,
      baseWithoutDiscounts: sumField('baseWithoutDiscounts'),
      discount: sumField('discount'),
      base: sumField('base'),
      taxPrice: sumField('taxPrice'),
      rePrice: sumField('rePrice'),
      totalPrice: sumField('totalPrice'),
    };
  });
}

type TaxSums = Pick<
  CopySourceTax,
  'baseWithoutDiscounts' | 'discount' | 'base' | 'taxPrice' | 'rePrice' | 'totalPrice'
>;

/** The places of the groups of a tax's category and rates. */
function listMatchingGroupIndexes(
  groups: readonly CopySourceTax[],
  { rate, reRate, category }: TaxGroupKey,
): number[] {
  return groups.flatMap((group, at) =>
    group.taxRate === rate &&
    group.reRate === reRate &&
    toTaxCategoryKey(rate, group.category) === toTaxCategoryKey(rate, category)
      ? [at]
      : [],
  );
}

function toTaxGroupKey({ taxId: id, taxRate: rate, reRate, category }: CopySourceTax): TaxGroupKey {
  return { id, rate, reRate, category };
}

function toInvoicedLine(row: CopySourceRow, locateGroup: TaxGroupLocator): InvoicedLine {
  const { quantity, total, discounts = [], taxes = [] } = row;
  return {
    quantity,
    total,
    allocatedDiscount: row.share,
    discounts: discounts.map(({ amount }) => amount),
    taxes: taxes.map(({ taxId, taxRate, reRate, taxPrice, rePrice }) => ({
      taxKey: taxId,
      rate: taxRate,
      reRate,
      taxPrice,
      rePrice,
    })),
    groups: toSortedGroupIndexes(taxes.map((tax) => locateGroup(toTaxGroupKey(tax)))),
  };
}

interface InvoicedTotals {
  readonly computed: DocumentSums;
  readonly rounding: TenThousandths;
  readonly suppliedTotals?: DocumentSums;
}

/** @param roundedSubtotal what the parts come to, rounded */
function toInvoicedTotals(
  order: CopySource,
  groups: readonly CopySourceTax[],
  roundedSubtotal: TenThousandths,
  digits: number,
): InvoicedTotals {
  const { subtotal, totalTaxes, total, totalVouchers } = order;
  const rounding = order.rounding ?? 0;
  const taxes = sumAmounts(groups.map(({ totalPrice }) => totalPrice));
  const isConsistent =
    Math.abs(subtotal - roundedSubtotal) <= groups.length * 10 ** (4 - digits) &&
    taxes === totalTaxes &&
    Math.max(0, subtotal + totalTaxes - totalVouchers) + rounding === total;
  if (isConsistent) {
    return { rounding, computed: { subtotal, totalTaxes, total: subtotal + totalTaxes } };
  }
  return {
    rounding: 0,
    computed: { subtotal: roundedSubtotal, totalTaxes: taxes, total: roundedSubtotal + taxes },
    suppliedTotals: { subtotal, totalTaxes, total: total + totalVouchers },
  };
}
