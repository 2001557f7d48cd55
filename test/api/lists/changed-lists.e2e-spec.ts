/** @engine */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createOpenApiDocument } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from '../sales/sample-store';

type Listed = Readonly<Record<string, unknown>> & {
  readonly ID: number;
  readonly UPDATEDAT: string;
};
type Change = (id: number) => Promise<unknown>;

interface Resource {
  readonly name: string;
  /** Path of its list, with the key of the records. */
  readonly list: string;
  readonly key: string;
  /** Where one of its records is read, if it is. */
  readonly one?: string;
  /** Makes a record. */
  readonly make: (pId: string) => Promise<unknown>;
  /** The requests that change the record, by the changed part. */
  readonly changes: Readonly<Record<string, Change>>;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly 'x-sort'?: readonly string[] };
}

interface Described {
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** Paths of the lists that take no times of change according to the guide, `*` standing for anything. */
function exceptionsOfGuide(): string[] {
  const guide = readFileSync(join(__dirname, '../../../docs/integration.md'), 'utf8');
  const [, table = ''] =
    /^\| lists without these parameters .*\n.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
}

describe('lists', () => {
  let service: Service;
  let resources: readonly Resource[];
  const ids = { selector: 0, group: 0, location: 0, list: 0 };
  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_SECRETS: 'erp=0123456789abcdef0123456789abcdef',
      WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    });
    await importMasters(service);
    await importLines(service, [
      { type: 'userGroup', pId: 'all', name: 'All', defaultGroup: true },
      { type: 'tagGroup', pId: 'looks', name: 'Looks', itemType: 1, position: 1, priority: 1 },
      ...['lena', 'lars'].map(userLine),
    ]);
    const selector = { ...tagOf('selector'), controlType: 5 };
    ids.selector = await send('post', 'customTags', { customTags: selector });
    ids.group = await idOf('customTagGroups/getId/looks');
    ids.location = await idOf('physicalLocations/getId/depot');
    const lena = await idOf('users/getId/lena');
    const lists = await service.get(`/v1/users/${lena}/shoppingLists`);
    ids.list = (lists.body as { SHOPPINGLISTS: Listed[] }).SHOPPINGLISTS[0]?.ID ?? 0;
    resources = resourcesOf();
    for (const { make } of resources) {
      await make('changed');
      await make('other');
    }
  });
  afterAll(() => service.stop());

  /** @returns the id in the answer, if there is one */
  const send = async (
    method: 'post' | 'put' | 'delete',
    path: string,
    body?: unknown,
  ): Promise<number> => {
    const answer = await service.send(method, `/v1/${path}`, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(answer.text);
    const { ID, id } = answer.body as { ID?: number; id?: number };
    return ID ?? id ?? 0;
  };
  const idOf = async (path: string): Promise<number> =>
    ((await service.get(`/v1/${path}`)).body as { ID: number }).ID;
  const line = async (values: object): Promise<void> => {
    const { rejected, errors } = await importLines(service, [values]);
    if (rejected > 0) throw new Error(JSON.stringify(errors));
  };

  const resourcesOf = (): Resource[] => [
    {
      ...{ name: 'tag groups', list: 'customTagGroups', key: 'CUSTOMTAGGROUPS' },
      one: 'customTagGroups',
      make: (pId) =>
        send('post', 'customTagGroups', {
          customTagGroups: { pId, name: pId, itemType: 1, position: 1, priority: 1 },
        }),
      changes: {
        value: (id) => send('put', `customTagGroups/${id}`, { customTagGroups: { priority: 9 } }),
        language: (id) =>
          send('put', `customTagGroups/${id}`, {
            customTagGroups: { languages: [{ languageCode: 'en', name: 'Looks' }] },
          }),
      },
    },
    {
      ...{ name: 'tags', list: 'customTags', key: 'CUSTOMTAGS', one: 'customTags' },
      make: (pId) => send('post', 'customTags', { customTags: tagOf(pId) }),
      changes: {
        value: (id) => send('put', `customTags/${id}`, { customTags: { position: 9 } }),
        language: (id) =>
          send('put', `customTags/${id}`, {
            customTags: { languages: [{ languageCode: 'en', name: 'Colour' }] },
          }),
        group: (id) =>
          send('post', `customTags/${id}/groups`, {
            groups: { group: { id: ids.group }, priority: 1 },
          }),
        'group that goes': (id) => send('delete', `customTags/${id}/groups/${ids.group}`),
      },
    },
    {
      ...{ name: 'values of a tag', list: `customTags/${ids.selector}/values`, key: 'VALUES' },
      one: 'customTags/values',
      make: (pId) => send('post', `customTags/${ids.selector}/values`, { values: { pId } }),
      changes: {
        value: (id) => send('put', `customTags/values/${id}`, { values: { pId: `value-${id}` } }),
        language: (id) =>
          send('put', `customTags/values/${id}`, {
            values: { languages: [{ languageCode: 'en', value: 'Red' }] },
          }),
      },
    },
    {
      ...{ name: 'news', list: 'news', key: 'NEWS', one: 'news' },
      make: (pId) =>
        send('post', 'news', { news: { pId, name: pId, publicationDate: '2026-01-31' } }),
      changes: {
        value: (id) => send('put', `news/${id}`, { news: { active: true } }),
        language: (id) =>
          send('put', `news/${id}`, {
            news: { languages: [{ languageCode: 'en', title: 'Sale' }] },
          }),
        address: (id) =>
          send('put', `news/${id}`, {
            news: { seo: { languages: [{ languageCode: 'en', urlSeo: `sale-${id}` }] } },
          }),
        period: (id) =>
          send('post', `news/${id}/activityLimits`, {
            activityLimits: { activationDate: '2026-12-01', expirationDate: '2026-12-24' },
          }),
        filter: (id) =>
          send('post', `news/${id}/newsItems`, { newsItems: { pId: 'PT', itemType: 30 } }),
        'filters that go': (id) => send('delete', `news/${id}/newsItems`),
      },
    },
    {
      ...{ name: 'locations', list: 'physicalLocations', key: 'PHYSICALLOCATIONS' },
      one: 'physicalLocations',
      make: (pId) =>
        send('post', 'physicalLocations', { physicalLocations: { pId, countryCode: 'ES' } }),
      changes: {
        value: (id) =>
          send('put', `physicalLocations/${id}`, { physicalLocations: { phone: '1' } }),
        language: (id) =>
          send('put', `physicalLocations/${id}`, {
            physicalLocations: { languages: [{ languageCode: 'en', bannerAlt: 'Us' }] },
          }),
      },
    },
    {
      ...{ name: 'templates', list: 'definitions', key: 'DEFINITIONS', one: 'definitions' },
      make: (pId) => send('post', 'definitions', { definitions: { pId, name: pId } }),
      changes: {
        value: (id) => send('put', `definitions/${id}`, { definitions: { description: 'New' } }),
        filter: (id) =>
          send('post', `definitions/${id}/definitionItems`, {
            definitionItems: { pId: 'PT', itemType: 30 },
          }),
      },
    },
    {
      ...{ name: 'user groups', list: 'usersGroups', key: 'USERSGROUPS', one: 'usersGroups' },
      make: (pId) => send('post', 'usersGroups', { usersGroups: { pId, name: pId } }),
      changes: {
        value: (id) => send('put', `usersGroups/${id}`, { usersGroups: { description: 'New' } }),
      },
    },
    {
      ...{ name: 'users', list: 'users', key: 'USERS', one: 'users' },
      make: (pId) => line(userLine(pId)),
      changes: {
        value: (id) => send('put', `users/${id}`, { users: { languageCode: 'es' } }),
        belonging: (id) => send('post', `users/${id}/wishlist`, { wishlist: { pId: 'shirt' } }),
      },
    },
    {
      ...{ name: 'rows of a shopping list', list: `users/shoppingLists/${ids.list}/rows` },
      key: 'ROWS',
      make: (pId) => send('post', `users/shoppingLists/${ids.list}/rows`, { items: [{ pId }] }),
      changes: {},
    },
    {
      ...{ name: 'elements of the catalog', list: 'catalog/banner', key: 'ELEMENTS' },
      make: (pId) => line({ type: 'banner', pId, name: pId }),
      changes: {
        value: () => line({ type: 'banner', pId: 'changed', name: 'Changed' }),
        filter: (id) =>
          send('post', `util/filters/banners/${id}`, {
            items: { item: { pId: 'PT' }, itemType: '30' },
          }),
      },
    },
    ...(['zone', 'headquarter', 'tax'] as const).map((type) => ({
      ...{ name: `${type} records of the catalog`, list: `catalog/${type}`, key: 'ELEMENTS' },
      make: (pId: string) => line({ type, pId, name: pId, ...ofType[type] }),
      changes: {
        value: () => line({ type, pId: 'changed', name: 'Changed', ...ofType[type] }),
      },
    })),
    {
      ...{ name: 'channels', list: 'catalog/channel', key: 'ELEMENTS' },
      make: (pId) => line({ type: 'channel', pId, name: pId }),
      changes: {
        location: (id) =>
          send('post', `channels/${id}/physicalLocations`, {
            channelPhysicalLocations: { physicalLocation: { pId: 'depot' }, zoneRadius: 1 },
          }),
        'change of a location': (id) =>
          send('put', `channels/${id}/physicalLocations/${ids.location}`, {
            channelPhysicalLocations: { zoneRadius: 2 },
          }),
      },
    },
    {
      ...{ name: 'API keys', list: 'apiKeys', key: 'apiKeys' },
      make: (name) => send('post', 'apiKeys', { apiKeys: { name, scopes: ['news:read'] } }),
      changes: { secret: (id) => send('post', `apiKeys/${id}/rotate`) },
    },
    {
      ...{ name: 'status actions', list: 'statusActions', key: 'STATUSACTIONS' },
      make: (pId) => line({ ...actionLine, pId }),
      changes: {
        switch: (id) => send('put', `statusActions/${id}`, { active: false }),
        line: () => line({ ...actionLine, pId: 'changed', status: 3 }),
      },
    },
    {
      ...{ name: 'webhooks', list: 'webhooks', key: 'WEBHOOKS', one: 'webhooks' },
      make: (description) =>
        send('post', 'webhooks', {
          webhooks: { url: 'https://erp.example.com', events: ['news.created'], description },
        }),
      changes: {
        value: (id) => send('put', `webhooks/${id}`, { webhooks: { active: false } }),
        secret: (id) => send('post', `webhooks/${id}/rotate`),
      },
    },
    {
      ...{ name: 'exports', list: 'exports', key: 'EXPORTS', one: 'exports' },
      make: async () => {
        const id = await send('post', 'exports', { exports: { types: ['tax'] } });
        const isRunning = async () =>
          ((await service.get(`/v1/exports/${id}`)).body as Listed)['STATE'] === 'running';
        while (await isRunning()) await pause(10);
      },
      changes: {},
    },
    {
      ...{ name: 'orders', list: 'orders', key: 'orders', one: 'orders' },
      make: (pId) => createOrder(service, smallOrder({ pId, shipments: [{ pId }] })),
      changes: {
        value: (id) => send('put', `orders/${id}/comments`, { comment: 'Ring twice' }),
        state: (id) => send('put', `orders/${id}/changeStatus`, { status: 2 }),
      },
    },
    {
      ...{ name: 'shipments', list: 'shipments', key: 'shipments', one: 'shipments' },
      make: (pId) =>
        createOrder(
          service,
          smallOrder({ pId: `order of ${pId}`, shipments: [{ pId: `s-${pId}` }] }),
        ),
      changes: {
        value: (id) => send('put', `shipments/${id}/trackingNumber/Z-${id}`),
        state: (id) => send('put', `shipments/${id}/changeStatus`, { status: 2 }),
      },
    },
    {
      ...{ name: 'delivery notes', list: 'deliveryNotes', key: 'deliveryNotes' },
      make: async (pId) => {
        const order = smallOrder({ pId: `sent with ${pId}`, shipments: [{ pId: `sent-${pId}` }] });
        await createOrder(service, order);
        const { body } = await service.get('/v1/shipments?perPage=1');
        const [shipment] = (body as { shipments: Listed[] }).shipments;
        return send('post', `shipments/${shipment?.ID}/deliveryNotes`);
      },
      changes: {},
    },
  ];

  const read = async ({ list, key }: Resource, query: string): Promise<readonly Listed[]> => {
    const { status, body, text } = await service.get(`/v1/${list}?${query}`);
    if (status !== 200) throw new Error(text);
    const records = (body as Record<string, Listed[]>)[key] ?? [];
    // Those of keys are in camelCase.
    return records.map(({ id, updatedAt, ...rest }) =>
      id === undefined ? rest : ({ ...rest, ID: id, UPDATEDAT: updatedAt } as Listed),
    );
  };
  const idsOf = (records: readonly Listed[]): number[] => records.map(({ ID }) => ID);
  /** A time between what was before and what comes. */
  const now = async (): Promise<string> => {
    await pause(3);
    const time = new Date().toISOString();
    await pause(3);
    return time;
  };
  const nameOf = ({ name }: Resource): string => name;

  it('take times of change and ids, each of them', () => {
    const { paths } = createOpenApiDocument(service.app, Configuration.from({}));
    const described = Object.entries(paths).flatMap(([path, operations]) => {
      const get = (operations as Record<string, Described>)['get'];
      return get ? [{ path, ...get }] : [];
    });
    const takes = (name: string) => (one: (typeof described)[number]) =>
      one.parameters.some((parameter) => parameter.name === name);
    const all = described.filter(
      ({ responses }) => 'text/csv' in (responses['200']?.content ?? {}),
    );
    const exceptions = exceptionsOfGuide();
    const matching = (exception: string) => {
      const parts = exception.split('*').map((part) => part.replace(/[{}]/g, '\\$&'));
      const pattern = new RegExp(`^/v1${parts.join('.*')}$`);
      return all.filter((one) => pattern.test(one.path) && !takes('updatedAt_min')(one));
    };
    for (const one of exceptions) expect([one, matching(one).length > 0]).toEqual([one, true]);
    const excepted = new Set(exceptions.flatMap(matching));
    const lists = all.filter((one) => !excepted.has(one));
    expect(lists.length).toBeGreaterThan(25);
    expect(described.filter(takes('perPage')).filter((one) => !lists.includes(one))).toEqual([]);
    const without = ['updatedAt_min', 'updatedAt_max', 'since_id', 'sort'].flatMap((name) =>
      lists.filter((one) => !takes(name)(one)).map(({ path }) => `${path} ${name}`),
    );
    expect(without).toEqual([]);
    const unsorted = described.filter(takes('updatedAt_min')).filter(({ parameters }) => {
      const sort = parameters.find(({ name }) => name === 'sort');
      return sort?.schema['x-sort']?.includes('updatedAt') !== true;
    });
    expect(unsorted).toEqual([]);
  });

  it('show what has come since a time or an id, and when it changed', async () => {
    for (const resource of resources) {
      const before = await now();
      const known = await read(resource, 'sort=id.asc');
      expect(known.length).toBeGreaterThanOrEqual(2);
      const last = known.at(-1)?.ID ?? 0;
      await resource.make('coming');
      const come = await read(resource, `updatedAt_min=${before}`);
      const name = nameOf(resource);
      expect({ name, come: come.length }).toEqual({ name, come: 1 });
      expect(idsOf(come)[0]).toBeGreaterThan(last);
      expect(idsOf(await read(resource, `since_id=${last}&sort=id.asc`))).toEqual([
        last,
        ...idsOf(come),
      ]);
      const [latest] = await read(resource, 'sort=updatedAt.desc');
      expect(latest).toEqual(come[0]);
      const older = await read(resource, `updatedAt_max=${before}&sort=id.asc`);
      expect({ name, older: idsOf(older) }).toEqual({ name, older: idsOf(known) });
      const second = Date.parse(before.slice(0, 19) + 'Z');
      expect(Date.parse(latest?.UPDATEDAT ?? '')).toBeGreaterThanOrEqual(second);
    }
  });

  it('show what was changed, in itself or in a part, and nothing else', async () => {
    for (const resource of resources) {
      const records = await read(resource, 'sort=id.asc');
      // The key of these requests is left alone: its old secret may change less.
      const named = records.find(({ PID, name }) => [PID, name].includes('changed'));
      const id = (named ?? records[0])?.ID ?? 0;
      for (const [what, change] of Object.entries(resource.changes)) {
        const before = await now();
        await change(id);
        const found = await read(resource, `updatedAt_min=${before}&sort=updatedAt.asc`);
        const title = `${resource.name}: ${what}`;
        expect({ title, ids: idsOf(found) }).toEqual({ title, ids: [id] });
        if (resource.one === undefined) continue;
        const { body } = await service.get(`/v1/${resource.one}/${id}`);
        expect((body as Listed).UPDATEDAT).toBe(found[0]?.UPDATEDAT);
      }
    }
  });

  it('show of what was carried over when it changed where it came from', async () => {
    const updatedAt = '2020-02-29T12:00:00Z';
    const url = 'https://erp.example.com/carried';
    await line({ ...actionLine, pId: 'carried', updatedAt });
    await line({ type: 'webhook', pId: 'carried', url, events: ['news.created'], updatedAt });
    for (const name of ['status actions', 'webhooks']) {
      const list = resources.find((one) => one.name === name) as Resource;
      const [oldest] = await read(list, 'sort=updatedAt.asc');
      expect({ name, at: oldest?.UPDATEDAT }).toEqual({ name, at: '2020-02-29T12:00:00+00:00' });
    }
  });

  it('do not show what was sent and is there already', async () => {
    const [group] = await read(resources[0] as Resource, 'sort=updatedAt.asc');
    const path = `/v1/customTagGroups/${group?.ID}`;
    const { headers, body } = await service.get(path);
    const { NAME, PRIORITY, LANGUAGES } = body as Record<string, unknown> & {
      LANGUAGES: { LANGUAGE: string; NAME: string }[];
    };
    const languages = LANGUAGES.map((one) => ({ languageCode: one.LANGUAGE, name: one.NAME }));
    const before = await now();
    await service.put(path, { customTagGroups: { name: NAME, priority: PRIORITY, languages } });
    expect(await read(resources[0] as Resource, `updatedAt_min=${before}`)).toEqual([]);
    expect((await service.get(path)).headers['etag']).toBe(headers['etag']);
  });

  it('are walked by time of change, from page to page', async () => {
    const query = 'sort=updatedAt.asc&perPage=1';
    for (const resource of resources.filter(({ key }) => isPaged(key))) {
      const seen: number[] = [];
      for (let path = `/v1/${resource.list}?${query}`; path !== '';) {
        const { body } = await service.get(path.replace(service.url, ''));
        const page = body as Record<string, Listed[]> & {
          CURSORS?: { NEXT: string };
          cursors?: { next: string };
        };
        seen.push(...idsOf(page[resource.key] ?? []));
        path = page.CURSORS?.NEXT ?? page.cursors?.next ?? '';
      }
      const all = await read(resource, 'sort=updatedAt.asc');
      expect(seen).toEqual(idsOf(all));
    }
  });

  it('answer shipments with their whole orders, alone and of one order', async () => {
    const shipments = ['one', 'two'].map((pId) => ({ pId, rows: [{ row: 0, quantity: 1 }] }));
    const rows = [{ name: 'Shirt', quantity: 2, price: 10 }];
    const order = await createOrder(service, smallOrder({ rows, shipments }));
    const { body } = await service.get('/v1/shipments?perPage=3&expand=document');
    const plain = await service.get('/v1/shipments?perPage=3');
    const listed = (body as { shipments: (Listed & { DOCUMENT: Listed })[] }).shipments;
    const whole = await service.get(`/v1/orders/${order.ID}`);
    expect(listed.slice(0, 2).map(({ DOCUMENT }) => DOCUMENT)).toEqual([whole.body, whole.body]);
    expect(listed[2]?.DOCUMENT.ID).not.toBe(order.ID);
    const { shipments: short } = plain.body as { shipments: (Listed & { DOCUMENT: object })[] };
    expect(listed.map(({ DOCUMENT: _, ...one }) => one)).toEqual(
      short.map(({ DOCUMENT: _, ...one }) => one),
    );
    expect(short[0]?.DOCUMENT).toEqual({
      DOCUMENTNUMBER: order.DOCUMENTNUMBER,
      DOCUMENTTYPE: 1,
      ID: order.ID,
    });
  });

  it('answer delivery notes whole, and filter them as other documents', async () => {
    const { body } = await service.get('/v1/deliveryNotes?expand=document');
    const [note, ...others] = (body as { deliveryNotes: { id: number }[] }).deliveryNotes;
    expect(others.length).toBeGreaterThan(0);
    const one = await service.get(`/v1/deliveryNotes/${note?.id}`);
    expect(note).toEqual(one.body);
    expect(one.body).toMatchObject({ version: '1', updatedAt: expect.stringMatching(/^\d{4}-/) });
    const first = await service.get('/v1/deliveryNotes?toDeliveryNoteNumber=1');
    expect(first.body).toMatchObject({ items: 1, deliveryNotes: [{ VERSION: '1' }] });
    const key = await service.createKey('users:read');
    expect((await service.get('/v1/deliveryNotes', { key })).status).toBe(403);
  });
});

const isPaged = (key: string): boolean =>
  !/^(USERSGROUPS|VALUES|DEFINITIONS|apiKeys|STATUSACTIONS|WEBHOOKS|EXPORTS)$/.test(key);

const actionLine = {
  ...{ type: 'statusAction', document: 'rma', status: 2, action: 'NOTIFICATION' },
  parameters: { url: 'https://erp.example.com', secretName: 'erp' },
};

const ofType = {
  zone: { countryCode: 'ES' },
  headquarter: {},
  tax: { rate: 4 },
};

function tagOf(pId: string) {
  const numbers = { controlType: 3, itemType: 1, position: 1, priority: 1 };
  return { pId, active: true, valueForAllLanguages: true, ...numbers };
}

function userLine(pId: string) {
  const address = { pId: 'home', alias: 'Home', countryCode: 'ES', type: 1, firstName: pId };
  const email = `${pId}@example.com`;
  return {
    type: 'user',
    pId,
    email,
    languageCode: 'en',
    group: { pId: 'all' },
    addressBook: [address],
  };
}
