/** @engine */
import { Database } from '../../../src/database';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { actionLine, ConfiguredActions, errorOf, states } from './configured-actions';
import { createOrder, importMasters, smallOrder } from './sample-store';

interface PaidWith {
  VOUCHERS: {
    CODE: string;
    VOUCHERID: number;
    AVAILABLEBALANCE: number;
    BALANCEPROCESSED: boolean;
  }[];
}

const address = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
const userLine = (pId: string, values: object = {}) => ({
  ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en' },
  ...{ group: { pId: 'shoppers' }, addressBook: [address], ...values },
});

describe('vouchers of orders that come in', () => {
  let service: Service;
  let actions: ConfiguredActions;
  let adaId: number;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    const group = { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' };
    expect(await importLines(service, [group, userLine('ada')])).toMatchObject({ rejected: 0 });
    adaId = await idOf('users', 'ada');
    actions = new ConfiguredActions(service);
  });

  afterAll(() => service.stop());

  const idOf = async (collection: string, pId: string): Promise<number> =>
    ((await service.get(`/v1/${collection}/getId/${pId}`)).body as { ID: number }).ID;
  const voucher = async (code: string, userId = adaId): Promise<number> => {
    const vouchers = { code, availableBalance: 100, currencyId: 978 };
    const { status, body } = await service.post(`/v1/users/${userId}/vouchers`, { vouchers });
    expect(status).toBe(201);
    return (body as { ID: number }).ID;
  };
  const balance = async (id: number): Promise<number> =>
    ((await service.get(`/v1/users/vouchers/${id}`)).body as { AVAILABLEBALANCE: number })
      .AVAILABLEBALANCE;
  const paying = (...codes: string[]) =>
    smallOrder({
      rows: [{ name: 'Shirt', quantity: 1, price: 90 }],
      vouchers: codes.map((code) => ({ code, amount: 5 })),
    });
  const paid = async (...codes: string[]) =>
    (await createOrder(service, paying(...codes))) as unknown as PaidWith & { ID: number };
  const links = ({ VOUCHERS }: PaidWith) => VOUCHERS.map(({ VOUCHERID }) => VOUCHERID);
  const stored = async (pId: string): Promise<number[]> => {
    const { body } = await service.get(`/v1/orders/${await idOf('orders', pId)}/vouchers`);
    return links(body as PaidWith);
  };

  it('are linked to the vouchers that have their codes, exactly, and take nothing of them', async () => {
    const id = await voucher('Gift-É');
    const order = await paid('Gift-É', 'NOBODYS', 'gift-é', 'Gift-E', 'GIFT-É');
    expect(links(order)).toEqual([id, 0, 0, 0, 0]);
    expect(order.VOUCHERS[0]).toMatchObject({
      ...{ CODE: 'Gift-É', AVAILABLEBALANCE: 5, BALANCEPROCESSED: false },
    });
    expect(await balance(id)).toBe(100);
  });

  it('may be of another user than the order: any customer can use a code', async () => {
    await importLines(service, [userLine('grace')]);
    const id = await voucher('BEARER', await idOf('users', 'grace'));
    const order = paying('BEARER');
    const ofAda = { ...paying('BEARER'), user: { ...order.user, pId: 'ada' } };
    const lines = [order, ofAda].map((one) => ({ type: 'order', ...one }));
    expect(await importLines(service, lines)).toMatchObject({ created: 2 });
    expect([await stored(order.pId), await stored(ofAda.pId)]).toEqual([[id], [id]]);
  });

  it('are known from earlier lines of the same stream, and not from later ones', async () => {
    const vouchers = [{ code: 'STREAM', availableBalance: 1, currencyId: 978 }];
    const [before, after] = [paying('STREAM'), paying('STREAM')];
    const lines = [
      { type: 'order', ...before },
      userLine('linus', { vouchers }),
      { type: 'order', ...after },
    ];
    expect(await importLines(service, lines)).toMatchObject({ created: 3 });
    const user = (await service.get(`/v1/users/${await idOf('users', 'linus')}`)).body as {
      VOUCHERS: { VOUCHERS: { ID: number }[] }[];
    };
    expect(await stored(before.pId)).toEqual([0]);
    expect(await stored(after.pId)).toEqual([user.VOUCHERS[0]?.VOUCHERS[0]?.ID]);
    expect(await importLines(service, lines)).toMatchObject({ unchanged: 3, rejected: 0 });
    expect(await stored(before.pId)).toEqual([0]);
  });

  it('are looked up together, however many orders have some', async () => {
    const ids = [await voucher('MANY-1'), await voucher('MANY-2')];
    const orders = Array.from({ length: 60 }, (_, at) =>
      paying(`MANY-${1 + (at % 2)}`, `UNKNOWN-${at}`),
    );
    const queries = (lines: readonly object[]) =>
      countStatements(
        service.app.get(Database),
        async () => {
          const typed = lines.map((line) => ({ type: 'order', ...line }));
          expect(await importLines(service, typed)).toMatchObject({ created: lines.length });
        },
        /\bvouchers\b/,
      );
    expect(await queries(orders)).toBe(1);
    expect(await stored(orders[1]?.pId ?? '')).toEqual([ids[1], 0]);
    expect(await queries([smallOrder(), smallOrder()])).toBe(0);
  });

  it('stand in the invoice as in the order', async () => {
    const id = await voucher('INVOICED');
    const { ID } = await paid('INVOICED');
    const { body } = await service.post(`/v1/orders/${ID}/invoices`);
    expect(links(body as PaidWith)).toEqual([id]);
  });

  describe('that are spent', () => {
    beforeAll(() =>
      actions.configure(actionLine('SPEND_VOUCHERS', 2), actionLine('RELEASE_VOUCHERS', -11)),
    );
    afterAll(() => actions.clear());

    it('are those that were linked, whatever their codes have become', async () => {
      const id = await voucher('BEFORE');
      const { ID } = await paid('BEFORE');
      const renamed = { code: 'AFTER', currencyId: 978, currencyCode: 'EUR' };
      await service.put(`/v1/users/vouchers/${id}`, { vouchers: renamed });
      const other = await voucher('BEFORE');
      const { after, runs } = await actions.moved(ID, 2);
      expect(states(runs)).toEqual([[6, 1]]);
      expect(after.VOUCHERS).toMatchObject([{ CODE: 'BEFORE', VOUCHERID: id }]);
      expect([await balance(id), await balance(other)]).toEqual([95, 100]);
      await actions.moved(ID, -11);
      expect([await balance(id), await balance(other)]).toEqual([100, 100]);
      await actions.moved(ID, 2);
      expect([await balance(id), await balance(other)]).toEqual([95, 100]);
    });

    it('are looked for by code where they were not known', async () => {
      const { ID } = await paid('LATER');
      expect(errorOf((await actions.moved(ID, 2)).runs[0])).toMatch(/^voucher\.unknown: /);
      const id = await voucher('LATER');
      await actions.change(ID, 1);
      const { after } = await actions.moved(ID, 2);
      expect(after.VOUCHERS).toMatchObject([{ VOUCHERID: id, BALANCEPROCESSED: true }]);
      expect(await balance(id)).toBe(95);
    });

    it('are spent again by other invoices, once for each order and never beyond their balance', async () => {
      await importLines(service, [userLine('alan')]);
      const ids = [
        await voucher('AGAIN-1'),
        await voucher('AGAIN-2', await idOf('users', 'alan')),
      ] as const;
      const balances = () => Promise.all(ids.map(balance));
      // Every other order has them in another order, so that locks are taken both ways.
      const orders = async (count: number): Promise<number[]> => {
        const made: number[] = [];
        for (let at = 0; at < count; at++) {
          const codes = at % 2 === 0 ? ['AGAIN-1', 'AGAIN-2'] : ['AGAIN-2', 'AGAIN-1'];
          made.push((await paid(...codes)).ID);
        }
        return made;
      };
      const [own, others] = [await orders(6), await orders(7)];
      const invoice = (orderId: number) => service.post(`/v1/orders/${orderId}/invoices`);
      const credit = (invoiceId: number) =>
        service.post(`/v1/invoices/${invoiceId}/creditNotes`, { creditNotes: { full: true } });
      const spend = (orderId: number) =>
        service.put(`/v1/orders/${orderId}/changeStatus`, { status: 2 });
      const release = (orderId: number) =>
        service.put(`/v1/orders/${orderId}/changeStatus`, { status: -11 });
      const made = (answers: readonly { status: number; body: unknown }[]) =>
        answers.flatMap(({ status, body }) =>
          status === 201 ? [(body as PaidWith & { ID: number }).ID] : [],
        );

      for (const id of own) expect((await spend(id)).status).toBe(200);
      const firsts = made(await Promise.all(own.map(invoice)));
      expect(made(await Promise.all(firsts.map(credit)))).toHaveLength(6);
      expect(await balances()).toEqual([100, 100]);

      // 24 clients ask for another invoice of the six orders, 6 spend the vouchers for other orders.
      const [asked, spent] = await Promise.all([
        Promise.all(Array.from({ length: 24 }, (_, at) => invoice(own[at % 6] ?? 0))),
        Promise.all(others.slice(0, 6).map(spend)),
      ]);
      const seconds = made(asked);
      expect([...new Set(asked.map(({ status }) => status))].sort()).toEqual([201, 409]);
      expect([seconds.length, spent.map(({ status }) => status)]).toEqual([6, Array(6).fill(200)]);
      expect(await balances()).toEqual([40, 40]);

      // The annulment of an invoice leaves them spent: the next invoice takes nothing again.
      const annulment = { annulment: { reason: 'Never sent' } };
      const annulled = await Promise.all(
        seconds.map((id) => service.post(`/v1/invoices/${id}/annulment`, annulment)),
      );
      expect(made(annulled)).toHaveLength(6);
      const thirds = made(await Promise.all(own.map(invoice)));
      expect([thirds.length, await balances()]).toEqual([6, [40, 40]]);

      // Credits, spending and releases at once leave what all of them leave one by one.
      const mixed = await Promise.all([
        ...thirds.map(credit),
        ...others.slice(0, 2).map(release),
        ...others.slice(6).map(spend),
      ]);
      expect(mixed.filter(({ status }) => status >= 300)).toEqual([]);
      expect(await balances()).toEqual([75, 75]);
      await service.put(`/v1/users/vouchers/${ids[0]}`, {
        vouchers: { availableBalance: 7, currencyId: 978, currencyCode: 'EUR' },
      });
      const last = await Promise.all(own.map(invoice));
      const codes = last.map(({ status, body }) =>
        status === 201 ? '' : (body as { code: string }).code,
      );
      expect(codes.sort()).toEqual(['', ...Array(5).fill('voucher.spent')]);
      // Orders without an invoice have taken nothing of the other voucher either.
      expect(await balances()).toEqual([2, 70]);
    });

    it('are never others that got the code of a deleted one', async () => {
      const gone = await voucher('REUSED');
      const { ID } = await paid('REUSED');
      await service.delete(`/v1/users/vouchers/${gone}`);
      const other = await voucher('REUSED');
      const { after, runs } = await actions.moved(ID, 2);
      expect(errorOf(runs[0])).toMatch(/^voucher\.unknown: /);
      expect(after.VOUCHERS).toMatchObject([{ VOUCHERID: gone, BALANCEPROCESSED: false }]);
      expect(await balance(other)).toBe(100);
    });
  });
});
