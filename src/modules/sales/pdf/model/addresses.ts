import { toCountryCode } from '../../../../core/countries';
import { addressTypes } from '../../../../core/person-codes';
import { deliveryTypes } from '../../documents';
import type { TextBlock } from '../pdf-model';
import { LEFT_TO_RIGHT_MARK } from './formats';
import { type Content, isPriced, isReturning, type PdfAddress, type PdfDocument } from './source';

/** Where the postal code follows the city: "Boston, MA 02108". */
const codeLast = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US'];

interface Place {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** How a document is worded and written. */
type Worded = Pick<Content, 'labels' | 'formats'>;

/** The sender: the name first, then the legal name if it differs. No lines without a headquarter. */
export function sellerLines(content: Content): string[] {
  const { document, labels, formats } = content;
  const { headquarter } = document;
  if (!headquarter) return [];
  const { name, legalName, address, countryCode: country, vat, phone, email } = headquarter;
  return present([
    name,
    legalName && legalName !== name ? legalName : '',
    address,
    ...placeLines(headquarter, country),
    formats.country(country),
    labelled(content, labels.vatNumber, vat),
    labelled(content, labels.phone, phone),
    email,
  ]);
}

/** What stands at the foot of every page. */
export function footerText(content: Content): string {
  const { document, labels } = content;
  const { headquarter } = document;
  if (!headquarter) return '';
  const { name, legalName, vat, email } = headquarter;
  return present([legalName || name, labelled(content, labels.vatNumber, vat), email]).join(' · ');
}

/**
 * Whom the document is for, and where its goods go where that is another place. What accompanies the goods
 * names that place first.
 */
export function parties(content: Content): TextBlock[] {
  const { kind, document, labels } = content;
  const billing = addressOf(document, addressTypes.billing);
  const shipping = addressOf(document, addressTypes.shipping);
  const buyer = { heading: labels.billTo, lines: buyerLines(content, billing) };
  const point = handOverPoint(content);
  if (isReturning(kind)) return [buyer, ...(kind === 'creditNote' ? [] : point)];
  const isElsewhere = shipping !== undefined && differ(content, shipping, billing);
  const own = isElsewhere || !isPriced(kind) ? receiver(content, shipping ?? billing) : [];
  const goesTo = point.length > 0 ? point : own;
  if (isPriced(kind)) return [buyer, ...goesTo];
  return [...goesTo, ...(isElsewhere || goesTo !== own || own.length === 0 ? [buyer] : [])];
}

function addressOf(document: PdfDocument, type: number): PdfAddress | undefined {
  return document.addresses.find((address) => address.type === type);
}

function buyerLines(content: Content, billing: PdfAddress | undefined): string[] {
  const { labels, document } = content;
  const { customerName, customerEmail } = document;
  if (!billing) return present([customerName, customerEmail]);
  const { vat, nif } = billing;
  return present([
    ...addressLines(content, billing),
    labelled(content, labels.vatNumber, vat),
    nif === vat ? '' : labelled(content, labels.taxNumber, nif),
    customerEmail,
  ]);
}

function receiver(content: Content, address: PdfAddress | undefined): TextBlock[] {
  if (!address) return [];
  const phone = labelled(content, content.labels.phone, address.phone || address.mobile);
  const lines = present([...addressLines(content, address), phone]);
  return [{ heading: content.labels.shipTo, lines }];
}

/** The shop that the goods are collected at, or brought back to; none where they are sent. */
function handOverPoint({ kind, document, labels, formats }: Content): TextBlock[] {
  const location =
    document.delivery?.type === deliveryTypes.picking ? document.delivery.location : undefined;
  if (!location) return [];
  const country = toCountryCode(location.countryId) ?? '';
  const { name, address } = location;
  const lines = [name, address, ...placeLines(location, country), formats.country(country)];
  const heading = isReturning(kind) ? labels.returnPoint : labels.collectionPoint;
  return [{ heading, lines: present(lines) }];
}

function differ(worded: Worded, shipping: PdfAddress, billing: PdfAddress | undefined): boolean {
  const lines = addressLines(worded, shipping).join('\n');
  return !billing || lines !== addressLines(worded, billing).join('\n');
}

function addressLines({ formats }: Worded, address: PdfAddress): string[] {
  const { company, firstName, lastName, countryCode: country } = address;
  return present([
    company,
    present([firstName, lastName]).join(' '),
    present([address.address, address.number]).join(' '),
    address.addressAdditionalInformation,
    ...placeLines(address, country),
    formats.country(country),
  ]);
}

/** The lines of city, postal code and state, in the order of the country. */
function placeLines({ city, state, postalCode }: Place, country: string): string[] {
  if (codeLast.includes(country)) {
    return [present([city, present([state, postalCode]).join(' ')]).join(', ')];
  }
  return [present([postalCode, city]).join(' '), state === city ? '' : state];
}

/** A number with its label; between words that run from right to left it runs from left to right. */
function labelled({ labels }: Worded, label: string, text: string): string {
  if (text === '') return '';
  return `${label} ${labels.isRightToLeft ? LEFT_TO_RIGHT_MARK : ''}${text}`;
}

function present(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
