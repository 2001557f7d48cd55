/** What kind of address it is where nobody says it. */
const E_MAIL = 'EM';

/** Of a party, what its electronic address is made of. */
interface Reachable {
  readonly electronicAddress?: string | null;
  readonly electronicAddressScheme?: string | null;
}

/** Where documents are sent to. @param email where no other address is known */
export function addressOf({ electronicAddress }: Reachable, email = ''): string {
  return electronicAddress || email;
}

/** What kind of address that is; empty where nobody says it. */
export function schemeOf(
  { electronicAddress, electronicAddressScheme }: Reachable,
  email = '',
): string {
  if (!electronicAddress) return email === '' ? '' : E_MAIL;
  return electronicAddressScheme ?? (electronicAddress.includes('@') ? E_MAIL : '');
}
