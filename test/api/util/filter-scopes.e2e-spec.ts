import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

const FILTERS = '/v1/util/filters';
const areas = ['news', 'definitions'] as const;

describe('filters of what has an area of its own', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    const { errors } = await importLines(service, [
      { type: 'news', pId: 'one', name: 'One', publicationDate: '2026-01-31' },
      { type: 'definition', pId: 'one', name: 'One' },
      { type: 'banner', pId: 'one', name: 'One' },
    ]);
    expect(errors).toEqual([]);
  });
  afterAll(() => service.stop());

  /** Every operation on filters of a target type, ids as they are there and as they are not. */
  const calls = (target: string, id: number | string) => ({
    read: [
      `${FILTERS}/${target}/pId/one`,
      `${FILTERS}/${target}/${id}`,
      `${FILTERS}/${target}/30/724`,
      `${FILTERS}/${target}/${id}/30/724`,
    ].map((path) => ({ method: 'get', path }) as const),
    write: (['post', 'delete'] as const).flatMap((method) => [
      { method, path: `${FILTERS}/${target}/pId/one` },
      { method, path: `${FILTERS}/${target}/${id}` },
      ...(method === 'delete' ? [{ method, path: `${FILTERS}/${target}/items/1` }] : []),
    ]),
  });
  const body = { items: { item: { pId: 'ES' }, itemType: 30 } };
  const idOf = async (target: string) =>
    ((await service.get(`/v1/${target}/getId/one`)).body as { ID: number }).ID;

  it('are all operations on filters that there are', async () => {
    const { body: document } = await service.get('/openapi.json', { key: null });
    const described = Object.entries((document as { paths: Record<string, object> }).paths)
      .filter(([path]) => path.startsWith(FILTERS))
      .flatMap(([, methods]) => Object.keys(methods));
    const { read, write } = calls('news', 1);
    expect(described).toHaveLength(read.length + write.length);
  });

  it.each(areas)('need the scope of %s in addition to that of the utilities', async (area) => {
    const id = await idOf(area);
    const before = (await service.get(`/v1/util/filters/${area}/${id}`)).text;
    const { read, write } = calls(area, id);
    const attempts = [
      { of: read, scope: `${area}:read`, held: ['util:write'] },
      { of: read, scope: 'util:read', held: [`${area}:write`] },
      { of: write, scope: `${area}:write`, held: ['util:write', `${area}:read`] },
      { of: write, scope: 'util:write', held: ['util:read', `${area}:write`] },
    ];
    for (const { of, scope, held } of attempts) {
      const key = await service.createKey(...held);
      for (const { method, path } of of) {
        // A body that is no JSON: it is not even read.
        const sent = method === 'post' ? { body: '{', key } : { key };
        const { status, body: problem } = await service.send(method, path, sent);
        expect({ path, status, problem: problem as object }).toMatchObject({
          path,
          status: 403,
          problem: { code: 'scope.missing', detail: `The operation needs the scope ${scope}.` },
        });
      }
    }
    expect((await service.get(`/v1/util/filters/${area}/${id}`)).text).toBe(before);
  });

  it.each(areas)('reveal nothing without the scope of %s', async (area) => {
    const key = await service.createKey('util:write');
    const { read, write } = calls(encodeURIComponent(area).replace('n', '%6e'), 999_999);
    for (const { method, path } of [...read, ...write]) {
      expect((await service.send(method, path, { key })).status).toBe(403);
    }
  });

  it.each(areas)('are changed and read with both scopes, of %s', async (area) => {
    const id = await idOf(area);
    const writer = await service.createKey('util:write', `${area}:write`);
    const path = `${FILTERS}/${area}/${id}`;
    expect((await service.post(path, body, { key: writer })).status).toBe(201);
    const reader = await service.createKey('util:read', `${area}:read`);
    expect((await service.get(path, { key: reader })).body).toMatchObject({
      ITEMS: [{ ITEM: { PID: 'ES' } }],
    });
    expect((await service.delete(path, { key: writer })).body).toEqual({ ITEMS: [] });
  });

  it('of everything else need that of the utilities alone', async () => {
    const key = await service.createKey('util:write');
    const path = `${FILTERS}/banners/pId/one`;
    expect((await service.post(path, body, { key })).status).toBe(201);
    expect((await service.get(path, { key })).status).toBe(200);
    expect((await service.get(`${FILTERS}/constructor/1`, { key })).status).toBe(404);
  });
});
