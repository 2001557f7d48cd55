import type { DocumentAddress } from '../../../src/modules/sales/documents/entities/document-address.entity';
import type { DocumentRow } from '../../../src/modules/sales/documents/entities/document-row.entity';
import type { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import type { PdfDocument, PdfSource } from '../../../src/modules/sales/pdf/model/pdf-source';
import { toPdfModel } from '../../../src/modules/sales/pdf/to-pdf-model';

// Documents that specs of PDFs are made of.

export const zone = 'Europe/Madrid';

export const headquarter = {
  name: 'Cycles Ltd',
  address: 'High Street 1',
  city: 'London',
  countryCode: 'GB',
  state: '',
  postalCode: 'N1 9GU',
  phone: '+44 20',
  email: 'shop@example.com',
  vat: 'GB123',
  logo: '',
};

export const billing = address({
  type: 1,
  company: 'Ada S.L.',
  firstName: 'Ada',
  lastName: 'Núñez',
});
export const shipping = address({ type: 2, firstName: 'Eva', phone: '555', countryCode: 'PT' });

export function address(values: Partial<DocumentAddress>): DocumentAddress {
  return {
    type: 1,
    company: '',
    firstName: '',
    lastName: '',
    address: 'Calle Luna',
    number: '7',
    addressAdditionalInformation: '',
    city: 'Sevilla',
    state: 'Sevilla',
    postalCode: '41001',
    countryCode: 'ES',
    phone: '',
    mobile: '',
    nif: '',
    vat: '',
    reverseChargeVat: false,
    ...values,
  } as DocumentAddress;
}

export function row(values: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id: 1,
    type: 1,
    name: 'Shirt',
    sku: '',
    quantity: 2000,
    price: 100_000,
    optionsPrice: 0,
    total: 200_000,
    ...values,
  } as DocumentRow;
}

export function source(kind: PdfSource['kind'], values: Partial<SalesDocument> = {}): PdfSource {
  const document = {
    id: 9,
    pId: 'p',
    documentNumber: 'O1-2026-1',
    date: new Date('2026-02-28T23:30:00Z'),
    updatedAt: new Date('2026-03-02T00:00:00Z'),
    deliveryDate: null,
    headquarter,
    languageCode: 'en',
    currencyCode: 'EUR',
    comment: '',
    reverseChargeVat: false,
    userPId: null,
    customerName: 'Ada Núñez',
    customerEmail: 'ada@example.com',
    delivery: null,
    shippings: null,
    paid: false,
    paymentDate: null,
    paymentName: '',
    payment: null,
    transactionId: '',
    subtotalRows: 200_000,
    subtotalShippings: 0,
    subtotalPaymentSystem: 0,
    subtotal: 200_000,
    totalBasketDiscounts: 0,
    totalTaxes: 0,
    totalVouchers: 0,
    rounding: null,
    total: 200_000,
    addresses: [billing],
    rows: [row()],
    taxes: [],
    discounts: [],
    vouchers: [],
    shipments: [],
    ...values,
  } as unknown as PdfDocument;
  return { kind, document, references: [], additionalItems: [] };
}

export const totals = async (of: PdfSource): Promise<string[]> =>
  (await toPdfModel(of, { timeZone: zone })).totals.map(({ label, text }) => `${label} ${text}`);
