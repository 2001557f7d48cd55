import type { TotalFigures } from '../total-figures';
import type { TermMapping } from './term-mapping';
import { formatAmount } from './term-formats';

function formatNonZeroAmount(value: number): string | undefined {
  return value === 0 ? undefined : formatAmount(value);
}

/** BG-22: the totals. */
export const totalTerms: readonly TermMapping<TotalFigures>[] = [
  ['BT-6', 'VAT accounting currency code', ({ accountingTax }) => accountingTax?.currencyCode],
  ['BT-106', 'Sum of Invoice line net amount', ({ lineNetTotal }) => formatAmount(lineNetTotal)],
  [
    'BT-107',
    'Sum of allowances on document level',
    ({ allowanceTotal }) => formatNonZeroAmount(allowanceTotal),
  ],
  [
    'BT-108',
    'Sum of charges on document level',
    ({ chargeTotal }) => formatNonZeroAmount(chargeTotal),
  ],
  ['BT-109', 'Invoice total amount without VAT', ({ taxExclusive }) => formatAmount(taxExclusive)],
  ['BT-110', 'Invoice total VAT amount', ({ tax }) => formatAmount(tax)],
  [
    'BT-111',
    'Invoice total VAT amount in accounting currency',
    ({ accountingTax }) => accountingTax && formatAmount(accountingTax.tax),
  ],
  ['BT-112', 'Invoice total amount with VAT', ({ taxInclusive }) => formatAmount(taxInclusive)],
  ['BT-113', 'Paid amount', ({ prepaid }) => formatNonZeroAmount(prepaid)],
  ['BT-114', 'Rounding amount', ({ rounding }) => formatNonZeroAmount(rounding)],
  ['BT-115', 'Amount due for payment', ({ due }) => formatAmount(due)],
];
