import { importLines } from '../../../support/import';
import { Service } from '../../../support/service/service';

interface NewsRecord {
  readonly ID: number;
  readonly PID: string;
  readonly PUBLICATIONDATE: string;
  readonly LANGUAGES: readonly { LANGUAGE: string }[];
  readonly NEWSITEMS: readonly { ITEM: { PID: string } }[];
}

/** Different spellings of the same request, where they can't be misunderstood. */
describe('equivalent requests', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
  });

  afterAll(() => service.stop());

  const newsOf = async (query: string): Promise<NewsRecord[]> => {
    const { status, body } = await service.get(`/v1/news?${query}`);
    expect(status).toBe(200);
    return (body as { NEWS: NewsRecord[] }).NEWS;
  };

  const sent = {
    publicationDate: '2026-07-01T10:00',
    languages: [{ languageCode: 'EN', title: 'News' }],
    newsItems: [{ pId: 'pt', itemType: 30 }],
  };
  const kept = {
    PUBLICATIONDATE: '2026-07-01T10:00:00+02:00',
    LANGUAGES: [{ LANGUAGE: 'en' }],
    NEWSITEMS: [{ ITEM: { PID: 'PT' } }],
  };

  it('are taken in bodies, and kept in the one of the standard', async () => {
    const created = await service.post('/v1/news', {
      news: { pId: 'body', name: 'Body', ...sent },
    });
    expect(created).toMatchObject({ status: 201, body: kept });
    const { ID } = created.body as NewsRecord;
    const news = { publicationDate: '2026-12-24T18:00', languages: [{ languageCode: 'Pt' }] };
    const { body } = await service.put(`/v1/news/${ID}`, { news });
    expect(body).toMatchObject({
      PUBLICATIONDATE: '2026-12-24T18:00:00+01:00',
      LANGUAGES: [{ LANGUAGE: 'en' }, { LANGUAGE: 'pt' }],
    });
  });

  it('are taken in lines of an import, and are the same line', async () => {
    const line = { type: 'news', pId: 'line', name: 'Line', ...sent };
    expect(await importLines(service, [line])).toMatchObject({ created: 1 });
    expect(await newsOf('q=line')).toMatchObject([kept]);
    const standard = {
      publicationDate: '2026-07-01T08:00:00Z',
      languages: [{ languageCode: 'en', title: 'News' }],
      newsItems: [{ pId: 'PT', itemType: 30 }],
    };
    expect(await importLines(service, [{ ...line, ...standard }])).toMatchObject({ unchanged: 1 });
  });

  it('are taken in queries', async () => {
    for (const [pId, priority, active] of [
      ['query 2', 2, true],
      ['query 1', 1, true],
      ['query 3', 3, false],
    ] as const) {
      const news = { ...sent, pId, name: pId, priority, active, publicationDate: '2026-01-01' };
      expect((await service.post('/v1/news', { news })).status).toBe(201);
    }
    const pIds = async (query: string) => (await newsOf(query)).map(({ PID }) => PID);
    const q = 'q=query&countryCode=pt&languageCode=EN';
    expect(await pIds(`${q}&sort=priority`)).toEqual(['query 1', 'query 2', 'query 3']);
    expect(await pIds(`${q}&sort=PRIORITY.DESC`)).toEqual(['query 3', 'query 2', 'query 1']);
    expect(await pIds(`${q}&sort=priority&showOnlyActive=TRUE`)).toEqual(['query 1', 'query 2']);
    expect(await pIds(`${q}&sort=priority&showOnlyActive=True`)).toEqual(['query 1', 'query 2']);
    expect(await pIds(`${q}&sort=&page=&perPage=&showOnlyActive=`)).toHaveLength(3);
  });

  it('make the same cursors, whose order stays', async () => {
    const { body } = await service.get('/v1/news?q=query&sort=Priority&perPage=1');
    const { NEXT } = (body as { CURSORS: { NEXT: string } }).CURSORS;
    const next = await service.get(NEXT.replace(service.url, ''));
    expect((next.body as { NEWS: NewsRecord[] }).NEWS.map(({ PID }) => PID)).toEqual(['query 2']);
  });

  it('mean a time of the zone of the store in queries', async () => {
    const group = { type: 'userGroup', pId: 'g', name: 'G' };
    const address = { pId: 'a', alias: 'A', type: 1, countryCode: 'Es', firstName: 'Ada' };
    const user = {
      ...{ type: 'user', pId: 'ada', email: 'ada@example.com', group: { pId: 'g' } },
      ...{ languageCode: 'ES', currencyCode: 'eur', addressBook: [address] },
      dateAdded: '2026-07-01T10:00',
    };
    expect(await importLines(service, [group, user])).toMatchObject({ created: 2 });
    const found = async (query: string) => {
      const answer = await service.get(`/v1/users?${query}`);
      return (answer.body as { USERS: object[] }).USERS;
    };
    const shown = { LANGUAGE: 'es', DATEADDED: '2026-07-01T10:00:00+02:00' };
    expect(await found('dateAdded_min=2026-07-01T10:00')).toMatchObject([shown]);
    expect(await found('dateAdded_min=2026-07-01T10:01')).toEqual([]);
    expect(await found('dateAdded_max=2026-07-01T08:00Z')).toHaveLength(1);
  });
});
