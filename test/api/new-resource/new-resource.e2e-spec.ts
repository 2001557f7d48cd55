/** @engine */
import { setTimeout as pause } from 'node:timers/promises';
import { migrations } from '../../../src/database/migrations';
import { MASTER_KEY, Service } from '../../support/service/service';
import { Shelves } from './shelves.migration';
import { ShelvesModule } from './shelves.module';

interface Shelf {
  readonly CAPACITY: number;
  readonly ID: number;
  readonly NAME: string;
  readonly PID: string;
  readonly UPDATEDAT: string;
}

// Checks the promise of docs/ARCHITECTURE.md for a new resource: the files next to this one are all that it takes.
describe('a new resource', () => {
  let service: Service;
  let a: Shelf;
  beforeAll(async () => {
    service = await Service.start(
      {},
      { modules: [ShelvesModule], migrations: [...migrations, Shelves] },
    );
    a = (await create({ pId: 'a', name: 'Élan', capacity: 10 })).body as Shelf;
    for (const [pId, name] of [
      ['b', 'ebony'],
      ['c', 'Fir wood'],
    ]) {
      expect((await create({ pId, name, capacity: 20 })).status).toBe(201);
    }
  });
  afterAll(() => service.stop());

  const create = (shelf: object) => service.post('/v1/shelves', { shelves: shelf });
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await service.get(`/v1/shelves?${query}`);
    return (body as { SHELVES: Shelf[] }).SHELVES.map(({ PID }) => PID);
  };

  it('is created, read, changed and deleted, in the casing of its record table', async () => {
    const { UPDATEDAT } = a;
    expect(a).toEqual({ CAPACITY: 10, ID: a.ID, NAME: 'Élan', PID: 'a', UPDATEDAT });
    expect((await service.get(`/v1/shelves/${a.ID}`)).body).toEqual(a);
    expect((await service.get('/v1/shelves/getId/a')).body).toEqual({ ID: a.ID });
    const { ID } = (await create({ pId: 'd', name: 'old', capacity: 1 })).body as Shelf;
    const changed = await service.put(`/v1/shelves/${ID}`, { shelves: { name: 'new' } });
    expect(changed.body).toMatchObject({ CAPACITY: 1, ID, NAME: 'new', PID: 'd' });
    expect((await service.delete(`/v1/shelves/${ID}`)).body).toEqual({ ID });
    expect((await service.get(`/v1/shelves/${ID}`)).status).toBe(404);
  });

  it('reports every error of a body at once, and a pId that is taken', async () => {
    const bad = await create({ pId: 'x', capacity: 0, colour: 'red' });
    expect(bad.status).toBe(400);
    const pointers = (bad.body as { errors: { pointer: string }[] }).errors.map(
      ({ pointer }) => pointer,
    );
    expect(pointers.sort()).toEqual(['/shelves/capacity', '/shelves/colour', '/shelves/name']);
    const taken = await create({ pId: 'a', name: 'again', capacity: 1 });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ code: 'pId.taken', existingId: a.ID });
  });

  it('is listed in pages, sorted, filtered and searched', async () => {
    expect(await listed('sort=name.desc')).toEqual(['c', 'a', 'b']);
    expect(await listed('capacity=20')).toEqual(['b', 'c']);
    expect(await listed('q=elan')).toEqual(['a']);
    expect(await listed('q=wood%20fir')).toEqual(['c']);
    expect((await service.get('/v1/shelves?sort=colour.asc')).status).toBe(400);
    const { body } = await service.get('/v1/shelves?perPage=2&sort=name.asc');
    const { CURSORS, ITEMS } = body as { CURSORS: { NEXT: string }; ITEMS: number };
    expect(ITEMS).toBe(3);
    const last = (await service.get(CURSORS.NEXT.slice(service.url.length))).body as {
      SHELVES: Shelf[];
    };
    expect(last.SHELVES.map(({ PID }) => PID)).toEqual(['c']);
  });

  it('is asked for what has come or changed', async () => {
    expect(await listed('updatedAt_min=2099-01-01')).toEqual([]);
    expect(await listed(`since_id=${a.ID + 1}&updatedAt_min=2020-01-01`)).toEqual(['b', 'c']);
    await pause(3);
    await service.put(`/v1/shelves/${a.ID}`, { shelves: { capacity: 11 } });
    expect(await listed('sort=updatedAt.desc&perPage=1')).toEqual(['a']);
  });

  it('has ETags: for what is known already, and for changes of what was seen', async () => {
    const path = `/v1/shelves/${a.ID}`;
    const { etag } = (await service.get(path)).headers as { etag: string };
    const again = await service.get(path, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const headers = { 'If-Match': '"another"' };
    const refused = await service.put(path, { shelves: { name: 'lost' } }, { headers });
    expect(refused.status).toBe(412);
  });

  it('asks for credentials and for the rights of its area, and counts what it costs', async () => {
    expect((await service.get('/v1/shelves', { key: null })).status).toBe(401);
    const key = await service.createKey('news:read');
    expect((await service.get('/v1/shelves', { key })).status).toBe(403);
    const reader = await service.createKey('locations:read');
    expect((await service.get('/v1/shelves', { key: reader })).status).toBe(200);
    expect((await service.delete(`/v1/shelves/${a.ID}`, { key: reader })).status).toBe(403);
    expect((await service.get('/v1/shelves', { key: MASTER_KEY })).status).toBe(200);
  });

  it('repeats the answer to a request with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'shelf-e' };
    const body = { shelves: { pId: 'e', name: 'Once', capacity: 5 } };
    const first = await service.post('/v1/shelves', body, { headers });
    const second = await service.post('/v1/shelves', body, { headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('stands in the OpenAPI document, under its heading and in its place', async () => {
    const { body } = await service.get('/openapi.json');
    const { tags, paths, components } = body as {
      tags: { name: string; description: string }[];
      paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
      components: { schemas: Record<string, unknown> };
    };
    const names = tags.map(({ name }) => name);
    expect(names.slice(names.indexOf('Shelves') - 1, names.indexOf('Shelves') + 2)).toEqual([
      'Locations',
      'Shelves',
      'Customization templates',
    ]);
    expect(paths['/v1/shelves/{id}']?.['get']).toMatchObject({
      tags: ['Shelves'],
      operationId: 'getShelf',
    });
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['CreateShelf', 'UpdateShelf', 'ShelfRecord']),
    );
  });
});
