/**
 * The people, companies and addresses of AdventureWorks, as its orders and its customers name them.
 */
import { Buffer } from 'node:buffer';
import { filled, need, readMap } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Row} Row */

/** @param {string} folder @param {string} file @param {string} key @param {(row: Row) => any} [pick] */
export const map = (folder, file, key, pick) => readMap(folder, `${file}.csv.gz`, key, pick);

/** @param {string} folder of the data set */
export async function loadPeople(folder) {
  return {
    states: await map(folder, 'StateProvince', 'StateProvinceID'),
    addresses: await map(folder, 'Address', 'AddressID'),
    customers: await map(folder, 'Customer', 'CustomerID'),
    stores: await map(folder, 'Store', 'BusinessEntityID', (row) => row.Name),
    people: await map(folder, 'Person', 'BusinessEntityID', personOf),
    emails: await map(folder, 'EmailAddress', 'BusinessEntityID', (row) => row.EmailAddress),
    phones: await map(folder, 'PersonPhone', 'BusinessEntityID', (row) => row.PhoneNumber),
  };
}

/** @typedef {Awaited<ReturnType<typeof loadPeople>>} People */

/** @param {Row} row with gender and birth date in an XML column */
function personOf(row) {
  const gender = /<Gender>([MF])</.exec(row.Demographics)?.[1];
  const birthDay = /<BirthDate>(\d{4}-\d\d-\d\d)Z</.exec(row.Demographics)?.[1];
  return {
    firstName: [row.FirstName, row.MiddleName].filter(Boolean).join(' '),
    lastName: [row.LastName, row.Suffix].filter(Boolean).join(' '),
    gender: gender && (gender === 'M' ? 1 : 2),
    birthDay: birthDay && `${birthDay}T00:00:00+00:00`,
    subscribed: row.EmailPromotion !== '0',
    // The date of the customer's first order, where there is one.
    dateAdded: instant(row.ModifiedDate),
  };
}

/** @param {string} text `2011-05-31 00:00:00` @returns {string} the data name no zone: UTC */
export const instant = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;

/**
 * An address with whom it is of: with a store, that company.
 * @param {string} addressId @param {string} personId
 * @param {string | undefined} storeId @param {People} t
 */
export function placeOf(addressId, personId, storeId, t) {
  const address = need(t.addresses, addressId, 'Address');
  const state = need(t.states, address.StateProvinceID, 'StateProvince');
  const person = need(t.people, personId, 'Person');
  const company = storeId ? need(t.stores, storeId, 'Store') : undefined;
  return filled({
    userType: company ? 2 : 1,
    company,
    firstName: person.firstName,
    lastName: person.lastName,
    address: address.AddressLine1,
    addressAdditionalInformation: address.AddressLine2,
    postalCode: address.PostalCode,
    city: address.City,
    state: state.Name,
    countryCode: state.CountryRegionCode,
    phone: t.phones.get(personId),
    ...coordinates(address.SpatialLocation),
  });
}

/**
 * @param {string} hex SQL Server's geography point: latitude and longitude are the little-endian
 *   doubles at bytes 6 and 14; (0, 0) stands for "not known"
 */
function coordinates(hex) {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length < 22) return {};
  const degrees = (/** @type {number} */ at) => Math.round(bytes.readDoubleLE(at) * 1e6) / 1e6;
  const latitude = degrees(6);
  const longitude = degrees(14);
  return latitude === 0 && longitude === 0 ? {} : { latitude, longitude };
}
