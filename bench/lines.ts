import { closeSync, openSync, writeSync } from 'node:fs';
import { generateStore, type GeneratedRecord } from '../test/support/random/generated-store';

/** The size of the store of a run. */
export interface StoreSize {
  /** Number of orders, and of imported customers without passwords. */
  readonly orders: number;
  readonly tagGroups: number;
  /** Number of selector tags, each with `TAG_VALUES` values and in two groups. */
  readonly tags: number;
  readonly zones: number;
  /** Number of news, each with three languages and filters by `NEWS_FILTERS` zones. */
  readonly news: number;
  readonly locations: number;
  /** Number of uniform orders. */
  readonly fourRowOrders: number;
  /** Number of orders with 200 rows each. */
  readonly wideOrders: number;
  /** Number of invoices, and of their orders. */
  readonly invoices: number;
  readonly users: number;
  /** Number of first users that have three addresses and ten tags each. */
  readonly furnishedUsers: number;
}

const TAG_VALUES = 20;
const NEWS_FILTERS = 10;

/** A file of records for the import. */
export interface LinesFile {
  readonly path: string;
  readonly count: number;
}

/** Writes the records of a store with its orders; they are always the same. */
export function writeStore(path: string, { orders }: StoreSize): LinesFile {
  return write(path, plainNumbers(generateStore({ seed: 1, orders })));
}

/**
 * Leaves out number series without the year in their names. The batch in which the year changes would be stored in two
 * attempts, but the bench measures the path without errors.
 */
function* plainNumbers(lines: Iterable<GeneratedRecord>): Generator<GeneratedRecord> {
  for (const line of lines)
    yield line.type === 'headquarter' ? { ...line, series: undefined } : line;
}

/** Writes the records of tags, zones, news and locations; they are always the same. */
export function writeContent(path: string, size: StoreSize): LinesFile {
  return write(path, content(size));
}

/** Writes the records of orders with equally many rows; they are always the same. */
export function writeUniformOrders(path: string, orders: number, rows: number): LinesFile {
  return write(path, generateUniformOrders(orders, rows));
}

/** Generates the records that have to precede those of uniform orders. */
export function* generateUniformOrderMasters(): Generator<GeneratedRecord> {
  yield {
    ...{ type: 'headquarter', pId: 'bench', name: 'Bench', countryCode: 'ES' },
    // Needed for structured invoices.
    ...{ vat: 'ESB12345674', email: 'bench@example.com', ...electronicAddress('ESB12345674') },
  };
  yield { type: 'channel', pId: 'bench', name: 'Bench' };
  yield { type: 'tax', pId: 'bench', name: 'IVA', rate: 21 };
  yield { type: 'product', pId: 'bench', name: 'Bench', sku: 'B-1' };
}

/** An address to which Peppol delivers: a Spanish VAT number. */
function electronicAddress(number: string): object {
  return { electronicAddress: number, electronicAddressScheme: '9920' };
}

function* generateUniformOrders(orders: number, rows: number): Generator<GeneratedRecord> {
  yield* generateUniformOrderMasters();
  for (let number = 1; number <= orders; number++) yield toUniformOrder(number, rows);
}

/** Returns an order with this number of rows. */
export function toUniformOrder(number: number, rows: number): GeneratedRecord {
  return {
    ...{ type: 'order', pId: `bench-${number}`, date: '2026-03-01T10:00:00Z', currencyCode: 'EUR' },
    user: {
      email: `buyer${number}@example.com`,
      billingAddress: {
        ...{ countryCode: 'ES', firstName: 'Marta', lastName: 'Ruiz', nif: '12345678Z' },
        ...{ address: 'Calle Sierpes', number: '1', city: 'Sevilla', postalCode: '41004' },
        ...electronicAddress('ES12345678Z'),
      },
    },
    rows: Array.from({ length: rows }, (_, at) => ({
      ...{
        name: `Article ${at}`,
        sku: `B-${at}`,
        product: { pId: 'bench' },
        quantity: 1 + (at % 3),
      },
      ...{ price: 10 + at, taxes: [{ tax: { pId: 'bench' } }] },
    })),
    shipments: [{ name: 'Parcel', price: 5, taxes: [{ tax: { pId: 'bench' } }] }],
  };
}

/** Writes the records of customers and of orders with equally many rows; they are always the same. */
export function writeShop(
  path: string,
  size: { readonly customers: number; readonly orders: number; readonly rows: number },
): LinesFile {
  return write(path, [
    ...customers(size.customers),
    ...generateUniformOrders(size.orders, size.rows),
  ]);
}

/** Writes the records of customers without passwords and of their group; they are always the same. */
export function writeCustomers(path: string, { orders }: StoreSize): LinesFile {
  return write(path, customers(orders));
}

function* customers(count: number): Generator<GeneratedRecord> {
  yield { type: 'userGroup', pId: 'bench', name: 'Bench' };
  for (let number = 1; number <= count; number++) yield customer(number);
}

function* content(size: StoreSize): Generator<GeneratedRecord> {
  for (let number = 1; number <= size.tagGroups; number++) yield tagGroup(number);
  for (let number = 1; number <= size.tags; number++) yield tag(number, size);
  for (let number = 1; number <= size.tags; number++) yield* tagValues(number);
  for (let number = 1; number <= size.zones; number++) yield zone(number);
  for (let number = 1; number <= size.news; number++) yield news(number, size);
  for (let number = 1; number <= size.locations; number++) yield location(number);
}

/** Writes records to a file. */
export function write(path: string, lines: Iterable<GeneratedRecord>): LinesFile {
  const target = openSync(path, 'w');
  let count = 0;
  for (const line of lines) {
    writeSync(target, `${JSON.stringify(line)}\n`);
    count++;
  }
  closeSync(target);
  return { path, count };
}

function tagGroup(number: number): GeneratedRecord {
  return {
    ...{ type: 'tagGroup', pId: `bench-${number}`, itemType: 1, name: `Group ${number}` },
    ...{ position: number % 50, priority: number % 7 },
    languages: [
      { languageCode: 'en', name: `Group ${number}`, description: 'For the bench' },
      { languageCode: 'es', name: `Grupo ${number}`, description: 'Para el banco de pruebas' },
    ],
  };
}

function tag(number: number, { tagGroups }: StoreSize): GeneratedRecord {
  const groups = [number, number + 1].map((group, priority) => ({
    group: { pId: `bench-${1 + (group % tagGroups)}` },
    priority,
  }));
  return {
    ...{ type: 'tag', pId: `bench-${number}`, active: true, controlType: 5, itemType: 1, groups },
    ...{ position: number % 50, priority: number % 7, valueForAllLanguages: false },
    languages: texts((text) => ({ name: `${text} ${number}`, defaultValue: '' })),
  };
}

function* tagValues(number: number): Generator<GeneratedRecord> {
  for (let value = 1; value <= TAG_VALUES; value++) {
    yield {
      ...{ type: 'tagValue', tag: { pId: `bench-${number}` }, pId: `value-${value}` },
      languages: texts((text) => ({ value: `${text} ${value}` })),
    };
  }
}

function zone(number: number): GeneratedRecord {
  return { type: 'zone', pId: `bench-${number}`, countryCode: 'ES', name: `Zone ${number}` };
}

function news(number: number, { zones }: StoreSize): GeneratedRecord {
  const newsItems = Array.from({ length: Math.min(NEWS_FILTERS, zones) }, (_, index) => ({
    itemType: 9,
    pId: `bench-${1 + ((number * 7 + index) % zones)}`,
  }));
  return {
    ...{ type: 'news', pId: `bench-${number}`, name: `News ${number}`, active: true, newsItems },
    ...{ publicationDate: '2026-01-01T00:00:00Z', priority: number % 7 },
    activityLimits: [
      { activationDate: '2026-01-01T00:00:00Z', expirationDate: '2030-12-31T00:00:00Z' },
    ],
    languages: texts((text) => ({
      ...{ title: `${text} ${number}`, shortText: text.repeat(5), pageText: text.repeat(40) },
    })),
    seo: {
      languages: texts((text, languageCode) => ({
        ...{ urlSeo: `news-${number}-${languageCode}`, particularTitle: `${text} ${number}` },
      })),
    },
  };
}

function customer(number: number): GeneratedRecord {
  const at = number % STREETS.length;
  return {
    ...{ type: 'user', pId: `bench-${number}`, email: `buyer${number}@example.com` },
    ...{ group: { pId: 'bench' }, languageCode: 'es', userType: 1 },
    addressBook: [
      {
        ...{ pId: 'home', alias: 'Home', type: 1, firstName: 'Marta', lastName: `Ruiz ${number}` },
        ...{ address: STREETS[at], city: TOWNS[at], countryCode: 'ES', postalCode: '28013' },
        phone: `+34 910 ${String(number).padStart(6, '0')}`,
      },
    ],
  };
}

const STREETS = ['Market Street', 'Station Road', 'Calle Mayor', 'Rue de la Gare', 'Hauptstraße'];
const TOWNS = ['Seville', 'Lyon', 'Graz', 'Porto', 'Leeds', 'Kraków', 'Malmö', 'Bergamo'];

function location(number: number): GeneratedRecord {
  return {
    ...{ type: 'location', pId: `bench-${number}`, name: `Shop ${number}`, countryCode: 'ES' },
    address: `${STREETS[number % STREETS.length]} ${number % 300}`,
    city: TOWNS[number % TOWNS.length],
    ...{ postalCode: String(10_000 + (number % 40_000)), email: `shop${number}@example.com` },
  };
}

function texts<T extends object>(of: (text: string, languageCode: string) => T): object[] {
  const words = { en: 'Something new ', es: 'Algo nuevo ', de: 'Etwas Neues ' };
  return Object.entries(words).map(([languageCode, text]) => {
    return { languageCode, ...of(text, languageCode) };
  });
}
