/** @engine modules/users/vouchers */
import { DataAccess } from '../../../src/database';
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

interface Voucher {
  AVAILABLEBALANCE: number;
  CODE: string;
  CURRENCY: string;
  EXPIRATIONDATE: string;
  ID: number;
}

describe('vouchers', () => {
  let service: Service;
  let customers: Customers;
  let userId: number;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    customers = await Customers.of(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    ({ id: userId } = await customers.add());
  });

  const fields = (values: object = {}) => ({ availableBalance: 50, currencyId: 978, ...values });

  const post = (values: object = {}, id = userId) =>
    service.post(`/v1/users/${id}/vouchers`, { vouchers: fields(values) });

  const create = async (values: object = {}): Promise<Voucher> => {
    const response = await post(values);
    expect(response.status).toBe(201);
    return response.body as Voucher;
  };

  const put = (id: number, values: object) =>
    service.put(`/v1/users/vouchers/${id}`, {
      vouchers: { currencyId: 978, currencyCode: 'EUR', ...values },
    });

  const listed = async (id = userId): Promise<Voucher[]> => {
    const { body } = await service.get(`/v1/users/${id}/vouchers`);
    return (body as { VOUCHERS: Voucher[] }).VOUCHERS;
  };

  /** Balances that are not the sum of their movements. */
  const unbalanced = () =>
    service.app.get(DataAccess).database.select(
      `SELECT v.id FROM vouchers v LEFT JOIN voucher_movements m ON m.voucher_id = v.id
       GROUP BY v.id, v.available_balance HAVING v.available_balance <> COALESCE(SUM(m.amount), 0)`,
    );

  const movements = async (id: number): Promise<number[]> => {
    const rows = await service.app.get(DataAccess).database.select<{
      amount: number;
    }>('SELECT amount FROM voucher_movements WHERE voucher_id = ? ORDER BY id', [id]);
    return rows.map(({ amount }) => amount);
  };

  describe('when one is created', () => {
    it('answers its record, and shows it among those of its user', async () => {
      const voucher = await create({
        ...{ availableBalance: 49.99, currencyId: 826, code: 'SPRING 50', pId: 'spring' },
        expirationDate: '2026-12-31T23:59:59-05:00',
      });
      expect(voucher).toEqual({
        AVAILABLEBALANCE: 49.99,
        CODE: 'SPRING 50',
        CURRENCY: 'GBP',
        EXPIRATIONDATE: '2026-12-31T23:59:59-05:00',
        ID: expect.any(Number) as number,
      });
      expect(await listed()).toEqual([voucher]);
      expect((await service.get(`/v1/users/vouchers/${voucher.ID}`)).body).toEqual(voucher);
    });

    it('makes a code that is absent, and leaves out what is not given', async () => {
      const one = await create({ availableBalance: 0 });
      const other = await create();
      expect(one).toMatchObject({ AVAILABLEBALANCE: 0, EXPIRATIONDATE: '' });
      expect([one.CODE, other.CODE]).toEqual(
        Array(2).fill(expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/)),
      );
      expect(one.CODE).not.toBe(other.CODE);
      const empty = await create({ code: '', pId: '', expirationDate: '' });
      expect(empty).toMatchObject({
        EXPIRATIONDATE: '',
        CODE: expect.stringMatching(/^\w{16}$/) as string,
      });
      await service.delete(`/v1/users/vouchers/${empty.ID}`);
      const renewed = (await put(other.ID, { code: '' })).body as { CODE: string };
      expect(renewed.CODE).toMatch(/^\w{16}$/);
      expect(renewed.CODE).not.toBe(other.CODE);
      expect((await listed()).map(({ ID }) => ID)).toEqual([one.ID, other.ID]);
    });

    it('takes a date as its midnight in the zone of the store', async () => {
      const { EXPIRATIONDATE } = await create({ expirationDate: '2026-07-01' });
      expect(EXPIRATIONDATE).toBe('2026-07-01T00:00:00+02:00');
    });

    it('keeps codes of any script exactly, and distinguishes them by case and accent', async () => {
      const codes = [
        'Été',
        'été',
        'ete',
        'ΔΩΡΟ',
        'Подарок',
        'هدية',
        'מתנה',
        'ของขวัญ',
        '礼券',
        '🎁',
      ];
      for (const code of codes) await create({ code });
      expect((await listed()).map(({ CODE }) => CODE)).toEqual(codes);
    });

    it.each<[string, object, string]>([
      ['no balance', { availableBalance: undefined }, 'availableBalance field.required'],
      ['a balance below 0', { availableBalance: -0.01 }, 'availableBalance number.range'],
      ['five decimals', { availableBalance: 0.00001 }, 'availableBalance number.decimals'],
      ['no currency', { currencyId: undefined }, 'currencyId field.required'],
      ['an unknown currency', { currencyId: 1 }, 'currencyId format.iso-4217-number'],
      ['no currency at all', { currencyId: 999 }, 'currencyId format.iso-4217-number'],
      ['a currency code', { currencyCode: 'EUR' }, 'currencyCode field.unknown'],
      ['a code with white space at its end', { code: 'a ' }, 'code text.pattern'],
      ['a code of 101 characters', { code: 'x'.repeat(101) }, 'code text.tooLong'],
      ['a day that is none', { expirationDate: '2026-02-30' }, 'expirationDate'],
    ])('refuses %s', async (_, values, fault) => {
      const { status, body } = await post(values);
      expect(status).toBe(400);
      const [{ pointer, code }] = (body as { errors: [{ pointer: string; code: string }] }).errors;
      expect(`${pointer} ${code}`).toContain(`/vouchers/${fault}`);
      expect(await listed()).toEqual([]);
    });

    it('refuses a code or a pId that another voucher has, of whichever user', async () => {
      await create({ code: 'TWICE', pId: 'twice' });
      const { id: otherId } = await customers.add();
      const code = await post({ code: 'TWICE' }, otherId);
      expect(code.status).toBe(409);
      expect(code.body).toMatchObject({
        code: 'voucher.taken',
        errors: [{ pointer: '/vouchers/code' }],
      });
      const pId = await post({ pId: 'twice' }, otherId);
      expect(pId.status).toBe(409);
      expect(pId.body).toMatchObject({ code: 'pId.taken', errors: [{ pointer: '/vouchers/pId' }] });
      expect(await listed(otherId)).toEqual([]);
    });

    it('knows no user that is not there', async () => {
      expect((await post({}, 999_999)).status).toBe(404);
      expect((await service.get('/v1/users/999999/vouchers')).status).toBe(404);
      expect((await service.delete('/v1/users/999999/vouchers')).status).toBe(404);
    });

    it('lets one of 40 parallel clients have a code', async () => {
      const others = await Promise.all([customers.add(), customers.add()]);
      const owners = [userId, ...others.map(({ id }) => id)];
      const responses = await atOnce(40, (index) => post({ code: 'RARE' }, owners[index % 3]));
      expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
      const kept = (await Promise.all(owners.map(listed))).flat();
      expect(kept.map(({ CODE }) => CODE)).toEqual(['RARE']);
      expect(await unbalanced()).toEqual([]);
    });

    it('makes 40 codes at once', async () => {
      const responses = await atOnce(40, () => post());
      expect(statusesOf(responses)).toEqual({ 201: 40 });
      expect(new Set((await listed()).map(({ CODE }) => CODE)).size).toBe(40);
    });
  });

  describe('when a user brings them along', () => {
    it('belong to it from the start', async () => {
      const vouchers = [fields({ code: 'FIRST' }), fields({ availableBalance: 0.5 })];
      const { status, body } = await customers.create({ vouchers });
      expect(status).toBe(201);
      const { ID, VOUCHERS } = body as { ID: number; VOUCHERS: object[] };
      const kept = await listed(ID);
      expect(kept).toMatchObject([{ CODE: 'FIRST' }, { AVAILABLEBALANCE: 0.5 }]);
      expect(VOUCHERS).toEqual([{ VOUCHERS: kept }]);
      expect(await unbalanced()).toEqual([]);
    });

    it('are refused with the user where a code or pId is taken', async () => {
      await create({ code: 'HELD', pId: 'held' });
      for (const [index, taken] of [{ code: 'HELD' }, { pId: 'held' }].entries()) {
        const pId = `refused-${index}`;
        const vouchers = [fields({ code: `NEW-${index}` }), fields(taken)];
        const { status, body } = await customers.create({ pId, vouchers });
        expect(status).toBe(409);
        const pointer = `/users/vouchers/1/${String(Object.keys(taken)[0])}`;
        expect(body).toMatchObject({ errors: [{ pointer }] });
        expect((await service.get(`/v1/users/getId/${pId}`)).status).toBe(404);
        expect((await post({ code: `NEW-${index}` })).status).toBe(201);
      }
    });

    it('are deleted with it', async () => {
      const { ID } = await create({ code: 'WITH-USER' });
      expect((await service.delete(`/v1/users/${userId}`)).status).toBe(200);
      expect((await service.get(`/v1/users/vouchers/${ID}`)).status).toBe(404);
      expect(await movements(ID)).toEqual([]);
    });
  });

  describe('when one is changed', () => {
    it('changes what is sent and nothing else', async () => {
      const voucher = await create({ code: 'BEFORE', pId: 'before', expirationDate: '2026-01-01' });
      expect((await put(voucher.ID, {})).body).toEqual(voucher);
      expect((await put(voucher.ID, { code: 'AFTER' })).body).toEqual({
        ...voucher,
        CODE: 'AFTER',
      });
      const all = {
        ...{ availableBalance: 735, currencyId: 392, currencyCode: 'JPY', pId: 'after' },
        expirationDate: '2027-01-01T00:00:00Z',
      };
      const { status, body } = await put(voucher.ID, all);
      expect(status).toBe(200);
      expect(body).toEqual({
        AVAILABLEBALANCE: 735,
        CODE: 'AFTER',
        CURRENCY: 'JPY',
        EXPIRATIONDATE: '2027-01-01T00:00:00+00:00',
        ID: voucher.ID,
      });
      const none = { pId: '', expirationDate: '' };
      expect((await put(voucher.ID, none)).body).toMatchObject({ EXPIRATIONDATE: '' });
      await create({ pId: 'before' });
      await create({ pId: 'after' });
      expect((await post({ pId: 'after' })).status).toBe(409);
    });

    it('writes the difference into the ledger', async () => {
      const { ID } = await create({ availableBalance: 0.3 });
      await put(ID, { availableBalance: 0.1 });
      await put(ID, { availableBalance: 0.1 });
      await put(ID, { code: 'LEDGER' });
      await put(ID, { availableBalance: 100 });
      expect(await movements(ID)).toEqual([3000, -2000, 999_000]);
      expect(await unbalanced()).toEqual([]);
    });

    it('keeps balance and ledger together when 40 clients set it at once', async () => {
      const { ID } = await create({ availableBalance: 100 });
      const responses = await atOnce(40, (index) => put(ID, { availableBalance: index }));
      expect(statusesOf(responses)).toEqual({ 200: 40 });
      expect(await unbalanced()).toEqual([]);
      expect(await movements(ID)).toHaveLength(41);
    });

    it('wants both currencyId and currencyCode, and that they agree', async () => {
      const { ID } = await create();
      const path = `/v1/users/vouchers/${ID}`;
      const missing = await service.put(path, { vouchers: { code: 'X' } });
      expect(missing.status).toBe(400);
      expect((missing.body as { errors: object[] }).errors).toMatchObject([
        { pointer: '/vouchers/currencyId', code: 'field.required' },
        { pointer: '/vouchers/currencyCode', code: 'field.required' },
      ]);
      const unknown = await put(ID, { currencyCode: 'eux' });
      expect(unknown.status).toBe(400);
      const different = await put(ID, { currencyCode: 'USD', code: 'CHANGED' });
      expect(different.status).toBe(422);
      expect(different.body).toMatchObject({
        code: 'currency.mismatch',
        errors: [{ pointer: '/vouchers/currencyCode' }],
      });
      expect((await listed())[0]?.CODE).not.toBe('CHANGED');
    });

    it('refuses the code of another voucher', async () => {
      await create({ code: 'MINE' });
      const { ID, CODE } = await create();
      const { status, body } = await put(ID, { code: 'MINE', availableBalance: 1 });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'voucher.taken' });
      expect((await service.get(`/v1/users/vouchers/${ID}`)).body).toMatchObject({
        AVAILABLEBALANCE: 50,
        CODE,
      });
      expect((await put(ID, { code: CODE })).status).toBe(200);
    });

    it('looks for the voucher before anything else', async () => {
      expect((await put(999_999, { currencyCode: 'USD' })).status).toBe(404);
      expect((await service.get('/v1/users/vouchers/999999')).status).toBe(404);
      expect((await service.delete('/v1/users/vouchers/999999')).status).toBe(404);
      expect((await service.get('/v1/users/vouchers/0')).status).toBe(400);
    });

    it('honours If-Match: of 30 clients that saw one state one changes it', async () => {
      const { ID } = await create();
      const path = `/v1/users/vouchers/${ID}`;
      const etag = String((await service.get(path)).headers['etag']);
      const responses = await atOnce(30, (index) => {
        const vouchers = { currencyId: 978, currencyCode: 'EUR', availableBalance: index };
        return service.put(path, { vouchers }, { headers: { 'If-Match': etag } });
      });
      expect(statusesOf(responses)).toEqual({ 200: 1, 412: 29 });
      expect((await service.delete(path, { headers: { 'If-Match': etag } })).status).toBe(412);
      expect(await unbalanced()).toEqual([]);
    });
  });

  describe('when they are deleted', () => {
    it('removes one with its ledger', async () => {
      const { ID } = await create({ code: 'AGAIN' });
      const kept = await create();
      expect((await service.delete(`/v1/users/vouchers/${ID}`)).body).toEqual({ ID });
      expect((await service.get(`/v1/users/vouchers/${ID}`)).status).toBe(404);
      expect(await listed()).toEqual([kept]);
      expect(await movements(ID)).toEqual([]);
      expect((await create({ code: 'AGAIN' })).ID).toBeGreaterThan(kept.ID);
    });

    it('removes all of a user, and nobody else’s', async () => {
      const { id: otherId } = await customers.add();
      await post({}, otherId);
      await create();
      await create();
      const path = `/v1/users/${userId}/vouchers`;
      const stale = { headers: { 'If-Match': '"stale"' } };
      expect((await service.delete(path, stale)).status).toBe(412);
      expect((await service.delete(path)).body).toEqual({ VOUCHERS: [] });
      expect(await listed()).toEqual([]);
      expect(await listed(otherId)).toHaveLength(1);
      expect((await service.delete(path)).status).toBe(200);
    });

    it('lets one of 30 parallel clients delete it', async () => {
      const { ID } = await create();
      const responses = await atOnce(30, () => service.delete(`/v1/users/vouchers/${ID}`));
      expect(statusesOf(responses)).toEqual({ 200: 1, 404: 29 });
    });
  });

  it('move LASTUSED of their user with every change', async () => {
    const { ID } = await create();
    for (const change of [
      () => create(),
      () => put(ID, { code: 'MOVED' }),
      () => service.delete(`/v1/users/vouchers/${ID}`),
      () => service.delete(`/v1/users/${userId}/vouchers`),
    ]) {
      expect(await customers.touchedBy([userId], change)).toEqual([true]);
    }
    expect(await customers.touchedBy([userId], () => listed())).toEqual([false]);
  });
});
