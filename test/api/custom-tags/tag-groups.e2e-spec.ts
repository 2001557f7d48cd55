/** @engine modules/custom-tags/tag-groups */
import { TagGroupsService } from '../../../src/modules/custom-tags/tag-groups/tag-groups.service';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';

describe('tag groups', () => {
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
  });

  afterAll(async () => {
    await service.stop();
  });

  const fields = (values: object = {}) => ({
    pId: `group-${++made}`,
    name: `Group ${made}`,
    itemType: 1,
    position: 5,
    priority: -3,
    ...values,
  });

  const create = async (values: object = {}) => {
    const response = await service.post('/v1/customTagGroups', { customTagGroups: fields(values) });
    expect(response.status).toBe(201);
    return response.body as { ID: number; PID: string; LANGUAGES: object[] } & Record<
      string,
      unknown
    >;
  };

  it('stores nothing if the record of the response could not be read', async () => {
    const values = fields();
    jest
      .spyOn(service.app.get(TagGroupsService), 'get')
      .mockRejectedValueOnce(new Error('unreadable'));
    const response = await service.post('/v1/customTagGroups', { customTagGroups: values });
    expect(response.status).toBe(500);
    expect((await service.get(`/v1/customTagGroups/getId/${values.pId}`)).status).toBe(404);
  });

  it('creates a group with the defaults of the specification and answers its record', async () => {
    const group = await create({
      pId: 'Size',
      name: 'Sizes',
      languages: [{ languageCode: 'es', name: 'Tallas' }],
    });
    expect(group).toEqual({
      COMPARABLE: true,
      ID: expect.any(Number) as number,
      ITEMTYPE: 1,
      LANGUAGES: [{ DESCRIPTION: '', LANGUAGE: 'es', NAME: 'Tallas' }],
      NAME: 'Sizes',
      PID: 'Size',
      POSITION: 5,
      PRIORITY: -3,
      UPDATEDAT: anyTime,
    });
    expect((await service.get(`/v1/customTagGroups/${group.ID}`)).body).toEqual(group);
    expect((await service.get('/v1/customTagGroups/getId/Size')).body).toEqual({ ID: group.ID });
  });

  it('keeps any Unicode exactly', async () => {
    const texts = ['Größe', 'Μέγεθος', 'Размер', 'مقاس', 'גודל', 'ขนาด', '尺寸', '👕👖'];
    const codes = ['de', 'el', 'ru', 'ar', 'he', 'th', 'zh', 'en'];
    const languages = texts.map((name, index) => ({
      languageCode: codes[index],
      name,
      description: name,
    }));
    const { ID, LANGUAGES } = await create({ languages });
    expect(LANGUAGES.map((text) => (text as { NAME: string }).NAME)).toEqual(texts);
    for (const q of ['große', 'ΜΕΓΕ', 'разм', '尺寸']) {
      const found = await service.get(`/v1/customTagGroups?q=${encodeURIComponent(q)}`);
      expect((found.body as { CUSTOMTAGGROUPS: { ID: number }[] }).CUSTOMTAGGROUPS).toContainEqual(
        expect.objectContaining({ ID }),
      );
    }
  });

  it('distinguishes public identifiers by case, accent and nothing else', async () => {
    const ids = new Set<number>();
    for (const pId of ['abc', 'Abc', 'ábc', 'a/b', "a'b", 'count']) {
      const { ID } = await create({ pId });
      ids.add(ID);
      const found = await service.get(`/v1/customTagGroups/getId/${encodeURIComponent(pId)}`);
      expect(found.body).toEqual({ ID });
    }
    expect(ids.size).toBe(6);
    expect((await service.get('/v1/customTagGroups/getId/abc%20')).status).toBe(404);
    expect((await service.get('/v1/customTagGroups/getId/ABC')).status).toBe(404);
  });

  it('changes only what is sent, and only the languages that are named', async () => {
    const group = await create({
      languages: [
        { languageCode: 'en', name: 'One' },
        { languageCode: 'fr', name: 'Un' },
      ],
    });
    const path = `/v1/customTagGroups/${group.ID}`;
    const renamed = await service.put(path, { customTagGroups: { name: 'Renamed' } });
    expect(renamed.body).toEqual({ ...group, NAME: 'Renamed', UPDATEDAT: anyTime });
    const languages = [
      { languageCode: 'it', name: 'Uno' },
      { languageCode: 'en', remove: true },
    ];
    expect((await service.put(path, { customTagGroups: { languages } })).body).toEqual({
      ...group,
      NAME: 'Renamed',
      LANGUAGES: [
        { DESCRIPTION: '', LANGUAGE: 'fr', NAME: 'Un' },
        { DESCRIPTION: '', LANGUAGE: 'it', NAME: 'Uno' },
      ],
      UPDATEDAT: anyTime,
    });
    expect((await service.put(path, { customTagGroups: {} })).status).toBe(200);
  });

  it('refuses to change the item type, by name', async () => {
    const { ID } = await create();
    const response = await service.put(`/v1/customTagGroups/${ID}`, {
      customTagGroups: { itemType: 2 },
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errors: [{ pointer: '/customTagGroups/itemType', code: 'field.notEditable' }],
    });
  });

  it('deletes a group and its texts, and never uses its id again', async () => {
    const { ID } = await create({ languages: [{ languageCode: 'en', name: 'Gone' }] });
    expect((await service.delete(`/v1/customTagGroups/${ID}`)).body).toEqual({ ID });
    expect((await service.get(`/v1/customTagGroups/${ID}`)).status).toBe(404);
    expect((await service.delete(`/v1/customTagGroups/${ID}`)).status).toBe(404);
    expect((await create()).ID).toBeGreaterThan(ID);
  });

  it('lets one of 40 parallel creations with one pId through', async () => {
    const body = { customTagGroups: fields({ pId: 'contested' }) };
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => service.post('/v1/customTagGroups', body)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(39).fill(409)]);
    const winner = responses.find(({ status }) => status === 201)?.body as { ID: number };
    expect((await service.get('/v1/customTagGroups/getId/contested')).body).toEqual({
      ID: winner.ID,
    });
  });

  it('refuses a pId that another group has, on update too', async () => {
    const { PID } = await create();
    const { ID } = await create();
    const response = await service.put(`/v1/customTagGroups/${ID}`, {
      customTagGroups: { pId: PID },
    });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'pId.taken' });
  });

  it('filters, searches, sorts and pages', async () => {
    const names = ['Éclair', 'apple', 'Banana', 'cherry', 'Äpfel'];
    for (const [index, name] of names.entries()) {
      await create({ pId: `fruit-${index}`, name, itemType: 13, position: index, priority: 7 });
    }
    const list = async (query: string) => {
      const { body } = await service.get(`/v1/customTagGroups?itemType=13&${query}`);
      return body as {
        CURSORS: { NEXT: string; PREVIOUS: string };
        CUSTOMTAGGROUPS: { NAME: string }[];
        ITEMS: number;
        PAGERPARAMETERS: object;
      };
    };
    const namesOf = (answer: { CUSTOMTAGGROUPS: { NAME: string }[] }) =>
      answer.CUSTOMTAGGROUPS.map(({ NAME }) => NAME);
    expect(namesOf(await list(''))).toEqual(names);
    expect(namesOf(await list('sort=name.asc'))).toEqual([
      'Äpfel',
      'apple',
      'Banana',
      'cherry',
      'Éclair',
    ]);
    expect(namesOf(await list('sort=position.desc'))).toEqual([...names].reverse());
    expect(namesOf(await list('position=3&priority=7'))).toEqual(['cherry']);
    expect(namesOf(await list('q=FRUIT-4'))).toEqual(['Äpfel']);
    expect(namesOf(await list('position=0&q='))).toEqual(names);

    const first = await list('perPage=2&sort=name.asc');
    expect(first).toMatchObject({ ITEMS: 5, PAGERPARAMETERS: { PAGE: 1, PERPAGE: 2 } });
    expect(first.CURSORS.PREVIOUS).toBe('');
    const seen = namesOf(first);
    let next = first.CURSORS.NEXT;
    let previous = '';
    while (next !== '') {
      expect(next).toContain('itemType=13');
      const { body } = await service.get(next.slice(service.url.length));
      const answer = body as typeof first;
      seen.push(...namesOf(answer));
      ({ NEXT: next, PREVIOUS: previous } = answer.CURSORS);
    }
    expect(seen).toEqual(['Äpfel', 'apple', 'Banana', 'cherry', 'Éclair']);
    const { body } = await service.get(previous.slice(service.url.length));
    expect(namesOf(body as typeof first)).toEqual(['Banana', 'cherry']);
    expect(namesOf(await list('page=3&perPage=2&sort=name.asc'))).toEqual(['Éclair']);
    expect(await list('page=4&perPage=2')).toMatchObject({ ITEMS: 5, CUSTOMTAGGROUPS: [] });
  });

  it('shows only the keys that fields asks for', async () => {
    const { ID, PID } = await create();
    const { body } = await service.get(`/v1/customTagGroups/${ID}?fields=id,Pid`);
    expect(body).toEqual({ ID, PID });
  });

  it('answers 304 to a state that is known, and 412 to a change of another', async () => {
    const { ID } = await create();
    const path = `/v1/customTagGroups/${ID}`;
    const { headers } = await service.get(path);
    const etag = String(headers['etag']);
    expect((await service.get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const body = { customTagGroups: { name: 'Changed' } };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.put(
          path,
          { customTagGroups: { name: `By ${index}` } },
          { headers: { 'If-Match': etag } },
        ),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await service.delete(path, { headers: { 'If-Match': etag } })).status).toBe(412);
    expect((await service.put(path, body, { headers: { 'If-Match': '*' } })).status).toBe(200);
  });
});
