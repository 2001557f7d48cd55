import type { TotalFigures } from '../totals';
import type { TermMapping } from './term-mapping';
import { formatAmount } from './term-formats';

function amountUnlessZero(value: number): string | undefined {
  return value === 0 ? undefined : formatAmount(value);
}

/** BG-22: the totals. */
export const totalTerms: readonly TermMapping<TotalFigures>[] = [
  ['BT-6', 'VAT accounting currency code', ({ accounting }) => accounting?.currencyCode],
  ['BT-106', 'Sum of Invoice line net amount', ({ lines }) => formatAmount(lines)],
  [
    'BT-107',
    'Sum of allowances on document level',
    ({ allowances }) => amountUnlessZero(allowances),
  ],
  ['BT-108', 'Sum of charges on document level', ({ charges }) => amountUnlessZero(charges)],
  ['BT-109', 'Invoice total amount without VAT', ({ exclusive }) => formatAmount(exclusive)],
  ['BT-110', 'Invoice total VAT amount', ({ tax }) => formatAmount(tax)],
  [
    'BT-111',
    'Invoice total VAT amount in accounting currency',
    ({ accounting }) => accounting && formatAmount(accounting.tax),
  ],
  ['BT-112', 'Invoice total amount with VAT', ({ inclusive }) => formatAmount(inclusive)],
  ['BT-113', 'Paid amount', ({ prepaid }) => amountUnlessZero(prepaid)],
  ['BT-114', 'Rounding amount', ({ rounding }) => amountUnlessZero(rounding)],
  ['BT-115', 'Amount due for payment', ({ due }) => formatAmount(due)],
];
