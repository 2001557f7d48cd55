import { getCurrency } from '../../../../core/currencies';
import { formatInstant } from '../../../../core/instant';
import {
  moneyToNumber,
  quantityToNumber,
  rateToNumber,
  type TenThousandths,
  type Thousandths,
  type Millionths,
} from '../../../../core/money';

const MONEY_DECIMALS = 4;
const QUANTITY_DECIMALS = 3;

/** Spaces with the width of a digit, and of a decimal point or comma. */
const FIGURE_SPACE = '\u2007';
const PUNCTUATION_SPACE = '\u2008';

/** Invisible mark that makes adjacent characters run from left to right. */
export const LEFT_TO_RIGHT_MARK = '\u200e';

/** Parts of a formatted amount, without its currency. */
const NUMBER_PARTS: ReadonlySet<string> = new Set([
  'integer',
  'group',
  'decimal',
  'fraction',
  'minusSign',
]);

/** Properties of a document that determine its formats. */
export interface FormatOptions {
  /** ISO 639-1. */
  readonly language: string;
  /** ISO 3166-1 alpha-2 code of the seller's country; "" if unknown. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA time zone of the store. */
  readonly timeZone: string;
  /** Whether the text runs from right to left; numbers never do. */
  readonly isRightToLeft?: boolean | undefined;
}

/** Formats amounts, quantities and dates for one document's language and currency. */
export class DocumentFormatter {
  private readonly locale: string;
  /** Keeps a minus to the left of a number, and trailing blanks to its right. */
  private readonly directionMark: string;
  private readonly currency: string;
  private readonly digits: number;
  private readonly moneyFormat: Intl.NumberFormat;
  private readonly rateFormat: Intl.NumberFormat;
  private readonly dateFormat: Intl.DateTimeFormat;
  private readonly timeZone: string;
  private readonly countryNames: Intl.DisplayNames;
  private readonly priceFormats = new Map<number, Intl.NumberFormat>();
  private readonly quantityFormats = new Map<number, Intl.NumberFormat>();

  constructor({ language, country, currency, timeZone, isRightToLeft = false }: FormatOptions) {
    this.directionMark = isRightToLeft ? LEFT_TO_RIGHT_MARK : '';
    this.locale = toLocale(language, country);
    this.currency = currency;
    this.digits = getCurrency(currency).digits;
    this.moneyFormat = this.toMoneyFormat(this.digits);
    this.rateFormat = new Intl.NumberFormat(this.locale, {
      style: 'percent',
      maximumFractionDigits: 6,
    });
    this.dateFormat = new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: 'UTC' });
    this.timeZone = timeZone;
    this.countryNames = new Intl.DisplayNames(this.locale, { type: 'region' });
  }

  /** Formats an amount with the currency sign, rounded to the minor unit, half away from zero. */
  formatWithCurrency(amount: TenThousandths): string {
    return this.moneyFormat.format(moneyToNumber(amount));
  }

  /** Formats an amount of another currency with its sign. @param currency ISO 4217 */
  formatInCurrency(currency: string, amount: TenThousandths): string {
    const style = {
      style: 'currency',
      currency,
      ...toFixedDigitsOptions(getCurrency(currency).digits),
    } as const;
    return new Intl.NumberFormat(this.locale, style).format(moneyToNumber(amount));
  }

  /** Formats an amount without the currency sign, rounded to the minor unit, half away from zero. */
  formatAmount(amount: TenThousandths): string {
    return this.formatWithoutCurrency(amount, this.digits);
  }

  /**
   * Formats a price with all of its decimals, at least those of the minor unit.
   * @param decimals decimals of its column: `getPriceDecimals`
   */
  formatPrice(amount: TenThousandths, decimals = 0): string {
    const ownDecimals = this.getPriceDecimals([amount]);
    return this.formatWithoutCurrency(amount, ownDecimals) + this.toPadding(ownDecimals, decimals);
  }

  /**
   * Formats a quantity with all of its decimals.
   * @param decimals decimals of its column: `getQuantityDecimals`
   */
  formatQuantity(quantity: Thousandths, decimals = 0): string {
    const ownDecimals = this.getQuantityDecimals([quantity]);
    const make = () => new Intl.NumberFormat(this.locale, toFixedDigitsOptions(ownDecimals));
    const format = getOrCreate(this.quantityFormats, ownDecimals, make);
    return format.format(quantityToNumber(quantity)) + this.toPadding(ownDecimals, decimals);
  }

  formatRate(rate: Millionths): string {
    return this.rateFormat.format(rateToNumber(rate) / 100);
  }

  /** Formats the day of an instant in the store's time zone. */
  formatDate(instant: Date): string {
    return this.dateFormat.format(new Date(formatInstant(instant, this.timeZone).slice(0, 10)));
  }

  /** Returns the name of a country. @param code ISO 3166-1 alpha-2, or "" */
  getCountryName(code: string): string {
    return code === '' ? '' : (this.countryNames.of(code) ?? code);
  }

  /** Maximum number of decimals of prices, at least those of the minor unit. */
  getPriceDecimals(prices: readonly TenThousandths[]): number {
    return maxDecimals(prices, MONEY_DECIMALS, this.digits);
  }

  /** Maximum number of decimals of quantities. */
  getQuantityDecimals(quantities: readonly Thousandths[]): number {
    return maxDecimals(quantities, QUANTITY_DECIMALS, 0);
  }

  /** Formats with the currency sign and removes it, because some languages group the digits of amounts differently. */
  private formatWithoutCurrency(amount: TenThousandths, decimals: number): string {
    const format = getOrCreate(this.priceFormats, decimals, () => this.toMoneyFormat(decimals));
    const parts = format.formatToParts(moneyToNumber(amount));
    const isNegative = parts.some(({ type }) => type === 'minusSign');
    const number = parts.map(({ type, value }) => (NUMBER_PARTS.has(type) ? value : '')).join('');
    return isNegative ? this.directionMark + number : number;
  }

  /** Blanks with the width of missing decimals, so that the decimal points of a column are aligned. */
  private toPadding(ownDecimals: number, decimals: number): string {
    if (ownDecimals >= decimals) return '';
    const point = ownDecimals === 0 ? PUNCTUATION_SPACE : '';
    return point + FIGURE_SPACE.repeat(decimals - ownDecimals) + this.directionMark;
  }

  private toMoneyFormat(decimals: number): Intl.NumberFormat {
    const { locale, currency } = this;
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      ...toFixedDigitsOptions(decimals),
    });
  }
}

function getOrCreate<V>(values: Map<number, V>, key: number, create: () => V): V {
  const value = values.get(key) ?? create();
  values.set(key, value);
  return value;
}

function toFixedDigitsOptions(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: true };
}

/**
 * Returns the maximum number of decimals of numbers.
 * @param scale decimals of the unit
 * @param min the smallest result
 */
function maxDecimals(units: readonly number[], scale: number, min: number): number {
  return units.reduce((max, unit) => {
    let decimals = scale;
    for (let rest = unit; decimals > max && rest % 10 === 0; rest /= 10) decimals -= 1;
    return Math.max(max, decimals);
  }, min);
}

/**
 * Returns the locale of a language. It has the seller's country if the language is that country's main language
 * (en-GB and en-US differ in dates, de-DE and de-CH in amounts). Otherwise Portuguese gets Portugal. Always uses Latin
 * digits and the Gregorian calendar, like article numbers, banks and tax offices.
 */
function toLocale(language: string, country: string): string {
  const isMainLanguage =
    country !== '' && new Intl.Locale(`und-${country}`).maximize().language === language;
  const region = isMainLanguage ? country : language === 'pt' ? 'PT' : undefined;
  const options = { numberingSystem: 'latn', calendar: 'gregory' };
  return new Intl.Locale(language, region ? { ...options, region } : options).toString();
}
