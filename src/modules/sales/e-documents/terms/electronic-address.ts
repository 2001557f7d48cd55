/** Scheme of e-mail addresses. */
const EMAIL_SCHEME = 'EM';

/** Columns of a party's electronic address. */
interface ElectronicAddressColumns {
  readonly electronicAddress?: string | null;
  readonly electronicAddressScheme?: string | null;
}

/** Returns the address for documents. @param email used without an electronic address */
export function toElectronicAddress(
  { electronicAddress }: ElectronicAddressColumns,
  email = '',
): string {
  return electronicAddress || email;
}

/** Returns the scheme of that address; empty if it is unknown. */
export function toElectronicAddressScheme(
  { electronicAddress, electronicAddressScheme }: ElectronicAddressColumns,
  email = '',
): string {
  if (!electronicAddress) return email === '' ? '' : EMAIL_SCHEME;
  return electronicAddressScheme ?? (electronicAddress.includes('@') ? EMAIL_SCHEME : '');
}
