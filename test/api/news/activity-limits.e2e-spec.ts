/** @engine modules/news/activity-limits */
import { NewsStore } from './news-store';

interface Limit {
  readonly ACTIVATIONDATE: string;
  readonly EXPIRATIONDATE: string;
  readonly ID: number;
}

const december = { activationDate: '2026-12-01', expirationDate: '2026-12-24' };

describe('activity limits of news', () => {
  let store: NewsStore;
  let id: number;

  beforeAll(async () => {
    store = await NewsStore.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
  });

  beforeEach(async () => {
    id = (await store.create()).ID;
  });

  afterAll(() => store.stop());

  const post = (values: object, news = id) =>
    store.service.post(`/v1/news/${news}/activityLimits`, { activityLimits: values });
  const add = async (values: object = december): Promise<Limit> => {
    const response = await post(values);
    expect(response.status).toBe(201);
    return (response.body as { ACTIVITYLIMITS: Limit }).ACTIVITYLIMITS;
  };
  const put = (limit: number, values: object) =>
    store.service.put(`/v1/news/activityLimits/${limit}`, { activityLimits: values });
  const list = async (): Promise<unknown> =>
    (await store.service.get(`/v1/news/${id}/activityLimits`)).body;

  it('keep the offset that they came with; a date alone gets the one of the store', async () => {
    const first = await add({
      activationDate: '2026-07-01T00:00:00-03:30',
      expirationDate: '2026-07-31T23:59:59.999Z',
    });
    expect(first).toEqual({
      ACTIVATIONDATE: '2026-07-01T00:00:00-03:30',
      EXPIRATIONDATE: '2026-07-31T23:59:59+00:00',
      ID: expect.any(Number) as number,
    });
    const second = await add();
    expect(second).toMatchObject({
      ACTIVATIONDATE: '2026-12-01T00:00:00+01:00',
      EXPIRATIONDATE: '2026-12-24T00:00:00+01:00',
    });
    expect(await list()).toEqual({ ACTIVITYLIMITS: [first, second] });
    expect((await store.read(id)).ACTIVITYLIMITS).toEqual([first, second]);
    const read = await store.service.get(`/v1/news/activityLimits/${first.ID}`);
    expect(read.body).toEqual(first);
    const part = await store.service.get(`/v1/news/activityLimits/${first.ID}?fields=id`);
    expect(part.body).toEqual({ ID: first.ID });
  });

  it('are changed one date at a time, or both', async () => {
    const { ID } = await add();
    const first = await put(ID, { expirationDate: '2026-12-25T00:00:00+05:45' });
    expect(first.body).toEqual({
      ACTIVATIONDATE: '2026-12-01T00:00:00+01:00',
      EXPIRATIONDATE: '2026-12-25T00:00:00+05:45',
      ID,
    });
    const second = await put(ID, { activationDate: '2026-12-02' });
    expect(second.body).toMatchObject({ ACTIVATIONDATE: '2026-12-02T00:00:00+01:00' });
    expect(await list()).toEqual({ ACTIVITYLIMITS: [second.body] });
    expect((await put(ID, {})).body).toEqual(second.body);
    const both = { activationDate: '2027-01-01', expirationDate: '2027-01-01' };
    expect((await put(ID, both)).status).toBe(200);
  });

  it.each([
    ['a day before', '2026-03-02', '2026-03-01', 422],
    ['the same day', '2026-03-01', '2026-03-01', 201],
    ['an earlier hour of the same day', '2026-03-01T20:00Z', '2026-03-01T08:00Z', 201],
    // The instants are in the other order in both: what counts are the dates as they were sent.
    ['a day before elsewhere', '2026-03-02T00:00+14:00', '2026-03-01T23:00-10:00', 422],
    ['a day after elsewhere', '2026-03-01T23:00-10:00', '2026-03-02T00:00+14:00', 201],
  ])('may not end before they begin: %s', async (_, activationDate, expirationDate, status) => {
    const response = await post({ activationDate, expirationDate });
    expect(response.status).toBe(status);
    if (status === 422) {
      expect(response.body).toMatchObject({
        code: 'activityLimit.reversed',
        errors: [{ pointer: '/activityLimits' }],
      });
      expect(await list()).toEqual({ ACTIVITYLIMITS: [] });
    }
    const limits = [december, { activationDate, expirationDate }];
    const whole = await store.post({ pId: `whole-${id}`, activityLimits: limits });
    expect(whole.status).toBe(status);
    if (status === 422) {
      expect(whole.body).toMatchObject({ errors: [{ pointer: '/news/activityLimits/1' }] });
      expect((await store.service.get(`/v1/news/getId/whole-${id}`)).status).toBe(404);
    }
  });

  it('are judged on the result of a change', async () => {
    const limit = await add();
    for (const values of [{ expirationDate: '2026-11-30' }, { activationDate: '2026-12-25' }]) {
      const response = await put(limit.ID, values);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ errors: [{ pointer: '/activityLimits' }] });
    }
    expect(await list()).toEqual({ ACTIVITYLIMITS: [limit] });
  });

  it('are judged on the result of changes in parallel, too', async () => {
    const { ID } = await add();
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        put(
          ID,
          index % 2 === 0 ? { expirationDate: '2026-12-02' } : { activationDate: '2026-12-20' },
        ),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const { body } = await store.service.get(`/v1/news/activityLimits/${ID}`);
    const { ACTIVATIONDATE, EXPIRATIONDATE } = body as Limit;
    expect(ACTIVATIONDATE < EXPIRATIONDATE).toBe(true);
  });

  it.each([
    [{}, ['/activityLimits/activationDate', '/activityLimits/expirationDate']],
    [{ activationDate: '2026-12-01' }, ['/activityLimits/expirationDate']],
    [{ ...december, activationDate: '2026-12-01T24:00' }, ['/activityLimits/activationDate']],
    [{ ...december, expirationDate: '2026-02-29' }, ['/activityLimits/expirationDate']],
    [{ ...december, expirationDate: 20261224 }, ['/activityLimits/expirationDate']],
    [{ ...december, id: 1 }, ['/activityLimits/id']],
  ])('refuse %j', async (values, pointers) => {
    const response = await post(values);
    expect(response.status).toBe(400);
    const { errors } = response.body as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('are deleted one by one, or all of a news', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    const removed = await store.service.delete(`/v1/news/activityLimits/${first.ID}`);
    expect(removed.body).toEqual({ ID: first.ID });
    expect(await list()).toEqual({ ACTIVITYLIMITS: [second, third] });
    const other = await store.create({ activityLimits: [december] });
    const cleared = await store.service.delete(`/v1/news/${id}/activityLimits`);
    expect(cleared.body).toEqual({ ACTIVITYLIMITS: [] });
    expect(await list()).toEqual({ ACTIVITYLIMITS: [] });
    expect(await store.read(other.ID)).toEqual(other);
    expect((await store.service.delete(`/v1/news/${id}/activityLimits`)).status).toBe(200);
  });

  it('are 404 where there is no such news or period', async () => {
    const path = '/v1/news/999999/activityLimits';
    expect((await store.service.get(path)).status).toBe(404);
    expect((await store.service.delete(path)).status).toBe(404);
    expect((await post(december, 999_999)).status).toBe(404);
    expect((await post({ ...december, expirationDate: '2026-01-01' }, 999_999)).status).toBe(404);
    const one = '/v1/news/activityLimits/999999';
    expect((await store.service.get(one)).status).toBe(404);
    expect((await store.service.delete(one)).status).toBe(404);
    expect((await put(999_999, december)).status).toBe(404);
  });

  it('are changed and deleted only in the state that If-Match names', async () => {
    const { ID } = await add();
    const one = `/v1/news/activityLimits/${ID}`;
    const all = `/v1/news/${id}/activityLimits`;
    const tagOf = async (path: string) => ({
      'If-Match': String((await store.service.get(path)).headers['etag']),
    });
    const [known, known2] = [await tagOf(one), await tagOf(all)];
    const body = { activityLimits: { expirationDate: '2026-12-31' } };
    expect((await store.service.put(one, body, { headers: known })).status).toBe(200);
    expect((await store.service.put(one, body, { headers: known })).status).toBe(412);
    expect((await store.service.delete(one, { headers: known })).status).toBe(412);
    expect((await store.service.delete(all, { headers: known2 })).status).toBe(412);
    const now = await tagOf(all);
    expect((await store.service.delete(all, { headers: now })).status).toBe(200);
  });

  it('are not deleted by a request that saw none', async () => {
    const news = await Promise.all(Array.from({ length: 20 }, () => store.create()));
    const { headers } = await store.service.get(`/v1/news/${id}/activityLimits`);
    const sawNone = { headers: { 'If-Match': String(headers['etag']) } };
    const clear = (one: number) => store.service.delete(`/v1/news/${one}/activityLimits`, sawNone);
    await Promise.all(news.flatMap(({ ID }) => [clear(ID), post(december, ID), clear(ID)]));
    const left = await Promise.all(news.map(({ ID }) => store.read(ID)));
    expect(left.map(({ ACTIVITYLIMITS }) => ACTIVITYLIMITS.length)).toEqual(news.map(() => 1));
  });
});
