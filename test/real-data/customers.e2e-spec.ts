import { readFileSync } from 'node:fs';
import { get } from '../support/documents/order-drain';
import { dataFolder, everyOneIn, hasDataSets, isAllWanted } from './data-sets';
import { ImportedStore, resultsOf } from './imported-store';

interface UserLine {
  readonly type: 'user' | 'userGroup';
  readonly pId: string;
  readonly email: string;
  readonly languageCode: string;
  readonly group: { readonly pId: string };
  readonly gender?: number;
  readonly birthDay?: string;
  readonly subscribed?: boolean;
  readonly dateAdded?: string;
  readonly useShippingAddress?: boolean;
  readonly addressBook: readonly AddressLine[];
}

type AddressLine = { readonly type: 1 | 2 } & Readonly<Record<string, string | number>>;

type ShownAddress = Readonly<Record<string, unknown>>;

interface ShownUser {
  readonly ADDRESSBOOK: Readonly<Record<'BILLINGADDRESS' | 'SHIPPINGADDRESS', ShownAddress[]>>;
  readonly BIRTHDAY: string;
  readonly DATEADDED: string;
  readonly EMAIL: string;
  readonly GENDER: number;
  readonly GROUP: { readonly PID: string };
  readonly LANGUAGE: string;
  readonly LATITUDE: number;
  readonly LONGITUDE: number;
  readonly PID: string;
  readonly SUBSCRIBED: boolean;
  readonly USESHIPPINGADDRESS: boolean;
}

/** How many people of each group in the sample the service takes (docs/reports/2026-11-26-real-data.md). */
const members = {
  ...{ 'aw-individuals': 1_849, 'aw-resellers': 748, 'aw-people': 295 },
  ...{ 'co-customers': 391, 'oe-customers': 319 },
};
const users = 3_602;
/** Persons and companies of whom each detail is checked. */
const looked = new Set(['aw-customer-11120', 'aw-customer-29503', 'oe-customer-981']);
const withAll = isAllWanted ? it : it.skip;

if (hasDataSets) {
  describe('The import of customers', importOfCustomers);
} else {
  const leftOut = it.skip;
  leftOut(`needs the data sets, which are not in ${dataFolder}`, () => undefined);
}

function importOfCustomers(): void {
  let store: ImportedStore;
  let lines: UserLine[];
  let created: number;
  let shown: Map<string, ShownUser>;
  let serviceUrl: string;

  beforeAll(async () => {
    store = await ImportedStore.open();
  });
  afterAll(() => store.close());

  it('takes everybody with an address, and each e-mail address once', async () => {
    const isInSample = everyOneIn(10);
    const keeps = (pId: string) => isInSample() || looked.has(pId);
    const { code, summary, rejected } = await store.importSome('customers.mjs', keeps, '--sample');
    lines = readFileSync(store.lines, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as UserLine)
      .filter(({ type }) => type === 'user');
    expect(code).toBe(1);
    created = lines.length - rejected.length;
    expect(resultsOf(summary, 'created')).toEqual({ userGroup: 5, user: created });
    const rejectedFor = (reason: string, place: string) =>
      rejected.flatMap(({ pId, ...one }) =>
        one.code === reason && one.pointer === place ? [pId] : [],
      );
    expect(rejectedFor('list.tooShort', '/addressBook')).toEqual(
      lines.filter(({ addressBook }) => addressBook.length === 0).map(({ pId }) => pId),
    );
    const taken = rejectedFor('email.taken', '/email');
    expect(taken.length).toBeGreaterThanOrEqual(isAllWanted ? 588 : 1);
    expect(taken.filter((pId) => Number(pId.replace('aw-customer-', '')) > 701)).toEqual([]);
  });

  withAll('takes as many as the sources have', () => {
    expect([lines.length, created]).toEqual([users + 1_034, users]);
  });

  it('knows them all the next time', async () => {
    const { code, summary } = await store.take(store.lines);
    expect({ code, rejected: summary.rejected }).toEqual({
      ...{ code: 1, rejected: lines.length - created },
    });
    expect(resultsOf(summary, 'unchanged')).toEqual({ userGroup: 5, user: created });
  });

  it('shows every user as in the line', async () => {
    serviceUrl = (await store.serve()).url;
    shown = await allUsers(serviceUrl);
    expect(shown.size).toBe(created);
    const byPId = new Map(lines.map((line) => [line.pId, line]));
    const others = [...shown.values()].flatMap((user) => {
      const line = byPId.get(user.PID);
      const [is, should] = [
        stateOf(user, line?.dateAdded !== undefined),
        line && stateOfLine(line),
      ];
      return JSON.stringify(is) === JSON.stringify(should) ? [] : [{ is, should }];
    });
    expect(others.slice(0, 3)).toEqual([]);
  });

  it('keeps persons, companies, several addresses and accents', () => {
    expect(shown.get('aw-customer-11120')).toMatchObject({
      ...{ EMAIL: 'beth8@adventure-works.com', GENDER: 2, LATITUDE: -33.8434 },
      ADDRESSBOOK: {
        BILLINGADDRESS: [{ FIRSTNAME: 'Beth H', LASTNAME: 'Jiménez', COUNTRY: 'AU', USERTYPE: 1 }],
        SHIPPINGADDRESS: [],
      },
    });
    const company = { COMPANY: "Family's Favorite Bike Shop", USERTYPE: 2, DEFAULT: 1 };
    expect(shown.get('aw-customer-29503')).toMatchObject({
      ...{ EMAIL: 'gregory0@adventure-works.com', USESHIPPINGADDRESS: true },
      ADDRESSBOOK: {
        BILLINGADDRESS: [{ ...company, ALIAS: 'Main Office', ADDRESS: '25981 College Street' }],
        SHIPPINGADDRESS: [{ ...company, ALIAS: 'Shipping', ADDRESS: '26910 Indela Road' }],
      },
    });
    expect(shown.get('oe-customer-981')).toMatchObject({
      ...{ EMAIL: 'Daniel.Gueney@REDPOLL.COM', LANGUAGE: 'zh' },
      ADDRESSBOOK: { BILLINGADDRESS: [{ CITY: 'Beijing', PHONE: '+86 10 012 3839' }] },
    });
  });

  withAll('counts them by group and finds them by name', async () => {
    const count = async (query: string) =>
      (await get<{ ITEMS: number }>(serviceUrl, `/v1/users/count?${query}`)).ITEMS;
    for (const [pId, number] of Object.entries(members)) {
      const { ID } = await get<{ ID: number }>(serviceUrl, `/v1/usersGroups/getId/${pId}`);
      expect({ pId, number: await count(`groupId=${ID}`) }).toEqual({ pId, number });
    }
    const found = { navarro: 18, Jiménez: 6, 'bike shop': 24, '+41': 29 };
    for (const [q, number] of Object.entries(found)) {
      expect({ q, number: await count(`q=${encodeURIComponent(q)}`) }).toEqual({ q, number });
    }
  });
}

/** All users, by NEXT to the end. */
async function allUsers(url: string): Promise<Map<string, ShownUser>> {
  const found = new Map<string, ShownUser>();
  for (let next = '/v1/users?perPage=500'; next !== '';) {
    const page = await get<{ CURSORS: { NEXT: string }; USERS: ShownUser[] }>(url, next);
    for (const user of page.USERS) found.set(user.PID, user);
    next = page.CURSORS.NEXT.slice(url.length);
  }
  return found;
}

/** A user as it is shown, in the order of `stateOfLine`; `dated`: whether its line has the date of its creation. */
function stateOf(user: ShownUser, dated: boolean): unknown[] {
  const { BILLINGADDRESS: billing, SHIPPINGADDRESS: shipping } = user.ADDRESSBOOK;
  return [
    ...[user.PID, user.EMAIL, user.LANGUAGE, user.GROUP.PID, user.GENDER, user.BIRTHDAY],
    ...[user.SUBSCRIBED, dated && Date.parse(user.DATEADDED), user.USESHIPPINGADDRESS],
    ...[user.LATITUDE, user.LONGITUDE, billing.map(shownAddress), shipping.map(shownAddress)],
  ];
}

function stateOfLine(line: UserLine): unknown[] {
  const [billing, shipping] = [1, 2].map((type) =>
    line.addressBook.filter((address) => address.type === type),
  ) as [AddressLine[], AddressLine[]];
  return [
    ...[line.pId, line.email, line.languageCode, line.group.pId, line.gender ?? 1],
    ...[
      line.birthDay ?? '',
      line.subscribed ?? false,
      line.dateAdded !== undefined && Date.parse(line.dateAdded),
    ],
    ...[line.useShippingAddress ?? false, billing[0]?.['latitude'] ?? 0],
    ...[billing[0]?.['longitude'] ?? 0, billing.map(addressOfLine), shipping.map(addressOfLine)],
  ];
}

const addressMembers = {
  ...{ PID: 'pId', ALIAS: 'alias', FIRSTNAME: 'firstName', LASTNAME: 'lastName' },
  ...{ COMPANY: 'company', ADDRESS: 'address', POSTALCODE: 'postalCode', CITY: 'city' },
  ...{ ADDRESSADDITIONALINFORMATION: 'addressAdditionalInformation', STATE: 'state' },
  ...{ COUNTRY: 'countryCode', PHONE: 'phone' },
};

const shownAddress = (shown: ShownAddress) => [
  shown['USERTYPE'],
  ...Object.keys(addressMembers).map((key) => shown[key]),
];

const addressOfLine = (line: AddressLine) => [
  line['userType'] ?? 1,
  ...Object.values(addressMembers).map((member) => line[member] ?? ''),
];
