/** @engine modules/channels */
import { CatalogRepository } from '../../../src/platform/catalog';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';

interface Link {
  DELIVERYPOINT: boolean;
  HEADQUARTER: { ID: number; PID: string };
  PHYSICALLOCATION: { ID: number; PID: string };
  RETURNPOINT: boolean;
  ZONERADIUS: number;
}

const none = { ID: 0, PID: '' };

describe('the locations that serve a channel', () => {
  let service: Service;
  let made = 0;
  const offices = { north: 0, south: 0 };

  beforeAll(async () => {
    service = await Service.start();
    const lines = [
      { type: 'headquarter', pId: 'north', name: 'North' },
      { type: 'headquarter', pId: 'south', name: 'South' },
    ];
    expect(await importLines(service, lines)).toMatchObject({ created: 2 });
    const found = await service.app
      .get(CatalogRepository)
      .findByPIds('headquarter', ['north', 'south']);
    for (const { pId, id } of found.values()) offices[pId as keyof typeof offices] = id;
  });

  afterAll(async () => {
    await service.stop();
  });

  const channelIdOf = async (pId: string) => {
    const { body } = await service.get(`/v1/channels/getId/${encodeURIComponent(pId)}`);
    return (body as { ID: number }).ID;
  };

  /** A new channel, and where its links are. */
  const channel = async (pId = `channel-${++made}`) => {
    await importLines(service, [{ type: 'channel', pId, name: 'A channel' }]);
    const id = await channelIdOf(pId);
    return { id, pId, path: `/v1/channels/${id}/physicalLocations` };
  };

  const location = async (pId = `location-${++made}`) => {
    const body = { physicalLocations: { pId, countryCode: 'ES' } };
    const { ID, PID } = (await service.post('/v1/physicalLocations', body)).body as {
      ID: number;
      PID: string;
    };
    return { id: ID, pId: PID, written: { ID, PID } };
  };

  const link = (path: string, channelPhysicalLocations: object) =>
    service.post(path, { channelPhysicalLocations });
  const change = (path: string, channelPhysicalLocations: object, headers = {}) =>
    service.put(path, { channelPhysicalLocations }, { headers });

  const linksOf = async (path: string) =>
    ((await service.get(path)).body as { PHYSICALLOCATIONS: Link[] }).PHYSICALLOCATIONS;

  it('are found by the pId of the channel, which is compared by case', async () => {
    const pId = 'Canal Ñandú 渠道';
    const { id } = await channel(pId);
    expect(id).toBeGreaterThan(0);
    const found = await service.get(`/v1/channels/getId/${encodeURIComponent(pId.toLowerCase())}`);
    expect(found.status).toBe(404);
  });

  it('are linked one by one, and every answer is the whole list, the oldest first', async () => {
    const { path } = await channel();
    expect((await service.get(path)).body).toEqual({ PHYSICALLOCATIONS: [] });
    // The locations are linked in another order than they were made in.
    const [later, sooner] = [await location('später'), await location('früher')];
    const first = {
      DELIVERYPOINT: false,
      HEADQUARTER: none,
      PHYSICALLOCATION: sooner.written,
      RETURNPOINT: false,
      ZONERADIUS: 0,
    };
    const created = await link(path, { physicalLocation: { pId: sooner.pId } });
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: { PHYSICALLOCATIONS: [first] },
    });
    const second = {
      DELIVERYPOINT: true,
      HEADQUARTER: { ID: offices.south, PID: 'south' },
      PHYSICALLOCATION: later.written,
      RETURNPOINT: true,
      ZONERADIUS: 12.345,
    };
    const { body } = await link(path, {
      physicalLocation: { id: later.id, pId: later.pId },
      headquarter: { id: 0, pId: 'south' },
      ...{ deliveryPoint: true, returnPoint: true, zoneRadius: 12.345 },
    });
    expect(body).toEqual({ PHYSICALLOCATIONS: [first, second] });
    expect((await service.get(path)).body).toEqual(body);
  });

  it('belong to their channel alone', async () => {
    const [one, other] = [await channel(), await channel()];
    const { id } = await location();
    await link(one.path, { physicalLocation: { id }, zoneRadius: 1 });
    await link(other.path, { physicalLocation: { id }, zoneRadius: 2 });
    expect((await change(`${one.path}/${id}`, { zoneRadius: 3 })).status).toBe(200);
    expect((await linksOf(one.path)).map(({ ZONERADIUS }) => ZONERADIUS)).toEqual([3]);
    expect((await linksOf(other.path)).map(({ ZONERADIUS }) => ZONERADIUS)).toEqual([2]);
    expect((await service.delete(`${one.path}/${id}`)).body).toEqual({ PHYSICALLOCATIONS: [] });
    expect(await linksOf(other.path)).toHaveLength(1);
  });

  it('change only in what is sent', async () => {
    const { path } = await channel();
    const [one, other] = [await location(), await location()];
    await link(path, { physicalLocation: { id: other.id } });
    const given = { deliveryPoint: true, returnPoint: true, zoneRadius: 5 };
    const headquarter = { pId: 'north' };
    await link(path, { physicalLocation: { id: one.id }, headquarter, ...given });
    const [untouched, linked] = await linksOf(path);
    const at = `${path}/${one.id}`;
    const changes: [object, object][] = [
      [{}, {}],
      [{ deliveryPoint: false }, { DELIVERYPOINT: false }],
      [{ returnPoint: false }, { RETURNPOINT: false }],
      [{ zoneRadius: 0 }, { ZONERADIUS: 0 }],
      [{ headquarter: { pId: 'south' } }, { HEADQUARTER: { ID: offices.south, PID: 'south' } }],
      [
        { headquarter: { id: offices.north } },
        { HEADQUARTER: { ID: offices.north, PID: 'north' } },
      ],
      [{ headquarter: { id: 0, pId: '' } }, { HEADQUARTER: none }],
      [
        { headquarter: { id: offices.south, pId: '' } },
        { HEADQUARTER: { ID: offices.south, PID: 'south' } },
      ],
      [{ headquarter: {} }, { HEADQUARTER: none }],
    ];
    let expected = linked;
    for (const [sent, changed] of changes) {
      expected = { ...expected, ...changed } as Link;
      const { status, body } = await change(at, sent);
      expect({ status, body }).toEqual({
        status: 200,
        body: { PHYSICALLOCATIONS: [untouched, expected] },
      });
    }
  });

  it.each([
    ['no location', { physicalLocation: undefined }, '/physicalLocation', 'field.required'],
    [
      'a location that is none',
      { physicalLocation: { id: 0, pId: '' } },
      '/physicalLocation',
      'reference.empty',
    ],
    [
      'a headquarter of spaces',
      { headquarter: { pId: ' ' } },
      '/headquarter/pId',
      'format.public-id',
    ],
    ['a negative radius', { zoneRadius: -0.1 }, '/zoneRadius', 'number.range'],
    ['a radius that is a text', { zoneRadius: '1' }, '/zoneRadius', 'value.type'],
    ['a flag that is a number', { deliveryPoint: 1 }, '/deliveryPoint', 'value.type'],
    ['a channel', { channel: { id: 1 } }, '/channel', 'field.unknown'],
  ])('are refused with %s', async (_, values, pointer, code) => {
    const { path } = await channel();
    const { id } = await location();
    const refused = await link(path, { physicalLocation: { id }, ...values });
    const fault = { pointer: `/channelPhysicalLocations${pointer}`, code };
    expect(refused).toMatchObject({ status: 400, body: { errors: [fault] } });
    expect(await linksOf(path)).toEqual([]);
  });

  it.each([{}, { id: 0 }, { pId: '' }, { id: 0, pId: '' }])(
    'have no headquarter when it is sent as %j',
    async (headquarter) => {
      const { path } = await channel();
      const { id } = await location();
      const { status } = await link(path, { physicalLocation: { id, pId: '' }, headquarter });
      expect(status).toBe(201);
      expect(await linksOf(path)).toMatchObject([{ HEADQUARTER: none }]);
    },
  );

  it('keep their location: a change of it is refused by name', async () => {
    const { path } = await channel();
    const { id } = await location();
    await link(path, { physicalLocation: { id } });
    const { status, body } = await change(`${path}/${id}`, { physicalLocation: { id } });
    const fault = {
      pointer: '/channelPhysicalLocations/physicalLocation',
      code: 'field.notEditable',
    };
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [fault] } });
  });

  it('and their offices must be known', async () => {
    const { path } = await channel();
    const { id } = await location();
    const other = await location();
    const refusal = (member: string, code: string) => ({
      status: 422,
      body: { errors: [{ pointer: `/channelPhysicalLocations/${member}`, code }] },
    });
    const unknown = { physicalLocation: { pId: 'no' } };
    expect(await link(path, unknown)).toMatchObject(
      refusal('physicalLocation', 'reference.notFound'),
    );
    const two = { physicalLocation: { id, pId: other.pId } };
    expect(await link(path, two)).toMatchObject(refusal('physicalLocation', 'reference.mismatch'));
    const headquarter = { pId: 'no' };
    const noOffice = refusal('headquarter', 'reference.notFound');
    expect(await link(path, { physicalLocation: { id }, headquarter })).toMatchObject(noOffice);
    expect(await linksOf(path)).toEqual([]);
    await link(path, { physicalLocation: { id } });
    expect(await change(`${path}/${id}`, { headquarter, zoneRadius: 9 })).toMatchObject(noOffice);
    expect(
      await change(`${path}/${id}`, { headquarter: { id: offices.north, pId: 'south' } }),
    ).toMatchObject(refusal('headquarter', 'reference.mismatch'));
    expect(await linksOf(path)).toEqual([
      expect.objectContaining({ HEADQUARTER: none, ZONERADIUS: 0 }),
    ]);
  });

  it('are not found under an unknown channel, or when they are not linked', async () => {
    const { path } = await channel();
    const { id } = await location();
    const unknown = '/v1/channels/999999/physicalLocations';
    for (const { status } of [
      await service.get(unknown),
      await link(unknown, { physicalLocation: { id } }),
      await link(unknown, { physicalLocation: { pId: 'no' } }),
      await change(`${unknown}/${id}`, {}),
      await service.delete(`${unknown}/${id}`),
      await change(`${path}/${id}`, {}),
      await change(`${path}/${id}`, { zoneRadius: 1 }),
      await change(`${path}/${id}`, { headquarter: { pId: 'no' } }),
      await service.delete(`${path}/${id}`),
      await service.get('/v1/channels/getId/no'),
    ]) {
      expect(status).toBe(404);
    }
    expect((await service.get('/v1/channels/0/physicalLocations')).status).toBe(400);
    expect((await service.delete(`${path}/x`)).status).toBe(400);
  });

  it('are linked once', async () => {
    const { path } = await channel();
    const { id, pId } = await location();
    await link(path, { physicalLocation: { id }, zoneRadius: 1 });
    expect(await link(path, { physicalLocation: { pId }, zoneRadius: 2 })).toMatchObject({
      status: 409,
      body: {
        code: 'channelLocation.taken',
        errors: [{ pointer: '/channelPhysicalLocations/physicalLocation' }],
      },
    });
    expect(await linksOf(path)).toEqual([expect.objectContaining({ ZONERADIUS: 1 })]);
  });

  it('are linked once by 30 at once', async () => {
    const { path } = await channel();
    const { id } = await location();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        link(path, { physicalLocation: { id }, zoneRadius: at + 1 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
    const winner = answers.find(({ status }) => status === 201);
    expect((await service.get(path)).body).toEqual(winner?.body);
    expect(await linksOf(path)).toHaveLength(1);
  });

  it('may be linked to one channel by many at once', async () => {
    const { path } = await channel();
    const locations = await Promise.all(Array.from({ length: 30 }, () => location()));
    const answers = await Promise.all(
      locations.map(({ id }) => link(path, { physicalLocation: { id } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(30).fill(201));
    const lengths = answers.map(
      ({ body }) => (body as { PHYSICALLOCATIONS: [] }).PHYSICALLOCATIONS.length,
    );
    expect(lengths.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  it('go when they are unlinked, and when the location is deleted', async () => {
    const { path } = await channel();
    const [one, two, three] = [await location(), await location(), await location()];
    for (const { id } of [one, two, three]) await link(path, { physicalLocation: { id } });
    const shown = (links: Link[]) => links.map(({ PHYSICALLOCATION }) => PHYSICALLOCATION.ID);
    const { status, body } = await service.delete(`${path}/${two.id}`);
    expect(status).toBe(200);
    expect(shown((body as { PHYSICALLOCATIONS: Link[] }).PHYSICALLOCATIONS)).toEqual([
      one.id,
      three.id,
    ]);
    expect((await service.delete(`${path}/${two.id}`)).status).toBe(404);
    expect((await service.delete(`/v1/physicalLocations/${one.id}`)).status).toBe(200);
    expect(shown(await linksOf(path))).toEqual([three.id]);
    expect((await link(path, { physicalLocation: { id: two.id } })).status).toBe(201);
  });

  it('are linked or refused, never half, while they are deleted', async () => {
    const { path } = await channel();
    for (let round = 0; round < 10; round++) {
      const { id, pId } = await location();
      const [linked, deleted] = await Promise.all([
        link(path, { physicalLocation: { pId } }),
        service.delete(`/v1/physicalLocations/${id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([201, 422]).toContain(linked.status);
    }
    expect(await linksOf(path)).toEqual([]);
  });

  it('have one state: If-Match of a change means the list', async () => {
    const { path } = await channel();
    const [one, other] = [await location(), await location()];
    for (const { id } of [one, other]) await link(path, { physicalLocation: { id } });
    const etag = String((await service.get(path)).headers['etag']);
    expect((await service.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const headers = { 'If-Match': etag };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        change(`${path}/${at % 2 === 0 ? one.id : other.id}`, { zoneRadius: at + 1 }, headers),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
    expect((await service.delete(`${path}/${one.id}`, { headers })).status).toBe(412);
    const current = String((await service.get(path)).headers['etag']);
    const removed = await service.delete(`${path}/${one.id}`, { headers: { 'If-Match': current } });
    expect(removed.status).toBe(200);
  });

  it('need the scopes of channels', async () => {
    const { path, pId } = await channel();
    const { id } = await location();
    const reader = { key: await service.createKey('channels:read') };
    const stranger = { key: await service.createKey('locations:write') };
    const body = { channelPhysicalLocations: { physicalLocation: { id } } };
    expect((await service.get(path, reader)).status).toBe(200);
    expect((await service.post(path, body, reader)).status).toBe(403);
    expect((await service.get(path, stranger)).status).toBe(403);
    expect((await service.get(`/v1/channels/getId/${pId}`, stranger)).status).toBe(403);
  });

  describe('as lines of the import', () => {
    const line = (values: object) => ({ type: 'channelLocation', ...values });

    it('are created, unchanged, updated to the values of the line', async () => {
      const { pId, path } = await channel();
      const place = await location();
      const ends = { channel: { pId }, physicalLocation: { pId: place.pId } };
      const settings = { deliveryPoint: true, returnPoint: true, zoneRadius: 7.5 };
      const full = line({ ...ends, ...settings, headquarter: { pId: 'north' } });
      expect(await importLines(service, [full])).toMatchObject({ created: 1, rejected: 0 });
      expect(await importLines(service, [full])).toMatchObject({ unchanged: 1 });
      const linked = {
        DELIVERYPOINT: true,
        HEADQUARTER: { ID: offices.north, PID: 'north' },
        PHYSICALLOCATION: place.written,
        RETURNPOINT: true,
        ZONERADIUS: 7.5,
      };
      expect(await linksOf(path)).toEqual([linked]);
      const moved = { ...full, headquarter: { id: offices.south } };
      expect(await importLines(service, [moved])).toMatchObject({ updated: 1 });
      expect(await importLines(service, [line(ends)])).toMatchObject({ updated: 1 });
      expect(await importLines(service, [line(ends)])).toMatchObject({ unchanged: 1 });
      expect(await linksOf(path)).toEqual([
        ...[
          { ...linked, DELIVERYPOINT: false, HEADQUARTER: none, RETURNPOINT: false, ZONERADIUS: 0 },
        ],
      ]);
    });

    it('are one link, by ids and by pIds, also in one import', async () => {
      const { id, pId, path } = await channel();
      const place = await location();
      const byPid = line({ channel: { pId }, physicalLocation: { pId: place.pId } });
      const byId = line({ channel: { id }, physicalLocation: { id: place.id } });
      const both = line({
        channel: { id, pId },
        physicalLocation: { id: place.id },
        zoneRadius: 4,
      });
      expect(await importLines(service, [byPid, byId, both, both])).toMatchObject({
        ...{ created: 1, unchanged: 2, updated: 1, rejected: 0 },
      });
      expect(await linksOf(path)).toEqual([expect.objectContaining({ ZONERADIUS: 4 })]);
    });

    it('may name locations and channels of the same import', async () => {
      const lines = [
        { type: 'channel', pId: 'fresh', name: 'Fresh' },
        { type: 'location', pId: 'fresh-1', countryCode: 'ES' },
        { type: 'location', pId: 'fresh-2', countryCode: 'ES' },
        line({ channel: { pId: 'fresh' }, physicalLocation: { pId: 'fresh-1' } }),
        line({ channel: { pId: 'fresh' }, physicalLocation: { pId: 'fresh-2' } }),
      ];
      expect(await importLines(service, lines)).toMatchObject({ created: 5, rejected: 0 });
      const id = await channelIdOf('fresh');
      expect(await linksOf(`/v1/channels/${id}/physicalLocations`)).toHaveLength(2);
    });

    it.each([
      ['an unknown channel', { channel: { pId: 'no' } }, 'reference.notFound', '/channel'],
      ['no channel', { channel: undefined }, 'field.required', '/channel'],
      [
        'an unknown location',
        { physicalLocation: { pId: 'no' } },
        'reference.notFound',
        '/physicalLocation',
      ],
      [
        'an unknown headquarter',
        { headquarter: { pId: 'no' } },
        'reference.notFound',
        '/headquarter',
      ],
      ['a negative radius', { zoneRadius: -1 }, 'number.range', '/zoneRadius'],
    ])('are rejected with %s, alone', async (_, values, code, pointer) => {
      const { pId, path } = await channel();
      const ends = { channel: { pId }, physicalLocation: { pId: (await location()).pId } };
      const other = { ...ends, physicalLocation: { pId: (await location()).pId } };
      const answer = await importLines(service, [line({ ...ends, ...values }), line(other)]);
      expect(answer).toMatchObject({ created: 1, rejected: 1 });
      expect(answer.errors).toEqual([expect.objectContaining({ line: 1, code, pointer })]);
      expect(await linksOf(path)).toHaveLength(1);
    });
  });
});
