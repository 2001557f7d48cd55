/** @engine */
import { Clock } from '../../../src/core/clock';
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

interface Points {
  BALANCE: number;
  MOVEMENTS: {
    COMMENT: string;
    DATE: string;
    EXPIRATIONDATE: string;
    ID: number;
    POINTS: number;
  }[];
}

describe('the reward points of a user', () => {
  let service: Service;
  let customers: Customers;
  let userId: number;
  let path: string;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Asia/Tokyo' });
    customers = await Customers.of(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    ({ id: userId } = await customers.add());
    path = `/v1/users/${userId}/rewardPoints`;
    at('2026-06-15T12:00:00Z');
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const at = (instant: string) => {
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(instant));
  };

  const post = (points: number, values: object = {}) =>
    service.post(path, { rewardPoints: { points, ...values } });

  const move = async (points: number, values: object = {}): Promise<number> => {
    const { status, body } = await post(points, values);
    expect(status).toBe(201);
    return (body as { REWARDPOINTS: Points }).REWARDPOINTS.BALANCE;
  };

  const read = async (): Promise<Points> => {
    const { body } = await service.get(path);
    return (body as { REWARDPOINTS: Points }).REWARDPOINTS;
  };

  it('are none at first', async () => {
    expect((await service.get(path)).body).toEqual({ REWARDPOINTS: { BALANCE: 0, MOVEMENTS: [] } });
  });

  it('are earned and spent, and every movement stays', async () => {
    const comment = 'Welcome, Ναταλία 🎁';
    await post(100, { comment, expirationDate: '2026-12-31T23:59:59+01:00' });
    const { status, body } = await post(-30);
    expect(status).toBe(201);
    const id = expect.any(Number) as number;
    const DATE = '2026-06-15T21:00:00+09:00';
    const EXPIRATIONDATE = '2026-12-31T23:59:59+01:00';
    expect(body).toEqual({
      REWARDPOINTS: {
        BALANCE: 70,
        MOVEMENTS: [
          { COMMENT: comment, DATE, EXPIRATIONDATE, ID: id, POINTS: 100 },
          { COMMENT: '', DATE, EXPIRATIONDATE: '', ID: id, POINTS: -30 },
        ],
      },
    });
    expect(await read()).toEqual((body as { REWARDPOINTS: Points }).REWARDPOINTS);
  });

  it.each<[number, string, object]>([
    [400, 'points value.notAllowed', { points: 0 }],
    [400, 'points value.type', { points: 1.5 }],
    [400, 'points value.type', { points: '5' }],
    [400, 'points number.range', { points: 2 ** 31 }],
    [400, 'points field.required', {}],
    [400, 'comment text.tooLong', { points: 1, comment: 'x'.repeat(256) }],
    [400, 'expirationDate format.instant-or-date', { points: 1, expirationDate: 'soon' }],
    [400, 'date field.unknown', { points: 1, date: '2026-01-01' }],
    [422, 'expirationDate rewardPoints.spentExpire', { points: -1, expirationDate: '2027-01-01' }],
    [409, 'points rewardPoints.tooFew', { points: -1 }],
  ])('are not changed by %i %s', async (status, fault, rewardPoints) => {
    const response = await service.post(path, { rewardPoints });
    expect(response.status).toBe(status);
    const [first] = (response.body as { errors: { pointer: string; code: string }[] }).errors;
    expect(`${first?.pointer} ${first?.code}`).toBe(`/rewardPoints/${fault}`);
    expect(await read()).toEqual({ BALANCE: 0, MOVEMENTS: [] });
  });

  it('never fall below 0', async () => {
    await move(10);
    expect((await post(-11)).status).toBe(409);
    expect(await move(-10)).toBe(0);
    expect((await post(-1)).status).toBe(409);
    expect((await read()).MOVEMENTS).toHaveLength(2);
  });

  it('leave the balance when they expire, and can no longer be spent', async () => {
    await move(10, { expirationDate: '2026-06-16T00:00:00+09:00' });
    expect(await move(5)).toBe(15);
    at('2026-06-15T14:59:59.999Z');
    expect((await read()).BALANCE).toBe(15);
    at('2026-06-15T15:00:00Z');
    expect((await read()).BALANCE).toBe(5);
    expect((await post(-6)).status).toBe(409);
    expect(await move(-5)).toBe(0);
    expect(await move(7, { expirationDate: '2020-01-01' })).toBe(0);
    expect((await read()).MOVEMENTS).toHaveLength(4);
  });

  it('are spent by the order in which they expire, the oldest of equal ones first', async () => {
    await move(10);
    await move(10, { expirationDate: '2026-08-01T00:00:00+14:00' });
    await move(10, { expirationDate: '2026-07-31T12:00:00Z' });
    await move(10, { expirationDate: '2026-07-01' });
    await move(10);
    // All of July's first, and half of those of 31 July at 10:00 UTC.
    expect(await move(-15)).toBe(35);
    at('2026-07-31T10:00:00Z');
    expect((await read()).BALANCE).toBe(30);
    expect(await move(-5)).toBe(25);
    at('2026-07-31T12:00:00Z');
    expect((await read()).BALANCE).toBe(20);
    expect(await move(-20)).toBe(0);
  });

  it('count from the next earning on when all that was spent has expired', async () => {
    await move(10, { expirationDate: '2026-07-01' });
    await move(-10);
    at('2026-08-01T00:00:00Z');
    expect((await read()).BALANCE).toBe(0);
    expect(await move(3)).toBe(3);
  });

  it('let 10 of 40 parallel clients spend 10 of 100', async () => {
    for (const points of [35, 5, 60]) await move(points);
    const responses = await atOnce(40, () => post(-10));
    expect(statusesOf(responses)).toEqual({ 201: 10, 409: 30 });
    const { BALANCE, MOVEMENTS } = await read();
    expect(BALANCE).toBe(0);
    expect(MOVEMENTS).toHaveLength(13);
    expect(MOVEMENTS.reduce((sum, { POINTS }) => sum + POINTS, 0)).toBe(0);
  });

  it('add up when 40 parallel clients earn and spend them', async () => {
    await move(20);
    const responses = await atOnce(40, (index) => post(index % 2 === 0 ? 1 : -1));
    expect(statusesOf(responses)).toEqual({ 201: 40 });
    expect((await read()).BALANCE).toBe(20);
  });

  it('are not found without such a user', async () => {
    const other = '/v1/users/999999/rewardPoints';
    expect((await service.get(other)).status).toBe(404);
    const rewardPoints = { points: -1, expirationDate: '2027-01-01' };
    expect((await service.post(other, { rewardPoints })).status).toBe(404);
  });

  it('move LASTUSED of their user with every change', async () => {
    expect(await customers.touchedBy([userId], () => post(1))).toEqual([true]);
    expect(await customers.touchedBy([userId], () => post(-1))).toEqual([true]);
    expect(await customers.touchedBy([userId], () => post(-1))).toEqual([false]);
  });
});
