import { currencyOf } from '../../../../core/currencies';
import { type Thousandths, sum } from '../../../../core/money';
import {
  type AdditionalItem,
  type DocumentAmounts,
  type DocumentRow,
  type DocumentTax,
  type RowCopyAmounts,
  type RowCopy,
  rowTypes,
  type SalesDocument,
  taxDraft,
} from '../../documents';
import type { TaxAmounts } from '../../totals';
import { creditAmounts, type CreditedLine, type InvoicedLine } from './credit-amounts';
import { addTotals, itemTotals } from './item-totals';

/** What is to be given back of an order. */
interface GivingBack {
  /** Read whole, with the figures of its lines, which are those of its invoice too. */
  readonly order: SalesDocument;
  /** Whose lines are copied: the order, or a document made of it, with the same hashes. */
  readonly source: SalesDocument;
  /** Thousandths that are given back, by the hashes of lines. */
  readonly quantities: ReadonlyMap<string, Thousandths>;
  /** Thousandths that earlier notes have given back, by the ids of the order's lines. */
  readonly before: Readonly<Record<string, Thousandths>>;
  readonly items: readonly Pick<AdditionalItem, 'type' | 'amount'>[];
}

/** The lines and amounts of a document that gives something back. */
export interface GivenBack {
  readonly rows: readonly RowCopy[];
  readonly amounts: DocumentAmounts;
  /** It is paid as its source was, but without the price of the payment, and has no delivery date. */
  readonly columns: Pick<SalesDocument, 'payment' | 'deliveryDate'>;
}

/**
 * The lines of an RMA or a credit note, with their part of what the order's lines were invoiced at; bundles
 * frame the items that are given back. Shipping and payment are given back by additional items alone, vouchers
 * are not taken off, and of the order's discounts only what the lines bore is left.
 * @throws AmountOutOfRange
 */
export function givenBack({ order, source, quantities, before, items }: GivingBack): GivenBack {
  const { digits } = currencyOf(order.currencyCode);
  const lines = leavesOf(order.rows)
    .map((row) => ({
      row,
      line: invoiced(row),
      before: before[row.id] ?? 0,
      quantity: quantities.get(row.hash) ?? 0,
    }))
    .filter((one) => one.before + one.quantity > 0);
  const credited = creditAmounts(lines, digits);
  const amounts = new Map(
    lines.map(({ row }, at) => [row.hash, rowAmounts(row, credited.lines[at] as CreditedLine)]),
  );
  const taxes = new Map(lines.flatMap(({ row }) => row.taxes ?? []).map((tax) => [tax.taxId, tax]));
  return {
    rows: copies(source.rows, quantities, amounts),
    amounts: {
      totals: addTotals(credited.totals, itemTotals(items, digits)),
      taxes: credited.taxes.map((tax) =>
        taxDraft(taxes.get(Number(tax.taxKey)) as DocumentTax, tax),
      ),
      discounts: [],
      vouchers: [],
      shippings: [],
    },
    columns: {
      payment: source.payment && { price: 0, taxes: [] },
      deliveryDate: null,
    },
  };
}

/** The lines that goods stand in: of a bundle its items. */
export function leavesOf(rows: readonly DocumentRow[]): DocumentRow[] {
  return rows.flatMap((row) => (row.type === rowTypes.bundle ? (row.items ?? []) : [row]));
}

function invoiced({
  quantity,
  total,
  share,
  discounts = [],
  taxes = [],
}: DocumentRow): InvoicedLine {
  return {
    quantity,
    total,
    share,
    discounts: discounts.map(({ amount }) => amount),
    taxes: taxes.map(({ taxId, taxRate, reRate, taxPrice, rePrice }) => ({
      taxKey: taxId,
      rate: taxRate,
      reRate,
      taxPrice,
      rePrice,
    })),
  };
}

function rowAmounts(
  { taxes = [], discounts = [] }: DocumentRow,
  line: CreditedLine,
): RowCopyAmounts {
  const { total, share, totalTaxes } = line;
  return {
    total,
    share,
    totalTaxes,
    taxes: taxes.map((tax, at) => taxDraft(tax, line.taxes[at] as TaxAmounts)),
    discounts: discounts.map((one, at) => ({ ...one, amount: line.discounts[at] ?? 0 })),
  };
}

function copies(
  rows: readonly DocumentRow[],
  quantities: ReadonlyMap<string, Thousandths>,
  amounts: ReadonlyMap<string, RowCopyAmounts>,
): RowCopy[] {
  return rows.flatMap((row): RowCopy[] => {
    if (row.type === rowTypes.bundle) {
      const items = copies(row.items ?? [], quantities, amounts);
      return items.length === 0 ? [] : [{ row, items, amounts: sumsOf(items) }];
    }
    const quantity = quantities.get(row.hash);
    const own = amounts.get(row.hash);
    // Stocks tell where the order's goods came from, not where these go.
    return quantity === undefined || !own ? [] : [{ row, quantity, amounts: own, stocks: [] }];
  });
}

/** A bundle's amounts are the sums of its items'. */
function sumsOf(items: readonly RowCopy[]): RowCopyAmounts {
  const of = (name: 'total' | 'share' | 'totalTaxes') =>
    sum(items.map(({ amounts }) => amounts?.[name] ?? 0));
  const sums = { total: of('total'), share: of('share'), totalTaxes: of('totalTaxes') };
  return { ...sums, taxes: [], discounts: [] };
}
