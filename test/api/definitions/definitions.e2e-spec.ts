/** @engine modules/definitions */
import { anyTime } from '../../support/any-time';
import type { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import {
  createDefinition,
  definitionBody,
  type DefinitionRecord,
  readDefinition,
  startWithZones,
} from './definition-store';

const anyId = expect.any(Number) as number;

describe('definitions', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startWithZones();
  });
  afterAll(() => service.stop());

  const create = (values: object = {}) => createDefinition(service, values);
  const update = (id: number, definitions: object, headers: Record<string, string> = {}) =>
    service.put(`/v1/definitions/${id}`, { definitions }, { headers });

  it('are created with the defaults of the specification', async () => {
    const definition = await create({ pId: 'engraving', name: 'Engraving' });
    expect(definition).toEqual({
      DEFINITIONITEMS: [],
      DESCRIPTION: '',
      ID: anyId,
      NAME: 'Engraving',
      PID: 'engraving',
      UPDATEDAT: anyTime,
    });
    expect(await readDefinition(service, definition.ID)).toEqual(definition);
    const found = await service.get('/v1/definitions/getId/engraving');
    expect(found.body).toEqual({ ID: definition.ID });
  });

  it('are created with filters by id, by pId, and by both', async () => {
    const { body } = await service.get('/v1/catalog/zone/getId/south');
    const south = (body as { ID: number }).ID;
    const definition = await create({
      description: 'For some',
      definitionItems: [
        { itemType: 30, pId: 'ES' },
        { itemType: 9, pId: 'north' },
        { itemType: 30, id: 250 },
        { itemType: 9, id: south, pId: 'south' },
        { itemType: 30, id: 0, pId: 'PT' },
      ],
    });
    const { DESCRIPTION, DEFINITIONITEMS } = definition;
    expect(DESCRIPTION).toBe('For some');
    expect(DEFINITIONITEMS).toEqual([
      { ID: anyId, ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 },
      { ID: anyId, ITEM: { ID: anyId, PID: 'north' }, ITEMTYPE: 9 },
      { ID: anyId, ITEM: { ID: 250, PID: 'FR' }, ITEMTYPE: 30 },
      { ID: anyId, ITEM: { ID: south, PID: 'south' }, ITEMTYPE: 9 },
      { ID: anyId, ITEM: { ID: 620, PID: 'PT' }, ITEMTYPE: 30 },
    ]);
    expect(await readDefinition(service, definition.ID)).toEqual(definition);
  });

  const item = (values: object) => ({ definitionItems: [{ itemType: 30, pId: 'ES' }, values] });
  it.each<[string, object, number, string, string]>([
    ['no name', { name: undefined }, 400, 'field.required', '/name'],
    ['an empty name', { name: '' }, 400, 'text.tooShort', '/name'],
    ['a long name', { name: 'x'.repeat(256) }, 400, 'text.tooLong', '/name'],
    ['no pId', { pId: undefined }, 400, 'field.required', '/pId'],
    ['a pId with a space behind', { pId: 'a ' }, 400, 'format.public-id', '/pId'],
    ['a description that is no text', { description: 1 }, 400, 'value.type', '/description'],
    [
      'a long description',
      { description: 'x'.repeat(65_536) },
      400,
      'text.tooLong',
      '/description',
    ],
    ['a field that is none', { colour: 'red' }, 400, 'field.unknown', '/colour'],
    [
      'an item without type',
      item({ pId: 'FR' }),
      400,
      'field.required',
      '/definitionItems/1/itemType',
    ],
    [
      'an item of type 0',
      item({ pId: 'FR', itemType: 0 }),
      400,
      'value.notAllowed',
      '/definitionItems/1/itemType',
    ],
    [
      'an item that names nothing',
      item({ itemType: 30 }),
      400,
      'reference.empty',
      '/definitionItems/1',
    ],
    [
      'an unknown country',
      item({ itemType: 30, pId: 'XX' }),
      400,
      'format.iso-3166-1-alpha-2',
      '/definitionItems/1/pId',
    ],
    [
      'an unknown country number',
      item({ itemType: 30, id: 999 }),
      400,
      'format.iso-3166-1-numeric',
      '/definitionItems/1/id',
    ],
    [
      'an unknown zone',
      item({ itemType: 9, pId: 'west' }),
      422,
      'reference.notFound',
      '/definitionItems/1',
    ],
    [
      'an unknown user',
      item({ itemType: 10, id: 1 }),
      422,
      'reference.notFound',
      '/definitionItems/1',
    ],
    [
      'an unknown user group',
      item({ itemType: 11, pId: 'staff' }),
      422,
      'reference.notFound',
      '/definitionItems/1',
    ],
    [
      'a country that contradicts itself',
      item({ itemType: 30, id: 250, pId: 'PT' }),
      422,
      'reference.mismatch',
      '/definitionItems/1',
    ],
    [
      'the same filter twice',
      item({ itemType: 30, id: 724 }),
      409,
      'filterItem.taken',
      '/definitionItems/1',
    ],
  ])('are refused with %s, and nothing is stored', async (_, values, status, code, place) => {
    const body = definitionBody({ pId: 'refused', ...values });
    const response = await service.post('/v1/definitions', body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ errors: [{ code, pointer: `/definitions${place}` }] });
    expect((await service.get('/v1/definitions/getId/refused')).status).toBe(404);
  });

  it('keep any Unicode exactly', async () => {
    const texts = ['Grabación ñ', 'Χάραξη', 'Гравировка', 'نقش', 'חריטה', 'แกะสลัก', '雕刻', '🪡🧵'];
    for (const text of texts) {
      const { ID, NAME, PID, DESCRIPTION } = await create({
        ...{ pId: text, name: text, description: text },
      });
      expect([NAME, PID, DESCRIPTION]).toEqual([text, text, text]);
      const found = await service.get(`/v1/definitions/getId/${encodeURIComponent(text)}`);
      expect(found.body).toEqual({ ID });
    }
  });

  it('compare their pIds exactly', async () => {
    for (const pId of ['exact', 'Exact', 'éxact', 'definitionItems', 'a/b']) {
      const { ID } = await create({ pId });
      const found = await service.get(`/v1/definitions/getId/${encodeURIComponent(pId)}`);
      expect(found.body).toEqual({ ID });
    }
    expect((await service.get('/v1/definitions/getId/EXACT')).status).toBe(404);
  });

  it('change only in what is sent, and not in their filters', async () => {
    const definition = await create({
      ...{ description: 'First', definitionItems: [{ itemType: 30, pId: 'ES' }] },
    });
    const { ID } = definition;
    const renamed = await update(ID, { name: 'Renamed' });
    const changed = { ...definition, NAME: 'Renamed', UPDATEDAT: anyTime };
    expect(renamed.body).toEqual(changed);
    const moved = await update(ID, { pId: 'moved', description: '' });
    expect(moved.body).toEqual({ ...changed, PID: 'moved', DESCRIPTION: '' });
    expect((await update(ID, {})).body).toEqual(moved.body);
    const refused = await update(ID, { definitionItems: [] });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errors: [{ pointer: '/definitions/definitionItems', code: 'field.notEditable' }],
    });
    expect(await readDefinition(service, ID)).toEqual(moved.body);
    expect((await update(999_999, { name: 'Nobody' })).status).toBe(404);
  });

  it('take no pId that another one has', async () => {
    const { ID, PID } = await create();
    const other = await create();
    const created = await service.post('/v1/definitions', definitionBody({ pId: PID }));
    expect(created.status).toBe(409);
    expect(created.body).toMatchObject({ code: 'pId.taken', existingId: ID });
    const changed = await update(other.ID, { pId: PID });
    expect(changed.status).toBe(409);
    expect(await readDefinition(service, other.ID)).toEqual(other);
    expect((await update(ID, { pId: PID })).status).toBe(200);
  });

  it('let one of 30 parallel creations with one pId through', async () => {
    const definitionItems = [{ itemType: 30, pId: 'ES' }];
    const body = definitionBody({ pId: 'contested', definitionItems });
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => service.post('/v1/definitions', body)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
    const winner = responses.find(({ status }) => status === 201)?.body as DefinitionRecord;
    const found = await service.get('/v1/definitions/getId/contested');
    expect(found.body).toEqual({ ID: winner.ID });
    expect(await readDefinition(service, winner.ID)).toEqual(winner);
  });

  it('are deleted with their filters, and their id is never used again', async () => {
    const { ID, DEFINITIONITEMS } = await create({
      definitionItems: [
        { itemType: 30, pId: 'ES' },
        { itemType: 9, pId: 'north' },
      ],
    });
    const path = `/v1/definitions/${ID}`;
    expect((await service.delete(path)).body).toEqual({ id: ID });
    expect((await service.get(path)).status).toBe(404);
    expect((await service.delete(path)).status).toBe(404);
    for (const filter of DEFINITIONITEMS) {
      expect((await service.get(`/v1/definitions/definitionItems/${filter.ID}`)).status).toBe(404);
    }
    expect((await create()).ID).toBeGreaterThan(ID);
  });

  it('answer with the keys that fields names', async () => {
    const { ID, PID, DEFINITIONITEMS } = await create({
      definitionItems: [{ itemType: 30, pId: 'ES' }],
    });
    const some = await service.get(`/v1/definitions/${ID}?fields=pid,id`);
    expect(some.body).toEqual({ ID, PID });
    const filters = await service.get(`/v1/definitions/${ID}?fields=DEFINITIONITEMS`);
    expect(filters.body).toEqual({ DEFINITIONITEMS });
    expect((await service.get(`/v1/definitions/${ID}?fields=FILTERS`)).status).toBe(400);
  });

  it('answer 304 to a state that is known, and 412 to a change of another', async () => {
    const { ID } = await create();
    const path = `/v1/definitions/${ID}`;
    const etag = String((await service.get(path)).headers['etag']);
    expect((await service.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    // A filter is a part of the record.
    await service.post(`${path}/definitionItems`, { definitionItems: { itemType: 30, pId: 'ES' } });
    const condition = { 'If-Match': etag };
    expect((await update(ID, { name: 'Late' }, condition)).status).toBe(412);
    expect((await service.delete(path, { headers: condition })).status).toBe(412);
    const now = String((await service.get(path)).headers['etag']);
    expect((await update(ID, { name: 'In time' }, { 'If-Match': now })).status).toBe(200);
  });

  it('need the scopes of definitions', async () => {
    const reader = await service.createKey('definitions:read');
    const other = await service.createKey('news:write', 'util:write');
    const { ID } = await create();
    const path = `/v1/definitions/${ID}`;
    expect((await service.get(path, { key: reader })).status).toBe(200);
    expect((await service.delete(path, { key: reader })).status).toBe(403);
    expect((await service.get(path, { key: other })).status).toBe(403);
  });
});

describe('lists of definitions', () => {
  let service: Service;
  const pIds = ['one', 'two', 'three', 'four', 'five'];
  beforeAll(async () => {
    service = await startWithZones();
    for (const pId of pIds) {
      const definitionItems = pId === 'two' ? [{ itemType: 30, pId: 'ES' }] : [];
      await createDefinition(service, { pId, definitionItems });
    }
  });
  afterAll(() => service.stop());

  const list = async (query = '') => {
    const { body } = await service.get(`/v1/definitions${query}`);
    return body as { DEFINITIONS: DefinitionRecord[]; ITEMS: number };
  };

  it('are walked by page, oldest first', async () => {
    const whole = await list();
    expect(Object.keys(whole)).toEqual(['DEFINITIONS', 'ITEMS']);
    expect(whole.DEFINITIONS.map(({ PID }) => PID)).toEqual(pIds);
    for (const definition of whole.DEFINITIONS) {
      expect(await readDefinition(service, definition.ID)).toEqual(definition);
    }
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { DEFINITIONS, ITEMS } = await list(`?perPage=2&page=${page}`);
      expect(ITEMS).toBe(5);
      seen.push(...DEFINITIONS.map(({ PID }) => PID));
    }
    expect(seen).toEqual(pIds);
  });

  it('show the keys that fields names', async () => {
    const { DEFINITIONS } = await list('?fields=DEFINITIONITEMS,PID&perPage=2');
    expect(DEFINITIONS).toEqual([
      { DEFINITIONITEMS: [], PID: 'one' },
      {
        DEFINITIONITEMS: [{ ID: anyId, ITEM: { ID: 724, PID: 'ES' }, ITEMTYPE: 30 }],
        PID: 'two',
      },
    ]);
  });

  it.each(['cursor=x', 'q=one', 'sort=name.asc', 'perPage=501', 'page=0', 'languageCode=en'])(
    'refuse %s',
    async (query) => {
      expect((await service.get(`/v1/definitions?${query}`)).status).toBe(400);
    },
  );
});

describe('lines of definitions', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startWithZones();
  });
  afterAll(() => service.stop());

  const filters = (...definitionItems: object[]) => ({ definitionItems });
  const spain = { itemType: 30, pId: 'ES' };
  const north = { itemType: 9, pId: 'north' };
  const line = (values: object = {}) => ({
    ...{ type: 'definition', pId: 'imported', name: 'Imported' },
    ...values,
  });
  const imported = async (...lines: object[]) => {
    const { created, updated, unchanged, rejected } = await importLines(service, lines);
    return { created, updated, unchanged, rejected };
  };
  const none = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
  const stored = async () => {
    const { body } = await service.get('/v1/definitions/getId/imported');
    return readDefinition(service, (body as { ID: number }).ID);
  };

  it('create, leave alone what they describe already, and update', async () => {
    const first = line({ description: 'Kept', ...filters(spain, north) });
    expect(await imported(first)).toEqual({ ...none, created: 1 });
    const before = await stored();
    expect(before).toMatchObject({
      ...{ NAME: 'Imported', DESCRIPTION: 'Kept' },
      DEFINITIONITEMS: [{ ITEM: { PID: 'north' } }, { ITEM: { PID: 'ES' } }],
    });
    // The order of filters, and how a line names them, mean nothing.
    const same = line({ description: 'Kept', ...filters(north, { itemType: 30, id: 724 }) });
    expect(await imported(first, same)).toEqual({ ...none, unchanged: 2 });
    expect(await imported(line({ name: 'New', ...filters(spain, north) }))).toEqual({
      ...none,
      updated: 1,
    });
    const changed = { NAME: 'New', DESCRIPTION: '', UPDATEDAT: anyTime };
    expect(await stored()).toEqual({ ...before, ...changed });
  });

  it('name all filters that there are, and leave those alone that stay', async () => {
    await imported(line(filters(spain, north)));
    const kept = (await stored()).DEFINITIONITEMS.find(({ ITEMTYPE }) => ITEMTYPE === 30);
    const { ID } = await stored();
    const body = { definitionItems: { itemType: 30, pId: 'FR' } };
    expect((await service.post(`/v1/definitions/${ID}/definitionItems`, body)).status).toBe(201);
    const changed = line(filters(spain, { itemType: 30, pId: 'PT' }));
    expect(await imported(changed)).toEqual({ ...none, updated: 1 });
    expect((await stored()).DEFINITIONITEMS).toEqual([
      kept,
      { ID: anyId, ITEM: { ID: 620, PID: 'PT' }, ITEMTYPE: 30 },
    ]);
    expect(await imported(changed)).toEqual({ ...none, unchanged: 1 });
    expect(await imported(line())).toEqual({ ...none, updated: 1 });
    expect((await stored()).DEFINITIONITEMS).toEqual([]);
  });

  it.each<[object, string, string]>([
    [{ name: undefined }, 'field.required', '/name'],
    [filters({ itemType: 9, pId: 'west' }), 'reference.notFound', '/definitionItems/0'],
    [
      filters(spain, { itemType: 30, pId: 'xx' }),
      'format.iso-3166-1-alpha-2',
      '/definitionItems/1/pId',
    ],
    [filters(spain, { itemType: 30, id: 724 }), 'filterItem.taken', '/definitionItems/1'],
  ])('are rejected with %j, and the others stored', async (values, code, pointer) => {
    const good = line({ pId: `beside ${code}` });
    const { created, rejected, errors } = await importLines(service, [
      line({ pId: 'bad', ...values }),
      good,
    ]);
    expect({ created, rejected }).toEqual({ created: 1, rejected: 1 });
    expect(errors).toMatchObject([{ line: 1, type: 'definition', pId: 'bad', code, pointer }]);
    expect((await service.get('/v1/definitions/getId/bad')).status).toBe(404);
  });
});
