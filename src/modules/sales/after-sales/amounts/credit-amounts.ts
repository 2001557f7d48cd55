import {
  type TenThousandths,
  type Thousandths,
  roundToMinorUnit,
  scale,
  sum,
  taxInMinorUnits,
} from '../../../../core/money';
import type { DocumentTotals, TaxAmounts } from '../../totals';
import { subtractTotals } from './item-totals';

/** A tax as it was invoiced with a line: the rates that count, the amounts to four decimals. */
export type InvoicedTax = Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate' | 'taxPrice' | 'rePrice'>;

/** A line as it was invoiced; of a bundle its items. */
export interface InvoicedLine {
  readonly quantity: Thousandths;
  /** Before tax, less its own discounts. */
  readonly total: TenThousandths;
  /** Its share of the basket discounts, at most its total. */
  readonly share: TenThousandths;
  /** Its own discounts. */
  readonly discounts: readonly TenThousandths[];
  readonly taxes: readonly InvoicedTax[];
}

/** A line of which something is given back now, or was before. */
export interface GivenBackLine {
  readonly line: InvoicedLine;
  /** What earlier notes have given back. */
  readonly before: Thousandths;
  /** What this one gives back. */
  readonly quantity: Thousandths;
}

/** A line's part of a note, to four decimals. */
export interface CreditedLine {
  readonly total: TenThousandths;
  readonly share: TenThousandths;
  /** In the order in which the line has them. */
  readonly discounts: readonly TenThousandths[];
  /** In the order in which the line has them. */
  readonly taxes: readonly TaxAmounts[];
  readonly totalTaxes: TenThousandths;
}

/** The amounts of a note; none of them is below 0. */
export interface CreditAmounts {
  /** In the order of the lines that came in; all 0 where nothing of a line is given back. */
  readonly lines: readonly CreditedLine[];
  /** The tax groups of what is given back, amounts of tax in minor units, by first appearance. */
  readonly taxes: readonly TaxAmounts[];
  readonly totals: DocumentTotals;
}

/**
 * What returning some quantities of an order's lines gives back (specification, Generation, Credit note).
 * Every figure is a function of how much of each line was given back so far, rounded as the order's own; a
 * note has the difference that it makes. So however the lines are split into notes, and in whichever order
 * these are made, together they give exactly what the lines were invoiced at.
 * @param lines all lines of the order that this or an earlier note gives back: the tax groups and totals are
 *   rounded over all of them
 * @param minorDigits decimals of the order's currency
 * @throws RangeError when more is given back than was bought
 */
export function creditAmounts(lines: readonly GivenBackLine[], minorDigits: number): CreditAmounts {
  const earlier = lines.map(({ line, before }) => lineAt(line, before));
  const now = lines.map(({ line, before, quantity }) => lineAt(line, before + quantity));
  const shown = new Set(
    lines.flatMap(({ line, quantity }) => (quantity > 0 ? groupsOf(line) : [])),
  );
  const groupsBefore = groupsAt(earlier, minorDigits);
  const groupsNow = groupsAt(now, minorDigits);
  return {
    lines: now.map((line, at) => lineBetween(earlier[at] as CreditedLine, line)),
    taxes: [...shown].map((key) =>
      taxBetween(groupsBefore.get(key) as TaxAmounts, groupsNow.get(key) as TaxAmounts),
    ),
    totals: subtractTotals(
      totalsAt(now, groupsNow, minorDigits),
      totalsAt(earlier, groupsBefore, minorDigits),
    ),
  };
}

/** What a line has given back once `quantity` of it was. */
function lineAt(line: InvoicedLine, quantity: Thousandths): CreditedLine {
  if (quantity > line.quantity) throw new RangeError('more is given back than was bought');
  const part = (amount: TenThousandths): TenThousandths => scale(amount, quantity, line.quantity);
  const total = part(line.total);
  const share = shareAt(line, quantity, total);
  const taxes = line.taxes.map(({ taxKey, rate, reRate, taxPrice, rePrice }) =>
    taxOn({ taxKey, rate, reRate }, total, share, part(taxPrice), part(rePrice)),
  );
  const totalTaxes = sum(taxes.map(({ totalPrice }) => totalPrice));
  return { total, share, discounts: line.discounts.map(part), taxes, totalTaxes };
}

/**
 * In proportion to the quantity. Where a thousandth of the quantity is worth less than a ten-thousandth, a total
 * and a share that are each rounded by itself could make a base that falls while more is given back: there the
 * share follows the total.
 */
function shareAt(line: InvoicedLine, quantity: Thousandths, total: TenThousandths): TenThousandths {
  if (line.share === 0) return 0;
  const isFine = line.total - line.share < line.quantity;
  return isFine ? scale(total, line.share, line.total) : scale(line.share, quantity, line.quantity);
}

function taxOn(
  tax: Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>,
  baseWithoutDiscounts: TenThousandths,
  discount: TenThousandths,
  taxPrice: TenThousandths,
  rePrice: TenThousandths,
): TaxAmounts {
  const base = baseWithoutDiscounts - discount;
  const totalPrice = sum([taxPrice, rePrice]);
  return { ...tax, baseWithoutDiscounts, discount, base, taxPrice, rePrice, totalPrice };
}

function groupKey({
  taxKey,
  rate,
  reRate,
}: Pick<TaxAmounts, 'taxKey' | 'rate' | 'reRate'>): string {
  return `${rate}/${reRate}/${taxKey}`;
}

function groupsOf({ taxes }: InvoicedLine): string[] {
  return taxes.map(groupKey);
}

/** The tax groups of lines: tax and surcharge in minor units, from the exact base of all of them. */
function groupsAt(lines: readonly CreditedLine[], minorDigits: number): Map<string, TaxAmounts> {
  const members = new Map<string, TaxAmounts[]>();
  for (const tax of lines.flatMap(({ taxes }) => taxes)) {
    const known = members.get(groupKey(tax));
    if (known) known.push(tax);
    else members.set(groupKey(tax), [tax]);
  }
  const groups = [...members].map(([key, taxes]): [string, TaxAmounts] => {
    const [{ taxKey, rate, reRate }] = taxes as [TaxAmounts];
    const without = sum(taxes.map(({ baseWithoutDiscounts }) => baseWithoutDiscounts));
    const discount = sum(taxes.map((tax) => tax.discount));
    const taxed = (percent: number) => taxInMinorUnits(without - discount, percent, minorDigits);
    return [key, taxOn({ taxKey, rate, reRate }, without, discount, taxed(rate), taxed(reRate))];
  });
  return new Map(groups);
}

/** Each member rounded once from its exact value, as an order's are; without additional items. */
function totalsAt(
  lines: readonly CreditedLine[],
  groups: ReadonlyMap<string, TaxAmounts>,
  minorDigits: number,
): DocumentTotals {
  const rounded = (...amounts: TenThousandths[]): TenThousandths =>
    roundToMinorUnit(sum(amounts), minorDigits);
  const rows = sum(lines.map(({ total }) => total));
  const basket = sum(lines.map(({ share }) => share));
  const discounts = sum(lines.flatMap((line) => line.discounts));
  const totalTaxes = sum([...groups.values()].map(({ totalPrice }) => totalPrice));
  const subtotal = rounded(rows, -basket);
  return {
    subtotal,
    subtotalPaymentSystem: 0,
    subtotalRows: rounded(rows),
    subtotalShippings: 0,
    total: sum([subtotal, totalTaxes]),
    totalBasketDiscounts: rounded(basket),
    totalDiscounts: rounded(discounts, basket),
    totalPaymentSystem: 0,
    totalRows: rounded(rows, ...lines.map((line) => line.totalTaxes)),
    totalRowsDiscounts: rounded(discounts),
    totalShippingDiscounts: 0,
    totalShippings: 0,
    totalTaxes,
    totalVouchers: 0,
  };
}

function lineBetween(before: CreditedLine, now: CreditedLine): CreditedLine {
  return {
    total: now.total - before.total,
    share: now.share - before.share,
    discounts: now.discounts.map((amount, at) => amount - (before.discounts[at] ?? 0)),
    taxes: now.taxes.map((tax, at) => taxBetween(before.taxes[at] as TaxAmounts, tax)),
    totalTaxes: now.totalTaxes - before.totalTaxes,
  };
}

function taxBetween(before: TaxAmounts, now: TaxAmounts): TaxAmounts {
  return taxOn(
    { taxKey: now.taxKey, rate: now.rate, reRate: now.reRate },
    now.baseWithoutDiscounts - before.baseWithoutDiscounts,
    now.discount - before.discount,
    now.taxPrice - before.taxPrice,
    now.rePrice - before.rePrice,
  );
}
