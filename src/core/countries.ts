// The plain entry: the other one loads the names of all countries in eighty languages.
import countries from 'i18n-iso-countries/index';

/** ISO 3166-1 alpha-2 code -> numeric code. */
const numbers = new Map<string, number>(
  Object.keys(countries.getAlpha2Codes())
    // The library lists Kosovo by the user-assigned code XK, which ISO 3166-1 does not hold.
    .filter((code) => code !== 'XK')
    .map((code) => [code, Number(countries.alpha2ToNumeric(code))]),
);
const codes = new Map([...numbers].map(([code, number]) => [number, code]));

/** Whether a text is a country code of ISO 3166-1 alpha-2, in upper case. */
export function isCountryCode(text: string): boolean {
  return numbers.has(text);
}

/** The numeric code of ISO 3166-1 of an alpha-2 code; 0 when there is none. */
export function countryNumber(alpha2: string): number {
  return numbers.get(alpha2) ?? 0;
}

/** The alpha-2 code of a country's numeric code; undefined when there is none. */
export function countryCode(number: number): string | undefined {
  return codes.get(number);
}
