/** @engine */
import { createLoadPlan } from '../../../src/core/load-plan';
import { DataAccess } from '../../../src/database';
import { News } from '../../../src/modules/news';
import { NewsStore, oneOf, statusesOf } from './news-store';

interface Item {
  readonly ID: number;
  readonly ITEM: { readonly ID: number; readonly PID: string };
  readonly ITEMTYPE: number;
}

const spain = { ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 };

describe('filters of news', () => {
  let store: NewsStore;
  let id: number;

  beforeAll(async () => {
    store = await NewsStore.start();
    await store.import(
      { type: 'zone', pId: 'iberia', name: 'Iberia', countryCode: 'ES' },
      { type: 'zone', pId: 'canarias', name: 'Canarias', countryCode: 'ES' },
    );
  });

  beforeEach(async () => {
    id = (await store.create()).ID;
  });

  afterAll(() => store.stop());

  const post = (values: object, news = id) =>
    store.service.post(`/v1/news/${news}/newsItems`, { newsItems: values });
  const add = async (values: object): Promise<Item> => {
    const response = await post(values);
    expect(response.status).toBe(201);
    return (response.body as { NEWSITEMS: Item }).NEWSITEMS;
  };
  const list = async (news = id): Promise<unknown> =>
    (await store.service.get(`/v1/news/${news}/newsItems`)).body;

  it('name countries and zones by id, pId or both', async () => {
    const country = await add({ itemType: 30, pId: 'es' });
    expect(country).toEqual({ ID: expect.any(Number) as number, ...spain });
    const other = await add({ itemType: 30, id: 620, pId: '' });
    expect(other).toMatchObject({ ITEM: { ID: 620, PID: 'PT' }, ITEMTYPE: 30 });
    const zone = await add({ itemType: 9, pId: 'iberia' });
    expect(zone).toMatchObject({ ITEM: { PID: 'iberia' }, ITEMTYPE: 9 });
    await store.service.delete(`/v1/news/newsItems/${zone.ID}`);
    const again = await add({ itemType: 9, id: zone.ITEM.ID, pId: 'iberia' });
    expect(again.ITEM).toEqual(zone.ITEM);
    expect(await list()).toEqual({ NEWSITEMS: [country, other, again] });
    expect((await store.read(id)).NEWSITEMS).toEqual([country, other, again]);
    const read = await store.service.get(`/v1/news/newsItems/${other.ID}`);
    expect(read.body).toEqual(other);
  });

  it('are removed once, while others change the news', async () => {
    const { ID } = await add({ itemType: 30, pId: 'ES' });
    const { loader } = store.service.app.get(DataAccess);
    const locks = async () =>
      (await loader.findById(News, id, createLoadPlan(News, ['lockCount'])))?.lockCount;
    const before = (await locks()) ?? 0;
    const removed = await Promise.all(
      Array.from({ length: 30 }, () => store.service.delete(`/v1/news/newsItems/${ID}`)),
    );
    expect(removed.map(({ status }) => status).filter((status) => status !== 404)).toEqual([200]);
    expect(await locks()).toBeGreaterThan(before);
    expect(await list()).toEqual({ NEWSITEMS: [] });
  });

  it.each([
    ['nothing', { itemType: 30 }, 400, 'reference.empty', ''],
    ['the id 0', { itemType: 30, id: 0 }, 400, 'reference.empty', ''],
    ['the id 0 and no text', { itemType: 30, id: 0, pId: '' }, 400, 'reference.empty', ''],
    ['no country', { itemType: 30, pId: 'XX' }, 400, 'format.iso-3166-1-alpha-2', '/pId'],
    ['no numeric country', { itemType: 30, id: 1 }, 400, 'format.iso-3166-1-numeric', '/id'],
    ['two countries', { itemType: 30, id: 250, pId: 'ES' }, 422, 'reference.mismatch', ''],
    ['no zone', { itemType: 9, pId: 'atlantis' }, 422, 'reference.notFound', ''],
    ['no user', { itemType: 10, id: 999_999 }, 422, 'reference.notFound', ''],
    ['no user group', { itemType: 11, pId: 'nobody' }, 422, 'reference.notFound', ''],
    ['no type', { pId: 'ES' }, 400, 'field.required', '/itemType'],
    ['an unknown type', { itemType: 12, id: 1 }, 400, 'value.notAllowed', '/itemType'],
  ])('that name %s are refused, here and in a new news', async (_, item, status, code, place) => {
    const errors = (pointer: string) => [
      {
        pointer,
        code: expect.stringContaining(code) as string,
        detail: expect.any(String) as string,
      },
    ];
    const response = await post(item);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ errors: errors(`/newsItems${place}`) });
    expect(await list()).toEqual({ NEWSITEMS: [] });
    const pId = `refused-${id}`;
    const whole = await store.post({ pId, newsItems: [{ itemType: 30, pId: 'ES' }, item] });
    expect(whole.status).toBe(status);
    expect(whole.body).toMatchObject({ errors: errors(`/news/newsItems/1${place}`) });
    expect((await store.service.get(`/v1/news/getId/${pId}`)).status).toBe(404);
  });

  it('stand on a news once', async () => {
    const first = await add({ itemType: 30, pId: 'ES' });
    const again = await post({ itemType: 30, id: 724 });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'filterItem.taken',
      errors: [{ pointer: '/newsItems' }],
    });
    expect(await list()).toEqual({ NEWSITEMS: [first] });
    const newsItems = [
      { itemType: 30, pId: 'FR' },
      { itemType: 30, pId: 'ES' },
      { itemType: 30, id: 724 },
    ];
    const twice = await store.post({ pId: 'twice', newsItems });
    expect(twice.status).toBe(409);
    expect(twice.body).toMatchObject({ errors: [{ pointer: '/news/newsItems/2' }] });
    expect((await store.service.get('/v1/news/getId/twice')).status).toBe(404);
  });

  it('are on a news once, also after parallel requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => post({ itemType: 9, pId: 'canarias' })),
    );
    expect(statusesOf(responses)).toEqual(oneOf(30, 201));
    const winner = responses.find(({ status }) => status === 201)?.body as { NEWSITEMS: Item };
    expect(await list()).toEqual({ NEWSITEMS: [winner.NEWSITEMS] });
  });

  it('are taken off one by one, or all of a news', async () => {
    const first = await add({ itemType: 30, pId: 'ES' });
    const second = await add({ itemType: 30, pId: 'FR' });
    const removed = await store.service.delete(`/v1/news/newsItems/${first.ID}`);
    expect(removed.body).toEqual({ ID: first.ID });
    expect(await list()).toEqual({ NEWSITEMS: [second] });
    const other = await store.create({ newsItems: [{ itemType: 30, pId: 'FR' }] });
    const cleared = await store.service.delete(`/v1/news/${id}/newsItems`);
    expect(cleared.body).toEqual({ NEWSITEMS: [] });
    expect(await list()).toEqual({ NEWSITEMS: [] });
    expect(await store.read(other.ID)).toEqual(other);
  });

  it('are 404 where there is no such news or filter', async () => {
    const path = '/v1/news/999999/newsItems';
    expect((await store.service.get(path)).status).toBe(404);
    expect((await store.service.delete(path)).status).toBe(404);
    expect((await post({ itemType: 30, pId: 'ES' }, 999_999)).status).toBe(404);
    const one = '/v1/news/newsItems/999999';
    expect((await store.service.get(one)).status).toBe(404);
    expect((await store.service.delete(one)).status).toBe(404);
  });

  it('are deleted only in the state that If-Match names', async () => {
    await add({ itemType: 30, pId: 'ES' });
    const path = `/v1/news/${id}/newsItems`;
    const { headers } = await store.service.get(path);
    const known = { 'If-Match': String(headers['etag']) };
    const added = await add({ itemType: 30, pId: 'FR' });
    expect((await store.service.delete(path, { headers: known })).status).toBe(412);
    const one = `/v1/news/newsItems/${added.ID}`;
    expect((await store.service.delete(one, { headers: { 'If-Match': '"x"' } })).status).toBe(412);
    expect((await store.service.delete(one, { headers: { 'If-Match': '*' } })).status).toBe(200);
  });

  it('are not removed by a request that saw none', async () => {
    const news = await Promise.all(Array.from({ length: 20 }, () => store.create()));
    const { headers } = await store.service.get(`/v1/news/${id}/newsItems`);
    const sawNone = { headers: { 'If-Match': String(headers['etag']) } };
    const clear = (one: number) => store.service.delete(`/v1/news/${one}/newsItems`, sawNone);
    await Promise.all(
      news.flatMap(({ ID }) => [clear(ID), post({ itemType: 30, pId: 'ES' }, ID), clear(ID)]),
    );
    const left = await Promise.all(news.map(({ ID }) => list(ID)));
    expect(left).toEqual(news.map(() => ({ NEWSITEMS: [expect.objectContaining(spain)] })));
  });
});
