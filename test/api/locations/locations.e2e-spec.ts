/** @engine modules/locations */
import { CatalogRepository } from '../../../src/platform/catalog';
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';

/** A location as it is answered. */
interface LocationRecord {
  ID: number;
  PID: string;
  NAME: string;
  LANGUAGES: { LANGUAGE: string; INFORMATION: string }[];
  [key: string]: unknown;
}

interface LocationList {
  PHYSICALLOCATIONS: LocationRecord[];
  ITEMS: number;
  CURSORS: { NEXT: string; PREVIOUS: string };
  PAGERPARAMETERS: object;
}

const PATH = '/v1/physicalLocations';
const text = { languageCode: 'es', information: 'Abierto de 9 a 20' };
const writtenText = {
  BANNERALT: '',
  BANNERIMAGE: '',
  DESTINATIONURL: '',
  INFORMATION: 'Abierto de 9 a 20',
  LANGUAGE: 'es',
  LINKFOLLOWING: false,
};

describe('physical locations', () => {
  let service: Service;
  let made = 0;
  const zones = { catalonia: 0, algarve: 0 };

  beforeAll(async () => {
    service = await Service.start();
    const lines = [
      { type: 'zone', pId: 'catalonia', name: 'Catalonia', countryCode: 'ES' },
      { type: 'zone', pId: 'algarve', name: 'Algarve', countryCode: 'PT' },
    ];
    expect(await importLines(service, lines)).toMatchObject({ created: 2 });
    zones.catalonia = await zoneId('catalonia');
    zones.algarve = await zoneId('algarve');
  });

  afterAll(async () => {
    await service.stop();
  });

  const zoneId = async (pId: string) => {
    const found = await service.app.get(CatalogRepository).findByPIds('zone', [pId]);
    return found.get(pId)?.id ?? 0;
  };

  const fields = (values: object = {}) => ({
    pId: `location-${++made}`,
    countryCode: 'ES',
    ...values,
  });

  const post = (values: object = {}) => service.post(PATH, { physicalLocations: fields(values) });

  const create = async (values: object = {}) => {
    const { status, body, text: answer } = await post(values);
    expect({ status, answer }).toMatchObject({ status: 201 });
    return body as LocationRecord;
  };

  const put = (id: number, physicalLocations: object, headers: Record<string, string> = {}) =>
    service.put(`${PATH}/${id}`, { physicalLocations }, { headers });

  const list = async (query: string) =>
    (await service.get(`${PATH}?${query}`)).body as LocationList;
  const pIdsOf = ({ PHYSICALLOCATIONS }: LocationList) => PHYSICALLOCATIONS.map(({ PID }) => PID);

  it('are created with the defaults of the specification', async () => {
    const location = await create({ pId: 'plain' });
    expect(location).toEqual({
      ACTIVE: false,
      ADDRESS: '',
      CITY: '',
      COUNTRYID: 724,
      EMAIL: '',
      ID: expect.any(Number) as number,
      LANGUAGES: [],
      LATITUDE: 0,
      LOCATIONID: 0,
      LONGITUDE: 0,
      NAME: '',
      NOTIFICATIONEMAIL: '',
      PHONE: '',
      PID: 'plain',
      POSTALCODE: '',
      STATE: '',
      UPDATEDAT: anyTime,
      VISIBLEONMAP: false,
    });
    expect((await service.get(`${PATH}/${location.ID}`)).body).toEqual(location);
    expect((await service.get(`${PATH}/getId/plain`)).body).toEqual({ ID: location.ID });
    expect((await service.get(`${PATH}/getId/Plain`)).status).toBe(404);
  });

  const whole = () => ({
    ...{ active: true, visibleOnMap: true, name: 'Gràcia', address: 'Gran de Gràcia 1' },
    ...{ city: 'Barcelona', state: 'Barcelona', postalCode: '08012', countryCode: 'ES' },
    ...{ locationId: zones.catalonia, latitude: 41.400_512_3, longitude: 2.156_6, phone: '+34 93' },
    ...{ email: 'gracia@example.com', notificationEmail: 'alerts@example.com' },
    languages: [
      {
        ...{ languageCode: 'ca', information: 'Obert', bannerAlt: 'Rètol', linkFollowing: true },
        ...{ bannerImage: 'banner.png', destinationUrl: 'https://example.com/gracia' },
      },
      text,
    ],
  });
  const writtenWhole = () => ({
    ...{ ACTIVE: true, VISIBLEONMAP: true, NAME: 'Gràcia', ADDRESS: 'Gran de Gràcia 1' },
    ...{ CITY: 'Barcelona', STATE: 'Barcelona', POSTALCODE: '08012', COUNTRYID: 724 },
    ...{ LOCATIONID: zones.catalonia, LATITUDE: 41.400_512_3, LONGITUDE: 2.156_6 },
    UPDATEDAT: anyTime,
    ...{ PHONE: '+34 93', EMAIL: 'gracia@example.com', NOTIFICATIONEMAIL: 'alerts@example.com' },
    LANGUAGES: [
      {
        ...{ BANNERALT: 'Rètol', BANNERIMAGE: 'banner.png', LANGUAGE: 'ca', LINKFOLLOWING: true },
        ...{ DESTINATIONURL: 'https://example.com/gracia', INFORMATION: 'Obert' },
      },
      writtenText,
    ],
  });

  it('keep everything that is given, on creation and on update', async () => {
    const made = await create(whole());
    expect(made).toEqual({ ID: made.ID, PID: made.PID, ...writtenWhole() });
    const { ID, PID } = await create();
    const answer = await put(ID, { ...whole(), pId: `${PID}-new` });
    expect(answer.body).toEqual({ ID, PID: `${PID}-new`, ...writtenWhole() });
    expect((await service.get(`${PATH}/${ID}`)).body).toEqual(answer.body);
  });

  it('change only in what is sent, and in the languages that are named', async () => {
    const location = await create(whole());
    const { ID } = location;
    expect((await put(ID, {})).body).toEqual(location);
    const changed = { ...location, CITY: 'Girona', UPDATEDAT: anyTime };
    expect((await put(ID, { city: 'Girona' })).body).toEqual(changed);
    expect((await put(ID, { languages: [] })).body).toEqual(changed);
    expect((await put(ID, { languages: [text] })).body).toEqual(changed);
    const removal = { languages: [{ languageCode: 'ca', remove: true }] };
    expect((await put(ID, removal)).body).toEqual({ ...changed, LANGUAGES: [writtenText] });
  });

  it('lose their e-mail addresses, texts and zone when these are sent empty', async () => {
    const { ID } = await create(whole());
    const empty = { email: '', notificationEmail: '', name: '', phone: '', locationId: 0 };
    const { status, body } = await put(ID, empty);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { EMAIL: '', NOTIFICATIONEMAIL: '', NAME: '', PHONE: '', LOCATIONID: 0 },
    });
  });

  const malformed: [string, object, string, string][] = [
    ['no country', { countryCode: undefined }, '/countryCode', 'field.required'],
    ['no pId', { pId: undefined }, '/pId', 'field.required'],
    [
      'a country that there is not',
      { countryCode: 'xx' },
      '/countryCode',
      'format.iso-3166-1-alpha-2',
    ],
    ['a numeric country', { countryCode: 724 }, '/countryCode', 'value.type'],
    ['a pId with blanks around', { pId: ' a' }, '/pId', 'format.public-id'],
    ['a latitude beyond the pole', { latitude: 90.001 }, '/latitude', 'number.range'],
    ['a latitude beyond the other', { latitude: -90.001 }, '/latitude', 'number.range'],
    ['a longitude beyond 180', { longitude: 180.001 }, '/longitude', 'number.range'],
    ['a longitude below -180', { longitude: -180.001 }, '/longitude', 'number.range'],
    ['a latitude that is a text', { latitude: '41' }, '/latitude', 'value.type'],
    ['a negative zone', { locationId: -1 }, '/locationId', 'number.range'],
    ['half a zone', { locationId: 1.5 }, '/locationId', 'value.type'],
    ['an e-mail that is none', { email: 'ada' }, '/email', 'format.email-address-or-empty'],
    [
      'another e-mail that is none',
      { notificationEmail: 'a b@example.com' },
      '/notificationEmail',
      'format.email-address-or-empty',
    ],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/name', 'text.tooLong'],
    ['a flag that is a number', { active: 1 }, '/active', 'value.type'],
    ['null', { city: null }, '/city', 'value.type'],
    ['an unknown field', { country: 'ES' }, '/country', 'field.unknown'],
    ['a text without language', { languages: [{}] }, '/languages/0/languageCode', 'field.required'],
    ['a language twice', { languages: [text, text] }, '/languages', 'list.duplicate'],
    [
      'a language that there is not',
      { languages: [{ languageCode: 'xx' }] },
      '/languages/0/languageCode',
      'format.iso-639-1',
    ],
  ];

  it.each(malformed)('are refused with %s', async (_, values, pointer, code) => {
    const fault = { pointer: `/physicalLocations${pointer}`, code };
    const refused = await post(values);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [fault] });
    if (code === 'field.required' && !pointer.startsWith('/languages')) return;
    const location = await create();
    const answer = await put(location.ID, values);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [fault] });
    expect((await service.get(`${PATH}/${location.ID}`)).body).toEqual(location);
  });

  it('take coordinates up to the poles and the date line', async () => {
    const ends = await create({ latitude: -90, longitude: 180 });
    expect(ends).toMatchObject({ LATITUDE: -90, LONGITUDE: 180 });
    const precise = { latitude: 41.387_891_234_567, longitude: -179.999_999_999_9 };
    expect((await put(ends.ID, precise)).body).toMatchObject({
      LATITUDE: precise.latitude,
      LONGITUDE: precise.longitude,
    });
  });

  describe('and their zones', () => {
    const refusal = (field: string, code: string) => ({
      status: 422,
      body: { errors: [{ pointer: `/physicalLocations/${field}`, code }] },
    });

    it('refuse a zone that there is not', async () => {
      const { ID } = await create();
      const unknown = refusal('locationId', 'reference.notFound');
      expect(await post({ locationId: 999_999 })).toMatchObject(unknown);
      expect(await put(ID, { locationId: 999_999 })).toMatchObject(unknown);
      expect(await post({ locationId: Number.MAX_SAFE_INTEGER })).toMatchObject(unknown);
    });

    it('refuse a zone of another country, judged on what an update leads to', async () => {
      const { algarve, catalonia } = zones;
      expect(await post({ locationId: algarve })).toMatchObject(
        refusal('locationId', 'zone.otherCountry'),
      );
      const location = await create({ locationId: catalonia });
      const { ID } = location;
      expect(await put(ID, { locationId: algarve })).toMatchObject(
        refusal('locationId', 'zone.otherCountry'),
      );
      expect(await put(ID, { countryCode: 'PT', name: 'Moved' })).toMatchObject(
        refusal('countryCode', 'zone.otherCountry'),
      );
      expect((await service.get(`${PATH}/${ID}`)).body).toEqual(location);
      expect((await put(ID, { countryCode: 'PT', locationId: algarve })).body).toEqual({
        ...location,
        UPDATEDAT: anyTime,
        COUNTRYID: 620,
        LOCATIONID: algarve,
      });
      expect((await put(ID, { countryCode: 'FR', locationId: 0 })).body).toEqual({
        ...location,
        UPDATEDAT: anyTime,
        COUNTRYID: 250,
        LOCATIONID: 0,
      });
    });

    it('do not stand in the way of other changes when a zone moves to another country', async () => {
      const zone = { type: 'zone', pId: 'moving', name: 'Moving', countryCode: 'FR' };
      await importLines(service, [zone]);
      const { ID } = await create({ countryCode: 'FR', locationId: await zoneId('moving') });
      await importLines(service, [{ ...zone, countryCode: 'BE' }]);
      expect((await put(ID, { name: 'Renamed' })).status).toBe(200);
    });
  });

  it('keep any Unicode exactly, and are found by it', async () => {
    const names = ['Größe', 'Πλατεία', 'Площадь', 'ساحة', 'כיכר', 'จัตุรัส', '广场', '🏬🗺️'];
    for (const name of names) {
      const values = { pId: name, name, address: name, city: name, state: name, phone: name };
      const languages = [{ languageCode: 'en', information: name, bannerAlt: name }];
      const location = await create({ ...values, languages });
      expect(location).toMatchObject({
        ...{ PID: name, NAME: name, ADDRESS: name, CITY: name, STATE: name, PHONE: name },
        LANGUAGES: [{ INFORMATION: name, BANNERALT: name }],
      });
      const { body } = await service.get(`${PATH}/getId/${encodeURIComponent(name)}`);
      expect(body).toEqual({ ID: location.ID });
    }
    for (const q of ['GROSSE', 'πλατεια', 'площ', 'ساح', 'כיכר', 'จัต', '广场', '🏬']) {
      expect(pIdsOf(await list(`q=${encodeURIComponent(q)}`))).toHaveLength(1);
    }
  });

  it('are searched in name, pId, address, city, postal code, state, email and phone', async () => {
    const texts = {
      ...{ name: 'qa', pId: 'qb', address: 'qc', city: 'qd', postalCode: 'qe', state: 'qf' },
      ...{ email: 'qg@example.com', phone: 'qh' },
    };
    const others = {
      notificationEmail: 'qi@example.com',
      languages: [{ languageCode: 'en', information: 'qj' }],
    };
    await create({ ...texts, ...others });
    for (const word of ['QA', 'qb', 'qc', 'qd', 'qe', 'qf', 'qg', 'qh', 'qa qh']) {
      expect(pIdsOf(await list(`q=${word}`))).toEqual(['qb']);
    }
    for (const word of ['qi', 'qj', 'qa qz']) expect(pIdsOf(await list(`q=${word}`))).toEqual([]);
  });

  it('are searched by what they are now', async () => {
    const { ID, PID } = await create({ city: 'beforetown' });
    await put(ID, { city: 'aftertown' });
    expect(pIdsOf(await list('q=beforetown'))).toEqual([]);
    expect(pIdsOf(await list('q=aftertown'))).toEqual([PID]);
    await service.delete(`${PATH}/${ID}`);
    expect(pIdsOf(await list('q=aftertown'))).toEqual([]);
  });

  it('are sorted by id, pId and name, and paged', async () => {
    const names = ['Éclair', 'apple', 'Banana', 'Äpfel'];
    for (const [at, name] of names.entries()) {
      await create({ pId: `sorted-${9 - at}`, name, state: 'sortedstate' });
    }
    const namesOf = ({ PHYSICALLOCATIONS }: LocationList) =>
      PHYSICALLOCATIONS.map(({ NAME }) => NAME);
    expect(namesOf(await list('q=sortedstate'))).toEqual(names);
    expect(namesOf(await list('q=sortedstate&sort=id.desc'))).toEqual([...names].reverse());
    expect(namesOf(await list('q=sortedstate&sort=pId.asc'))).toEqual([...names].reverse());
    const byName = ['Äpfel', 'apple', 'Banana', 'Éclair'];
    expect(namesOf(await list('q=sortedstate&sort=name.asc'))).toEqual(byName);
    const first = await list('q=sortedstate&sort=name.asc&perPage=3');
    expect(first).toMatchObject({ ITEMS: 4, PAGERPARAMETERS: { PAGE: 1, PERPAGE: 3 } });
    const { body } = await service.get(first.CURSORS.NEXT.slice(service.url.length));
    expect(namesOf(first).concat(namesOf(body as LocationList))).toEqual(byName);
    expect((body as LocationList).CURSORS.NEXT).toBe('');
    expect((await service.get(`${PATH}?sort=city.asc`)).status).toBe(400);
    expect((await service.get(`${PATH}?active=true`)).status).toBe(400);
  });

  it('show in a list the texts of one language, when asked', async () => {
    const languages = ['en', 'es'].map((languageCode) => ({
      languageCode,
      information: languageCode,
    }));
    const { ID } = await create({ name: 'languagetest', languages });
    const shown = async (query: string) => {
      const { PHYSICALLOCATIONS } = await list(`q=languagetest&${query}`);
      return PHYSICALLOCATIONS.map(({ LANGUAGES }) => LANGUAGES.map(({ LANGUAGE }) => LANGUAGE));
    };
    expect(await shown('')).toEqual([['en', 'es']]);
    expect(await shown('languageCode=es')).toEqual([['es']]);
    expect(await shown('languageCode=fr')).toEqual([[]]);
    expect(await shown('languageCode=')).toEqual([['en', 'es']]);
    const { body } = await service.get(`${PATH}?q=languagetest&languageCode=es&fields=ID`);
    expect((body as LocationList).PHYSICALLOCATIONS).toEqual([{ ID }]);
    expect(await shown('languageCode=ES')).toEqual([['es']]);
    expect((await service.get(`${PATH}?languageCode=xx`)).status).toBe(400);
    expect((await service.get(`${PATH}/${ID}?languageCode=es`)).status).toBe(400);
  });

  it('show only the keys that fields asks for', async () => {
    const { ID } = await create({ name: 'Few' });
    const { body } = await service.get(`${PATH}/${ID}?fields=name,countryId,LANGUAGES`);
    expect(body).toEqual({ NAME: 'Few', COUNTRYID: 724, LANGUAGES: [] });
    expect((await service.get(`${PATH}/${ID}?fields=countryCode`)).status).toBe(400);
  });

  it('are deleted with their texts, and never have their id again', async () => {
    const { ID } = await create({ languages: [text] });
    expect((await service.delete(`${PATH}/${ID}`)).body).toEqual({ ID });
    for (const answer of [
      await service.get(`${PATH}/${ID}`),
      await service.delete(`${PATH}/${ID}`),
      await put(ID, { name: 'x' }),
      await put(ID, { locationId: 999_999 }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await create()).ID).toBeGreaterThan(ID);
  });

  it('have a pId of their own, on update too', async () => {
    const { ID, PID } = await create();
    const other = await create();
    const taken = { code: 'pId.taken', existingId: ID };
    expect(await post({ pId: PID })).toMatchObject({ status: 409, body: taken });
    expect(await put(other.ID, { pId: PID })).toMatchObject({ status: 409, body: taken });
    expect((await put(ID, { pId: PID })).status).toBe(200);
  });

  it('of one pId, 30 at once, are created once', async () => {
    const body = { physicalLocations: fields({ pId: 'contested', languages: [text] }) };
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.post(PATH, body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(29).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.body as LocationRecord;
    expect((await list('q=contested')).PHYSICALLOCATIONS).toEqual([winner]);
  });

  it('answer 304 to a state that is known, and 412 to a change of another', async () => {
    const { ID } = await create();
    const etag = String((await service.get(`${PATH}/${ID}`)).headers['etag']);
    const known = { headers: { 'If-None-Match': etag } };
    expect((await service.get(`${PATH}/${ID}`, known)).status).toBe(304);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => put(ID, { name: `By ${at}` }, { 'If-Match': etag })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
    const headers = { 'If-Match': etag };
    expect((await service.delete(`${PATH}/${ID}`, { headers })).status).toBe(412);
  });

  it('need the scopes of locations', async () => {
    const reader = { key: await service.createKey('locations:read') };
    const stranger = { key: await service.createKey('channels:write') };
    expect((await service.get(PATH, reader)).status).toBe(200);
    expect((await service.get(PATH, stranger)).status).toBe(403);
    const body = { physicalLocations: fields() };
    expect((await service.post(PATH, body, reader)).status).toBe(403);
  });

  describe('as lines of the import', () => {
    const line = (values: object = {}) => ({ type: 'location', ...fields(values) });

    it('are created, unchanged, updated to the values of the line', async () => {
      const first = line(whole());
      expect(await importLines(service, [first])).toMatchObject({ created: 1, rejected: 0 });
      expect(await importLines(service, [first])).toMatchObject({ unchanged: 1 });
      const { PHYSICALLOCATIONS } = await list(`q=${first.pId}`);
      expect(PHYSICALLOCATIONS).toEqual([expect.objectContaining(writtenWhole())]);
      const { pId, countryCode } = first;
      const plain = { type: 'location', pId, countryCode };
      expect(await importLines(service, [plain])).toMatchObject({ updated: 1 });
      expect(await importLines(service, [plain])).toMatchObject({ unchanged: 1 });
      const [changed] = (await list(`q=${pId}`)).PHYSICALLOCATIONS;
      expect(changed).toMatchObject({ NAME: '', EMAIL: '', LOCATIONID: 0, LANGUAGES: [] });
    });

    const rejected: [string, () => object, string, string][] = [
      ['an unknown zone', () => ({ locationId: 999_999 }), 'reference.notFound', '/locationId'],
      [
        'a zone of another country',
        () => ({ locationId: zones.algarve }),
        'zone.otherCountry',
        '/locationId',
      ],
      ['a language twice', () => ({ languages: [text, text] }), 'list.duplicate', '/languages'],
    ];

    it.each(rejected)('are rejected with %s, alone', async (_, values, code, pointer) => {
      const bad = line(values());
      const answer = await importLines(service, [line(), bad, line()]);
      expect(answer).toMatchObject({ created: 2, rejected: 1 });
      expect(answer.errors).toEqual([
        expect.objectContaining({ line: 2, pId: bad.pId, code, pointer }),
      ]);
      expect((await service.get(`${PATH}/getId/${bad.pId}`)).status).toBe(404);
    });
  });
});
