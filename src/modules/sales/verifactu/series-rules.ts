import type { SeriesFormat } from '../documents/numbers/series-format';

/** A series of invoices or credit notes, with its name in messages. */
export interface NamedSeriesFormat extends SeriesFormat {
  readonly name: string;
}

/** AEAT's limit of a number's length. */
const MAX_NUMBER_LENGTH = 60;
/** Digits that a series must have room for. */
const MIN_SERIAL_DIGITS = 9;
/** Printable ASCII characters that AEAT accepts. */
const ACCEPTED_CHARACTERS = /^[\x20-\x7e]*$/;
const REFUSED_CHARACTERS = /["'<>=]/;

/** Whether AEAT accepts a number: 1 to 60 printable ASCII characters without `" ' < > =`. */
export function isAcceptedNumber(number: string): boolean {
  const { length } = number;
  const isPlain =
    ACCEPTED_CHARACTERS.test(number) &&
    !REFUSED_CHARACTERS.test(number) &&
    number.trim() === number;
  return isPlain && length >= 1 && length <= MAX_NUMBER_LENGTH;
}

/** Returns why series of one tax number can't be used; undefined if they can. */
export function findSeriesProblem(series: readonly NamedSeriesFormat[]): string | undefined {
  for (const { name, prefix, suffix } of series) {
    if (!isAcceptedNumber(`${prefix}${'9'.repeat(MIN_SERIAL_DIGITS)}${suffix}`)) {
      return (
        `${name} has numbers like ${JSON.stringify(`${prefix}1${suffix}`)}. AEAT accepts up to ${MAX_NUMBER_LENGTH} printable ` +
        `ASCII characters, ${MIN_SERIAL_DIGITS} digits included, without " ' < > =.`
      );
    }
  }
  for (const [at, one] of series.entries()) {
    const other = series.slice(at + 1).find((later) => canHaveSameNumbers(one, later));
    if (other) return `${one.name} and ${other.name} could have the same numbers.`;
  }
  return undefined;
}

/** Whether two series may produce the same number: they differ in digits next to the serial only. */
function canHaveSameNumbers(one: SeriesFormat, other: SeriesFormat): boolean {
  return (
    isDigits(getRestAfter(one.prefix, other.prefix)) &&
    isDigits(getRestBefore(one.suffix, other.suffix))
  );
}

function isDigits(text: string | undefined): boolean {
  return text !== undefined && /^\d*$/.test(text);
}

/** The rest of the longer text after the shorter one; undefined if it does not start with that. */
function getRestAfter(one: string, other: string): string | undefined {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long.startsWith(short) ? long.slice(short.length) : undefined;
}

function getRestBefore(one: string, other: string): string | undefined {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long.endsWith(short) ? long.slice(0, long.length - short.length) : undefined;
}
