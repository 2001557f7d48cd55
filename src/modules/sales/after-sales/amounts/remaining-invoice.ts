import { sumAmounts, type TenThousandths } from '../../../../core/money';
import { listLeafRows } from '../../documents';
import type { DocumentTax } from '../../documents/entities/document-tax.entity';
import type { ChargeTax } from '../../documents/entities/snapshots';
import { toTaxCategoryKey } from '../../totals';
import { type GroupAmounts, sumGross } from './charges';
import type { CreditNoteAmounts } from './credit-note-amounts';
import {
  getGroup,
  calculateRemainingCharges,
  settleRemainingCharges,
  subtractCharge,
} from './remaining-charges';
import { calculateRemainingNet } from './remaining-net';
import { calculateInvoicedTotals } from './credit-amounts';
import { type CreditedSums, type InvoicedAmounts, displayedSumNames } from './invoiced-amounts';
import {
  type InvoicedCharge,
  type InvoicedLine,
  toSortedGroupIndexes,
} from './invoiced-lines-and-charges';
import {
  assignMissingQuantities,
  sumCreditedLines,
  hasRemainingValue,
  calculateRemainingLines,
  calculateRemainingPaymentDiscounts,
} from './remaining-lines';
import type { CopySource } from '../../documents/copies/copy-source';

/**
 * Returns what is left of an invoice, as an invoice of its own. Crediting all of that gives back exactly what is
 * left, in each line, each tax group and in all.
 * @param order read whole, with the figures of its lines, which are those of its invoice too
 * @param creditNotes all credit notes of the invoice, read whole
 */
export function toRemainingInvoice(
  order: CopySource,
  invoiced: InvoicedAmounts,
  creditNotes: readonly CreditNoteAmounts[],
): InvoicedAmounts {
  if (creditNotes.length === 0) return invoiced;
  const remainingLines = calculateRemainingLines(
    invoiced.lines,
    listLeafRows(order.rows),
    creditNotes,
  );
  const remainingCharges = toRemainingCharges(order, invoiced, creditNotes);
  const remainingGroups = calculateRemainingGroups(order, invoiced, creditNotes);
  // Notes of older releases had shipping and payment in no tax group.
  for (const part of [
    ...remainingCharges.shipping.olderCredits,
    ...remainingCharges.payment.olderCredits,
  ]) {
    subtractCharge(remainingGroups, part);
  }
  const charges = [...remainingCharges.shipping.remaining, ...remainingCharges.payment.remaining];
  const net = calculateRemainingNet(order, invoiced, creditNotes);
  const untaxedCharges = sumAmounts(charges.filter(isUntaxed).map((part) => part.net));
  const untaxedBase = net - sumAmounts(remainingGroups.map(({ base }) => base)) - untaxedCharges;
  const goodsGroups = remainingGroups.map((group): GroupAmounts => ({ ...group }));
  for (const part of charges) subtractCharge(goodsGroups, part);
  const paymentDiscounts = calculateRemainingPaymentDiscounts(
    invoiced.lines.slice(remainingLines.length),
    remainingLines,
    goodsGroups,
    untaxedBase,
  );
  const lines = [...remainingLines, ...paymentDiscounts];
  const [shipping, payment] = settleRemainingCharges(goodsGroups, lines, [
    remainingCharges.shipping.remaining,
    remainingCharges.payment.remaining,
  ]);
  const goods = calculateRemainingGoods(remainingGroups, lines, [...shipping, ...payment], {
    net,
    untaxedBase,
    hasMultiTaxedParts: invoiced.hasMultiTaxedParts,
  });
  return subtractCreditedTotals(creditNotes, {
    ...invoiced,
    lines,
    shipping,
    payment,
    refundLimits: { shipping: sumGross(shipping), payment: sumGross(payment) },
    displayedCharges: calculateRemainingDisplayedCharges(invoiced, creditNotes),
    goods,
    earlierCredits: sumCredits(order, invoiced, lines, creditNotes),
    rounding: invoiced.rounding - sumCreditNotes(creditNotes, ({ rounding }) => rounding ?? 0),
    gross: sumAmounts([goods.gross, sumGross(shipping), sumGross(payment)]),
  });
}

function sumCreditNotes(
  creditNotes: readonly CreditNoteAmounts[],
  getAmount: (note: CreditNoteAmounts) => TenThousandths,
): TenThousandths {
  return sumAmounts(creditNotes.map(getAmount));
}

/**
 * Returns what is left of the goods.
 * @param remainingGroups the tax groups with the charges in them
 * @param remaining amounts of the whole invoice
 */
function calculateRemainingGoods(
  remainingGroups: readonly GroupAmounts[],
  lines: readonly InvoicedLine[],
  charges: readonly InvoicedCharge[],
  remaining: {
    readonly net: TenThousandths;
    readonly untaxedBase: TenThousandths;
    readonly hasMultiTaxedParts: boolean;
  },
): InvoicedAmounts['goods'] {
  const groups = remainingGroups.map((group): GroupAmounts => ({ ...group }));
  for (const part of charges) subtractCharge(groups, part);
  const hasUntaxedLines = lines.some((line) => isUntaxed(line) && hasRemainingValue(line));
  const untaxedBase = remaining.hasMultiTaxedParts || !hasUntaxedLines ? 0 : remaining.untaxedBase;
  const subtotal = remaining.hasMultiTaxedParts
    ? remaining.net - sumAmounts(charges.map((part) => part.net))
    : sumAmounts([untaxedBase, ...groups.map(({ base }) => base)]);
  const gross = sumAmounts([
    subtotal,
    ...groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]),
  ]);
  return { groups, untaxedBase, subtotal, gross };
}

function calculateRemainingDisplayedCharges(
  { displayedCharges }: InvoicedAmounts,
  creditNotes: readonly CreditNoteAmounts[],
): InvoicedAmounts['displayedCharges'] {
  return {
    shipping:
      displayedCharges.shipping - sumCreditNotes(creditNotes, (note) => note.totalShippings),
    payment:
      displayedCharges.payment - sumCreditNotes(creditNotes, (note) => note.totalPaymentSystem),
  };
}

function sumCredits(
  order: CopySource,
  invoicedAmounts: InvoicedAmounts,
  remainingLines: readonly InvoicedLine[],
  creditNotes: readonly CreditNoteAmounts[],
): CreditedSums {
  const displayedSums = displayedSumNames.map((name) => [
    name,
    sumAmounts(creditNotes.map((note) => note[name])),
  ]);
  return {
    ...sumCreditedLines(invoicedAmounts, remainingLines),
    displayedSums: Object.fromEntries(displayedSums) as CreditedSums['displayedSums'],
    displayedGroupDiscounts: invoicedAmounts.groups.map((_, groupIndex) =>
      sumAmounts(creditNotes.map((note) => sumInGroup(order, note, groupIndex, 'discount'))),
    ),
  };
}

function toRemainingCharges(
  order: CopySource,
  invoiced: InvoicedAmounts,
  creditNotes: readonly CreditNoteAmounts[],
) {
  return {
    shipping: calculateRemainingCharges(invoiced, 'shipping', creditNotes, (note, groups) =>
      sumShippingCredit(order, note, groups),
    ),
    payment: calculateRemainingCharges(
      invoiced,
      'payment',
      creditNotes,
      ({ payment }) => payment?.price ?? 0,
    ),
  };
}

/**
 * Subtracts the credited totals from the supplied ones, and sets the computed totals of the rest. Supplied totals are
 * credited in proportion to these.
 */
function subtractCreditedTotals(
  creditNotes: readonly CreditNoteAmounts[],
  remaining: InvoicedAmounts,
): InvoicedAmounts {
  const { suppliedTotals } = remaining;
  if (!suppliedTotals) return remaining;
  const { subtotal, totalTaxes, total } = calculateInvoicedTotals({
    ...remaining,
    lines: assignMissingQuantities(remaining.lines),
  });
  const getRemainingTotal = (name: 'subtotal' | 'totalTaxes' | 'total'): TenThousandths =>
    suppliedTotals[name] - sumAmounts(creditNotes.map((note) => note[name]));
  return {
    ...remaining,
    computedTotals: { subtotal, totalTaxes, total },
    suppliedTotals: {
      subtotal: getRemainingTotal('subtotal'),
      totalTaxes: getRemainingTotal('totalTaxes'),
      total: getRemainingTotal('total'),
    },
  };
}

/** Returns what is left of the tax groups. */
function calculateRemainingGroups(
  order: CopySource,
  invoiced: InvoicedAmounts,
  creditNotes: readonly CreditNoteAmounts[],
): GroupAmounts[] {
  return sumTaxGroups(invoiced).map((group, groupIndex) => {
    const getRemaining = (name: keyof GroupAmounts): TenThousandths =>
      group[name] -
      sumAmounts(creditNotes.map((note) => sumInGroup(order, note, groupIndex, name)));
    return {
      base: getRemaining('base'),
      taxPrice: getRemaining('taxPrice'),
      rePrice: getRemaining('rePrice'),
    };
  });
}

/** The tax groups of an invoice, with what its charges are in them. */
export function sumTaxGroups({ goods, shipping, payment }: InvoicedAmounts): GroupAmounts[] {
  const groups = goods.groups.map((group) => ({ ...group }));
  for (const { groups: groupIndexes, net, taxes } of [...shipping, ...payment]) {
    for (const groupIndex of groupIndexes) getGroup(groups, groupIndex).base += net;
    for (const { group, taxPrice, rePrice } of taxes) {
      if (group < 0) continue;
      getGroup(groups, group).taxPrice += taxPrice;
      getGroup(groups, group).rePrice += rePrice;
    }
  }
  return groups;
}

function isUntaxed({ groups }: Pick<InvoicedCharge, 'groups'>): boolean {
  return groups.length === 0;
}

function sumInGroup(
  order: CopySource,
  creditNote: CreditNoteAmounts,
  groupIndex: number,
  name: keyof GroupAmounts | 'discount',
): TenThousandths {
  return sumAmounts(
    creditNote.taxes
      .filter((tax) => findTaxGroupIndex(order, toTaxGroupKey(tax)) === groupIndex)
      .map((tax) => tax[name]),
  );
}

/** Returns a note's credit of the shipping in the same tax groups. */
function sumShippingCredit(
  order: CopySource,
  { shippings }: CreditNoteAmounts,
  groups: readonly number[],
): TenThousandths {
  const matchingShippings = (shippings ?? []).filter(
    ({ taxes }) =>
      toSortedGroupIndexes(taxes.map((tax) => findTaxGroupIndex(order, tax))).join(' ') ===
      groups.join(' '),
  );
  return sumAmounts(matchingShippings.map(({ netPrice }) => netPrice));
}

type TaxGroupKey = Pick<ChargeTax, 'id' | 'rate' | 'reRate'> & Pick<DocumentTax, 'category'>;

function toTaxGroupKey({
  taxId: id,
  taxRate: rate,
  reRate,
  category,
}: Pick<DocumentTax, 'taxId' | 'taxRate' | 'reRate' | 'category'>): TaxGroupKey {
  return { id, rate, reRate, category };
}

/** Returns the index of the order's tax group to which a credit note's tax belongs; -1 without one. */
function findTaxGroupIndex(
  order: CopySource,
  tax: Omit<TaxGroupKey, 'category'> & { category?: string | null },
) {
  return order.taxes.findIndex(
    ({ taxId, taxRate, reRate, category }) =>
      taxId === tax.id &&
      taxRate === tax.rate &&
      reRate === tax.reRate &&
      toTaxCategoryKey(taxRate, category) === toTaxCategoryKey(tax.rate, tax.category as never),
  );
}
