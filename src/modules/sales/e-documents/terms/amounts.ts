import { rowTypes } from '../../documents';
import type { Adjustment, LineAllowance, LineFigures } from '../figures';
import type { VatFigures } from '../totals';
import type { VatClass } from '../vat';
import type { TermMapping } from './term-mapping';
import {
  formatAmount,
  validGtin,
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

const PIECE = 'C62';
const GTIN = '0160';
const DISCOUNT = '95';

/** BG-25, BG-29 to BG-31: a line. */
export const lineTerms: readonly TermMapping<NumberedLine>[] = [
  {
    term: 'BT-126',
    name: 'Invoice line identifier',
    source: 'numbered from 1; items of bundles are lines, bundles are not',
    from: ({ number }) => String(number),
  },
  {
    term: 'BT-127',
    name: 'Invoice line note',
    source: "the name of the item's bundle; Gift; Price reduction, for a credited amount",
    from: ({ row, bundle }) =>
      [
        bundle ? `Part of ${bundle.name}` : '',
        row.type === rowTypes.gift ? 'Gift' : '',
        row.byAmount ? 'Price reduction' : '',
      ]
        .filter((text) => text !== '')
        .join(', '),
  },
  {
    term: 'BT-129',
    name: 'Invoiced quantity',
    source: "the row's quantity",
    from: ({ row }) => formatQuantity(row.quantity),
  },
  {
    term: 'BT-130',
    name: 'Invoiced quantity unit of measure code',
    source: 'always C62, one',
    from: () => PIECE,
  },
  {
    term: 'BT-131',
    name: 'Invoice line net amount',
    source: "the row's total, rounded so that all lines total SUBTOTALROWS",
    from: ({ net }) => formatAmount(net),
  },
  {
    term: 'BT-146',
    name: 'Item net price',
    source:
      "the row's price and the prices of its options, with four decimals; if the currency lacks the needed decimals, " +
      'the price of the whole quantity',
    from: (line) => formatPrice(line.price),
  },
  {
    term: 'BT-149',
    name: 'Item price base quantity',
    source: "the row's quantity, if the price is that of the whole quantity",
    from: ({ priceQuantity }) =>
      priceQuantity === undefined ? undefined : formatQuantity(priceQuantity),
  },
  {
    term: 'BT-150',
    name: 'Item price base quantity unit of measure code',
    source: 'C62, with BT-149',
    from: ({ priceQuantity }) => (priceQuantity === undefined ? undefined : PIECE),
  },
  {
    term: 'BT-151',
    name: 'Invoiced item VAT category code',
    source: "the tax's category",
    from: ({ vat }) => vat.category,
  },
  {
    term: 'BT-152',
    name: 'Invoiced item VAT rate',
    source: "the tax's rate that applies to the buyer",
    from: ({ vat }) => formatRate(vat),
  },
  {
    term: 'BT-153',
    name: 'Item name',
    source: "the row's name, else sku",
    from: ({ row }) => row.name.trim() || row.sku,
    need: { rule: 'BR-25', pointer: '/rows', remedy: 'send every row with its name.' },
  },
  {
    term: 'BT-155',
    name: "Item Seller's identifier",
    source: "the row's sku",
    from: ({ row }) => row.sku,
  },
  {
    term: 'BT-157',
    name: 'Item standard identifier',
    source: "the row's ean, if it is a valid GS1 number",
    from: ({ row }) => validGtin(row.ean),
  },
  {
    term: 'BT-157-1',
    name: 'Scheme of BT-157',
    source: 'always 0160, GTIN',
    from: ({ row }) => (validGtin(row.ean) === '' ? undefined : GTIN),
  },
];

/** BG-27: a discount of a line. */
export const lineAllowanceTerms: readonly TermMapping<LineAllowance>[] = [
  {
    term: 'BT-136',
    name: 'Invoice line allowance amount',
    source: 'the amount of a discount of the row, rounded together with the remaining price',
    from: (allowance) => formatAmount(allowance.amount),
  },
  {
    term: 'BT-139',
    name: 'Invoice line allowance reason',
    source: "the discount's name, else code",
    from: ({ reason }) => reason,
  },
  {
    term: 'BT-140',
    name: 'Invoice line allowance reason code',
    source: 'always 95, discount',
    from: () => DISCOUNT,
  },
];

/** BG-32: a selected option. */
export const attributeTerms: readonly TermMapping<{ name: string; value: string }>[] = [
  {
    term: 'BT-160',
    name: 'Item attribute name',
    source: "an option's name",
    from: ({ name }) => name,
  },
  {
    term: 'BT-161',
    name: 'Item attribute value',
    source: "the option's values",
    from: ({ value }) => value,
  },
];

/** BG-20: an allowance of the whole document. */
export const allowanceTerms: readonly TermMapping<Adjustment>[] = [
  {
    term: 'BT-92',
    name: 'Document level allowance amount',
    source:
      'discounts of the order or of a shipment, or a payment with a price below 0, by category and rate; a rounding ' +
      'difference',
    from: (one) => formatAmount(one.amount),
  },
  {
    term: 'BT-95',
    name: 'Document level allowance VAT category code',
    source: 'the category of the rows or the shipment',
    from: ({ vat }) => vat.category,
  },
  {
    term: 'BT-96',
    name: 'Document level allowance VAT rate',
    source: 'the rate of the rows or the shipment',
    from: ({ vat }) => formatRate(vat),
  },
  {
    term: 'BT-97',
    name: 'Document level allowance reason',
    source: 'the names of the discounts',
    from: ({ reason }) => reason,
  },
  {
    term: 'BT-98',
    name: 'Document level allowance reason code',
    source: '95, discount',
    from: ({ reasonCode }) => reasonCode,
  },
];

/** BG-21: a charge of the whole document. */
export const chargeTerms: readonly TermMapping<Adjustment>[] = [
  {
    term: 'BT-99',
    name: 'Document level charge amount',
    source:
      'the price of a shipment or of the payment; an additional item of a credit note; a rounding difference',
    from: (one) => formatAmount(one.amount),
  },
  {
    term: 'BT-102',
    name: 'Document level charge VAT category code',
    source: 'the category of the shipment or the payment',
    from: ({ vat }) => vat.category,
  },
  {
    term: 'BT-103',
    name: 'Document level charge VAT rate',
    source: 'the rate of the shipment or the payment',
    from: ({ vat }) => formatRate(vat),
  },
  {
    term: 'BT-104',
    name: 'Document level charge reason',
    source: 'the name of the shipment, its type or the payment',
    from: ({ reason }) => reason,
  },
  {
    term: 'BT-105',
    name: 'Document level charge reason code',
    source: 'FC, freight, for shipments',
    from: ({ reasonCode }) => reasonCode,
  },
];

/** BG-23: a VAT breakdown. */
export const vatTerms: readonly TermMapping<VatFigures>[] = [
  {
    term: 'BT-116',
    name: 'VAT category taxable amount',
    source: 'BASE of the tax groups of the category and rate',
    from: ({ taxable }) => formatAmount(taxable),
  },
  {
    term: 'BT-117',
    name: 'VAT category tax amount',
    source: 'the tax groups of the document',
    from: ({ tax }) => formatAmount(tax),
  },
  {
    term: 'BT-118',
    name: 'VAT category code',
    source: "the tax's category",
    from: ({ vat }) => vat.category,
  },
  {
    term: 'BT-119',
    name: 'VAT category rate',
    source: "the tax's rate that applies to the buyer",
    from: ({ vat }) => formatRate(vat),
  },
  {
    term: 'BT-120',
    name: 'VAT exemption reason text',
    source: "the tax's exemptionReason, else that of the category",
    from: ({ vat }) => vat.exemptionReason,
  },
  {
    term: 'BT-121',
    name: 'VAT exemption reason code',
    source: "the tax's exemptionCode, else that of the category",
    from: ({ vat }) => vat.exemptionCode,
  },
];
