// The plain entry point: the default one loads the names of all countries in eighty languages.
import countries from 'i18n-iso-countries/index';

/** ISO 3166-1 alpha-2 code -> numeric code. */
const numericByAlpha2 = new Map<string, number>(
  Object.keys(countries.getAlpha2Codes())
    // The library lists Kosovo with the user-assigned code XK, which is not part of ISO 3166-1.
    .filter((code) => code !== 'XK')
    .map((code) => [code, Number(countries.alpha2ToNumeric(code))]),
);
const alpha2ByNumeric = new Map([...numericByAlpha2].map(([code, number]) => [number, code]));

/** Whether a text is a country code of ISO 3166-1 alpha-2, in upper case. */
export function isCountryCode(text: string): boolean {
  return numericByAlpha2.has(text);
}

/** The numeric ISO 3166-1 code for an alpha-2 code; 0 for an unknown code. */
export function toNumericCountryCode(alpha2: string): number {
  return numericByAlpha2.get(alpha2) ?? 0;
}

/** The alpha-2 code for a numeric code; undefined for an unknown code. */
export function toCountryCode(number: number): string | undefined {
  return alpha2ByNumeric.get(number);
}
