import { Client } from '../../demo/client';
import { createCountries } from '../../demo/countries';
import { type FillOptions, fillStore } from '../../demo/fill';
import { ADMINISTRATOR, createCustomers } from '../../demo/people';
import {
  allOrderStates,
  rmaStates,
  shipmentStates,
} from '../../src/modules/sales/states/transition-tables';
import { MASTER_KEY, Service } from '../support/service/service';

const size: FillOptions = { seed: 1, customers: 20, orders: 40, today: '2026-03-01' };

/** A store that was filled, and what it answers. */
class Filled {
  private constructor(readonly service: Service) {}

  static async with(options: FillOptions): Promise<Filled> {
    const service = await Service.start();
    await fillStore(new Client(service.url, MASTER_KEY), options);
    return new Filled(service);
  }

  async read(path: string) {
    const { status, body } = await this.service.get(`/v1/${path}`);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  }

  async statesOf(name: string): Promise<number[]> {
    const list = (await this.read(`${name}?perPage=500`))[name];
    const states = new Set<number>(list.map((one: { STATUS: number }) => one.STATUS));
    return [...states].sort((one, other) => one - other);
  }

  /** The part of its records that doesn't depend on which request came first. */
  async fingerprint(): Promise<object[]> {
    const kinds = ['orders', 'invoices', 'rmas', 'returns', 'creditNotes'];
    const fields = 'fields=PID,DOCUMENTNUMBER,STATUS,TOTAL,CUSTOMER';
    const lists = await Promise.all(
      kinds.map((kind) => this.read(`${kind}?sort=pId.asc&perPage=500&${fields}`)),
    );
    const { USERS } = await this.read('users?perPage=500&fields=PID,EMAIL,GROUP');
    const all = [...lists.flatMap((list, index) => list[kinds[index]!]), ...USERS];
    // The name of an erased person is arbitrary.
    const text = JSON.stringify(all).replace(/erased-[0-9a-f-]{36}/g, 'erased');
    return JSON.parse(text) as object[];
  }
}

describe('the demo store', () => {
  let store: Filled;

  beforeAll(async () => {
    store = await Filled.with(size);
  });

  afterAll(() => store.service.stop());

  it('has orders, RMAs and shipments in every state', async () => {
    const sorted = (states: readonly number[]) => [...states].sort((one, other) => one - other);
    expect(await store.statesOf('orders')).toEqual(sorted(allOrderStates));
    expect(await store.statesOf('rmas')).toEqual(sorted(rmaStates));
    expect(await store.statesOf('shipments')).toEqual(sorted(shipmentStates));
  });

  it('has every kind of document, and as many orders and users as asked for', async () => {
    const count = async (path: string) => (await store.read(`${path}?perPage=1`)).items;
    expect(await count('orders')).toBe(size.orders + 3);
    for (const kind of ['invoices', 'returns', 'creditNotes']) {
      expect(await count(kind)).toBeGreaterThan(1);
    }
    expect(await store.read('users/count')).toEqual({ ITEMS: size.customers + 1 });
    const notes = await store.read('shipments/2/deliveryNotes');
    expect(notes.deliveryNotes).toHaveLength(1);
  });

  it('has tags of every control type, news, locations, templates and channels', async () => {
    const { CUSTOMTAGS } = await store.read('customTags');
    const types = new Set(CUSTOMTAGS.map((tag: { CONTROLTYPE: number }) => tag.CONTROLTYPE));
    expect(types).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect((await store.read('news/count')).ITEMS).toBeGreaterThan(3);
    expect((await store.read('physicalLocations')).PHYSICALLOCATIONS.length).toBeGreaterThan(3);
    expect((await store.read('definitions')).DEFINITIONS.length).toBeGreaterThan(1);
    expect(await store.read('channels/getId/market')).toEqual({ ID: 2 });
  });

  it('has customers of fifteen countries, with names in their scripts', async () => {
    const { USERS } = await store.read('users?perPage=500&fields=ADDRESSBOOK');
    const addresses: { COUNTRY: string; FIRSTNAME: string }[] = USERS.flatMap(
      (user: { ADDRESSBOOK: { BILLINGADDRESS: object[] } }) => user.ADDRESSBOOK.BILLINGADDRESS,
    );
    const countries = new Set(addresses.map((one) => one.COUNTRY));
    expect(countries.size).toBe(15);
    const names = addresses.map((one) => one.FIRSTNAME).join();
    for (const script of ['Latn', 'Cyrl', 'Grek', 'Arab', 'Hebr', 'Thai', 'Hani', 'Hang']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
  });

  it('serves the pictures of its products', async () => {
    const picture = await fetch(`${store.service.url}/static/products/mug_small.png`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  it('lets its administrator in', async () => {
    const { status } = await store.service.post('/v1/auth/login', { auth: ADMINISTRATOR });
    expect(status).toBe(201);
  });

  it('is the same for the same seed', async () => {
    const same = await Filled.with(size);
    try {
      const expected = await store.fingerprint();
      expect(expected.length).toBeGreaterThan(size.orders + size.customers);
      expect(await same.fingerprint()).toEqual(expected);
    } finally {
      await same.service.stop();
    }
  });

  it('has other customers for another seed', () => {
    const names = (seed: number) =>
      createCustomers(createCountries(seed), 5).map(({ address }) => address);
    expect(names(1)).toEqual(names(1));
    expect(names(2)).not.toEqual(names(1));
  });
});
