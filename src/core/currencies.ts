import { data as listedCurrencies } from 'currency-codes';
import { formerCurrencies } from './former-currencies';

/** A currency of ISO 4217. */
interface Currency {
  readonly code: string;
  /** The numeric code of ISO 4217. */
  readonly number: number;
  readonly symbol: string;
  /** Decimals of the minor unit. */
  readonly digits: number;
}

/** An entry of the lists of currencies. */
interface ListedCurrency {
  /** 0 for a former currency whose number no list has. */
  readonly number: number;
  readonly digits: number;
  /** First and last day of a former currency, YYYY-MM-DD. */
  readonly period?: { readonly from: string; readonly to: string };
}

/** A day has ended in every time zone this long after its start in UTC. Both ends of a period get this margin. */
const TIME_ZONE_MARGIN_MS = 36 * 60 * 60 * 1000;

// ISO 4217 reserves these two for "no currency" and "testing".
const excludedCodes = ['XXX', 'XTS'];
const currencies = new Map<string, ListedCurrency>([
  ...listedCurrencies
    .filter(({ code }) => !excludedCodes.includes(code))
    .map(({ code, number, digits }) => [code, { number: Number(number), digits }] as const),
  // With those that `currency-codes` doesn't have yet.
  ...formerCurrencies.map(toCurrencyEntry),
]);
/** Codes by their numbers. A successor that has taken over the number comes after the former currency. */
const codeByNumber = new Map(
  [...currencies]
    .sort(([, one], [, other]) => Number(!one.period) - Number(!other.period))
    .map(([code, { number }]) => [number, code]),
);
codeByNumber.delete(0);
const currencyCache = new Map<string, Currency>();

function toCurrencyEntry([code, number, digits, from, to]: (typeof formerCurrencies)[number]) {
  const entry: ListedCurrency = { number, digits, ...(to !== '' && { period: { from, to } }) };
  return [code, entry] as const;
}

/** Whether a text is the code of a currency that is or was used, in upper case. */
export function isCurrencyCode(text: string): boolean {
  return currencies.has(text);
}

/** Whether a text is the code of a currency that is used today, in upper case. */
export function isCurrentCurrencyCode(text: string): boolean {
  const currency = currencies.get(text);
  return currency !== undefined && currency.period === undefined;
}

/** Whether documents of a time can have a currency: it is used today, or was used then. */
export function isCurrencyInUseAt(at: Date, code: string): boolean {
  const period = currencies.get(code)?.period;
  if (!period) return true;
  const end = Date.parse(period.to) + TIME_ZONE_MARGIN_MS;
  return at.getTime() >= Date.parse(period.from) - TIME_ZONE_MARGIN_MS && at.getTime() < end;
}

/** Returns the alphabetic code for a numeric code, or undefined. */
export function toCurrencyCode(number: number): string | undefined {
  return codeByNumber.get(number);
}

/** Returns a currency of ISO 4217 by its alphabetic code. */
export function getCurrency(code: string): Currency {
  const found = currencyCache.get(code) ?? createCurrency(code);
  currencyCache.set(code, found);
  return found;
}

function createCurrency(code: string): Currency {
  const entry = currencies.get(code);
  return {
    code,
    number: entry?.number ?? 0,
    symbol: getCurrencySymbol(code),
    digits: entry?.digits ?? 2,
  };
}

function getCurrencySymbol(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
