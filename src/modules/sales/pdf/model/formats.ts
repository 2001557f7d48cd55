import { getCurrency } from '../../../../core/currencies';
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

/** Spaces that are as wide as a digit, and as a decimal point or comma. */
const DIGIT_BLANK = '\u2007';
const POINT_BLANK = '\u2008';

/** Invisible: what stands beside it runs from left to right. */
export const LEFT_TO_RIGHT_MARK = '\u200e';

/** The parts of a written amount that are not its currency. */
const NUMBER_PARTS: ReadonlySet<string> = new Set([
  'integer',
  'group',
  'decimal',
  'fraction',
  'minusSign',
]);

/** What decides how a document's amounts and dates are written. */
export interface FormatOptions {
  /** ISO 639-1. */
  readonly language: string;
  /** ISO 3166-1 alpha-2 code of the seller's country; "" where it is not known. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
  /** IANA time zone of the store. */
  readonly zone: string;
  /** Whether the document reads from right to left; its numbers never do. */
  readonly isRightToLeft?: boolean | undefined;
}

/** Writes amounts, quantities and dates as one document's language and currency have them. */
export class Formats {
  private readonly locale: string;
  /** Keeps a minus on the left of a number, and the blanks behind one on its right. */
  private readonly directionMark: string;
  private readonly currency: string;
  private readonly digits: number;
  private readonly money: Intl.NumberFormat;
  private readonly rates: Intl.NumberFormat;
  private readonly dates: Intl.DateTimeFormat;
  private readonly countries: Intl.DisplayNames;
  private readonly priceFormats = new Map<number, Intl.NumberFormat>();
  private readonly quantityFormats = new Map<number, Intl.NumberFormat>();

  constructor({ language, country, currency, zone, isRightToLeft = false }: FormatOptions) {
    this.directionMark = isRightToLeft ? LEFT_TO_RIGHT_MARK : '';
    this.locale = toLocale(language, country);
    this.currency = currency;
    this.digits = getCurrency(currency).digits;
    this.money = this.toMoneyFormat(this.digits);
    this.rates = new Intl.NumberFormat(this.locale, {
      style: 'percent',
      maximumFractionDigits: 6,
    });
    this.dates = new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: zone });
    this.countries = new Intl.DisplayNames(this.locale, { type: 'region' });
  }

  /** With the currency's sign, to its minor unit, half away from zero. */
  total(amount: TenThousandths): string {
    return this.money.format(moneyToNumber(amount));
  }

  /** An amount of another currency, with its sign, to its minor unit. @param currency ISO 4217 */
  amountIn(currency: string, amount: TenThousandths): string {
    const style = {
      style: 'currency',
      currency,
      ...fixedDigits(getCurrency(currency).digits),
    } as const;
    return new Intl.NumberFormat(this.locale, style).format(moneyToNumber(amount));
  }

  /** Without the currency's sign, to its minor unit, half away from zero. */
  amount(amount: TenThousandths): string {
    return this.withoutCurrency(amount, this.digits);
  }

  /**
   * A price with as many decimals as it has, at least those of the minor unit.
   * @param decimals of the column that it stands in: `decimalsOfPrices`
   */
  price(amount: TenThousandths, decimals = 0): string {
    const own = this.decimalsOfPrices([amount]);
    return this.withoutCurrency(amount, own) + this.toPadding(own, decimals);
  }

  /**
   * A quantity with as many decimals as it has.
   * @param decimals of the column that it stands in: `decimalsOfQuantities`
   */
  quantity(quantity: Thousandths, decimals = 0): string {
    const own = this.decimalsOfQuantities([quantity]);
    const make = () => new Intl.NumberFormat(this.locale, fixedDigits(own));
    const format = getOrCreate(this.quantityFormats, own, make);
    return format.format(quantityToNumber(quantity)) + this.toPadding(own, decimals);
  }

  rate(rate: Millionths): string {
    return this.rates.format(rateToNumber(rate) / 100);
  }

  /** The day in the store's zone. */
  date(instant: Date): string {
    return this.dates.format(instant);
  }

  /** The name of a country. @param code ISO 3166-1 alpha-2, or "" */
  country(code: string): string {
    return code === '' ? '' : (this.countries.of(code) ?? code);
  }

  /** The most decimals that prices have, at least those of the minor unit. */
  decimalsOfPrices(prices: readonly TenThousandths[]): number {
    return maxDecimals(prices, MONEY_DECIMALS, this.digits);
  }

  /** The most decimals that quantities have. */
  decimalsOfQuantities(quantities: readonly Thousandths[]): number {
    return maxDecimals(quantities, QUANTITY_DECIMALS, 0);
  }

  /** Written with the currency's sign, which is then left out: some languages group digits differently in amounts. */
  private withoutCurrency(amount: TenThousandths, decimals: number): string {
    const format = getOrCreate(this.priceFormats, decimals, () => this.toMoneyFormat(decimals));
    const parts = format.formatToParts(moneyToNumber(amount));
    const isNegative = parts.some(({ type }) => type === 'minusSign');
    const number = parts.map(({ type, value }) => (NUMBER_PARTS.has(type) ? value : '')).join('');
    return isNegative ? this.directionMark + number : number;
  }

  /** As wide as the decimals that a number lacks, so that the decimal points of a column stand in line. */
  private toPadding(own: number, decimals: number): string {
    if (own >= decimals) return '';
    const point = own === 0 ? POINT_BLANK : '';
    return point + DIGIT_BLANK.repeat(decimals - own) + this.directionMark;
  }

  private toMoneyFormat(decimals: number): Intl.NumberFormat {
    const { locale, currency } = this;
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...fixedDigits(decimals) });
  }
}

function getOrCreate<V>(values: Map<number, V>, key: number, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

function fixedDigits(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: true };
}

/**
 * The most decimals that numbers have.
 * @param scale decimals that their unit stands for
 * @param least the smallest answer
 */
function maxDecimals(units: readonly number[], scale: number, least: number): number {
  return units.reduce((most, unit) => {
    let decimals = scale;
    for (let rest = unit; decimals > most && rest % 10 === 0; rest /= 10) decimals -= 1;
    return Math.max(most, decimals);
  }, least);
}

/**
 * How a language is written: as in the seller's country where it is that country's own (en-GB and en-US differ
 * in dates, de-DE and de-CH in amounts), otherwise Portuguese as in Portugal; always with the digits of article
 * numbers and the calendar of banks and tax offices.
 */
function toLocale(language: string, country: string): string {
  const isOwn =
    country !== '' && new Intl.Locale(`und-${country}`).maximize().language === language;
  const region = isOwn ? country : language === 'pt' ? 'PT' : undefined;
  const options = { numberingSystem: 'latn', calendar: 'gregory' };
  return new Intl.Locale(language, region ? { ...options, region } : options).toString();
}
