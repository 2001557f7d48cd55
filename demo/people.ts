import type { Country } from './countries';
import type { DemoRecord } from './content';

/** The password of the demo store's administrator. Everybody knows it, so the store is only for trying things out. */
export const ADMINISTRATOR = {
  email: 'admin@example.com',
  password: 'correct horse battery staple',
} as const;

/** A customer of the demo store, as an import record. */
export interface DemoCustomer {
  readonly country: Country;
  readonly line: DemoRecord;
  /** The shipping address of its orders. */
  readonly address: Readonly<Record<string, unknown>>;
}

export function toAdministratorRecord({ faker, code }: Country): DemoRecord {
  return {
    ...{ type: 'user', pId: 'admin', ...ADMINISTRATOR, nick: 'admin', systemLevel: 3 },
    ...{ languageCode: 'en', group: { pId: 'administrators' } },
    addressBook: [
      { pId: 'office', alias: 'Office', type: 1, countryCode: code, firstName: 'Admin' },
    ].map((address) => ({ ...address, city: faker.location.city() })),
  };
}

/**
 * Creates customers, spread evenly over the countries. The first two are always Ada, who has some of everything, and
 * Ben, who has nothing.
 */
export function createCustomers(countries: readonly Country[], count: number): DemoCustomer[] {
  const [home] = countries as [Country];
  const rest = Array.from({ length: Math.max(0, count - 2) }, (_, index) =>
    customer(countries[index % countries.length] ?? home, index + 3),
  );
  return [ada(home), ben(home), ...rest];
}

function ada(country: Country): DemoCustomer {
  const address = {
    ...{ firstName: 'Ada', lastName: 'Núñez', address: 'Gran Vía', number: '12' },
    ...{ city: 'Madrid', postalCode: '28013', countryCode: country.code },
  };
  const line: DemoRecord = {
    ...{ type: 'user', pId: 'ada', email: 'ada@example.com', nick: 'ada', languageCode: 'es' },
    ...{ group: { pId: 'customers' }, birthDay: '1985-12-10', currencyCode: 'EUR' },
    addressBook: [
      { ...address, pId: 'home', alias: 'Home', type: 1 },
      { ...address, pId: 'work', alias: 'Work', type: 2, number: '90' },
    ],
    customTags: [{ customTag: { pId: 'shoe-size' }, general: { value: 38, active: true } }],
    vouchers: [{ code: 'WELCOME-5', availableBalance: 5, currencyId: 978 }],
    wishlist: [{ pId: 'teapot' }],
    supplier: { active: true, items: [{ item: { pId: 'teapot' }, itemType: 1 }] },
    salesAgent: true,
  };
  return { country, line, address };
}

function ben(country: Country): DemoCustomer {
  const address = {
    ...{ firstName: 'Ben', lastName: 'Ortiz', address: 'Calle Mayor', number: '3' },
    ...{ city: 'Sevilla', postalCode: '41001', countryCode: country.code },
  };
  const line: DemoRecord = {
    ...{ type: 'user', pId: 'ben', email: 'ben@example.com', languageCode: 'es' },
    group: { pId: 'customers' },
    addressBook: [{ ...address, pId: 'home', alias: 'Home', type: 1 }],
  };
  return { country, line, address };
}

/** VAT numbers with a valid check digit; one for all companies of a country. */
const vatNumbers = new Map([
  ['DE', 'DE136695976'],
  ['ES', 'ESB12345674'],
  ['FR', 'FR83404833048'],
  ['GB', 'GB980780684'],
  ['GR', 'EL123456783'],
  ['IT', 'IT12345670785'],
  ['PL', 'PL8567346215'],
]);

function customer(country: Country, number: number): DemoCustomer {
  const { faker, code, languageCode, currencyCode } = country;
  const isCompany = number % 9 === 0;
  const address = {
    ...{ firstName: faker.person.firstName(), lastName: faker.person.lastName() },
    ...(isCompany && {
      userType: 2,
      company: faker.company.name(),
      vat: vatNumbers.get(code) ?? `${code}${100000000 + number}`,
    }),
    ...{ address: faker.location.street(), number: faker.location.buildingNumber() },
    ...{ city: faker.location.city(), postalCode: faker.location.zipCode(), countryCode: code },
  };
  const born = faker.number.int({ min: 1945, max: 2005 });
  const line: DemoRecord = {
    ...{ type: 'user', pId: `customer-${number}`, email: `customer-${number}@example.com` },
    ...{ languageCode, currencyCode, group: { pId: isCompany ? 'wholesale' : 'customers' } },
    ...{
      birthDay: `${born}-0${faker.number.int({ min: 1, max: 9 })}-15`,
      active: number % 20 !== 0,
    },
    addressBook: [{ ...address, pId: 'home', alias: 'Home', type: 1, phone: faker.phone.number() }],
    ...(number % 3 === 0 && {
      customTags: [{ customTag: { pId: 'newsletter' }, general: { value: true, active: true } }],
    }),
    ...(number % 10 === 0 && {
      vouchers: [{ code: `GIFT-${number}`, availableBalance: 20, currencyId: 978 }],
    }),
  };
  return { country, line, address };
}
