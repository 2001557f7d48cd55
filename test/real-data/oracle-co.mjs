/**
 * Writes the intake lines of Oracle's "Customer Orders" data set: `node test/real-data/oracle-co.mjs [--data FOLDER]
 * [--out FILE] [--customers]`. docs/reports/2026-11-26-real-data.md describes the decisions.
 */
import { readFile } from 'node:fs/promises';
import { parseDecimal, toNumber } from './decimal.mjs';
import {
  amount,
  CUSTOMERS_FLAG,
  isMain,
  line,
  need,
  readAll,
  readMap,
  runConverter,
} from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Row} Row */
/** @typedef {import('./source-files.mjs').Line} Line */

const FOLDER = 'oracle-co';
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const ONLINE_STORE = '1';

/** Order status -> status code and whether the order counts as paid. */
export const ORDER_STATUS = {
  COMPLETE: { status: 4, name: 'Complete', paid: true },
  CANCELLED: { status: 6, name: 'Cancelled', paid: false },
  REFUNDED: { status: 20, name: 'Refunded', paid: true },
};

const SHIPMENT_STATUS = { CREATED: 1, SHIPPED: 3, 'IN-TRANSIT': 3, DELIVERED: 4 };

/** 12 of the 22 addresses name no country; their city does (as spelled in the source). */
const STORE_COUNTRY = {
  'San Francisco': 'US',
  Seattle: 'US',
  'New York City': 'US',
  Chicago: 'US',
  London: 'GB',
  Bucharest: 'RO',
  Berlin: 'DE',
  Utrecht: 'NL',
  Madrid: 'ES',
  Johannesburg: 'ZA',
  Lagos: 'NG',
  Vienna: 'AT',
  Mumbai: 'IN',
  'New Dehli': 'IN',
  Sydney: 'AU',
  Perth: 'AU',
  'São Paulo': 'BR',
  'Buenos Aires': 'AR',
  'Mexico City': 'MX',
  Bejing: 'CN',
  Tokyo: 'JP',
  'Tel Aviv': 'IL',
};

/**
 * @param {string} dataFolder holding `oracle-co/` and `reference/`
 * @param {{customers?: unknown}} [options] with the flag, orders name the users of customers.mjs
 * @returns {AsyncGenerator<Line>} masters first, then orders by order_id
 */
export async function* oracleCoLines(dataFolder, options = {}) {
  const tables = await loadTables(dataFolder);
  yield* masterLines(tables);
  for (const order of tables.orders) {
    yield orderLine(order, tables, Boolean(options[CUSTOMERS_FLAG]));
  }
}

/** @param {string} dataFolder */
async function loadTables(dataFolder) {
  const folder = `${dataFolder}/${FOLDER}`;
  const orders = await readAll(folder, 'orders.csv.gz');
  const items = await readAll(folder, 'order_items.csv.gz');
  return {
    orders: orders.sort((a, b) => Number(a.order_id) - Number(b.order_id)),
    items: groupByOrder(items),
    shipments: await readMap(folder, 'shipments.csv.gz', 'shipment_id'),
    ...(await loadCustomers(dataFolder)),
    products: await readMap(folder, 'products.csv.gz', 'product_id'),
    stores: await readMap(folder, 'stores.csv.gz', 'store_id'),
    countryNames: await countryNames(dataFolder),
  };
}

/** @typedef {Awaited<ReturnType<typeof loadTables>>} Tables */

/** @param {string} dataFolder customers, and the one delivery address of each that has any */
export async function loadCustomers(dataFolder) {
  const folder = `${dataFolder}/${FOLDER}`;
  const place = (/** @type {Row} */ row) => row.delivery_address;
  return {
    customers: await readMap(folder, 'customers.csv.gz', 'customer_id'),
    addresses: await readMap(folder, 'shipments.csv.gz', 'customer_id', place),
  };
}

/** @param {Row[]} items @returns {Map<string, Row[]>} */
function groupByOrder(items) {
  const groups = new Map();
  for (const item of items) {
    groups.set(item.order_id, [...(groups.get(item.order_id) ?? []), item]);
  }
  return groups;
}

/** @param {string} dataFolder @returns {Promise<Record<string, string>>} English names by code */
async function countryNames(dataFolder) {
  const cldr = JSON.parse(
    await readFile(`${dataFolder}/reference/cldr-territories-en.json`, 'utf8'),
  );
  return cldr.main.en.localeDisplayNames.territories;
}

/** @param {Row} store @returns {string | undefined} */
const countryOf = (store) =>
  /** @type {Record<string, string>} */ (STORE_COUNTRY)[store.store_name];

/** @param {Tables} t @returns {Generator<Line>} */
function* masterLines(t) {
  for (const countryCode of [...new Set(Object.values(STORE_COUNTRY))].sort()) {
    const name = t.countryNames[countryCode];
    yield line('zone', `co-zone-${countryCode}`, { countryCode, name });
  }
  yield line('channel', 'co-online', { name: 'Online' });
  yield line('channel', 'co-stores', { name: 'Stores' });
  yield* storeLines(t);
  yield* statusLines();
  yield line('shippingType', 'co-delivery', { name: 'Delivery' });
  yield* productLines(t);
}

/** @param {Tables} t @returns {Generator<Line>} */
function* storeLines(t) {
  for (const [id, store] of t.stores) {
    const fields = {
      name: store.store_name,
      countryCode: countryOf(store),
      ...storeAddress(store),
    };
    yield line('headquarter', `co-store-${id}`, fields);
  }
  for (const [id, store] of t.stores)
    yield line('warehouse', `co-store-${id}`, { name: store.store_name });
}

/** @param {Row} store an address of several lines: only `City, ST 12345` at its end is taken apart */
function storeAddress(store) {
  if (!store.physical_address) return {};
  const lines = store.physical_address.split('\n').map((text) => text.trim());
  const place = /^(.+), ([A-Z]{2}) (\d{5})$/.exec(lines.at(-1) ?? '');
  const address = lines.slice(0, place ? -1 : undefined).join(', ');
  if (!place) return { address, city: store.store_name };
  return { address, city: place[1], state: place[2], postalCode: place[3] };
}

/** @returns {Generator<Line>} */
function* statusLines() {
  for (const [code, { status, name }] of Object.entries(ORDER_STATUS)) {
    const pId = `co-order-${code.toLowerCase()}`;
    yield line('subStatus', pId, { document: 'order', status, name, publicName: name });
  }
  const name = 'In transit';
  const fields = { document: 'shipment', status: 3, name, publicName: name };
  yield line('subStatus', 'co-shipment-in-transit', fields);
}

/** @param {Tables} t @returns {Generator<Line>} */
function* productLines(t) {
  const details = new Map();
  for (const [id, row] of t.products) details.set(id, JSON.parse(row.product_details));
  const audiences = [...new Set([...details.values()].map((detail) => detail.gender))].sort();
  for (const name of audiences) {
    yield line('category', `co-category-${name.toLowerCase().replace(/[^a-z]/g, '')}`, { name });
  }
  for (const [id, row] of t.products)
    yield line('product', `co-product-${id}`, { name: row.product_name });
  const name = 'Product details';
  yield line('tagGroup', 'co-product-details', {
    itemType: 1,
    name,
    position: 0,
    priority: 0,
    languages: [{ languageCode: 'en', name }],
  });
}

/**
 * @param {string} text `04-FEB-2021 13.20.22.245676861`; no zone: UTC; cut (not rounded) to ms
 * @returns {string}
 */
export function instant(text) {
  const match = /^(\d\d)-([A-Z]{3})-(\d{4}) (\d\d)\.(\d\d)\.(\d\d)\.(\d{3})\d*$/.exec(text);
  const month = MONTHS.indexOf(match?.[2] ?? '') + 1;
  if (!match || month === 0) throw new SyntaxError(`not an Oracle timestamp: '${text}'`);
  const [, day, , year, hour, minute, second, ms] = match;
  return `${year}-${String(month).padStart(2, '0')}-${day}T${hour}:${minute}:${second}.${ms}Z`;
}

/** @param {Row} order @param {Tables} t @param {boolean} areUsers @returns {Line} */
function orderLine(order, t, areUsers) {
  const items = need(t.items, order.order_id, 'order_items of order');
  const { status, paid } =
    ORDER_STATUS[/** @type {keyof typeof ORDER_STATUS} */ (order.order_status)];
  const online = order.store_id === ONLINE_STORE;
  return line('order', `co-order-${order.order_id}`, {
    date: instant(order.order_tms),
    status,
    subStatus: { pId: `co-order-${order.order_status.toLowerCase()}` },
    exported: false,
    paid,
    currencyCode: 'USD',
    channel: { pId: online ? 'co-online' : 'co-stores' },
    headquarter: { pId: `co-store-${order.store_id}` },
    user: userOf(order, t, areUsers),
    rows: items.map((item) => rowOf(item, t)),
    shipments: shipmentsOf(order, items, t),
    additionalInformation: [{ name: 'customerId', value: order.customer_id }],
    totals: totalsOf(items),
  });
}

/** @param {Row} item @param {Tables} t */
function rowOf(item, t) {
  const product = need(t.products, item.product_id, 'product');
  return {
    product: { pId: `co-product-${item.product_id}` },
    name: product.product_name,
    brandName: JSON.parse(product.product_details).brand,
    quantity: Number(item.quantity),
    price: amount(item.unit_price),
  };
}

/** @param {Row} order @param {Row[]} items @param {Tables} t one for each shipment that rows name */
function shipmentsOf(order, items, t) {
  const ids = [...new Set(items.map((item) => item.shipment_id).filter(Boolean))];
  if (ids.length === 0) return undefined;
  return ids.map((id) => {
    const { shipment_status: status } = need(t.shipments, id, 'shipment');
    return {
      // A shipment may carry rows of two orders; a shipment here belongs to one.
      pId: `co-shipment-${id}-${order.order_id}`,
      shippingType: { pId: 'co-delivery' },
      name: 'Delivery',
      status: SHIPMENT_STATUS[/** @type {keyof typeof SHIPMENT_STATUS} */ (status)],
      rows: items.flatMap((item, row) =>
        item.shipment_id === id ? [{ row, quantity: Number(item.quantity) }] : [],
      ),
    };
  });
}

/** @param {Row} order @param {Tables} t @param {boolean} areUsers customers without an address are not */
function userOf(order, t, areUsers) {
  const customer = need(t.customers, order.customer_id, 'customer');
  const text = t.addresses.get(order.customer_id);
  const store = need(t.stores, order.store_id, 'store');
  const place = text ? deliveryAddress(text) : { countryCode: countryOf(store) ?? 'US' };
  const person = namesOf(customer);
  return {
    ...(areUsers && text ? { pId: `co-customer-${order.customer_id}` } : {}),
    email: customer.email_address,
    billingAddress: { alias: 'Billing', userType: 1, ...person, ...place },
    ...(text ? { shippingAddress: { alias: 'Shipping', userType: 1, ...person, ...place } } : {}),
  };
}

/** @param {Row} customer the last word of the full name is the last name */
export function namesOf(customer) {
  const names = customer.full_name.split(' ');
  return { firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) };
}

/**
 * Takes `Jobstown, NJ 08041 USA` apart; what does not look exactly so stays whole in `address`.
 * @param {string} text
 */
export function deliveryAddress(text) {
  const match = /^([^,]+), ([A-Z]{2}) (\d{5}(?:-\d{4})?) USA$/.exec(text);
  if (!match) return { address: text, countryCode: 'US' };
  return { city: match[1], state: match[2], postalCode: match[3], countryCode: 'US' };
}

/** @param {Row[]} items the source has no totals: what its own rows add up to */
function totalsOf(items) {
  const total = items.reduce(
    (sum, item) => sum + parseDecimal(item.unit_price, 4) * parseDecimal(item.quantity, 0),
    0n,
  );
  return { total: toNumber(total, 4), subtotal: toNumber(total, 4), totalTaxes: 0 };
}

if (isMain(import.meta.url)) await runConverter(oracleCoLines, [CUSTOMERS_FLAG]);
