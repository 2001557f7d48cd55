import { roundToMinorUnit, sumAmounts, type TenThousandths } from '../../../../core/money';
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
import { calculateInvoicedTotals } from './credit-amounts';
import { type CreditedSums, type InvoicedAmounts, displayedSumNames } from './invoiced-amounts';
import { type InvoicedCharge, type InvoicedLine, distinctIndexes } from './invoiced-parts';
import {
  assignMissingQuantities,
  sumCreditedLines,
  hasRemainingValue,
  calculateRemainingLines,
  calculateRemainingPaymentDiscounts,
} from './remaining-lines';
import type { CopySource } from '../../documents/copies/copy-source';

type NoteAmountGetter = (note: CreditNoteAmounts) => TenThousandths;

/**
 * Returns what is left of an invoice, as an invoice of its own. Crediting all of that gives back exactly what is
 * left, in each line, each tax group and in all.
 * @param order read whole, with the figures of its lines, which are those of its invoice too
 * @param notes all credit notes of the invoice, read whole
 */
export function toRemainingInvoice(
  order: CopySource,
  invoiced: InvoicedAmounts,
  notes: readonly CreditNoteAmounts[],
): InvoicedAmounts {
  if (notes.length === 0) return invoiced;
  const { digits, hasMultiTaxedParts, suppliedTotals } = invoiced;
  const sumOfNotes = (of: NoteAmountGetter): TenThousandths => sumAmounts(notes.map(of));
  const own = calculateRemainingLines(invoiced.lines, listLeafRows(order.rows), notes);
  const charged = toRemainingCharges(order, invoiced, notes);
  const whole = toRemainingGroups(order, invoiced, notes);
  // Notes of older releases had shipping and payment in no tax group.
  for (const part of [...charged.shipping.credited, ...charged.payment.credited]) {
    subtractCharge(whole, part);
  }
  const parts = [...charged.shipping.left, ...charged.payment.left];
  const net =
    calculateInvoicedNet(invoiced) -
    sumOfNotes((note) => calculateNoteNet(note, order, digits, suppliedTotals));
  const untaxedCharges = sumAmounts(parts.filter(isUntaxed).map((part) => part.net));
  const untaxed = net - sumAmounts(whole.map(({ base }) => base)) - untaxedCharges;
  const ofGoods = whole.map((group): GroupAmounts => ({ ...group }));
  for (const part of parts) subtractCharge(ofGoods, part);
  const paymentDiscounts = calculateRemainingPaymentDiscounts(
    invoiced.lines.slice(own.length),
    own,
    ofGoods,
    untaxed,
  );
  const lines = [...own, ...paymentDiscounts];
  const [shipping, payment] = settleRemainingCharges(ofGoods, lines, [
    charged.shipping.left,
    charged.payment.left,
  ]);
  const goods = whole;
  for (const part of [...shipping, ...payment]) subtractCharge(goods, part);
  const isUntaxedLeft = lines.some((line) => isUntaxed(line) && hasRemainingValue(line));
  const goodsUntaxed = hasMultiTaxedParts || !isUntaxedLeft ? 0 : untaxed;
  const subtotal = hasMultiTaxedParts
    ? net - sumAmounts([...shipping, ...payment].map((part) => part.net))
    : sumAmounts([goodsUntaxed, ...goods.map(({ base }) => base)]);
  const gross = sumAmounts([
    subtotal,
    ...goods.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]),
  ]);
  return withGivenTotals(notes, {
    ...invoiced,
    lines,
    shipping,
    payment,
    limits: { shipping: sumGross(shipping), payment: sumGross(payment) },
    displayedCharges: {
      shipping: invoiced.displayedCharges.shipping - sumOfNotes((note) => note.totalShippings),
      payment: invoiced.displayedCharges.payment - sumOfNotes((note) => note.totalPaymentSystem),
    },
    goods: { groups: goods, untaxed: goodsUntaxed, subtotal, gross },
    earlierCredits: sumCredits(order, invoiced, lines, notes),
    rounding: invoiced.rounding - sumOfNotes(({ rounding }) => rounding ?? 0),
    gross: sumAmounts([gross, sumGross(shipping), sumGross(payment)]),
  });
}

function sumCredits(
  order: CopySource,
  invoiced: InvoicedAmounts,
  left: readonly InvoicedLine[],
  notes: readonly CreditNoteAmounts[],
): CreditedSums {
  const shown = displayedSumNames.map((name) => [
    name,
    sumAmounts(notes.map((note) => note[name])),
  ]);
  return {
    ...sumCreditedLines(invoiced, left),
    displayedSums: Object.fromEntries(shown) as CreditedSums['displayedSums'],
    shownDiscounts: invoiced.groups.map((_, place) =>
      sumAmounts(notes.map((note) => sumInGroup(order, note, place, 'discount'))),
    ),
  };
}

function toRemainingCharges(
  order: CopySource,
  invoiced: InvoicedAmounts,
  notes: readonly CreditNoteAmounts[],
) {
  return {
    shipping: calculateRemainingCharges(invoiced, 'shipping', notes, (note, groups) =>
      sumShippingCredit(order, note, groups),
    ),
    payment: calculateRemainingCharges(
      invoiced,
      'payment',
      notes,
      ({ payment }) => payment?.price ?? 0,
    ),
  };
}

/** Totals that were given come back in proportion to the computed ones that are left. */
function withGivenTotals(
  notes: readonly CreditNoteAmounts[],
  left: InvoicedAmounts,
): InvoicedAmounts {
  const { suppliedTotals } = left;
  if (!suppliedTotals) return left;
  const { subtotal, totalTaxes, total } = calculateInvoicedTotals({
    ...left,
    lines: assignMissingQuantities(left.lines),
  });
  const rest = (name: 'subtotal' | 'totalTaxes' | 'total'): TenThousandths =>
    suppliedTotals[name] - sumAmounts(notes.map((note) => note[name]));
  return {
    ...left,
    computed: { subtotal, totalTaxes, total },
    suppliedTotals: {
      subtotal: rest('subtotal'),
      totalTaxes: rest('totalTaxes'),
      total: rest('total'),
    },
  };
}

/** Returns what is left of the tax groups. */
function toRemainingGroups(
  order: CopySource,
  invoiced: InvoicedAmounts,
  notes: readonly CreditNoteAmounts[],
): GroupAmounts[] {
  return sumTaxGroups(invoiced).map((group, place) => {
    const left = (name: keyof GroupAmounts): TenThousandths =>
      group[name] - sumAmounts(notes.map((note) => sumInGroup(order, note, place, name)));
    return { base: left('base'), taxPrice: left('taxPrice'), rePrice: left('rePrice') };
  });
}

/** The tax groups of an invoice, with what its charges are in them. */
export function sumTaxGroups({ goods, shipping, payment }: InvoicedAmounts): GroupAmounts[] {
  const groups = goods.groups.map((group) => ({ ...group }));
  for (const { groups: own, net, taxes } of [...shipping, ...payment]) {
    for (const place of own) getGroup(groups, place).base += net;
    for (const { group, taxPrice, rePrice } of taxes) {
      if (group < 0) continue;
      getGroup(groups, group).taxPrice += taxPrice;
      getGroup(groups, group).rePrice += rePrice;
    }
  }
  return groups;
}

function calculateInvoicedNet({
  goods,
  shipping,
  payment,
  hasMultiTaxedParts,
}: InvoicedAmounts): TenThousandths {
  const charges = [...shipping, ...payment].map(({ net }) => net);
  return hasMultiTaxedParts
    ? sumAmounts([goods.subtotal, ...charges])
    : sumAmounts([goods.untaxed, ...goods.groups.map(({ base }) => base), ...charges]);
}

/** The net amount of a note, where totals were given that of its parts. */
function calculateNoteNet(
  note: CreditNoteAmounts,
  { rows }: CopySource,
  digits: number,
  asGiven: InvoicedAmounts['suppliedTotals'],
): TenThousandths {
  if (!asGiven) return note.subtotal;
  const taxed = new Set(
    listLeafRows(rows).flatMap(({ hash, taxes = [] }) => (taxes.length > 0 ? [hash] : [])),
  );
  const untaxed = listLeafRows(note.rows).filter(({ hash }) => !taxed.has(hash));
  const charges = (note.shippings ?? []).filter(({ taxes }) => taxes.length === 0);
  return sumAmounts([
    ...note.taxes.map(({ base }) => base),
    roundToMinorUnit(sumAmounts(untaxed.flatMap(({ total, share }) => [total, -share])), digits),
    ...charges.map(({ netPrice }) => netPrice),
    note.payment && note.payment.taxes.length === 0 ? note.payment.price : 0,
  ]);
}

function isUntaxed({ groups }: Pick<InvoicedCharge, 'groups'>): boolean {
  return groups.length === 0;
}

function sumInGroup(
  order: CopySource,
  note: CreditNoteAmounts,
  place: number,
  name: keyof GroupAmounts | 'discount',
): TenThousandths {
  return sumAmounts(
    note.taxes
      .filter((tax) => findTaxGroupIndex(order, toTaxGroupKey(tax)) === place)
      .map((tax) => tax[name]),
  );
}

/** Returns a note's credit of the shipping in the same tax groups. */
function sumShippingCredit(
  order: CopySource,
  { shippings }: CreditNoteAmounts,
  groups: readonly number[],
): TenThousandths {
  const alike = (shippings ?? []).filter(
    ({ taxes }) =>
      distinctIndexes(taxes.map((tax) => findTaxGroupIndex(order, tax))).join(' ') ===
      groups.join(' '),
  );
  return sumAmounts(alike.map(({ netPrice }) => netPrice));
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

/** The place of the order's tax group that a note repeats. */
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
