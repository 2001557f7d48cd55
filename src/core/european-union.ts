/** The member states of the European Union (ISO 3166-1 alpha-2) with the currencies of their VAT amounts. */
const vatCurrencyByCountry = new Map<string, string>([
  ...['AT', 'BE', 'BG', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE', 'IT'].map(
    toEuroEntry,
  ),
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'PT', 'SI', 'SK'].map(toEuroEntry),
  ['CZ', 'CZK'],
  ['DK', 'DKK'],
  ['HU', 'HUF'],
  ['PL', 'PLN'],
  ['RO', 'RON'],
  ['SE', 'SEK'],
]);

/** Whether a country is a member state; territories with their own codes are not. */
export function isEuMemberState(countryCode: string): boolean {
  return vatCurrencyByCountry.has(countryCode);
}

/** The currency in which a member state requires VAT amounts; undefined for other countries. */
export function findVatCurrency(countryCode: string): string | undefined {
  return vatCurrencyByCountry.get(countryCode);
}

function toEuroEntry(countryCode: string): [string, string] {
  return [countryCode, 'EUR'];
}
