import type { EDocumentAddress } from '../e-document-source';

/** Scheme of e-mail addresses. */
const EMAIL_SCHEME = 'EM';

/** Columns of a party's electronic address. */
type ElectronicAddressColumns = Partial<
  Pick<EDocumentAddress, 'electronicAddress' | 'electronicAddressScheme'>
>;

/** Returns the address for documents. @param email used without an electronic address */
export function toElectronicAddress(
  { electronicAddress }: ElectronicAddressColumns,
  email = '',
): string {
  return electronicAddress || email;
}

/** Returns the scheme of the address that `toElectronicAddress` returns; empty if the scheme is unknown. */
export function toElectronicAddressScheme(
  { electronicAddress, electronicAddressScheme }: ElectronicAddressColumns,
  email = '',
): string {
  if (!electronicAddress) return email === '' ? '' : EMAIL_SCHEME;
  return electronicAddressScheme ?? (electronicAddress.includes('@') ? EMAIL_SCHEME : '');
}
