/**
 * Writes the customers of AdventureWorks and of Oracle's two stores as intake lines: `node
 * test/real-data/customers.mjs [--data FOLDER] [--out FILE] [--sample]`. A customer without an address in the source
 * gets a line without one, for the service to reject. docs/reports/2026-11-26-real-data.md describes the decisions.
 */
import { loadPeople, map, placeOf } from './adventureworks-people.mjs';
import { deliveryAddress, loadCustomers, namesOf } from './oracle-co.mjs';
import { filled, isMain, line, need, readAll, readCsv, runConverter } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Row} Row */
/** @typedef {import('./source-files.mjs').Line} Line */
/** @typedef {{pId: string, personId: string, storeId: string | undefined, group: string}} Account */

const SAMPLE_FLAG = 'sample';
const BILLING = 1;
const SHIPPING = 2;

const GROUPS = {
  'aw-individuals': 'AdventureWorks: individual customers',
  'aw-resellers': 'AdventureWorks: resellers',
  'aw-people': 'AdventureWorks: people who are not customers',
  'co-customers': 'Customer Orders: customers',
  'oe-customers': 'Order Entry: customers',
};

/** AddressTypeID -> what the address is called and used for; the others are not used. */
const ADDRESS_TYPES = {
  2: { alias: 'Home', type: BILLING },
  3: { alias: 'Main Office', type: BILLING },
  5: { alias: 'Shipping', type: SHIPPING },
};

/** Oracle's language ids -> ISO 639-1. */
const LANGUAGES = { d: 'de', hi: 'hi', i: 'it', ja: 'ja', th: 'th', us: 'en', zhs: 'zh' };

/**
 * @param {string} dataFolder holding `adventureworks/`, `oracle-co/` and `oracle-oe/`
 * @param {{sample?: unknown}} [options] with the flag, of AdventureWorks' individual customers only
 *   every tenth
 * @returns {AsyncGenerator<Line>} groups first, then users
 */
export async function* customerLines(dataFolder, options = {}) {
  for (const [pId, name] of Object.entries(GROUPS)) yield line('userGroup', pId, { name });
  yield* adventureWorksUsers(`${dataFolder}/adventureworks`, Boolean(options[SAMPLE_FLAG]));
  yield* customerOrdersUsers(dataFolder);
  yield* orderEntryUsers(`${dataFolder}/oracle-oe`);
}

/** @param {string} folder @param {boolean} sample @returns {AsyncGenerator<Line>} */
async function* adventureWorksUsers(folder, sample) {
  const tables = await loadTables(folder);
  for (const account of accounts(tables)) {
    if (!sample || isSampled(account)) yield userLine(account, tables);
  }
}

/** @param {Account} account */
const isSampled = ({ pId, group }) => group !== 'aw-individuals' || pId.endsWith('0');

/** @param {string} folder */
async function loadTables(folder) {
  return {
    ...(await loadPeople(folder)),
    employers: await map(folder, 'BusinessEntityContact', 'PersonID', (r) => r.BusinessEntityID),
    contacts: await grouped(folder, 'BusinessEntityContact'),
    placesOf: await grouped(folder, 'BusinessEntityAddress'),
  };
}

/** @typedef {Awaited<ReturnType<typeof loadTables>>} Tables */

/** @param {string} folder @param {string} file @returns {Promise<Map<string, Row[]>>} rows by business entity */
async function grouped(folder, file) {
  const groups = new Map();
  for await (const row of readCsv(folder, `${file}.csv.gz`)) {
    const known = groups.get(row.BusinessEntityID);
    if (known) known.push(row);
    else groups.set(row.BusinessEntityID, [row]);
  }
  return groups;
}

/**
 * Customers with orders come first: an e-mail address belongs to the first who names it.
 * @param {Tables} t
 * @returns {Generator<Account>}
 */
function* accounts(t) {
  const customers = [...t.customers.values()];
  const shown = new Set();
  for (const { CustomerID, PersonID: personId, StoreID: storeId } of customers) {
    if (!personId) continue;
    shown.add(personId);
    const group = storeId ? 'aw-resellers' : 'aw-individuals';
    yield { pId: `aw-customer-${CustomerID}`, personId, storeId, group };
  }
  for (const { CustomerID, PersonID, StoreID: storeId } of customers) {
    if (PersonID) continue;
    const contacts = need(t.contacts, storeId, 'contact of store').map((row) => row.PersonID);
    const personId = contacts.find((id) => !shown.has(id)) ?? contacts[0];
    shown.add(personId);
    yield { pId: `aw-customer-${CustomerID}`, personId, storeId, group: 'aw-resellers' };
  }
  for (const personId of t.people.keys()) {
    if (shown.has(personId)) continue;
    const employer = t.employers.get(personId);
    const storeId = t.stores.has(employer) ? employer : undefined;
    yield { pId: `aw-person-${personId}`, personId, storeId, group: 'aw-people' };
  }
}

/** @param {Account} account @param {Tables} t @returns {Line} a company's with the company's addresses */
function userLine({ pId, personId, storeId, group }, t) {
  const { gender, birthDay, subscribed, dateAdded } = need(t.people, personId, 'Person');
  const places = t.placesOf.get(storeId || personId) ?? [];
  return line('user', pId, {
    email: need(t.emails, personId, 'EmailAddress'),
    languageCode: 'en',
    group: { pId: group },
    userType: storeId ? 2 : 1,
    ...{ gender, birthDay, subscribed, dateAdded },
    useShippingAddress: places.some((place) => typeOf(place).type === SHIPPING),
    addressBook: places.map((place) => ({
      pId: `aw-address-${place.AddressID}-${place.AddressTypeID}`,
      ...typeOf(place),
      ...placeOf(place.AddressID, personId, storeId, t),
    })),
  });
}

/** @param {Row} place */
const typeOf = ({ AddressTypeID }) =>
  ADDRESS_TYPES[/** @type {keyof typeof ADDRESS_TYPES} */ (/** @type {unknown} */ (AddressTypeID))];

/** @param {string} dataFolder @returns {AsyncGenerator<Line>} */
async function* customerOrdersUsers(dataFolder) {
  const { customers, addresses } = await loadCustomers(dataFolder);
  for (const [id, customer] of customers) {
    const text = addresses.get(id);
    const address = text && {
      ...{ pId: `co-address-${id}`, alias: 'Delivery', type: SHIPPING },
      ...namesOf(customer),
      ...deliveryAddress(text),
    };
    yield line('user', `co-customer-${id}`, {
      email: customer.email_address,
      languageCode: 'en',
      group: { pId: 'co-customers' },
      useShippingAddress: address !== undefined,
      addressBook: address ? [address] : [],
    });
  }
}

/** @param {string} folder @returns {AsyncGenerator<Line>} */
async function* orderEntryUsers(folder) {
  for (const row of await readAll(folder, 'customers.csv.gz')) {
    const language = /** @type {keyof typeof LANGUAGES} */ (row.nls_language);
    yield line('user', `oe-customer-${row.customer_id}`, {
      email: row.cust_email,
      languageCode: LANGUAGES[language],
      group: { pId: 'oe-customers' },
      addressBook: [orderEntryAddress(row)],
    });
  }
}

/** @param {Row} row */
function orderEntryAddress(row) {
  return filled({
    ...{ pId: `oe-address-${row.customer_id}`, alias: 'Home', type: BILLING },
    firstName: row.cust_first_name,
    lastName: row.cust_last_name,
    address: row.street_address,
    postalCode: row.postal_code,
    city: row.city,
    state: row.state_province,
    countryCode: row.country_id,
    phone: row.phone_numbers.replaceAll('|', ', '),
    latitude: row.geo_y_latitude && Number(row.geo_y_latitude),
    longitude: row.geo_x_longitude && Number(row.geo_x_longitude),
  });
}

if (isMain(import.meta.url)) await runConverter(customerLines, [SAMPLE_FLAG]);
