/** @engine modules/sales/actions */
import { DataAccess } from '../../../src/database';
import { countStatements } from '../../support/service/count-statements';
import { type ImportResponse, importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import {
  actionLine,
  ConfiguredActions,
  errorOf,
  type Order,
  shipments,
  states,
} from './configured-actions';
import { createOrder, importMasters, smallOrder } from './sample-store';

describe('status actions', () => {
  let service: Service;
  let actions: ConfiguredActions;
  let userId: number;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    const address = { alias: 'Home', countryCode: 'ES', type: 1, firstName: 'Ada', pId: 'home' };
    const { rejected, errors } = await importLines(service, [
      { type: 'userGroup', pId: 'customers', name: 'Customers' },
      { type: 'userGroup', pId: 'gold', name: 'Gold' },
      { type: 'userGroup', pId: 'staff', name: 'Staff', systemGroup: true },
      {
        ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
        ...{ group: { pId: 'customers' }, addressBook: [address] },
      },
      { type: 'subStatus', pId: 'packed', document: 'shipment', status: 2, name: 'Packed' },
    ]);
    expect({ rejected, errors }).toEqual({ rejected: 0, errors: [] });
    const { body } = await service.get('/v1/users/getId/ada');
    userId = (body as { ID: number }).ID;
    actions = new ConfiguredActions(service);
  });

  afterAll(() => service.stop());

  afterEach(() => actions.clear());

  describe('as lines', () => {
    const mail = { to: 'customer', subject: 'S', text: 'T' };
    const hook = { url: 'https://example.com/x', secretName: 'shop' };

    const refused: readonly (readonly [string, object, string])[] = [
      ['an unknown action', actionLine('EXPLODE', 2), 'value.notAllowed /action'],
      [
        'an unknown kind',
        actionLine('MARK_PAID', 2, { document: 'invoice' }),
        'value.notAllowed /document',
      ],
      ['a state that nothing moves to', actionLine('MARK_PAID', 3), 'status.unknown /status'],
      ['a state of another kind', actionLine('MARK_PAID', 5), 'status.unknown /status'],
      [
        'an action of another kind',
        actionLine('MARK_PAID', 3, { document: 'rma' }),
        'action.kind /action',
      ],
      [
        'vouchers of a shipment',
        actionLine('SPEND_VOUCHERS', 3, { document: 'shipment' }),
        'action.kind /action',
      ],
      [
        'an unknown sub-status',
        actionLine('MARK_PAID', 2, { subStatus: { pId: 'no' } }),
        'reference.notFound /subStatus',
      ],
      [
        'a sub-status of another state',
        actionLine('MARK_PAID', 4, { subStatus: { pId: 'packing' } }),
        'subStatus.mismatch /subStatus',
      ],
      [
        'a sub-status of another kind',
        actionLine('MARK_PAID', 2, { subStatus: { pId: 'packed' } }),
        'reference.notFound /subStatus',
      ],
      [
        'a parameter of nobody',
        actionLine('MARK_PAID', 2, { parameters: { x: 1 } }),
        'field.unknown /parameters/x',
      ],
      [
        'a parameter of another action',
        actionLine('MARK_PAID', 2, { parameters: { url: 'https://example.com' } }),
        'field.unknown /parameters/url',
      ],
      ['no group', actionLine('CHANGE_GROUP', 2), 'field.required /parameters/groupPId'],
      [
        'an unknown group',
        actionLine('CHANGE_GROUP', 2, { parameters: { groupPId: 'no' } }),
        'reference.notFound /parameters/groupPId',
      ],
      [
        'no state of shipments',
        actionLine('CHANGE_SHIPMENT_STATUS', 2),
        'field.required /parameters/status',
      ],
      [
        'an unknown state of shipments',
        actionLine('CHANGE_SHIPMENT_STATUS', 2, { parameters: { status: 9 } }),
        'status.unknown /parameters/status',
      ],
      [
        'a sub-status of no shipment',
        actionLine('CHANGE_SHIPMENT_STATUS', 2, {
          parameters: { status: 2, subStatusPId: 'packing' },
        }),
        'reference.notFound /parameters/subStatusPId',
      ],
      [
        'a state as text',
        actionLine('CHANGE_SHIPMENT_STATUS', 2, { parameters: { status: '2' } }),
        'value.type /parameters/status',
      ],
      [
        'no secret',
        actionLine('NOTIFICATION', 2, { parameters: { url: hook.url } }),
        'field.required /parameters/secretName',
      ],
      [
        'a file as address',
        actionLine('NOTIFICATION', 2, { parameters: { ...hook, url: 'file:///etc/passwd' } }),
        'url.invalid /parameters/url',
      ],
      [
        'a password in an address',
        actionLine('NOTIFICATION', 2, { parameters: { ...hook, url: 'https://a:b@example.com' } }),
        'url.invalid /parameters/url',
      ],
      [
        'no address',
        actionLine('NOTIFICATION', 2, { parameters: { ...hook, url: '/x' } }),
        'url.invalid /parameters/url',
      ],
      [
        'two mail addresses',
        actionLine('SEND_MAIL', 2, { parameters: { ...mail, to: 'a@example.com,b@example.com' } }),
        'mail.address /parameters/to',
      ],
      [
        'a header in an address',
        actionLine('SEND_MAIL', 2, { parameters: { ...mail, to: 'a@example.com\r\nBcc: b' } }),
        'mail.address /parameters/to',
      ],
      [
        'an unknown placeholder',
        actionLine('SEND_MAIL', 2, {
          parameters: { ...mail, text: '{{documentNumber}} {{password}}' },
        }),
        'template.unknown /parameters/text',
      ],
      [
        'a placeholder that is none',
        actionLine('SEND_MAIL', 2, { parameters: { ...mail, subject: '{{constructor}}' } }),
        'template.unknown /parameters/subject',
      ],
      [
        'no status',
        { type: 'statusAction', pId: 'x', document: 'order', action: 'MARK_PAID' },
        'field.required /status',
      ],
    ];

    it('are refused for what is wrong with them, and change nothing', async () => {
      const stored = () =>
        service.app.get(DataAccess).database.select('SELECT * FROM status_actions');
      const before = await stored();
      const lines = refused.map(([, one]) => one);
      const { rejected, errors } = await importLines(service, lines);
      expect(
        refused.map(([name], at) => {
          const { code, pointer } = errors.find((one) => one.line === at + 1) ?? {};
          return `${name}: ${code} ${pointer}`;
        }),
      ).toEqual(refused.map(([name, , fault]) => `${name}: ${fault}`));
      expect(rejected).toBe(lines.length);
      expect(await stored()).toEqual(before);
    });

    it('need the scope *', async () => {
      const key = await service.createKey('import:write', 'sales:write', 'users:admin');
      const headers = { 'Content-Type': 'application/x-ndjson' };
      const body = JSON.stringify(actionLine('MARK_PAID', 2, { pId: 'scoped' }));
      const { body: answer } = await service.post('/v1/import', body, { headers, key });
      const { created, errors } = answer as ImportResponse;
      expect({ created, codes: errors.map(({ code }) => code) }).toEqual({
        ...{ created: 0, codes: ['scope.missing'] },
      });
      const stored = await service.app
        .get(DataAccess)
        .database.select("SELECT id FROM status_actions WHERE p_id = 'scoped'");
      expect(stored).toEqual([]);
    });

    it('are created, unchanged and updated', async () => {
      const one = actionLine('CHANGE_GROUP', 2, {
        parameters: { groupPId: 'gold' },
        active: false,
      });
      const again = { ...one, parameters: { groupPId: 'customers' } };
      expect(await importLines(service, [one])).toMatchObject({ created: 1 });
      expect(await importLines(service, [one])).toMatchObject({ unchanged: 1 });
      expect(await importLines(service, [again])).toMatchObject({ updated: 1 });
    });
  });

  it('cost one query for any number of moves when none is configured', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => actions.order()));
    const tables = /\bstatus_actions\b/;
    const { database } = service.app.get(DataAccess);
    const list = orders.map(({ ID }) => ({ id: ID }));
    const cost = await countStatements(
      database,
      () => service.put('/v1/orders/received', { orders: list }),
      tables,
    );
    expect(cost).toBe(1);
    const one = await actions.order();
    expect((await actions.moved(one.ID, 2)).runs).toEqual([]);
  });

  it('run in the order in which they were made, and stand in the history', async () => {
    await actions.configure(
      actionLine('MARK_PAID', 4),
      actionLine('CREATE_INVOICE', 4),
      actionLine('MARK_PAID', 2),
      actionLine('CREATE_INVOICE', 4),
    );
    const { ID, PID } = await actions.order();
    const { after, runs } = await actions.moved(ID, 4);
    expect(states(runs)).toEqual([
      [2, 1],
      [1, 1],
      [1, 2],
    ]);
    expect(runs.map(({ ACTIONID }) => ACTIONID)).toEqual([1, 2, 3]);
    const settings = runs.map((run) => run.SETTINGORDERSTATUSACTIONID);
    expect(settings).toEqual([...settings].sort((one, other) => one - other));
    expect(errorOf(runs[2])).toMatch(/^document\.exists: /);
    expect(after).toMatchObject({ STATUS: 4, PAID: true });
    const { body } = await service.get(`/v1/orders/${ID}/invoices`);
    expect(body).toMatchObject({ invoices: [{ PARENT: { ID } }] });
    // The same state once more is no move, and runs nothing.
    await actions.change(ID, 4);
    expect((await actions.read(ID)).STATUSES).toHaveLength(1);
    expect(PID).toBe(after.PID);
  });

  it('of a sub-status run in it alone, those without one when the status is entered', async () => {
    await actions.configure(
      actionLine('MARK_PAID', 2),
      actionLine('RESET_INTEGRATION', 2, { subStatus: { pId: 'packing' } }),
    );
    const { ID } = await actions.order();
    const { SUBSTATUSID } = await createOrder(
      service,
      smallOrder({ status: 2, subStatus: { pId: 'packing' } }),
    );
    expect(states((await actions.moved(ID, 2)).runs)).toEqual([[2, 1]]);
    expect(states((await actions.moved(ID, 2, { subStatusId: SUBSTATUSID })).runs)).toEqual([
      [5, 1],
    ]);
    expect(states((await actions.moved(ID, 2)).runs)).toEqual([]);
    await actions.change(ID, 1);
    const both = await actions.moved(ID, 2, { subStatusId: SUBSTATUSID });
    expect(states(both.runs)).toEqual([
      [2, 1],
      [5, 1],
    ]);
  });

  it('make an order wait for its export again', async () => {
    await actions.configure(actionLine('RESET_INTEGRATION', 4));
    const { ID } = await actions.order({ exported: true });
    expect((await actions.moved(ID, 2)).after.EXPORTSTATUS).toBe(1);
    const before = (await service.get(`/v1/orders/${ID}`)).headers['etag'];
    expect((await actions.moved(ID, 4)).after.EXPORTSTATUS).toBe(0);
    expect((await service.get(`/v1/orders/${ID}`)).headers['etag']).not.toBe(before);
    const { body } = await service.get('/v1/orders/pending?perPage=500&fields=ID');
    expect((body as { orders: object[] }).orders).toContainEqual({ ID });
  });

  it('move the shipments of an order, all of them or none, and what follows runs too', async () => {
    await actions.configure(
      actionLine('CHANGE_SHIPMENT_STATUS', 2, {
        parameters: { status: 2, subStatusPId: 'packed' },
      }),
      actionLine('CHANGE_SHIPMENT_STATUS', 4, { parameters: { status: 4 } }),
      actionLine('CREATE_DELIVERY_NOTES', 2, { document: 'shipment' }),
    );
    const { ID } = await actions.order({ shipments });
    const { after, runs } = await actions.moved(ID, 2);
    expect(states(runs)).toEqual([[3, 1]]);
    const [one, other] = after.DELIVERY.SHIPMENTS;
    expect([one?.STATUS, other?.STATUS]).toEqual([2, 2]);
    expect(states(one?.STATUSES[0]?.ACTIONS ?? [])).toEqual([[4, 1]]);
    for (const shipment of [one, other]) {
      const { body } = await service.get(`/v1/shipments/${shipment?.ID ?? 0}/deliveryNotes`);
      expect(JSON.stringify(body)).toContain('"documentNumber":"D');
    }
    // From 3 to 4 it is allowed, from 2 it is not: the first one stays as well.
    await actions.change(one?.ID ?? 0, 3, 'shipments');
    const refused = await actions.moved(ID, 4);
    expect(refused.after.STATUS).toBe(4);
    expect(errorOf(refused.runs[0])).toMatch(/^move\.notAllowed: /);
    expect(refused.after.DELIVERY.SHIPMENTS.map(({ STATUS }) => STATUS)).toEqual([3, 2]);
  });

  it('of a shipment are about it and its order', async () => {
    await actions.configure(
      actionLine('CREATE_INVOICE', 3, { document: 'shipment' }),
      actionLine('MARK_PAID', 3, { document: 'shipment' }),
      actionLine('CHANGE_SHIPMENT_STATUS', 3, { document: 'shipment', parameters: { status: 4 } }),
      actionLine('RESET_INTEGRATION', 4, { document: 'shipment' }),
    );
    const { ID, DELIVERY } = await actions.order({ shipments });
    const id = DELIVERY.SHIPMENTS[0]?.ID ?? 0;
    await service.put(`/v1/shipments/${id}/received`);
    await actions.change(id, 3, 'shipments');
    const after = await actions.read(ID);
    expect(after.PAID).toBe(true);
    const [shipment, untouched] = after.DELIVERY.SHIPMENTS;
    expect([shipment?.STATUS, untouched?.STATUS]).toEqual([4, 1]);
    expect(shipment?.STATUSES.map(({ ACTIONS }) => states(ACTIONS))).toEqual([
      [],
      [
        [1, 1],
        [2, 1],
        [3, 1],
      ],
      [[5, 1]],
    ]);
    const { body } = await service.get('/v1/shipments/pending?perPage=500&fields=ID');
    expect((body as { shipments: object[] }).shipments).toContainEqual({ ID: id });
  });

  it('that set off each other for ever end', async () => {
    const back = { document: 'shipment', parameters: { status: 1 } };
    const forth = { document: 'shipment', parameters: { status: 2 } };
    await actions.configure(
      actionLine('CHANGE_SHIPMENT_STATUS', 2, back),
      actionLine('CHANGE_SHIPMENT_STATUS', 1, forth),
    );
    const { ID, DELIVERY } = await actions.order({ shipments });
    await actions.change(DELIVERY.SHIPMENTS[0]?.ID ?? 0, 2, 'shipments');
    const entries = (await actions.read(ID)).DELIVERY.SHIPMENTS[0]?.STATUSES ?? [];
    expect(entries.map(({ TOSTATUS }) => TOSTATUS)).toEqual([2, 1, 2, 1, 2, 1]);
    expect(entries.map(({ ACTIONS }) => ACTIONS[0]?.HISTORYACTIONSTATUS)).toEqual([
      ...[1, 1, 1, 1, 1, 2],
    ]);
    expect(errorOf(entries.at(-1)?.ACTIONS[0])).toMatch(/^action\.chain: /);
  });

  it('put customers into groups, but make nobody an administrator', async () => {
    await actions.configure(
      actionLine('CHANGE_GROUP', 2, { parameters: { groupPId: 'gold' } }),
      actionLine('CHANGE_GROUP', 4, { parameters: { groupPId: 'staff' } }),
    );
    const billingAddress = { countryCode: 'ES' };
    const user = { pId: 'ada', email: 'ada@example.com', billingAddress };
    const { ID } = await actions.order({ user });
    const groupOf = async () => {
      const { body } = await service.get(`/v1/users/${userId}`);
      return (body as { GROUP: { PID: string } }).GROUP.PID;
    };
    expect(states((await actions.moved(ID, 2)).runs)).toEqual([[8, 1]]);
    expect(await groupOf()).toBe('gold');
    const { runs } = await actions.moved(ID, 4);
    expect(errorOf(runs[0])).toMatch(/^scope\.missing: /);
    expect(await groupOf()).toBe('gold');
    const guest = await actions.order();
    expect(errorOf((await actions.moved(guest.ID, 2)).runs[0])).toMatch(/^customer\.guest: /);
  });

  describe('with vouchers', () => {
    const voucher = async (code: string, values: object = {}) => {
      const vouchers = { code, availableBalance: 100, currencyId: 978, ...values };
      const answer = await service.post(`/v1/users/${userId}/vouchers`, { vouchers });
      expect(answer.status).toBe(201);
      return (answer.body as { ID: number }).ID;
    };
    const balance = async (id: number) =>
      ((await service.get(`/v1/users/vouchers/${id}`)).body as { AVAILABLEBALANCE: number })
        .AVAILABLEBALANCE;
    const paying = (...vouchers: { code: string; amount: number }[]) =>
      actions.order({ rows: [{ name: 'Shirt', quantity: 1, price: 90 }], vouchers });
    const processed = ({ VOUCHERS }: Order) =>
      VOUCHERS.map(({ BALANCEPROCESSED }) => BALANCEPROCESSED);
    const movements = async (id: number) => {
      const rows = await service.app.get(DataAccess).database.select<{
        amount: number;
      }>('SELECT amount FROM voucher_movements WHERE voucher_id = ? ORDER BY id', [id]);
      return rows.map(({ amount }) => amount / 10_000);
    };

    beforeEach(() =>
      actions.configure(actionLine('SPEND_VOUCHERS', 2), actionLine('RELEASE_VOUCHERS', -11)),
    );

    it('take what was paid off the balances once, and give it back once', async () => {
      const [one, other] = [await voucher('ONE'), await voucher('TWO', { availableBalance: 0.3 })];
      const { ID } = await paying({ code: 'ONE', amount: 30 }, { code: 'TWO', amount: 0.3 });
      const spent = await actions.moved(ID, 2);
      expect(states(spent.runs)).toEqual([[6, 1]]);
      expect(processed(spent.after)).toEqual([true, true]);
      expect(spent.after.VOUCHERS.map(({ VOUCHERID }) => VOUCHERID)).toEqual([one, other]);
      expect([await balance(one), await balance(other)]).toEqual([70, 0]);
      await actions.change(ID, 1);
      await actions.moved(ID, 2);
      expect([await balance(one), await balance(other)]).toEqual([70, 0]);
      const released = await actions.moved(ID, -11);
      expect(states(released.runs)).toEqual([[7, 1]]);
      expect(processed(released.after)).toEqual([false, false]);
      await actions.change(ID, 1);
      await actions.moved(ID, -11);
      expect([await balance(one), await balance(other)]).toEqual([100, 0.3]);
      expect(await movements(one)).toEqual([100, -30, 30]);
    });

    it('take nothing when one of them can not pay', async () => {
      const rich = await voucher('RICH');
      const poor = await voucher('POOR', { availableBalance: 1 });
      await voucher('POUND', { currencyId: 826 });
      await voucher('OLD', { expirationDate: '2026-02-28T23:59:59+01:00' });
      const today = await voucher('TODAY', { expirationDate: '2026-03-01T00:00:00+01:00' });
      for (const [code, error] of [
        ['POOR', 'voucher.spent'],
        ['POUND', 'voucher.currency'],
        ['OLD', 'voucher.expired'],
        ['NOWHERE', 'voucher.unknown'],
        ['poor', 'voucher.unknown'],
      ] as const) {
        const { ID } = await paying({ code: 'RICH', amount: 5 }, { code, amount: 5 });
        const { after, runs } = await actions.moved(ID, 2);
        expect({ code, error: errorOf(runs[0])?.split(':')[0] }).toEqual({ code, error });
        expect({ status: after.STATUS, done: processed(after) }).toEqual({
          ...{ status: 2, done: [false, false] },
        });
      }
      expect([await balance(rich), await balance(poor)]).toEqual([100, 1]);
      expect(await movements(rich)).toEqual([100]);
      const { ID } = await paying({ code: 'TODAY', amount: 5 });
      expect(states((await actions.moved(ID, 2)).runs)).toEqual([[6, 1]]);
      expect(await balance(today)).toBe(95);
    });

    it('give nothing back to a voucher that was deleted, and name it', async () => {
      const id = await voucher('GONE');
      const { ID } = await paying({ code: 'GONE', amount: 5 });
      expect(processed((await actions.moved(ID, 2)).after)).toEqual([true]);
      expect((await service.delete(`/v1/users/vouchers/${id}`)).status).toBe(200);
      const { after, runs } = await actions.moved(ID, -11);
      expect(errorOf(runs[0])).toBe('voucher.unknown: There is no voucher "GONE".');
      expect(processed(after)).toEqual([true]);
    });

    it('never take more than there is, whatever runs at once', async () => {
      const id = await voucher('SHARED');
      const orders = await Promise.all(
        Array.from({ length: 40 }, () => paying({ code: 'SHARED', amount: 7.35 })),
      );
      await Promise.all(orders.map((one) => actions.change(one.ID, 2)));
      const after = await Promise.all(orders.map((one) => actions.read(one.ID)));
      const spent = after.filter((one) => processed(one)[0] === true);
      expect(spent).toHaveLength(13);
      const runs = after.map(({ STATUSES }) => STATUSES[0]?.ACTIONS[0]?.HISTORYACTIONSTATUS);
      expect(runs.filter((status) => status === 1)).toHaveLength(13);
      expect(runs.filter((status) => status === 2)).toHaveLength(27);
      expect(await balance(id)).toBe(4.45);
      await Promise.all(
        after.flatMap(({ ID }) => [actions.change(ID, -11), actions.change(ID, -11)]),
      );
      expect(await balance(id)).toBe(100);
      const all = await movements(id);
      expect(all).toHaveLength(27);
      expect(Math.round(all.reduce((one, other) => one + other, 0) * 100)).toBe(10_000);
    });
  });

  it('of a bulk acknowledgement each stand for themselves', async () => {
    await actions.configure(actionLine('CREATE_INVOICE', 2), actionLine('MARK_PAID', 2));
    const orders = await Promise.all(Array.from({ length: 10 }, () => actions.order()));
    await service.post(`/v1/orders/${orders[3]?.ID ?? 0}/invoices`);
    const list = orders.map(({ ID }) => ({ id: ID }));
    const { body } = await service.put('/v1/orders/received', { orders: list });
    const results = (body as { orders: { result: string }[] }).orders.map(({ result }) => result);
    expect(results).toEqual(Array(10).fill('ok'));
    const after = await Promise.all(orders.map(({ ID }) => actions.read(ID)));
    expect(after.map(({ PAID }) => PAID)).toEqual(Array(10).fill(true));
    const invoices = after.map(({ STATUSES }) => STATUSES[0]?.ACTIONS[0]?.HISTORYACTIONSTATUS);
    expect(invoices).toEqual(after.map((_, at) => (at === 3 ? 2 : 1)));
  });
});
