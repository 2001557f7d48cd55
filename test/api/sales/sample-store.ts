import { importLines } from '../../support/import';
import { peppolAddress } from '../../support/documents/invoice-orders';
import type { ServiceClient } from '../../support/service/service';

/** Masters that the orders of these specs refer to. */
const masters = [
  { type: 'channel', pId: 'web', name: 'Web shop' },
  {
    ...{ type: 'headquarter', pId: 'hq', name: 'Head office', address: 'Calle Mayor 1' },
    ...{ city: 'Madrid', countryCode: 'ES', state: 'Madrid', postalCode: '28013' },
    ...{ phone: '+34 910', email: 'office@example.com', vat: 'ESB12345674', logo: 'logo.png' },
    ...peppolAddress,
  },
  {
    ...{ type: 'headquarter', pId: 'hq2', name: 'Second office' },
    series: [{ document: 'order', prefix: 'S-', suffix: '/X' }],
  },
  { type: 'product', pId: 'shirt', name: 'Shirt' },
  { type: 'bundle', pId: 'set', name: 'Set' },
  { type: 'warehouse', pId: 'north', name: 'North' },
  { type: 'shippingType', pId: 'parcel', name: 'Parcel' },
  { type: 'paymentSystem', pId: 'card', name: 'Card' },
  { type: 'paymentSystem', pId: 'cash', name: 'Cash' },
  { type: 'tax', pId: 'vat21', name: 'IVA 21', rate: 21, reRate: 5.2 },
  { type: 'tax', pId: 'vat10', name: 'IVA 10', rate: 10, reRate: 1.4 },
  { type: 'subStatus', pId: 'packing', document: 'order', status: 2, name: 'Packing' },
  {
    ...{ type: 'subStatus', pId: 'packing-gift', document: 'order', status: 2, name: 'As a gift' },
    parent: { pId: 'packing' },
  },
  { type: 'zone', pId: 'triana', name: 'Triana', countryCode: 'ES' },
  {
    ...{ type: 'location', pId: 'shop', name: 'Shop', countryCode: 'ES', locationId: 1 },
    ...{ address: 'Calle Betis 1', city: 'Sevilla', state: 'Sevilla', postalCode: '41010' },
    ...{ latitude: 37.38, longitude: -6.0025 },
  },
  { type: 'location', pId: 'depot', countryCode: 'PT' },
  { type: 'subStatus', pId: 'lost', document: 'order', status: 0, name: 'Lost' },
];

/** A service's store with what its orders refer to. */
export async function importMasters(service: ServiceClient): Promise<void> {
  const { rejected, errors } = await importLines(service, masters);
  if (rejected > 0) throw new Error(JSON.stringify(errors));
}

/** All that a full invoice needs. */
export const buyer = {
  ...{ countryCode: 'ES', firstName: 'Ada', nif: '12345678Z' },
  ...{ address: 'Calle Luna', number: '7', city: 'Sevilla' },
};

let made = 0;

/** A small valid order with a pId of its own. */
export function smallOrder(values: object = {}) {
  return {
    pId: `order-${++made}`,
    date: '2026-03-01T10:00:00+01:00',
    currencyCode: 'EUR',
    user: { email: 'ada@example.com', billingAddress: buyer },
    rows: [{ name: 'Shirt', quantity: 1, price: 10 }],
    ...values,
  };
}

/** Brings an order in. @returns its record */
export async function createOrder(service: ServiceClient, order: object = smallOrder()) {
  const response = await service.post('/v1/orders', { orders: order });
  if (response.status !== 201) throw new Error(response.text);
  return response.body as OrderRecord;
}

/** The members of an order's record that the specs read. */
export interface OrderRecord {
  ID: number;
  PID: string;
  DOCUMENTNUMBER: string;
  STATUS: number;
  SUBSTATUSID: number;
  EXPORTSTATUS: number;
  TOTAL: number;
  ROWS: { ID: number; HASH: string }[];
  STATUSES: {
    FROMSTATUS: number;
    FROMSUBSTATUSID: number;
    TOSTATUS: number;
    TOSUBSTATUSID: number;
    DOCUMENTID: number;
  }[];
}

/** An item of a list of orders. */
export interface OrderItem {
  ID: number;
  PID: string;
  VERSION: string;
  DOCUMENTNUMBER: string;
}

/** A list of orders as it is answered. */
export interface OrderList {
  orders: OrderItem[];
  items: number;
  cursors: { next: string; previous: string };
  pagerParameters: { page: number; perPage: number };
}

/** Everything that an order can have. */
export const richOrder = {
  ...{ pId: 'rich', date: '2026-02-28T23:30:00-05:00', currencyCode: 'EUR', status: 2 },
  ...{ subStatus: { pId: 'packing' }, paid: true, paymentDate: '2026-03-01T09:00:00Z' },
  ...{ deliveryDate: '2026-03-05', comment: 'Ring twice', languageCode: 'es' },
  ...{ channel: { pId: 'web' }, headquarter: { pId: 'hq' }, sourceCurrencyCode: 'USD' },
  ...{
    exchangeRate: 0.92,
    transactionId: 'TX-1',
    authNumber: 'AUTH-1',
    referer: 'https://ref.example',
  },
  marketplace: { id: 7, pluginId: 8 },
  salesAgent: { pId: 'agent', percentCommission: 2.5 },
  user: {
    email: 'Ada@Example.com',
    gender: 2,
    billingAddress: {
      ...{ countryCode: 'ES', userType: 3, alias: 'Home', firstName: 'Ada', lastName: 'Núñez' },
      ...{
        company: 'Ada S.L.',
        address: 'Calle Luna',
        number: '7',
        city: 'Sevilla',
        state: 'Sevilla',
      },
      ...{
        addressAdditionalInformation: '2 B',
        postalCode: '41001',
        latitude: 37.4,
        longitude: -6,
      },
      ...{ phone: '1', mobile: '2', fax: '3', nif: '4', vat: '5', re: true },
    },
    shippingAddress: { countryCode: 'PT', firstName: 'Eva' },
  },
  rows: [
    {
      ...{
        product: { pId: 'shirt' },
        name: 'Shirt',
        sku: 'SKU-1',
        ean: 'e',
        isbn: 'i',
        jan: 'j',
        upc: 'u',
      },
      ...{
        manufacturerSku: 'm',
        brandName: 'Brand',
        image: 'shirt.png',
        link: '/shirt',
        quantity: 2,
      },
      ...{ price: 10, previousPrice: 12, weight: 0.25, noReturn: true, onRequest: true },
      ...{ onRequestDays: 3, backorder: 1 },
      taxes: [{ tax: { pId: 'vat21' } }],
      discounts: [
        ...[
          {
            name: 'Sale',
            amount: 3,
            code: 'S3',
            description: 'Off',
            discountType: 2,
            discountValue: 13,
          },
        ],
      ],
      options: [
        {
          ...{ name: 'Colour', option: { id: 5, pId: 'colour' }, prompt: 'Choose' },
          values: [{ value: 'red', price: 1.5, weight: 0.01, productOptionValue: { pId: 'red' } }],
        },
      ],
      stocks: [{ warehouse: { pId: 'north' }, quantity: 1.5, date: '2026-03-02T00:00:00Z' }],
    },
    { type: 'gift', name: 'Sticker', quantity: 1, price: 0 },
    {
      ...{ type: 'bundle', product: { pId: 'set' }, name: 'Set', quantity: 1 },
      items: [
        { name: 'Cup', quantity: 2, price: 5, taxes: [{ tax: { pId: 'vat21' } }] },
        { name: 'Plate', quantity: 1, price: 10, taxes: [{ tax: { pId: 'vat10' } }] },
      ],
    },
  ],
  discounts: [
    { name: 'Ticket', amount: 4, ticketCode: 'T4', description: 'Rows', applyTo: 1 },
    { name: 'Freight', amount: 1, applyTo: 2 },
    { name: 'All', amount: 4.9, applyTo: 3, amountType: 2, discountValue: 10 },
  ],
  shipments: [
    {
      ...{
        pId: 'ship-1',
        shippingType: { pId: 'parcel' },
        name: 'To the door',
        price: 6,
        packages: 2,
      },
      ...{ trackingNumber: 'TRACK-1', status: 3, incomingDate: '2026-03-01T12:00:00Z' },
      taxes: [{ tax: { pId: 'vat21' } }],
      discounts: [{ name: 'Club', amount: 1 }],
      rows: [{ row: 0, quantity: 1.5 }],
    },
    {
      price: 5,
      taxes: [{ tax: { pId: 'vat21' } }],
      physicalLocation: { pId: 'depot' },
      rows: [
        { row: 0, quantity: 0.5 },
        { row: 2, quantity: 1 },
      ],
    },
  ],
  delivery: { type: 1, physicalLocation: { pId: 'shop' } },
  payment: {
    ...{ paymentSystem: { pId: 'card' }, name: 'Visa', price: 1 },
    taxes: [{ tax: { pId: 'vat21' } }],
  },
  vouchers: [{ code: 'GIFT-5', amount: 5 }],
  additionalInformation: [{ name: 'browser', value: 'Lynx' }],
};
