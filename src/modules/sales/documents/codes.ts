import { data as currencies } from 'currency-codes';

interface Currency {
  readonly code: string;
  /** The numeric code of ISO 4217. */
  readonly number: number;
  readonly symbol: string;
  /** Decimals of the minor unit. */
  readonly digits: number;
}

const known = new Map<string, Currency>();

/** A currency of ISO 4217 by its three letters. */
export function currencyOf(code: string): Currency {
  const found = known.get(code) ?? readCurrency(code);
  known.set(code, found);
  return found;
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
