import { addressTypes } from '../../../../core/user-codes';
import type { DocumentAddress } from '../../documents/entities/document-address.entity';
import type { HeadquarterSnapshot } from '../../documents/entities/snapshots';

/** Details of the buyer that a full invoice needs (Directive 2006/112/EC, article 226; RD 1619/2012, article 6). */
export const buyerDetails = ['name', 'address', 'taxNumber'] as const;
export type BuyerDetail = (typeof buyerDetails)[number];

type BuyerDetailsSource = {
  readonly headquarter: HeadquarterSnapshot | null;
  readonly addresses: readonly (BuyerAddress & Pick<DocumentAddress, 'type'>)[];
};

type BuyerAddress = Pick<
  DocumentAddress,
  'company' | 'firstName' | 'lastName' | 'address' | 'city' | 'countryCode' | 'nif' | 'vat'
>;

/** Lists the details of the buyer that are missing in a document. */
export function findMissingDetails({ headquarter, addresses }: BuyerDetailsSource): BuyerDetail[] {
  const billing = addresses.find(({ type }) => type === addressTypes.billing);
  if (!billing) return ['name', 'address'];
  return findMissingAddressDetails(billing, headquarter?.countryCode ?? '');
}

/** Lists the details that are missing in a billing address. A Spanish seller needs the tax number of a Spanish buyer. */
export function findMissingAddressDetails(
  billing: BuyerAddress,
  sellerCountry: string,
): BuyerDetail[] {
  const { company, firstName, lastName, address, city, countryCode, nif, vat } = billing;
  const isDomestic = sellerCountry === 'ES' && countryCode === 'ES';
  const hasDetail: Record<BuyerDetail, boolean> = {
    name: hasText(company, firstName, lastName),
    address: hasText(address) && hasText(city),
    taxNumber: !isDomestic || hasText(nif, vat),
  };
  return buyerDetails.filter((detail) => !hasDetail[detail]);
}

function hasText(...texts: readonly string[]): boolean {
  return texts.some((text) => text.trim() !== '');
}
