import { normalizeVatNumber } from '../../../../core/vat-numbers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementBinding } from '../../invoice-syntax/element-binding';
import { crossIndustryInvoice } from '../../invoice-syntax/cii';
import { toUblDocument } from '../../invoice-syntax/ubl';
import * as amounts from './lines-and-charges';
import { buyerTerms } from './buyer';
import { deliveryTerms } from './delivery';
import { headerTerms, paymentMeansTerms } from './header';
import { sellerTerms } from './seller';
import type { TermMapping } from './term-mapping';
import { totalTerms } from './totals';
import { formatAmount, toValidGtin, formatPrice, formatQuantity } from './term-formats';

const tables = [headerTerms, paymentMeansTerms, sellerTerms, buyerTerms, deliveryTerms, totalTerms];
const rows = [...tables, ...Object.values(amounts)].flat() as TermMapping<never>[];

function* termsIn({
  repeatedFor,
  value,
  attributes = {},
  children = [],
}: ElementBinding): Generator<string> {
  if (repeatedFor !== undefined) yield repeatedFor;
  for (const one of [value, ...Object.values(attributes)]) if (typeof one === 'string') yield one;
  for (const child of children) yield* termsIn(child);
}

describe('The business terms', () => {
  it('occur once each', () => {
    const terms = rows.map(([term]) => term);
    expect(new Set(terms).size).toBe(terms.length);
  });

  const whole = { kind: 'invoice', terms: { 'BT-13': '1' } } as const;
  it.each([
    ['UBL', toUblDocument(whole)],
    ['a credit note in UBL', toUblDocument({ ...whole, kind: 'creditNote' })],
    ['CII', crossIndustryInvoice],
  ])('are all written in %s, and no others', (_, root) => {
    const written = new Set([...termsIn(root)].filter((term) => term.startsWith('BT-')));
    expect([...written].sort()).toEqual(rows.map(([term]) => term).sort());
  });

  it('are those of docs/e-invoice-terms.md', () => {
    const page = readFileSync(join(__dirname, '../../../../../docs/e-invoice-terms.md'), 'utf8');
    const documented = [...page.matchAll(/^\| (BT-[\d-]+) +\| (.*?) +\| \S/gm)];
    const byTerm = documented.map(([, term, name]) => `${term} ${name}`);
    expect(byTerm.sort()).toEqual(rows.map(([term, name]) => `${term} ${name}`).sort());
  });
});

describe('Values', () => {
  it.each([
    [0, '0.00'],
    [1_234_500, '123.45'],
    [-100, '-0.01'],
    [999_999_999_999_900, '99999999999.99'],
  ])('of amounts: %s is %s', (value, text) => {
    expect(formatAmount(value)).toBe(text);
  });

  it.each([
    [0, '0.00'],
    [100_000, '10.00'],
    [3333, '0.3333'],
    [12_310, '1.231'],
    [-5, '-0.0005'],
  ])('of prices: %s is %s', (value, text) => {
    expect(formatPrice(value)).toBe(text);
  });

  it('of quantities have no trailing zeros', () => {
    expect([1000, 1500, 1, 12_000_000].map(formatQuantity)).toEqual(['1', '1.5', '0.001', '12000']);
  });

  it.each([
    ['B-12.345 674', 'ES', 'ESB12345674'],
    ['esb12345674', 'ES', 'ESB12345674'],
    ['123456789', 'GR', 'EL123456789'],
    ['EL123456789', 'GR', 'EL123456789'],
    ['DE123456789', 'ES', 'DE123456789'],
    ['', 'ES', ''],
    [' - ', 'ES', ''],
  ])('of VAT numbers have the prefix of their country: %s', (text, country, expected) => {
    expect(normalizeVatNumber(text, country)).toBe(expected);
  });

  it('of article numbers are valid GS1 numbers', () => {
    const numbers = ['4006381333931', '4006381333930', '96385074', 'abc', ''];
    expect(numbers.map(toValidGtin)).toEqual(['4006381333931', '', '96385074', '', '']);
  });
});
