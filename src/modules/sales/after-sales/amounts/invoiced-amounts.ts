import { getCurrency } from '../../../../core/currencies';
import {
  minorUnitSize,
  roundToMinorUnit,
  sumAmounts,
  type TenThousandths,
} from '../../../../core/money';
import { listLeafRows, roundTaxBases } from '../../documents';
import { type TaxAmounts, toTaxCategoryKey } from '../../totals';
import {
  toInvoicedCharges,
  type RemainingGoods,
  toGoodsAmounts,
  sumGross,
  RemainingAmounts,
} from './charges';
import {
  type InvoicedCharge,
  type InvoicedLine,
  distinctIndexes,
  type UnroundedCharge,
  type TaxGroupLocator,
} from './invoiced-parts';
import { applyPaymentDiscounts } from './payment-discounts';
import type { CopySource, CopySourceRow, CopySourceTax } from '../../documents/copies/copy-source';

/** Maximum difference of a charge by roundings, in minor units per tax group. */
const MAX_ABSORBED_UNITS = 2;

/** The figures at which an order was or will be invoiced; amounts of groups and documents in minor units. */
export interface InvoicedAmounts {
  readonly digits: number;
  readonly lines: readonly InvoicedLine[];
  readonly groups: readonly Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>[];
  readonly shipping: readonly InvoicedCharge[];
  readonly payment: readonly InvoicedCharge[];
  /**
   * The most that can be refunded of each, gross: their amounts by themselves. It may be a minor unit more than what
   * they were invoiced at together with the lines.
   */
  readonly limits: Readonly<Record<'shipping' | 'payment', TenThousandths>>;
  /**
   * The amounts that the invoice shows, gross. As the charges bear roundings of their tax groups, slightly more may be
   * left: an item of this amount gives back all of it.
   */
  readonly displayedCharges: Readonly<Record<'shipping' | 'payment', TenThousandths>>;
  /** The amount of the lines alone, at most as invoiced. */
  readonly goods: RemainingGoods;
  readonly rounding: TenThousandths;
  /** Before rounding. */
  readonly gross: TenThousandths;
  /** Whether a part bears several taxes: then the bases of the groups are more than the subtotal. */
  readonly hasMultiTaxedParts: boolean;
  readonly computed: GrossTotals;
  /** Sums of earlier credits of its lines. Displayed sums are rounded together with them. */
  readonly earlierCredits?: CreditedSums;
  /** Totals that contradict the taxes, because they were given so. */
  readonly suppliedTotals?: GrossTotals;
}

/** Exact sums of lines. */
export interface LineSums {
  readonly total: TenThousandths;
  readonly share: TenThousandths;
  readonly discounts: TenThousandths;
  readonly totalTaxes: TenThousandths;
  /** Shares by tax group. */
  readonly groupShares: readonly TenThousandths[];
}

/** Exact sums of credited lines, and what the credits show. */
export interface CreditedSums extends LineSums {
  /** Sums of the credits, each of which is rounded. */
  readonly displayedSums: Readonly<Record<(typeof displayedSumNames)[number], TenThousandths>>;
  /** Discounts by tax group. */
  readonly shownDiscounts: readonly TenThousandths[];
}

/** Sums of a document that are rounded by themselves. */
export const displayedSumNames = [
  'subtotalRows',
  'totalRows',
  'totalRowsDiscounts',
  'totalBasketDiscounts',
  'totalDiscounts',
] as const;

type GrossTotals = Readonly<Record<'subtotal' | 'totalTaxes' | 'total', TenThousandths>>;

/** @param order read whole, with the figures of its lines, which are those of its invoice too */
export function toInvoicedAmounts(order: CopySource): InvoicedAmounts {
  const { digits } = getCurrency(order.currencyCode);
  const rows = listLeafRows(order.rows);
  const { groups, locateGroup } = locateTaxGroups(order, rows);
  const shipments = order.shipments.map(({ netPrice, share: part, taxes }) => ({
    net: netPrice - part,
    taxes: taxes ?? [],
  }));
  const { payment } = order;
  const paymentParts: UnroundedCharge[] = payment
    ? [{ net: payment.price, taxes: payment.taxes }]
    : [];
  const paymentDiscounts = paymentParts.filter(({ net }) => net < 0);
  const lines = applyPaymentDiscounts(
    rows.map((row) => toInvoicedLine(row, locateGroup)),
    paymentDiscounts,
    locateGroup,
  );
  const parts: UnroundedCharge[] = [...shipments, ...paymentParts];
  const exact = sumAmounts([
    ...rows.flatMap(({ total, share: part }) => [total, -part]),
    ...parts.map(({ net }) => net),
  ]);
  const totals = toInvoicedTotals(order, groups, roundToMinorUnit(exact, digits), digits);
  const goods = toGoodsAmounts(lines, groups, digits);
  const rest = new RemainingAmounts(groups, totals.computed.subtotal, goods);
  const prices = paymentParts.filter(({ net }) => net > 0);
  const chargesByKind = [shipments, prices].map((charges) =>
    rest.subtract(toInvoicedCharges(charges, locateGroup, digits)),
  );
  const own = chargesByKind.map(sumGross);
  const absorbed = rest.absorbDifferences(chargesByKind);
  const [shipping = [], paid = []] = absorbed;
  const max = MAX_ABSORBED_UNITS * Math.max(1, groups.length) * minorUnitSize(digits);
  // Totals that contradict the taxes make larger differences, which nobody means by the shown amount.
  const shown = absorbed.map((charges, at) =>
    sumGross(charges) - (own[at] ?? 0) > max ? Infinity : (own[at] ?? 0),
  );
  const hasMultiTaxedParts =
    lines.some((line) => line.groups.length > 1) || parts.some(({ taxes }) => taxes.length > 1);
  return {
    digits,
    lines,
    groups: groups.map(({ taxId, taxRate: rate, reRate }) => ({ taxKey: taxId, rate, reRate })),
    shipping,
    payment: paid,
    limits: {
      shipping: Math.max(own[0] ?? 0, sumGross(shipping)),
      payment: Math.max(own[1] ?? 0, sumGross(paid)),
    },
    displayedCharges: { shipping: shown[0] ?? 0, payment: shown[1] ?? 0 },
    goods: rest.toRemainingGoods(hasMultiTaxedParts),
    rounding: totals.rounding,
    gross: totals.computed.subtotal + totals.computed.totalTaxes,
    hasMultiTaxedParts,
    computed: totals.computed,
    ...(totals.asGiven && { suppliedTotals: totals.asGiven }),
  };
}

type TaxGroupKey = Parameters<TaxGroupLocator>[0];

/**
 * The tax groups of an order, and the place of each tax in them. An exempt customer's groups are those of the rates
 * that would apply otherwise, which are no longer known. If a tax names none of several groups alike, all of them
 * count as the first.
 */
function locateTaxGroups(
  order: CopySource,
  rows: readonly CopySourceRow[],
): { groups: CopySourceTax[]; locateGroup: TaxGroupLocator } {
  const groups = roundTaxBases(order);
  const findGroups = (tax: TaxGroupKey) => findMatchingGroups(groups, tax);
  const isNamed = ({ id }: TaxGroupKey) => groups.some(({ taxId }) => taxId === id);
  const charges = [...order.shipments, ...(order.payment ? [order.payment] : [])];
  const taxes: TaxGroupKey[] = [
    ...rows.flatMap((row) => (row.taxes ?? []).map(toTaxGroupKey)),
    ...charges.flatMap((one) => one.taxes ?? []),
  ];
  if (taxes.every((tax) => isNamed(tax) || findGroups(tax).length < 2)) {
    const locateGroup = (tax: TaxGroupKey) =>
      findGroups(tax).find((at) => groups[at]?.taxId === tax.id) ?? findGroups(tax)[0] ?? -1;
    return { groups, locateGroup };
  }
  const first = (tax: TaxGroupKey) => findGroups(tax)[0] ?? -1;
  return { groups: mergeGroups(groups, first), locateGroup: first };
}

/** Groups with the amounts of all that count as the same one; the others have none left. */
function mergeGroups(groups: readonly CopySourceTax[], first: TaxGroupLocator): CopySourceTax[] {
  const places = groups.map(({ taxId: id, taxRate: rate, ...tax }) => first({ ...tax, id, rate }));
  return groups.map((group, at) => {
    const own = groups.filter((_, other) => places[other] === at);
    const of = (name: keyof TaxSums) => sumAmounts(own.map((one) => one[name]));
    return {
      ...group,
      baseWithoutDiscounts: of('baseWithoutDiscounts'),
      discount: of('discount'),
      base: of('base'),
      taxPrice: of('taxPrice'),
      rePrice: of('rePrice'),
      totalPrice: of('totalPrice'),
    };
  });
}

type TaxSums = Pick<
  CopySourceTax,
  'baseWithoutDiscounts' | 'discount' | 'base' | 'taxPrice' | 'rePrice' | 'totalPrice'
>;

/** The places of the groups of a tax's category and rates. */
function findMatchingGroups(
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

function toInvoicedLine(row: CopySourceRow, place: TaxGroupLocator): InvoicedLine {
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
    groups: distinctIndexes(taxes.map((tax) => place(toTaxGroupKey(tax)))),
  };
}

interface InvoicedTotals {
  readonly computed: GrossTotals;
  readonly rounding: TenThousandths;
  readonly asGiven?: GrossTotals;
}

/** @param own what the parts come to, rounded */
function toInvoicedTotals(
  order: CopySource,
  groups: readonly CopySourceTax[],
  own: TenThousandths,
  digits: number,
): InvoicedTotals {
  const { subtotal, totalTaxes, total, totalVouchers } = order;
  const rounding = order.rounding ?? 0;
  const taxes = sumAmounts(groups.map(({ totalPrice }) => totalPrice));
  const isOwn =
    Math.abs(subtotal - own) <= groups.length * 10 ** (4 - digits) &&
    taxes === totalTaxes &&
    Math.max(0, subtotal + totalTaxes - totalVouchers) + rounding === total;
  if (isOwn) {
    return { rounding, computed: { subtotal, totalTaxes, total: subtotal + totalTaxes } };
  }
  return {
    rounding: 0,
    computed: { subtotal: own, totalTaxes: taxes, total: own + taxes },
    asGiven: { subtotal, totalTaxes, total: total + totalVouchers },
  };
}
