import type { Faker } from '@faker-js/faker';
import { articles, type DemoArticle } from './goods';
import { toMidnight, type DemoRecord } from './content';
import type { DemoCustomer } from './people';

/** Final states of the demo's RMAs; `return` and `creditNote` have these documents as well. */
export const rmaEnds = [
  ...['creditNote', 'return', 'accepted', 'inProcess', 'authorized'],
  ...['notAuthorized', 'denied', 'pending', 'incident', 'deleted'],
] as const;

/** The further history of an order after it was received. */
export type OrderFate =
  | { readonly kind: 'archived' | 'waiting' | 'completed' }
  | { readonly kind: 'processing'; readonly shipment: number }
  | { readonly kind: 'moved'; readonly to: number }
  | { readonly kind: 'given'; readonly status: number }
  | { readonly kind: 'returned'; readonly end: number };

export interface DemoOrder {
  readonly pId: string;
  readonly fate: OrderFate;
  readonly line: DemoRecord;
}

/** States that only the import can set. */
const IMPORTED_STATES = [3, 5, 20, -10, -20, -666];
const TRANSITION_STATES = [0, 6, -1, -11];

/** States of shipments of orders in process: shipped and incidents. */
const SHIPMENT_STATES = [3, 0];

/** The fates of the first orders, so that every end occurs, however few orders there are. */
const first: readonly OrderFate[] = [
  ...IMPORTED_STATES.map((status): OrderFate => ({ kind: 'given', status })),
  ...TRANSITION_STATES.map((to): OrderFate => ({ kind: 'moved', to })),
  ...rmaEnds.map((_, end): OrderFate => ({ kind: 'returned', end })),
  ...SHIPMENT_STATES.map((shipment): OrderFate => ({ kind: 'processing', shipment })),
  ...(['archived', 'waiting', 'completed'] as const).map((kind): OrderFate => ({ kind })),
];

interface OrderContext {
  readonly faker: Faker;
  readonly customers: readonly DemoCustomer[];
  /** YYYY-MM-DD; the orders are from the year before it. */
  readonly today: string;
}

/** Creates orders, oldest first; their pIds continue from `web-1004`. */
export function createOrders(context: OrderContext, count: number): DemoOrder[] {
  const { faker, customers, today } = context;
  return Array.from({ length: count }, (_, index) => {
    const fate = first[index] ?? pickFate(faker, index / count);
    const customer = faker.helpers.arrayElement(customers);
    const date = toMidnight(today, Math.floor((index * 360) / count) - 361, pickTime(faker));
    const pId = `web-${1004 + index}`;
    return { pId, fate, line: orderLine(faker, pId, customer, date, fate) };
  });
}

/** @param age 0 for the oldest order, 1 for the newest */
function pickFate(faker: Faker, age: number): OrderFate {
  const chance = faker.number.float();
  if (chance < 0.03) return { kind: 'given', status: faker.helpers.arrayElement(IMPORTED_STATES) };
  if (chance < 0.08) return { kind: 'moved', to: faker.helpers.arrayElement(TRANSITION_STATES) };
  // Ends with low numbers are more frequent.
  const end = Math.floor(rmaEnds.length * faker.number.float() ** 3);
  if (chance < 0.18) return { kind: 'returned', end };
  if (age < 0.6) return { kind: 'archived' };
  if (age > 0.95) return { kind: 'waiting' };
  if (chance < 0.8) return { kind: 'completed' };
  return { kind: 'processing', shipment: faker.helpers.arrayElement(SHIPMENT_STATES) };
}

function pickTime(faker: Faker): string {
  const twoDigits = (max: number): string =>
    String(faker.number.int({ min: 0, max })).padStart(2, '0');
  return `${twoDigits(23)}:${twoDigits(59)}:${twoDigits(59)}`;
}

function orderLine(
  faker: Faker,
  pId: string,
  customer: DemoCustomer,
  date: string,
  fate: OrderFate,
): DemoRecord {
  const { country, line, address } = customer;
  const isArchived = fate.kind === 'archived';
  const taxes = [{ tax: { pId: country.tax.pId } }];
  const isEuropean = country.currencyCode === 'EUR';
  const chosen = faker.helpers.arrayElements(articles, { min: 1, max: 4 });
  const rows = chosen.map((article) => row(faker, article, customer));
  const paymentSystem = faker.helpers.arrayElement(['card', 'transfer']);
  return {
    ...{ type: 'order', pId, date, currencyCode: country.currencyCode, rows },
    ...{
      languageCode: country.languageCode,
      channel: { pId: faker.helpers.arrayElement(['web', 'web', 'market']) },
    },
    headquarter: { pId: isEuropean ? 'main' : 'overseas' },
    user: {
      ...{ pId: line.pId, email: line['email'], group: line['group'] },
      billingAddress: {
        ...address,
        ...(address['company'] !== undefined && {
          ...{ electronicAddress: '7300010000025', electronicAddressScheme: '0088' },
        }),
      },
      shippingAddress: address,
    },
    ...(fate.kind === 'given' && { status: fate.status }),
    ...(isArchived && { status: 4, exported: true, paid: true, paymentDate: date }),
    payment: { paymentSystem: { pId: paymentSystem }, name: paymentSystem },
    shipments: [
      {
        ...{ pId: `${pId}-1`, shippingType: { pId: 'parcel' }, name: 'Parcel', packages: 1 },
        ...{ price: toMoney(customer, 4.95), taxes },
        ...(isArchived && { status: 4, trackingNumber: `OLD-${pId}` }),
      },
    ],
    ...(faker.number.float() < 0.15 && {
      customTags: [{ customTag: { pId: 'gift' }, value: true }],
      comment: 'A present: no price tag, please',
    }),
  };
}

function row(faker: Faker, article: DemoArticle, customer: DemoCustomer): object {
  const { pId, name, sku, price } = article;
  const net = toMoney(customer, price);
  const isReduced = faker.number.float() < 0.2;
  return {
    ...{ product: { pId }, name, sku, image: `products/${pId}.png` },
    ...{ quantity: faker.number.int({ min: 1, max: 3 }), price: net },
    taxes: [{ tax: { pId: customer.country.tax.pId } }],
    ...(isReduced && { discounts: [{ name: 'Sale', amount: toMoney(customer, price / 10) }] }),
  };
}

/** Converts euros to the customer's currency, rounded to its minor unit. */
function toMoney({ country: { rate, digits } }: DemoCustomer, euros: number): number {
  return Number((euros * rate).toFixed(digits));
}

/** The invoice of an order that was completed before the store used this service. */
export function toArchivedInvoice({ pId, line }: DemoOrder): DemoRecord {
  const documentNumber = `OLD-${pId.slice(4)}`;
  return {
    ...{ type: 'invoice', pId: `invoice-${pId}`, order: { pId }, documentNumber },
    date: line['date'],
  };
}
