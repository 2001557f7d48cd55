import { data as currencies } from 'currency-codes';
import countries from 'i18n-iso-countries';
import ISO6391 from 'iso-639-1';

interface Currency {
  readonly code: string;
  /** The numeric code of ISO 4217. */
  readonly number: number;
  readonly symbol: string;
  /** Decimals of the minor unit. */
  readonly digits: number;
}

const known = new Map<string, Currency>();
const languageNumbers = new Map<string, number>(
  [...ISO6391.getAllCodes()].sort().map((code, at) => [code, at + 1]),
);

/** A currency of ISO 4217 by its three letters. */
export function currencyOf(code: string): Currency {
  const found = known.get(code) ?? readCurrency(code);
  known.set(code, found);
  return found;
}

/** The numeric code of ISO 3166-1 of an alpha-2 code; 0 when there is none. */
export function countryNumber(alpha2: string): number {
  return Number(countries.alpha2ToNumeric(alpha2) ?? 0);
}

/** LANGUAGEID: the languages of ISO 639-1 in the alphabetical order of their codes, from 1. */
export function languageNumber(code: string): number {
  return languageNumbers.get(code) ?? 0;
}

function readCurrency(code: string): Currency {
  const entry = currencies.find((one) => one.code === code);
  return {
    code,
    number: Number(entry?.number ?? 0),
    symbol: symbolOf(code),
    digits: entry?.digits ?? 2,
  };
}

function symbolOf(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
