import { data as currencies } from 'currency-codes';

/** A currency of ISO 4217. */
interface Currency {
  readonly code: string;
  /** The numeric code of ISO 4217. */
  readonly number: number;
  readonly symbol: string;
  /** Decimals of the minor unit. */
  readonly digits: number;
}

// ISO 4217 reserves these two for "no currency" and "testing".
const excludedCodes = ['XXX', 'XTS'];
const codeByNumber = new Map(
  currencies
    .filter(({ code }) => !excludedCodes.includes(code))
    .map(({ code, number }) => [Number(number), code]),
);
const knownCodes = new Set(codeByNumber.values());
const currencyCache = new Map<string, Currency>();

/** Whether a text is a currency code of ISO 4217, in upper case. */
export function isCurrencyCode(text: string): boolean {
  return knownCodes.has(text);
}

/** The alphabetic code for a numeric code; undefined for an unknown code. */
export function toCurrencyCode(number: number): string | undefined {
  return codeByNumber.get(number);
}

/** Returns a currency of ISO 4217 by its alphabetic code. */
export function getCurrency(code: string): Currency {
  const found = currencyCache.get(code) ?? loadCurrency(code);
  currencyCache.set(code, found);
  return found;
}

function loadCurrency(code: string): Currency {
  const entry = currencies.find((currency) => currency.code === code);
  return {
    code,
    number: Number(entry?.number ?? 0),
    symbol: currencySymbol(code),
    digits: entry?.digits ?? 2,
  };
}

function currencySymbol(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
