/** What kind of address it is where nobody says it. */
const EMAIL_SCHEME = 'EM';

/** Of a party, what its electronic address is made of. */
interface ElectronicAddressColumns {
  readonly electronicAddress?: string | null;
  readonly electronicAddressScheme?: string | null;
}

/** Where documents are sent to. @param email where no other address is known */
export function toElectronicAddress(
  { electronicAddress }: ElectronicAddressColumns,
  email = '',
): string {
  return electronicAddress || email;
}

/** What kind of address that is; empty where nobody says it. */
export function toElectronicAddressScheme(
  { electronicAddress, electronicAddressScheme }: ElectronicAddressColumns,
  email = '',
): string {
  if (!electronicAddress) return email === '' ? '' : EMAIL_SCHEME;
  return electronicAddressScheme ?? (electronicAddress.includes('@') ? EMAIL_SCHEME : '');
}
