/** @engine */
import { getActorContext, type Actor, runAsSystem } from '../../../src/core/actor-context';
import { ApiKeysService, systemCallerWithAllScopes } from '../../../src/platform/access';
import { ImportService } from '../../../src/platform/data-transfer/imports';
import { runImport } from '../../../src/platform/data-transfer/imports/import.command';
import { ImportRecordTypeRegistry } from '../../../src/platform/data-transfer/imports/import-record-type-registry';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service/service';
import { PASSWORD, Staff } from '../users/staff';
import { actionLine, ConfiguredActions } from './configured-actions';
import { AfterSales } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';
import { orderWithShipments, storeDocuments, storeRmas } from './stated-records';

interface By {
  KIND: string;
  ID: number;
  NAME: string;
}
interface Entry {
  FROMSTATUS: number;
  FROMSUBSTATUSID: number;
  TOSTATUS: number;
  TOSUBSTATUSID: number;
  COMMENT: string;
  BY: By;
  ACTIONS: { SETTINGORDERSTATUSACTIONID: number }[];
}
type Collection = 'orders' | 'rmas' | 'shipments';

describe('The history of a state', () => {
  let service: Service;
  /** The key that specs call with unless they say otherwise. */
  let master: By;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await importLines(service, [
      { type: 'subStatus', pId: 'packed', document: 'order', status: 2, name: 'Packed' },
    ]);
    const { body } = await service.get('/v1/apiKeys');
    const [key] = (body as { apiKeys: { id: number; name: string }[] }).apiKeys;
    master = { KIND: 'key', ID: key!.id, NAME: key!.name };
  });

  afterAll(async () => {
    await service.stop();
  });

  const change = async (
    collection: Collection,
    id: number,
    body: object,
    key = MASTER_KEY,
  ): Promise<number> =>
    (await service.put(`/v1/${collection}/${id}/changeStatus`, body, { key })).status;
  const history = async (collection: Collection, id: number): Promise<Entry[]> =>
    ((await service.get(`/v1/${collection}/${id}`)).body as { STATUSES: Entry[] }).STATUSES;
  const versionOf = async (collection: Collection, id: number): Promise<string | undefined> =>
    (await service.get(`/v1/${collection}/${id}`)).headers['etag'];
  const order = async (status = 1): Promise<number> =>
    (await storeDocuments(service, 'order', [{ status }]))[0]!;
  /** A key of a name of its own. */
  const keyCalled = async (name: string): Promise<{ key: string; by: By }> => {
    const keys = service.app.get(ApiKeysService);
    const { id, key } = await keys.create(
      { name, scopes: ['sales:write'] },
      systemCallerWithAllScopes,
    );
    return { key, by: { KIND: 'key', ID: id, NAME: name } };
  };

  it.each<[Collection, number]>([
    ['orders', 2],
    ['rmas', 3],
    ['shipments', 2],
  ])('keeps comment and author of a change of %s', async (collection, status) => {
    const { id, shipmentIds } = await orderWithShipments(service, [1]);
    const [rma] = await storeRmas(service, [1]);
    const moved = { orders: id, rmas: rma!, shipments: shipmentIds[0]! }[collection];
    const { key, by } = await keyCalled(`Warehouse of ${collection}`);
    const comment = 'Called the customer:\n"ñandú" 🐦';
    expect(await change(collection, moved, { status, comment }, key)).toBe(200);
    const entries = await history(collection, moved);
    expect(entries).toEqual([
      expect.objectContaining({ FROMSTATUS: 1, TOSTATUS: status, COMMENT: comment, BY: by }),
    ]);
    if (collection === 'orders') {
      const { body } = await service.get(`/v1/orders/${moved}/statuses`);
      expect(body).toEqual({ STATUSES: entries });
    }
  });

  it('names an administrator by the nick, also after it has changed', async () => {
    const staff = await Staff.of(service);
    const user = await staff.add({ nick: 'marta', email: 'marta@example.com' });
    const body = { nick: 'marta', password: PASSWORD };
    const login = await service.post('/v1/auth/login', { auth: body }, { key: null });
    const { token } = login.body as { token: string };
    const id = await order();
    expect(await change('orders', id, { status: 2 }, token)).toBe(200);
    await staff.change(user.id, { nick: 'marta-2' });
    const by = { KIND: 'user', ID: user.id, NAME: 'marta' };
    expect(await history('orders', id)).toMatchObject([{ COMMENT: '', BY: by }]);
  });

  it.each<[string, Collection, number]>([
    ['an order', 'orders', 2],
    ['a deleted order', 'orders', -11],
    ['an RMA in its last state', 'rmas', 4],
    ['a shipment in its last state', 'shipments', 4],
  ])('takes a comment where the state stays: %s', async (_name, collection, status) => {
    const shipment = collection === 'shipments' && (await orderWithShipments(service, [status]));
    const [rma] = await storeRmas(service, [status]);
    const id = shipment
      ? shipment.shipmentIds[0]!
      : collection === 'rmas'
        ? rma!
        : await order(status);
    const before = await versionOf(collection, id);
    expect(await change(collection, id, { status, comment: 'Rang twice' })).toBe(200);
    expect(await history(collection, id)).toMatchObject([
      { FROMSTATUS: status, TOSTATUS: status, COMMENT: 'Rang twice', BY: master },
    ]);
    expect(await versionOf(collection, id)).not.toBe(before);
    const same = await versionOf(collection, id);
    expect(await change(collection, id, { status })).toBe(200);
    expect(await change(collection, id, { status, comment: '' })).toBe(200);
    expect(await versionOf(collection, id)).toBe(same);
  });

  it('takes no comment on a shipment of a deleted order, nor one that is too long', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1]);
    expect(await change('orders', id, { status: -11 })).toBe(200);
    const body = { status: 1, comment: 'Too late' };
    expect(await change('shipments', shipmentIds[0]!, body)).toBe(409);
    expect(await change('orders', id, { status: 2, comment: 'x'.repeat(65_536) })).toBe(400);
    expect(await change('orders', id, { status: 2, comment: null })).toBe(400);
    expect(await change('orders', id, { status: 2, comment: '🐦'.repeat(65_535) })).toBe(200);
    expect((await history('orders', id)).at(-1)?.COMMENT).toHaveLength(2 * 65_535);
  });

  it('takes a request that comes again for one', async () => {
    const id = await order();
    const { key: other } = await keyCalled('Somebody else');
    const body = { status: 2, comment: 'Packed by hand' };
    const comments = async (): Promise<string[]> =>
      (await history('orders', id)).map(({ COMMENT }) => COMMENT);
    for (const again of [body, body, { ...body, subStatusId: 0 }]) {
      expect(await change('orders', id, again)).toBe(200);
    }
    expect(await comments()).toEqual(['Packed by hand']);
    expect(await change('orders', id, body, other)).toBe(200);
    expect(await change('orders', id, body)).toBe(200);
    expect(await change('orders', id, { ...body, comment: 'Sent' })).toBe(200);
    expect(await change('orders', id, body)).toBe(200);
    expect(await comments()).toEqual([
      ...Array<string>(3).fill('Packed by hand'),
      'Sent',
      'Packed by hand',
    ]);
    const entries = await history('orders', id);
    expect(entries.map(({ FROMSTATUS, TOSTATUS }) => [FROMSTATUS, TOSTATUS])).toEqual([
      [1, 2],
      ...Array<number[]>(4).fill([2, 2]),
    ]);
  });

  it('sets nothing off by a comment alone', async () => {
    const actions = new ConfiguredActions(service);
    await actions.configure(actionLine('MARK_PAID', 2, { subStatus: { pId: 'packed' } }));
    const states = (await service.get('/v1/util/orderStatus?language=en')).body as {
      states: { id: number; subStates: { id: number; pId: string }[] }[];
    };
    const packed = states.states
      .flatMap(({ subStates }) => subStates)
      .find(({ pId }) => pId === 'packed')!;
    const id = await order();
    const to = { status: 2, subStatusId: packed.id };
    await change('orders', id, { ...to, comment: 'In the box' });
    await change('orders', id, { ...to, comment: 'Taped' });
    const entries = await history('orders', id);
    expect(entries.map(({ ACTIONS }) => ACTIONS.length)).toEqual([1, 0]);
    await actions.clear();
  });

  it('distinguishes changes by an action from those by its caller', async () => {
    const actions = new ConfiguredActions(service);
    await actions.configure(actionLine('CHANGE_SHIPMENT_STATUS', 2, { parameters: { status: 2 } }));
    const { id, shipmentIds } = await orderWithShipments(service, [1, 1]);
    expect(await change('orders', id, { status: 2, comment: 'Go' })).toBe(200);
    const [entry] = await history('orders', id);
    expect(entry).toMatchObject({ COMMENT: 'Go', BY: master });
    const action = entry!.ACTIONS[0]!.SETTINGORDERSTATUSACTIONID;
    for (const shipment of shipmentIds) {
      expect(await history('shipments', shipment)).toMatchObject([
        { COMMENT: '', BY: { KIND: 'action', ID: action, NAME: 'CHANGE_SHIPMENT_STATUS' } },
      ]);
    }
    await actions.clear();
  });

  it('has the caller of whatever else moves a record', async () => {
    const { key, by } = await keyCalled('ERP');
    const [first, second] = [await order(), await order()];
    await service.put(`/v1/orders/${first}/received`, {}, { key });
    await service.put('/v1/orders/received', { orders: [{ id: second }] }, { key });
    expect(await history('orders', first)).toMatchObject([{ TOSTATUS: 2, COMMENT: '', BY: by }]);
    expect(await history('orders', second)).toMatchObject([{ TOSTATUS: 2, COMMENT: '', BY: by }]);
  });

  it('has the first attempt of a request that is given its answer again', async () => {
    const sales = new AfterSales(service);
    const sold = await sales.order(smallOrder());
    const [row] = await sales.returnable(sold.ID);
    const items = [{ hash: row!.HASH, quantity: 1 }];
    const { key, by } = await keyCalled('Returns desk');
    const made = await service.post(`/v1/orders/${sold.ID}/rmas`, { rmas: { items } }, { key });
    const { ID: rma } = made.body as { ID: number };
    for (const status of [3, 2, 5]) expect(await change('rmas', rma, { status }, key)).toBe(200);
    const headers = { 'Idempotency-Key': 'history-1' };
    const once = await service.post(`/v1/rmas/${rma}/returns`, undefined, { key, headers });
    const again = await service.post(`/v1/rmas/${rma}/returns`, undefined, { key, headers });
    expect([once.status, again.status, again.headers['idempotent-replayed']]).toEqual([
      201,
      201,
      'true',
    ]);
    const entries = await history('rmas', rma);
    expect(entries.map(({ TOSTATUS }) => TOSTATUS)).toEqual([3, 2, 5, 4]);
    expect(entries.map(({ BY }) => BY)).toEqual(Array<By>(4).fill(by));
  });

  it('keeps callers apart who come at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => order()));
    const callers = await Promise.all(ids.map((id) => keyCalled(`Caller of ${id}`)));
    const answers = await Promise.all(
      ids.map((id, at) => change('orders', id, { status: 2, comment: `${id}` }, callers[at]!.key)),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    for (const [at, id] of ids.entries()) {
      expect(await history('orders', id)).toMatchObject([
        { COMMENT: `${id}`, BY: callers[at]!.by },
      ]);
    }
  });

  it('knows imports, by whomever they come', async () => {
    const actors: Actor[] = [];
    const type = service.app.get(ImportRecordTypeRegistry).find('category')!;
    const store = type.store.bind(type);
    const spy = jest.spyOn(type, 'store').mockImplementation((lines, caller) => {
      actors.push(getActorContext().actor);
      return store(lines, caller);
    });
    await importLines(service, [{ type: 'category', pId: 'by-http', name: 'A' }]);
    const intake = service.app.get(ImportService);
    await runAsSystem(() => runImport(intake, 'docs/examples/store.ndjson'));
    spy.mockRestore();
    expect(actors[0]).toEqual({ kind: 'import', id: 0, name: master.NAME });
    expect(actors.at(-1)).toEqual({ kind: 'import', id: 0, name: '' });
  });
});
