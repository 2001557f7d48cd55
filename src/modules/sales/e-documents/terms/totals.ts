import type { TotalFigures } from '../totals';
import type { TermMapping } from './term-mapping';
import { formatAmount } from './term-formats';

function amountUnlessZero(value: number): string | undefined {
  return value === 0 ? undefined : formatAmount(value);
}

/** BG-22: the totals. */
export const totalTerms: readonly TermMapping<TotalFigures>[] = [
  {
    term: 'BT-6',
    name: 'VAT accounting currency code',
    source: "the currency of the seller's country, if the document has another one",
    from: ({ accounting }) => accounting?.currencyCode,
  },
  {
    term: 'BT-106',
    name: 'Sum of Invoice line net amount',
    source: 'the lines',
    from: ({ lines }) => formatAmount(lines),
  },
  {
    term: 'BT-107',
    name: 'Sum of allowances on document level',
    source: 'the allowances',
    from: ({ allowances }) => amountUnlessZero(allowances),
  },
  {
    term: 'BT-108',
    name: 'Sum of charges on document level',
    source: 'the charges',
    from: ({ charges }) => amountUnlessZero(charges),
  },
  {
    term: 'BT-109',
    name: 'Invoice total amount without VAT',
    source: 'SUBTOTAL',
    from: ({ exclusive }) => formatAmount(exclusive),
  },
  {
    term: 'BT-110',
    name: 'Invoice total VAT amount',
    source: 'TOTALTAXES',
    from: ({ tax }) => formatAmount(tax),
  },
  {
    term: 'BT-111',
    name: 'Invoice total VAT amount in accounting currency',
    source: "TOTALTAXES by the order's exchangeRate",
    from: ({ accounting }) => accounting && formatAmount(accounting.tax),
  },
  {
    term: 'BT-112',
    name: 'Invoice total amount with VAT',
    source: 'SUBTOTAL and TOTALTAXES',
    from: ({ inclusive }) => formatAmount(inclusive),
  },
  {
    term: 'BT-113',
    name: 'Paid amount',
    source: 'TOTALVOUCHERS, for an invoice; with TOTAL, if it is paid',
    from: ({ prepaid }) => amountUnlessZero(prepaid),
  },
  {
    term: 'BT-114',
    name: 'Rounding amount',
    source: 'TOTALS.ROUNDING',
    from: ({ rounding }) => amountUnlessZero(rounding),
  },
  {
    term: 'BT-115',
    name: 'Amount due for payment',
    source: 'TOTAL; 0 for a paid invoice',
    from: ({ due }) => formatAmount(due),
  },
];
