import { getLabels } from './labels';
import type { PdfKind } from './labels/labels';
import type { PdfDocument } from './model/pdf-source';
import { toPdfModel } from './to-pdf-model';
import type { PdfModel } from './pdf-model';

const date = new Date('2026-03-02T10:00:00Z');
const toTenThousandths = (amount: number): number => Math.round(amount * 10_000);

const address = {
  type: 1,
  company: 'Muster & Söhne GmbH',
  firstName: 'Ada',
  lastName: 'Núñez',
  address: 'Königstraße',
  number: '12',
  addressAdditionalInformation: '',
  city: 'Berlin',
  state: '',
  postalCode: '10115',
  countryCode: 'DE',
  phone: '+49 30 5550',
  mobile: '',
  nif: '',
  vat: 'DE123456789',
  reverseChargeVat: false,
};

const createRow = (id: number, name: string, quantity: number, price: number) => ({
  id,
  type: 1,
  name,
  sku: `SKU-${1000 + id}`,
  quantity: quantity * 1000,
  price: toTenThousandths(price),
  optionsPrice: 0,
  total: toTenThousandths(quantity * price),
  taxes: [{ taxRate: 21_000_000, reRate: 0 }],
});

const shirt = {
  ...createRow(1, 'Shirt of cotton', 2, 24.9),
  options: [{ name: 'Colour', prompt: '', values: [{ value: 'blue', price: 0 }] }],
};

const goods = [
  shirt,
  createRow(2, 'Notebook, 96 pages', 10, 3.2),
  {
    ...createRow(3, 'Gift box', 1, 45),
    type: 3,
    items: [createRow(4, 'Cup', 2, 10), createRow(5, 'Tea', 1, 25)],
  },
  createRow(6, 'USB-C cable, 2 m', 1, 9.9),
];

/** An order of 136.70 EUR with 28.71 EUR of taxes. */
const order = {
  id: 1,
  pId: 'web-1',
  documentNumber: 'SAMPLE-2026-1',
  date,
  updatedAt: date,
  deliveryDate: date,
  currencyCode: 'EUR',
  comment: 'Ring twice',
  reverseChargeVat: false,
  userPId: 'C-7',
  customerName: 'Ada Núñez',
  customerEmail: 'ada@example.com',
  delivery: null,
  shippings: null,
  paid: true,
  paymentDate: date,
  paymentName: 'Card',
  payment: null,
  transactionId: 'TX-1',
  subtotalShippings: 0,
  subtotalPaymentSystem: 0,
  subtotalRows: toTenThousandths(136.7),
  subtotal: toTenThousandths(136.7),
  totalBasketDiscounts: 0,
  totalTaxes: toTenThousandths(28.71),
  totalVouchers: 0,
  total: toTenThousandths(165.41),
  headquarter: {
    name: 'Sample Store Ltd',
    address: 'Calle Mayor 1',
    city: 'Madrid',
    countryCode: 'ES',
    state: '',
    postalCode: '28013',
    phone: '+34 910 555',
    email: 'office@example.com',
    vat: 'ESB12345678',
    logo: '',
  },
  addresses: [address, { ...address, type: 2, company: '', address: 'Marktplatz', vat: '' }],
  rows: goods,
  taxes: [
    {
      name: 'IVA 21',
      taxRate: 21_000_000,
      reRate: 0,
      base: toTenThousandths(136.7),
      taxPrice: toTenThousandths(28.71),
      rePrice: 0,
    },
  ],
  discounts: [],
  vouchers: [],
  shipments: [
    {
      id: 1,
      pId: 'parcel-1',
      name: 'To the door',
      shippingTypeName: 'Parcel',
      price: 0,
      netPrice: 0,
      packages: 2,
      trackingNumber: 'TRACK-1',
      incomingDate: date,
      rows: goods.map(({ id, quantity }) => ({ rowId: id, quantity })),
    },
  ],
};

/**
 * Creates a document of a kind with sample data, to test templates.
 * @param language ISO 639-1
 */
export function createSampleModel(kind: PdfKind, language = 'en'): Promise<PdfModel> {
  const document = { ...order, languageCode: language } as unknown as PdfDocument;
  const [shipment] = document.shipments;
  const source = { kind, document, references: [], additionalItems: [] };
  return toPdfModel(kind === 'shipment' && shipment ? { ...source, shipment } : source, {
    timeZone: 'UTC',
  });
}

/** All kinds of documents that can be rendered. */
export const pdfKinds = Object.keys(getLabels('en').titles) as readonly PdfKind[];
