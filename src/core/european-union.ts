/** The member states of the European Union (ISO 3166-1 alpha-2) and the currency that each states its VAT in. */
const vatCurrencies = new Map<string, string>([
  ...['AT', 'BE', 'BG', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE', 'IT'].map(inEuro),
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'PT', 'SI', 'SK'].map(inEuro),
  ['CZ', 'CZK'],
  ['DK', 'DKK'],
  ['HU', 'HUF'],
  ['PL', 'PLN'],
  ['RO', 'RON'],
  ['SE', 'SEK'],
]);

/** Whether a country is a member state; its territories with codes of their own are not. */
export function isMemberState(countryCode: string): boolean {
  return vatCurrencies.has(countryCode);
}

/** The currency in which a member state wants VAT to be told; undefined for other countries. */
export function vatCurrencyOf(countryCode: string): string | undefined {
  return vatCurrencies.get(countryCode);
}

function inEuro(countryCode: string): [string, string] {
  return [countryCode, 'EUR'];
}
