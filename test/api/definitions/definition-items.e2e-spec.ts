/** @engine */
import { Database } from '../../../src/database';
import type { Service } from '../../support/service/service';
import { createDefinition, type FilterRecord, startWithZones } from './definition-store';

const spain = { ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 };

describe('filters of definitions', () => {
  let service: Service;
  let id: number;
  beforeAll(async () => {
    service = await startWithZones();
  });
  beforeEach(async () => {
    ({ ID: id } = await createDefinition(service));
  });
  afterAll(() => service.stop());

  const path = (definition = id): string => `/v1/definitions/${definition}/definitionItems`;
  const post = (values: object, definition = id) =>
    service.post(path(definition), { definitionItems: values });
  const add = async (values: object): Promise<FilterRecord> => {
    const response = await post(values);
    expect(response.status).toBe(201);
    return (response.body as { DEFINITIONITEMS: FilterRecord }).DEFINITIONITEMS;
  };
  const list = async (): Promise<unknown> => (await service.get(path())).body;

  it('are added, listed and read', async () => {
    expect(await list()).toEqual({ DEFINITIONITEMS: [] });
    const country = await add({ itemType: 30, pId: 'ES' });
    expect(country).toEqual({ ID: expect.any(Number) as number, ...spain });
    const zone = await add({ itemType: 9, pId: 'north' });
    expect(zone).toMatchObject({ ITEM: { PID: 'north' }, ITEMTYPE: 9 });
    expect(await list()).toEqual({ DEFINITIONITEMS: [country, zone] });
    const read = await service.get(`/v1/definitions/definitionItems/${zone.ID}`);
    expect(read.body).toEqual(zone);
    const { body } = await service.get(`/v1/definitions/${id}`);
    expect(body).toMatchObject({ DEFINITIONITEMS: [country, zone] });
  });

  it('are the filters that util/filters shows, both ways', async () => {
    const country = await add({ itemType: 30, pId: 'ES' });
    const other = `/v1/util/filters/definitions/${id}`;
    expect((await service.get(other)).body).toEqual({ ITEMS: [country] });
    const added = await service.post(other, { items: { item: { pId: 'south' }, itemType: '9' } });
    expect(added.status).toBe(201);
    expect(await list()).toEqual({ DEFINITIONITEMS: [country, added.body] });
    const found = await service.get('/v1/util/filters/definitions/30/724');
    expect((found.body as { ITEMS: { ID: number }[] }).ITEMS.map(({ ID }) => ID)).toContain(id);
    const removed = await service.delete(`/v1/util/filters/definitions/items/${country.ID}`);
    expect(removed.body).toEqual({ ID: country.ID });
    expect(await list()).toEqual({ DEFINITIONITEMS: [added.body] });
    expect((await service.delete(path())).body).toEqual({ DEFINITIONITEMS: [] });
    expect((await service.get(other)).body).toEqual({ ITEMS: [] });
  });

  it.each<[object, number, string, string]>([
    [{ pId: 'ES' }, 400, 'field.required', '/itemType'],
    [{ pId: 'ES', itemType: 0 }, 400, 'value.notAllowed', '/itemType'],
    [{ pId: 'ES', itemType: '30' }, 400, 'value.type', '/itemType'],
    [{ itemType: 30 }, 400, 'reference.empty', ''],
    [{ itemType: 30, id: 0 }, 400, 'reference.empty', ''],
    [{ itemType: 30, pId: 'xx' }, 400, 'format.iso-3166-1-alpha-2', '/pId'],
    [{ itemType: 30, id: 725 }, 400, 'format.iso-3166-1-numeric', '/id'],
    [{ itemType: 30, id: 250, pId: 'ES' }, 422, 'reference.mismatch', ''],
    [{ itemType: 9, id: 999_999 }, 422, 'reference.notFound', ''],
    [{ itemType: 10, pId: 'ada' }, 422, 'reference.notFound', ''],
    [{ itemType: 11, id: 1 }, 422, 'reference.notFound', ''],
  ])('are refused: %j', async (values, status, code, place) => {
    const response = await post(values);
    expect(response.status).toBe(status);
    const pointer = `/definitionItems${place}`;
    expect(response.body).toMatchObject({ errors: [{ code, pointer }] });
    expect(await list()).toEqual({ DEFINITIONITEMS: [] });
  });

  it('stand on a definition once', async () => {
    const country = await add({ itemType: 30, pId: 'ES' });
    const again = await post({ itemType: 30, id: 724 });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      ...{ code: 'filterItem.taken', errors: [{ pointer: '/definitionItems' }] },
    });
    expect(await list()).toEqual({ DEFINITIONITEMS: [country] });
  });

  it('let one of 30 parallel clients add the same', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => post({ itemType: 30, pId: 'ES' })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
    const winner = responses.find(({ status }) => status === 201);
    const { DEFINITIONITEMS } = winner!.body as { DEFINITIONITEMS: FilterRecord };
    expect(await list()).toEqual({ DEFINITIONITEMS: [DEFINITIONITEMS] });
  });

  it('are taken off one by one, and all together', async () => {
    const country = await add({ itemType: 30, pId: 'ES' });
    const zone = await add({ itemType: 9, pId: 'north' });
    const one = `/v1/definitions/definitionItems/${country.ID}`;
    expect((await service.delete(one)).body).toEqual({ ID: country.ID });
    expect((await service.delete(one)).status).toBe(404);
    expect((await service.get(one)).status).toBe(404);
    expect(await list()).toEqual({ DEFINITIONITEMS: [zone] });
    expect((await service.delete(path())).body).toEqual({ DEFINITIONITEMS: [] });
    expect(await list()).toEqual({ DEFINITIONITEMS: [] });
    expect((await service.delete(path())).status).toBe(200);
  });

  it('are not those of another definition, nor of another kind of element', async () => {
    const other = await createDefinition(service, {
      definitionItems: [{ itemType: 30, pId: 'ES' }],
    });
    const country = await add({ itemType: 30, pId: 'ES' });
    await service.delete(path());
    const { body } = await service.get(`/v1/definitions/${other.ID}`);
    expect(body).toEqual(other);
    const [kept] = other.DEFINITIONITEMS;
    expect((await service.get(`/v1/news/newsItems/${kept?.ID}`)).status).toBe(404);
    expect((await service.delete(`/v1/news/newsItems/${kept?.ID}`)).status).toBe(404);
    expect((await service.get(`/v1/definitions/definitionItems/${country.ID}`)).status).toBe(404);
    for (const response of [
      await service.get(path(999_999)),
      await post({ itemType: 30, pId: 'ES' }, 999_999),
      await service.delete(path(999_999)),
    ]) {
      expect(response.status).toBe(404);
    }
  });

  it('are all taken off only in the state that If-Match names', async () => {
    await add({ itemType: 30, pId: 'ES' });
    const etag = String((await service.get(path())).headers['etag']);
    const clear = () => service.delete(path(), { headers: { 'If-Match': etag } });
    const zone = await add({ itemType: 9, pId: 'north' });
    expect((await clear()).status).toBe(412);
    await service.delete(`/v1/definitions/definitionItems/${zone.ID}`);
    expect((await clear()).status).toBe(200);
  });

  it('leave nothing behind when a definition is deleted while filters are added', async () => {
    for (let round = 0; round < 10; round++) {
      const { ID } = await createDefinition(service);
      const additions = ['ES', 'FR', 'PT', 'IT'].map((pId) => post({ itemType: 30, pId }, ID));
      const deletion = service.delete(`/v1/definitions/${ID}`);
      const responses = await Promise.all([...additions, deletion]);
      expect((await deletion).status).toBe(200);
      for (const { status } of responses.slice(0, -1)) expect([201, 404]).toContain(status);
      const left = await service.app
        .get(Database)
        .select('SELECT id FROM filter_items WHERE element_id = ?', [ID]);
      expect(left).toEqual([]);
    }
  });
});
