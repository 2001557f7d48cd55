// The plain entry: the other one loads the names of all countries in eighty languages.
import countries from 'i18n-iso-countries/index';

/** ISO 3166-1 alpha-2 code -> numeric code. */
const numberByCode = new Map<string, number>(
  Object.keys(countries.getAlpha2Codes())
    // The library lists Kosovo by the user-assigned code XK, which ISO 3166-1 does not hold.
    .filter((code) => code !== 'XK')
    .map((code) => [code, Number(countries.alpha2ToNumeric(code))]),
);
const codeByNumber = new Map([...numberByCode].map(([code, number]) => [number, code]));

/** Whether a text is a country code of ISO 3166-1 alpha-2, in upper case. */
export function isCountryCode(text: string): boolean {
  return numberByCode.has(text);
}

/** The numeric code of ISO 3166-1 of an alpha-2 code; 0 when there is none. */
export function toCountryNumber(alpha2: string): number {
  return numberByCode.get(alpha2) ?? 0;
}

/** The alpha-2 code of a country's numeric code; undefined when there is none. */
export function toCountryCode(number: number): string | undefined {
  return codeByNumber.get(number);
}
