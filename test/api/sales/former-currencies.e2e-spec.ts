import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { UsersClient } from '../users/users-client';
import { createOrder, importMasters, smallOrder } from './sample-store';

const codesOf = ({ body }: { readonly body: unknown }): [string, string][] =>
  (body as { errors: { pointer: string; code: string }[] }).errors.map(({ pointer, code }) => [
    pointer,
    code,
  ]);

describe('Currencies that are no longer used', () => {
  let service: Service;
  let users: UsersClient;

  beforeAll(async () => {
    service = await Service.start();
    users = await UsersClient.of(service);
    await importMasters(service);
  });

  afterAll(() => service.stop());

  const order = (currencyCode: string, date: string) =>
    smallOrder({ currencyCode, date, pId: `${currencyCode}-${date}` });

  it.each([
    ['HRK', 191, '2022-06-01T10:00:00Z'],
    ['hrk', 191, '2023-01-14T22:00:00Z'],
    ['BGN', 975, '2025-12-31T10:00:00Z'],
    ['ESP', 0, '1999-05-01T10:00:00Z'],
    ['XCG', 532, '2026-01-01T10:00:00Z'],
  ])('are those of orders of their time: %s', async (currencyCode, number, date) => {
    const made = await createOrder(service, order(currencyCode, date));
    const CODE = currencyCode.toUpperCase();
    expect(made).toMatchObject({
      CURRENCIES: { DESTINATION: { ISO4217: { CODE, NUMBER: number } } },
    });
    const line = { type: 'order', ...order(currencyCode, date) };
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1 });
  });

  it.each([
    ['HRK', '2023-01-16T12:00:00Z'],
    ['BGN', '2026-03-01T10:00:00Z'],
    ['ANG', '2026-01-01T10:00:00Z'],
    ['CUC', '2022-01-01T10:00:00Z'],
  ])('are refused for later orders: %s on %s', async (currencyCode, date) => {
    const response = await service.post('/v1/orders', { orders: order(currencyCode, date) });
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual([['/orders/currencyCode', 'format.iso-4217']]);
    const line = { type: 'order', ...order(currencyCode, date) };
    expect(await importLines(service, [line])).toMatchObject({
      rejected: 1,
      errors: [{ code: 'format.iso-4217', pointer: '/currencyCode' }],
    });
    const source = { ...order('EUR', date), sourceCurrencyCode: currencyCode };
    const other = await service.post('/v1/orders', { orders: source });
    expect(codesOf(other)).toEqual([['/orders/sourceCurrencyCode', 'format.iso-4217']]);
  });

  it('are refused for users and new vouchers, unlike their successors', async () => {
    for (const currencyCode of ['ANG', 'bgn', 'CUC', 'HRK']) {
      const response = await users.post({ currencyCode });
      expect(codesOf(response)).toEqual([['/users/currencyCode', 'format.iso-4217']]);
    }
    expect((await users.post({ currencyCode: 'XCG' })).status).toBe(201);
    const { ID } = await users.create();
    const voucher = (currencyId: number) =>
      service.post(`/v1/users/${ID}/vouchers`, {
        vouchers: { availableBalance: 5, currencyId },
      });
    expect(codesOf(await voucher(975))).toEqual([['/vouchers/currencyId', 'format.iso-4217']]);
    expect((await voucher(532)).status).toBe(201);
  });
});
