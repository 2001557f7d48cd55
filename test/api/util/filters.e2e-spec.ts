/** @engine platform/requests/filters */
import { filterTargetTypes } from '../../../src/platform/requests/filters';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';

interface FilterRecord {
  readonly ID: number;
  readonly ITEM: { readonly ID: number; readonly PID: string };
  readonly ITEMTYPE: number;
}

/** The type of an imported line for each target type. */
const lineTypes: Readonly<Record<string, string>> = {
  areas: 'area',
  banners: 'banner',
  blogCategories: 'blogCategory',
  blogPost: 'blogPost',
  bundles: 'bundle',
  categories: 'category',
  discounts: 'discount',
  priceList: 'priceList',
  definitions: 'definition',
  news: 'news',
  pages: 'page',
  paymentSystems: 'paymentSystem',
  rewardPoints: 'rewardPoint',
  shippingTypes: 'shippingType',
  relatedDefinitions: 'relatedDefinition',
};

/** pIds that must not be taken for another path. */
const pIds = ['one', 'two', 'items', 'pId', '30', 'a/b', 'Größe 👕'];

const anyId = expect.any(Number) as number;
const spain = { ID: anyId, ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 };

describe('filters of elements', () => {
  let service: Service;
  let target: string;
  beforeAll(async () => {
    service = await Service.start();
    const elements = Object.values(lineTypes).flatMap((type) =>
      pIds.map((pId) => {
        const date = type === 'news' && { publicationDate: '2026-01-31' };
        return { type, pId, name: pId, ...date };
      }),
    );
    const { errors } = await importLines(service, [
      { type: 'zone', pId: 'north', name: 'North', countryCode: 'ES' },
      { type: 'zone', pId: 'south', name: 'South', countryCode: 'ES' },
      ...elements,
    ]);
    expect(errors).toEqual([]);
  });
  afterAll(() => service.stop());

  const byPid = (pId: string): string =>
    `/v1/util/filters/${target}/pId/${encodeURIComponent(pId)}`;
  const at = (place: number | string): string => `/v1/util/filters/${target}/${place}`;
  const idOf = async (pId: string): Promise<number> => {
    const types: Record<string, string> = { definitions: 'definitions', news: 'news' };
    const collection = types[target] ?? `catalog/${lineTypes[target]}`;
    const { body } = await service.get(`/v1/${collection}/getId/${encodeURIComponent(pId)}`);
    return (body as { ID: number }).ID;
  };
  const post = (path: string, itemType: unknown, item: object) =>
    service.post(path, { items: { item, itemType } });
  const add = async (path: string, itemType: unknown, item: object): Promise<FilterRecord> => {
    const response = await post(path, itemType, item);
    expect(response.status).toBe(201);
    return response.body as FilterRecord;
  };
  const items = async (path: string): Promise<unknown> => (await service.get(path)).body;

  it('can stand on every target type of the specification', () => {
    expect([...filterTargetTypes].sort()).toEqual(Object.keys(lineTypes).sort());
  });

  describe.each(Object.keys(lineTypes))('of the target type %s', (name) => {
    beforeEach(async () => {
      target = name;
      for (const pId of pIds) await service.delete(byPid(pId));
    });

    it('are written and read by id, by pId and by what they name', async () => {
      const one = await idOf('one');
      const two = await idOf('two');
      expect(await items(at(one))).toEqual({ ITEMS: [] });
      const country = await add(at(one), '30', { pId: 'ES' });
      expect(country).toEqual(spain);
      const zone = await add(byPid('one'), 9, { pId: 'north' });
      expect(zone).toMatchObject({ ITEM: { PID: 'north' }, ITEMTYPE: 9 });
      expect(await items(at(one))).toEqual({ ITEMS: [country, zone] });
      expect(await items(byPid('one'))).toEqual({ ITEMS: [country, zone] });
      expect(await items(at(`${one}/30/724`))).toEqual(country);
      expect(await items(at(`${one}/9/${zone.ITEM.ID}`))).toEqual(zone);
      expect((await service.get(at(`${two}/30/724`))).status).toBe(404);
      expect((await service.get(at(`${one}/30/250`))).status).toBe(404);
      await add(byPid('two'), '30', { id: 724, pId: 'ES' });
      expect(await items(at('30/724'))).toEqual({
        ITEMS: [
          { ID: one, PID: 'one' },
          { ID: two, PID: 'two' },
        ],
      });
      expect(await items(at(`9/${zone.ITEM.ID}`))).toEqual({ ITEMS: [{ ID: one, PID: 'one' }] });
      expect(await items(at('30/250'))).toEqual({ ITEMS: [] });
    });

    it('are taken off one by one, and all together', async () => {
      const one = await idOf('one');
      const country = await add(at(one), '30', { pId: 'ES' });
      const zone = await add(at(one), '9', { pId: 'north' });
      await add(byPid('two'), '30', { pId: 'ES' });
      const removed = await service.delete(at(`items/${country.ID}`));
      expect(removed.body).toEqual({ ID: country.ID });
      expect((await service.delete(at(`items/${country.ID}`))).status).toBe(404);
      expect(await items(at(one))).toEqual({ ITEMS: [zone] });
      expect((await service.delete(at(one))).body).toEqual({ ITEMS: [] });
      expect((await service.delete(byPid('two'))).body).toEqual({ ITEMS: [] });
      expect(await items(byPid('one'))).toEqual({ ITEMS: [] });
      expect(await items(at('30/724'))).toEqual({ ITEMS: [] });
    });

    it('are found whatever the element is called', async () => {
      for (const pId of pIds) {
        const filter = await add(byPid(pId), '30', { pId: 'FR' });
        expect(await items(byPid(pId))).toEqual({ ITEMS: [filter] });
        expect(await items(at(await idOf(pId)))).toEqual({ ITEMS: [filter] });
      }
      const { ITEMS } = (await items(at('30/250'))) as { ITEMS: { PID: string }[] };
      expect(ITEMS.map(({ PID }) => PID)).toEqual(pIds);
    });

    it('are not there when the element is not', async () => {
      const body = { items: { item: { pId: 'ES' }, itemType: '30' } };
      for (const path of [at(999_999), byPid('nobody')]) {
        expect((await service.get(path)).status).toBe(404);
        expect((await service.post(path, body)).status).toBe(404);
        expect((await service.delete(path)).status).toBe(404);
      }
      expect((await service.get(at('999999/30/724'))).status).toBe(404);
      expect((await service.delete(at('items/999999'))).status).toBe(404);
    });
  });

  describe('of any target type', () => {
    let id: number;
    beforeEach(async () => {
      target = 'banners';
      id = await idOf('one');
      await service.delete(at(id));
    });

    it.each(['10', '11', '30', '9', 10, 11, 30, 9])('take the type %j', async (itemType) => {
      const isCountry = Number(itemType) === 30;
      const response = await post(at(id), itemType, { pId: isCountry ? 'ES' : 'nobody' });
      expect(response.status).toBe(isCountry ? 201 : 422);
    });

    const country = { pId: 'ES' };
    it.each<[unknown, number, string, string]>([
      [undefined, 400, 'body.missing', ''],
      [{}, 400, 'field.required', '/items'],
      [{ items: { item: country } }, 400, 'field.required', '/items/itemType'],
      [{ items: { itemType: '30' } }, 400, 'field.required', '/items/item'],
      [{ items: { item: country, itemType: '12' } }, 400, 'value.notAllowed', '/items/itemType'],
      [{ items: { item: country, itemType: 0 } }, 400, 'value.notAllowed', '/items/itemType'],
      [{ items: { item: country, itemType: '030' } }, 400, 'value.notAllowed', '/items/itemType'],
      [{ items: { item: country, itemType: '30', id: 1 } }, 400, 'field.unknown', '/items/id'],
      [{ items: { item: {}, itemType: '30' } }, 400, 'reference.empty', '/items/item'],
      [{ items: { item: { id: 0 }, itemType: '9' } }, 400, 'reference.empty', '/items/item'],
      [
        { items: { item: { pId: 'xx' }, itemType: '30' } },
        400,
        'format.iso-3166-1-alpha-2',
        '/items/item/pId',
      ],
      [
        { items: { item: { id: 1 }, itemType: '30' } },
        400,
        'format.iso-3166-1-numeric',
        '/items/item/id',
      ],
      [
        { items: { item: { id: 250, pId: 'ES' }, itemType: '30' } },
        422,
        'reference.mismatch',
        '/items/item',
      ],
      [
        { items: { item: { pId: 'west' }, itemType: '9' } },
        422,
        'reference.notFound',
        '/items/item',
      ],
      [{ items: { item: { id: 5 }, itemType: '10' } }, 422, 'reference.notFound', '/items/item'],
      [{ items: { item: { id: 5 }, itemType: '11' } }, 422, 'reference.notFound', '/items/item'],
    ])('are refused: %j', async (body, status, code, pointer) => {
      for (const path of [at(id), byPid('one')]) {
        const response = await service.post(path, body);
        expect(response.status).toBe(status);
        expect(response.body).toMatchObject({ errors: [{ code, pointer }] });
      }
      expect(await items(at(id))).toEqual({ ITEMS: [] });
    });

    it('stand on an element once, through every door', async () => {
      const filter = await add(at(id), '30', { pId: 'ES' });
      for (const path of [at(id), byPid('one')]) {
        const response = await post(path, 30, { id: 724 });
        expect(response.status).toBe(409);
        expect(response.body).toMatchObject({
          ...{ code: 'filterItem.taken', errors: [{ pointer: '/items/item' }] },
        });
      }
      expect(await items(at(id))).toEqual({ ITEMS: [filter] });
    });

    it('let one of 30 parallel clients add the same', async () => {
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          post(index % 2 ? at(id) : byPid('one'), '9', { pId: 'north' }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
      const winner = responses.find(({ status }) => status === 201);
      expect(await items(at(id))).toEqual({ ITEMS: [winner?.body] });
    });

    it('are found only under their own target type', async () => {
      const filter = await add(at(id), '30', { pId: 'ES' });
      target = 'areas';
      expect((await service.delete(at(`items/${filter.ID}`))).status).toBe(404);
      expect(await items(at('30/724'))).toEqual({ ITEMS: [] });
      // Banners and areas are elements of one table: the id is there, but it is no area.
      expect((await service.get(at(id))).status).toBe(404);
      expect((await post(at(id), '30', { pId: 'FR' })).status).toBe(404);
      expect((await service.get(at(`${id}/30/724`))).status).toBe(404);
      expect((await service.get(`/v1/news/newsItems/${filter.ID}`)).status).toBe(404);
      target = 'banners';
      expect(await items(at(id))).toEqual({ ITEMS: [filter] });
    });

    it.each(['products', 'Banners', 'toString', 'a b'])('%s is none', async (word) => {
      target = encodeURIComponent(word);
      const body = { items: { item: { pId: 'ES' }, itemType: '30' } };
      for (const path of [at(1), byPid('one')]) {
        expect((await service.get(path)).status).toBe(404);
        expect((await service.post(path, body)).status).toBe(404);
        expect((await service.delete(path)).status).toBe(404);
      }
      for (const path of [at('30/724'), at('1/30/724')]) {
        expect((await service.get(path)).status).toBe(404);
      }
      expect((await service.delete(at('items/1'))).status).toBe(404);
    });

    it.each([
      ['get', 'x', 'path/id'],
      ['get', '0', 'path/id'],
      ['get', '12/724', 'path/itemType'],
      ['get', 'country/724', 'path/itemType'],
      ['get', '30/ES', 'path/itemId'],
      ['get', '1/12/724', 'path/itemType'],
      ['get', '1/30/0', 'path/itemId'],
      ['get', 'x/30/724', 'path/id'],
      ['delete', 'items/x', 'path/id'],
    ] as const)('%s %s is malformed', async (method, place, pointer) => {
      const response = await service.send(method, at(place));
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ errors: [{ pointer }] });
    });

    it('are all taken off only in the state that If-Match names', async () => {
      for (const path of [at(id), byPid('one')]) {
        await add(path, '30', { pId: 'ES' });
        const etag = String((await service.get(path)).headers['etag']);
        const clear = () => service.delete(path, { headers: { 'If-Match': etag } });
        const zone = await add(path, '9', { pId: 'north' });
        expect((await clear()).status).toBe(412);
        await service.delete(at(`items/${zone.ID}`));
        expect((await clear()).status).toBe(200);
      }
    });

    it('are taken off one by one only in the state that If-Match names', async () => {
      const { ID } = await add(at(id), '30', { pId: 'ES' });
      const known = await service.get(at(`${id}/30/724`));
      const etag = String(known.headers['etag']);
      const remove = (condition: string, filter = ID) =>
        service.delete(at(`items/${filter}`), { headers: { 'If-Match': condition } });
      for (const other of ['"another"', `W/${etag}`, '']) {
        const { status, body } = await remove(other);
        expect([status, (body as { code: string }).code]).toEqual([412, 'precondition.failed']);
      }
      expect(await items(at(id))).toEqual({ ITEMS: [known.body] });
      for (const condition of ['"another"', '*']) {
        expect((await remove(condition, 999_999)).status).toBe(404);
      }
      expect((await remove(etag)).body).toEqual({ ID });
      expect((await remove('*')).status).toBe(404);
      const next = await add(at(id), '30', { pId: 'ES' });
      expect((await remove('*', next.ID)).status).toBe(200);
      expect(await items(at(id))).toEqual({ ITEMS: [] });
    });

    it('are not taken off unseen: a filter is added before or after, never in between', async () => {
      for (let round = 0; round < 10; round++) {
        await add(at(id), '30', { pId: 'ES' });
        const etag = String((await service.get(at(id))).headers['etag']);
        const [cleared, ...added] = await Promise.all([
          service.delete(at(id), { headers: { 'If-Match': etag } }),
          ...['FR', 'PT', 'IT'].map((pId) => post(at(id), '30', { pId })),
        ]);
        for (const { status } of added) expect(status).toBe(201);
        const { ITEMS } = (await items(at(id))) as { ITEMS: unknown[] };
        expect(ITEMS).toHaveLength(cleared.status === 200 ? 3 : 4);
        await service.delete(at(id));
      }
    });

    it('need the scopes of util', async () => {
      const reader = await service.createKey('util:read');
      const other = await service.createKey('definitions:write', 'news:write');
      const body = { items: { item: { pId: 'ES' }, itemType: '30' } };
      expect((await service.get(at(id), { key: reader })).status).toBe(200);
      expect((await service.post(at(id), body, { key: reader })).status).toBe(403);
      expect((await service.get(at(id), { key: other })).status).toBe(403);
    });
  });
});
