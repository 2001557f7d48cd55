import { rowTypes } from '../../documents';
import type { AllowanceCharge, LineAllowance, LineFigures } from '../net-figures';
import type { VatFigures } from '../total-figures';
import type { VatClass } from '../vat-classes';
import type { TermMapping } from './term-mapping';
import {
  formatAmount,
  toValidGtin,
  formatPercent,
  formatPrice,
  formatQuantity,
} from './term-formats';

/** A line with its number in the document, from 1. */
export interface NumberedLine extends LineFigures {
  readonly number: number;
}

/** Formats the rate of a VAT class; the category O has none. */
function formatRate({ category, rate }: VatClass): string | undefined {
  return category === 'O' ? undefined : formatPercent(rate);
}

const PIECE_UNIT_CODE = 'C62';
const GTIN_SCHEME = '0160';
const DISCOUNT_REASON_CODE = '95';

/** BG-25, BG-29 to BG-31: a line. */
export const lineTerms: readonly TermMapping<NumberedLine>[] = [
  ['BT-126', 'Invoice line identifier', ({ number }) => String(number)],
  [
    'BT-127',
    'Invoice line note',
    ({ row, bundle }) =>
      [
        bundle ? `Part of ${bundle.name}` : '',
        row.type === rowTypes.gift ? 'Gift' : '',
        row.byAmount ? 'Price reduction' : '',
      ]
        .filter((text) => text !== '')
        .join(', '),
  ],
  ['BT-129', 'Invoiced quantity', ({ row }) => formatQuantity(row.quantity)],
  ['BT-130', 'Invoiced quantity unit of measure code', () => PIECE_UNIT_CODE],
  ['BT-131', 'Invoice line net amount', ({ net }) => formatAmount(net)],
  ['BT-146', 'Item net price', (line) => formatPrice(line.price)],
  [
    'BT-149',
    'Item price base quantity',
    ({ priceQuantity }) =>
      priceQuantity === undefined ? undefined : formatQuantity(priceQuantity),
  ],
  [
    'BT-150',
    'Item price base quantity unit of measure code',
    ({ priceQuantity }) => (priceQuantity === undefined ? undefined : PIECE_UNIT_CODE),
  ],
  ['BT-151', 'Invoiced item VAT category code', ({ vat }) => vat.category],
  ['BT-152', 'Invoiced item VAT rate', ({ vat }) => formatRate(vat)],
  [
    'BT-153',
    'Item name',
    ({ row }) => row.name.trim() || row.sku,
    { rule: 'BR-25', pointer: '/rows', remedy: 'send every row with its name.' },
  ],
  ['BT-155', "Item Seller's identifier", ({ row }) => row.sku],
  ['BT-157', 'Item standard identifier', ({ row }) => toValidGtin(row.ean)],
  [
    'BT-157-1',
    'Scheme of BT-157',
    ({ row }) => (toValidGtin(row.ean) === '' ? undefined : GTIN_SCHEME),
  ],
];

/** BG-27: a discount of a line. */
export const lineAllowanceTerms: readonly TermMapping<LineAllowance>[] = [
  ['BT-136', 'Invoice line allowance amount', (allowance) => formatAmount(allowance.amount)],
  ['BT-139', 'Invoice line allowance reason', ({ reason }) => reason],
  ['BT-140', 'Invoice line allowance reason code', () => DISCOUNT_REASON_CODE],
];

/** BG-32: a selected option. */
export const itemAttributeTerms: readonly TermMapping<{ name: string; value: string }>[] = [
  ['BT-160', 'Item attribute name', ({ name }) => name],
  ['BT-161', 'Item attribute value', ({ value }) => value],
];

/** BG-20: an allowance of the whole document. */
export const allowanceTerms: readonly TermMapping<AllowanceCharge>[] = [
  ['BT-92', 'Document level allowance amount', (one) => formatAmount(one.amount)],
  ['BT-95', 'Document level allowance VAT category code', ({ vat }) => vat.category],
  ['BT-96', 'Document level allowance VAT rate', ({ vat }) => formatRate(vat)],
  ['BT-97', 'Document level allowance reason', ({ reason }) => reason],
  ['BT-98', 'Document level allowance reason code', ({ reasonCode }) => reasonCode],
];

/** BG-21: a charge of the whole document. */
export const chargeTerms: readonly TermMapping<AllowanceCharge>[] = [
  ['BT-99', 'Document level charge amount', (one) => formatAmount(one.amount)],
  ['BT-102', 'Document level charge VAT category code', ({ vat }) => vat.category],
  ['BT-103', 'Document level charge VAT rate', ({ vat }) => formatRate(vat)],
  ['BT-104', 'Document level charge reason', ({ reason }) => reason],
  ['BT-105', 'Document level charge reason code', ({ reasonCode }) => reasonCode],
];

/** BG-23: a VAT breakdown. */
export const vatTerms: readonly TermMapping<VatFigures>[] = [
  ['BT-116', 'VAT category taxable amount', ({ taxableAmount }) => formatAmount(taxableAmount)],
  ['BT-117', 'VAT category tax amount', ({ tax }) => formatAmount(tax)],
  ['BT-118', 'VAT category code', ({ vat }) => vat.category],
  ['BT-119', 'VAT category rate', ({ vat }) => formatRate(vat)],
  ['BT-120', 'VAT exemption reason text', ({ vat }) => vat.exemptionReason],
  ['BT-121', 'VAT exemption reason code', ({ vat }) => vat.exemptionCode],
];
