import {
  ar,
  base,
  de,
  el,
  en,
  en_GB,
  en_US,
  es,
  Faker,
  fr,
  he,
  it,
  ja,
  ko,
  type LocaleDefinition,
  pl,
  th,
  uk,
  zh_CN,
} from '@faker-js/faker';

/** A country in which customers of the demo store live. */
export interface Country {
  readonly code: string;
  readonly languageCode: string;
  readonly currencyCode: string;
  /** Number of decimals of the currency (ISO 4217). */
  readonly digits: number;
  /** Approximate amount of the currency for one euro. */
  readonly rate: number;
  /** The tax of its orders. */
  readonly tax: { readonly pId: string; readonly name: string; readonly rate: number };
  /** Generates names and addresses in the script of the country. */
  readonly faker: Faker;
}

type Row = readonly [
  code: string,
  language: string,
  currency: string,
  digits: number,
  rate: number,
  tax: string,
  percent: number,
  locale: LocaleDefinition,
];

const rows: readonly Row[] = [
  ['ES', 'es', 'EUR', 2, 1, 'IVA', 21, es],
  ['DE', 'de', 'EUR', 2, 1, 'Umsatzsteuer', 19, de],
  ['FR', 'fr', 'EUR', 2, 1, 'TVA', 20, fr],
  ['IT', 'it', 'EUR', 2, 1, 'IVA', 22, it],
  ['GB', 'en', 'GBP', 2, 0.86, 'VAT', 20, en_GB],
  ['US', 'en', 'USD', 2, 1.09, 'Sales tax', 8.875, en_US],
  ['PL', 'pl', 'PLN', 2, 4.3, 'VAT', 23, pl],
  ['GR', 'el', 'EUR', 2, 1, 'ΦΠΑ', 24, el],
  ['UA', 'uk', 'UAH', 2, 45, 'ПДВ', 20, uk],
  ['EG', 'ar', 'EGP', 2, 53, 'ضريبة القيمة المضافة', 14, ar],
  ['IL', 'he', 'ILS', 2, 4, 'מע״מ', 17, he],
  ['TH', 'th', 'THB', 2, 38, 'ภาษีมูลค่าเพิ่ม', 7, th],
  ['CN', 'zh', 'CNY', 2, 7.8, '增值税', 13, zh_CN],
  ['JP', 'ja', 'JPY', 0, 163, '消費税', 10, ja],
  ['KR', 'ko', 'KRW', 0, 1480, '부가가치세', 10, ko],
];

/** The countries of the demo store, each with its own names and addresses. @param seed any integer */
export function createCountries(seed: number): readonly Country[] {
  return rows.map(([code, languageCode, currencyCode, digits, rate, tax, percent, locale]) => ({
    ...{ code, languageCode, currencyCode, digits, rate },
    tax: { pId: `${code.toLowerCase()}-vat`, name: `${tax} ${percent} %`, rate: percent },
    faker: new Faker({ locale: [locale, en, base], seed }),
  }));
}
