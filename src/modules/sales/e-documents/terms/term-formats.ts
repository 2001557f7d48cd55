import { formatInstant } from '../../../../core/instant';
import {
  quantityToNumber,
  rateToNumber,
  type Millionths,
  type TenThousandths,
  type Thousandths,
} from '../../../../core/money';

const ISO_DATE_CHARACTERS = 10;

/** Formats the day of an instant in a time zone: `2026-03-01`. */
export function formatDay(instant: Date, timeZone: string): string {
  return formatInstant(instant, timeZone).slice(0, ISO_DATE_CHARACTERS);
}

/** Formats an amount of whole cents with two decimals. */
export function formatAmount(value: TenThousandths): string {
  return formatDecimal(value).slice(0, -2);
}

/** Formats a price with at least two decimals. */
export function formatPrice(value: TenThousandths): string {
  return formatDecimal(value).replace(/0{1,2}$/, '');
}

/** Formats a quantity without trailing zeros. */
export function formatQuantity(value: Thousandths): string {
  return String(quantityToNumber(value));
}

/** Formats a percentage without trailing zeros. */
export function formatPercent(value: Millionths): string {
  return String(rateToNumber(value));
}

function formatDecimal(value: TenThousandths): string {
  const digits = String(Math.abs(value)).padStart(5, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Returns a GS1 number with a valid check digit, or else ''. */
export function toValidGtin(text: string): string {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return '';
  const digits = [...text].map(Number).reverse();
  const total = digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0);
  return total % 10 === 0 ? text : '';
}
