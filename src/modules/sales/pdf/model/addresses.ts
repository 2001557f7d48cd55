import { toCountryCode } from '../../../../core/countries';
import { addressTypes } from '../../../../core/user-codes';
import { deliveryTypes } from '../../documents';
import type { TextBlock } from '../pdf-model';
import { LEFT_TO_RIGHT_MARK } from './document-formatter';
import {
  type LocalizedPdfSource,
  isPricedKind,
  isAfterSalesKind,
  type PdfAddress,
  type PdfDocument,
} from './pdf-source';

/** Countries whose addresses have the postal code after the city: "Boston, MA 02108". */
const POSTAL_CODE_LAST_COUNTRIES = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US'];

interface CityFields {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** Labels and formats of a document. */
type Localization = Pick<LocalizedPdfSource, 'labels' | 'formatter'>;

/** Lines of the seller: name, legal name if it differs, address, numbers. Empty without a headquarter. */
export function toSellerLines(content: LocalizedPdfSource): string[] {
  const { document, labels, formatter } = content;
  const { headquarter } = document;
  if (!headquarter) return [];
  const { name, legalName, address, countryCode: country, vat, phone, email } = headquarter;
  const { registrationNumber = '' } = headquarter;
  return withoutEmptyLines([
    name,
    legalName && legalName !== name ? legalName : '',
    address,
    ...toCityLines(headquarter, country),
    formatter.getCountryName(country),
    withLabel(content, labels.vatNumber, vat),
    registrationNumber === vat
      ? ''
      : withLabel(content, labels.registrationNumber, registrationNumber),
    withLabel(content, labels.phone, phone),
    email,
  ]);
}

/** Text at the bottom of every page. */
export function toFooterText(content: LocalizedPdfSource): string {
  const { document, labels } = content;
  const { headquarter } = document;
  if (!headquarter) return '';
  const { name, legalName, vat, email } = headquarter;
  return withoutEmptyLines([
    legalName || name,
    withLabel(content, labels.vatNumber, vat),
    email,
  ]).join(' · ');
}

/**
 * Blocks of the buyer and, if it differs, of the delivery address. Documents that accompany the goods have the
 * delivery address first.
 */
export function toPartyBlocks(content: LocalizedPdfSource): TextBlock[] {
  const { kind, document, labels } = content;
  const billing = findAddress(document, addressTypes.billing);
  const shipping = findAddress(document, addressTypes.shipping);
  const buyer = { heading: labels.billTo, lines: toBuyerLines(content, billing) };
  const pickupBlocks = toPickupBlocks(content);
  if (isAfterSalesKind(kind)) return [buyer, ...(kind === 'creditNote' ? [] : pickupBlocks)];
  const hasOtherShippingAddress =
    shipping !== undefined && areAddressesDifferent(content, shipping, billing);
  const recipientBlocks =
    hasOtherShippingAddress || !isPricedKind(kind)
      ? toRecipientBlocks(content, shipping ?? billing)
      : [];
  const destination = pickupBlocks.length > 0 ? pickupBlocks : recipientBlocks;
  if (isPricedKind(kind)) return [buyer, ...destination];
  return [
    ...destination,
    ...(hasOtherShippingAddress || destination !== recipientBlocks || recipientBlocks.length === 0
      ? [buyer]
      : []),
  ];
}

function findAddress(document: PdfDocument, type: number): PdfAddress | undefined {
  return document.addresses.find((address) => address.type === type);
}

function toBuyerLines(content: LocalizedPdfSource, billing: PdfAddress | undefined): string[] {
  const { labels, document } = content;
  const { customerName, customerEmail } = document;
  if (!billing) return withoutEmptyLines([customerName, customerEmail]);
  const { vat, nif } = billing;
  return withoutEmptyLines([
    ...toAddressLines(content, billing),
    withLabel(content, labels.vatNumber, vat),
    nif === vat ? '' : withLabel(content, labels.taxNumber, nif),
    customerEmail,
  ]);
}

function toRecipientBlocks(
  content: LocalizedPdfSource,
  address: PdfAddress | undefined,
): TextBlock[] {
  if (!address) return [];
  const phone = withLabel(content, content.labels.phone, address.phone || address.mobile);
  const lines = withoutEmptyLines([...toAddressLines(content, address), phone]);
  return [{ heading: content.labels.shipTo, lines }];
}

/** Block of the location where goods are picked up or handed in; empty if they are shipped. */
function toPickupBlocks({ kind, document, labels, formatter }: LocalizedPdfSource): TextBlock[] {
  const location =
    document.delivery?.type === deliveryTypes.picking ? document.delivery.location : undefined;
  if (!location) return [];
  const country = toCountryCode(location.countryId) ?? '';
  const { name, address } = location;
  const lines = [
    name,
    address,
    ...toCityLines(location, country),
    formatter.getCountryName(country),
  ];
  const heading = isAfterSalesKind(kind) ? labels.returnPoint : labels.collectionPoint;
  return [{ heading, lines: withoutEmptyLines(lines) }];
}

function areAddressesDifferent(
  localization: Localization,
  shipping: PdfAddress,
  billing: PdfAddress | undefined,
): boolean {
  const lines = toAddressLines(localization, shipping).join('\n');
  return !billing || lines !== toAddressLines(localization, billing).join('\n');
}

function toAddressLines({ formatter }: Localization, address: PdfAddress): string[] {
  const { company, firstName, lastName, countryCode: country } = address;
  return withoutEmptyLines([
    company,
    withoutEmptyLines([firstName, lastName]).join(' '),
    withoutEmptyLines([address.address, address.number]).join(' '),
    address.addressAdditionalInformation,
    ...toCityLines(address, country),
    formatter.getCountryName(country),
  ]);
}

/** Lines of city, postal code and state, in the order of the country. */
function toCityLines({ city, state, postalCode }: CityFields, country: string): string[] {
  if (POSTAL_CODE_LAST_COUNTRIES.includes(country)) {
    return [withoutEmptyLines([city, withoutEmptyLines([state, postalCode]).join(' ')]).join(', ')];
  }
  return [withoutEmptyLines([postalCode, city]).join(' '), state === city ? '' : state];
}

/** A number with its label. In right-to-left text a mark keeps the number's direction. */
function withLabel({ labels }: Localization, label: string, text: string): string {
  if (text === '') return '';
  return `${label} ${labels.isRightToLeft ? LEFT_TO_RIGHT_MARK : ''}${text}`;
}

function withoutEmptyLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
