/** @engine */
import { anyTime } from '../../support/any-time';
import { Service } from '../../support/service/service';
import { importLines } from '../../support/import';
import { createOrder, importMasters, smallOrder } from './sample-store';
import {
  expectChain,
  orderWithShipments,
  type ShipmentRecord,
  type StatedRecord,
  storeDocuments,
  storeRmas,
} from './stated-records';

type Kind = 'rma' | 'shipment';
const collections = { rma: 'rmas', shipment: 'shipments' } as const;

interface Result {
  id: number;
  pId: string;
  result: string;
  detail: string;
}

describe('the export of RMAs and shipments', () => {
  let service: Service;
  let photos: number;
  let sorting: number;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await importLines(service, [
      { type: 'subStatus', pId: 'photos', document: 'rma', status: 1, name: 'Photos asked for' },
      { type: 'subStatus', pId: 'sorting', document: 'shipment', status: 2, name: 'Sorting' },
    ]);
    const first = async (kind: Kind, state: string): Promise<number> => {
      const { body } = await service.get(`/v1/util/${kind}Status?language=en`);
      const { states } = body as { states: { state: string; subStates: { id: number }[] }[] };
      return states.find((one) => one.state === state)!.subStates[0]!.id;
    };
    photos = await first('rma', '1');
    sorting = await first('shipment', '2');
  });

  afterAll(async () => {
    await service.stop();
  });

  const receive = (kind: Kind, id: number, body?: object, sent: object = {}) =>
    service.put(`/v1/${collections[kind]}/${id}/received`, body, sent);
  const receiveAll = async (kind: Kind, items: object[]): Promise<Result[]> => {
    const name = collections[kind];
    const { status, body } = await service.put(`/v1/${name}/received`, { [name]: items });
    expect(status).toBe(200);
    return (body as Record<string, Result[]>)[name]!;
  };
  const read = async (kind: Kind, id: number) => {
    const { body, headers } = await service.get(`/v1/${collections[kind]}/${id}`);
    return { ...(body as StatedRecord), etag: headers['etag'] as string };
  };
  const list = async (kind: Kind, path: string): Promise<StatedRecord[]> => {
    const name = collections[kind];
    const { status, body } = await service.get(`/v1/${name}${path.replace(/^(?=\w)/, '/')}`);
    expect(status).toBe(200);
    return (body as Record<string, StatedRecord[]>)[name]!;
  };
  const isPending = async (kind: Kind, ...ids: number[]): Promise<boolean[]> => {
    const waiting = (await list(kind, 'pending?perPage=500')).map(({ ID }) => ID);
    return ids.map((id) => waiting.includes(id));
  };
  const stored = async (kind: Kind, states: readonly number[]): Promise<number[]> =>
    kind === 'rma'
      ? storeRmas(service, states)
      : (await orderWithShipments(service, states)).shipmentIds;

  it('moves a shipment in 1 and an RMA in 1 or 3 to 2, and leaves all others where they are', async () => {
    const states = { rma: [1, 3, 4, 6, -1], shipment: [1, 0, 2, 3, 4] } as const;
    for (const kind of ['rma', 'shipment'] as const) {
      const ids = await stored(kind, states[kind]);
      for (const [at, id] of ids.entries()) {
        expect((await receive(kind, id, at % 2 === 0 ? {} : undefined)).body).toEqual({
          result: 'ok',
        });
        const was = states[kind][at]!;
        const isMoved = was === 1 || (kind === 'rma' && was === 3);
        const record = await read(kind, id);
        expect(record).toMatchObject({
          ...{ STATUS: isMoved ? 2 : was, EXPORTSTATUS: 1, etag: '"2"' },
        });
        expect(record.STATUSES).toHaveLength(isMoved ? 1 : 0);
        expectChain(record, [was, 0]);
        expect((await receive(kind, id, { version: '77' })).body).toEqual({ result: 'unchanged' });
        expect((await read(kind, id)).etag).toBe('"2"');
      }
      expect(await isPending(kind, ...ids)).toEqual(ids.map(() => false));
      const received = await list(kind, 'received?perPage=500');
      const own = received.filter(({ ID }) => ids.includes(ID));
      expect(own.map(({ ID, VERSION }) => [ID, VERSION])).toEqual(
        [...ids].sort((a, b) => b - a).map((id) => [id, '2']),
      );
      const oldest = await list(kind, 'received?perPage=500&sort=id.asc');
      expect(oldest).toEqual([...received].reverse());
    }
  });

  it('gives the state that is asked for where the moves allow it; what they refuse stays pending', async () => {
    for (const [kind, to, subStatusId, barred] of [
      ['rma', 3, 0, 4],
      ['shipment', 2, sorting, 4],
    ] as const) {
      const name = collections[kind];
      const [id, other] = (await stored(kind, [1, 1])) as [number, number];
      const refused = await receive(kind, id, { status: barred });
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([
        ...[409, 'move.notAllowed'],
      ]);
      const stale = await receive(kind, id, { [name]: { version: '2' } });
      expect(stale.body).toMatchObject({
        ...{ code: 'version.changed', errors: [{ pointer: `/${name}/version` }] },
      });
      const bare = await receive(kind, id, { version: '2' });
      expect(bare.body).toMatchObject({
        code: 'version.changed',
        errors: [{ pointer: '/version' }],
      });
      const elsewhere = await receive(kind, id, { status: 0, subStatusId: photos });
      expect([elsewhere.status, elsewhere.body.code]).toEqual([
        422,
        kind === 'rma' ? 'subStatus.mismatch' : 'reference.notFound',
      ]);
      const headers = { 'If-Match': '"2"' };
      expect((await receive(kind, id, {}, { headers })).status).toBe(412);
      expect(await isPending(kind, id)).toEqual([true]);
      expect(await read(kind, id)).toMatchObject({ STATUS: 1, STATUSES: [], etag: '"1"' });
      expect((await receive(kind, id, { status: to, subStatusId, version: '1' })).body).toEqual({
        result: 'ok',
      });
      expect(await read(kind, id)).toMatchObject({
        ...{ STATUS: to, SUBSTATUSID: subStatusId, EXPORTSTATUS: 1 },
      });
      // Exported already: another state counts, and with it the version.
      expect((await receive(kind, id, { status: 0, version: '1' })).status).toBe(409);
      expect((await receive(kind, id, { status: 0, version: '2' })).body).toEqual({ result: 'ok' });
      // In a request for all, what is refused stands next to what is not.
      expect(
        (await receiveAll(kind, [{ id: other, status: barred }, { id: other }])).map(
          ({ result }) => result,
        ),
      ).toEqual(['move.notAllowed', 'ok']);
      for (const body of [{ status: 77 }, { status: '1' }, { state: 1 }, { version: 1 }]) {
        expect((await receive(kind, other, body)).status).toBe(400);
      }
      expect((await receive(kind, 999_999)).status).toBe(404);
      for (const items of [[], [{}], [{ id: other, status: 77 }], [{ pId: '', id: 0 }]]) {
        expect((await service.put(`/v1/${name}/received`, { [name]: items })).status).toBe(400);
      }
    }
  });

  it('acknowledges many at once, each standing for itself', async () => {
    for (const kind of ['rma', 'shipment'] as const) {
      const [a, b, c, d] = (await stored(kind, [1, 1, 1, 1])) as [number, number, number, number];
      await receive(kind, b);
      const pId = (await read(kind, c)).PID;
      const results = await receiveAll(kind, [
        { id: a, version: '1' },
        { id: b },
        { id: c, version: '9' },
        { id: 999_999 },
        { pId: 'nobody' },
        { id: d, pId: 'nobody' },
        { id: d, status: 0 },
        { id: d, status: 0, version: '1' },
        { id: d, status: kind === 'rma' ? 3 : 2 },
      ]);
      expect(results.map(({ id, result }) => [id, result])).toEqual([
        [a, 'ok'],
        [b, 'unchanged'],
        [c, 'version.changed'],
        [999_999, 'record.notFound'],
        [0, 'record.notFound'],
        [d, 'reference.mismatch'],
        [d, 'ok'],
        [d, 'unchanged'],
        [d, 'ok'],
      ]);
      expect(results[2]!.pId).toBe(pId);
      expect(await isPending(kind, a, b, c, d)).toEqual([false, false, true, false]);
      expectChain(await read(kind, d), [1, 0]);
    }
  });

  it('lists RMAs like all documents, and finds them by their pIds', async () => {
    const ids = await storeDocuments(
      service,
      'rma',
      [7, 8, 9].map((serial) => ({
        ...{ serial, documentNumber: `X-${serial}` },
        ...{ pId: `rma-${serial}`, status: [0, 3, 4][serial - 7]!, total: serial * 10_000 },
      })),
    );
    const found = async (path: string): Promise<number[]> =>
      (await list('rma', path)).map(({ ID }) => ID);
    const [seven, eight, nine] = ids as [number, number, number];
    expect(await found('?q=x-&sort=id.desc')).toEqual([nine, eight, seven]);
    expect(await found('?fromRmaNumber=8')).toEqual([nine, eight]);
    expect(await found('?fromRmaNumber=7&toRmaNumber=8&sort=total.asc')).toEqual([seven, eight]);
    expect(await found('?q=x-&status=0')).toEqual([seven]);
    expect(await found('pending?q=x-&sort=documentNumber.desc')).toEqual([nine, eight, seven]);
    const [whole] = await list('rma', '?q=x-9&expand=document');
    const { body } = await service.get(`/v1/rmas/${nine}`);
    expect(whole).toEqual(body);
    expect(body).toMatchObject({ ADDITIONAITEMS: [], DOCUMENTTYPE: 5, DOCUMENTNUMBER: 'X-9' });
    expect((await service.get('/v1/rmas/getId/rma-8')).body).toEqual({ ID: eight });
    expect((await service.get('/v1/rmas/getId/Rma-8')).status).toBe(404);
    expect((await service.get(`/v1/orders/${nine}`)).status).toBe(404);
    for (const query of ['status=-11', 'fromOrderNumber=1', 'sort=email.asc']) {
      expect((await service.get(`/v1/rmas?${query}`)).status).toBe(400);
    }
  });

  it('finds shipments by their pIds', async () => {
    const line = { pId: 'by-name', rows: [{ row: 0, quantity: 1 }] };
    await createOrder(service, smallOrder({ shipments: [line] }));
    const [found] = await receiveAll('shipment', [{ pId: 'by-name', status: 0 }]);
    expect(found).toMatchObject({ pId: 'by-name', result: 'ok' });
    expect(await read('shipment', found!.id)).toMatchObject({ PID: 'by-name', STATUS: 0 });
  });

  it('lets nothing wait that is not to be carried out', async () => {
    const rmas = await storeRmas(service, [6, -1, -3, 1, 0, 2]);
    expect(await isPending('rma', ...rmas)).toEqual([false, false, false, true, true, true]);
    for (const status of [6, -1, -11]) {
      const { id, shipmentIds } = await orderWithShipments(service, [1, 2]);
      expect(await isPending('shipment', ...shipmentIds)).toEqual([true, true]);
      await service.put(`/v1/orders/${id}/changeStatus`, { status });
      expect(await isPending('shipment', ...shipmentIds)).toEqual([false, false]);
      const [result] = await receiveAll('shipment', [{ id: shipmentIds[0] }]);
      expect(result!.result).toBe(status === -11 ? 'order.deleted' : 'ok');
      await service.put(`/v1/orders/${id}/changeStatus`, { status: 1 });
      expect(await isPending('shipment', ...shipmentIds)).toEqual([status === -11, true]);
    }
  });

  it.each(['rma', 'shipment'] as const)(
    'gives each %s to exactly one of many pollers, also while it changes',
    async (kind) => {
      const name = collections[kind];
      const ids = await stored(kind, Array<number>(12).fill(1));
      const own = new Set(ids);
      const won = new Map<number, number>();
      const win = (id: number): unknown => won.set(id, (won.get(id) ?? 0) + 1);
      const results = new Set<string>();
      const poll = async (isBulk: boolean): Promise<void> => {
        for (let round = 0; round < 12; round++) {
          const waiting = await list(kind, 'pending?perPage=500&fields=ID,VERSION');
          const items = waiting
            .filter(({ ID }) => own.has(ID))
            .sort(() => Math.random() - 0.5)
            .map(({ ID, VERSION }) => ({ id: ID, version: VERSION }));
          if (items.length === 0) return;
          if (isBulk) {
            for (const { id, result } of await receiveAll(kind, items)) {
              results.add(result);
              if (result === 'ok') win(id);
            }
          } else {
            const [{ id, version }] = items as [{ id: number; version: string }];
            const { body } = await receive(kind, id, { version });
            const { result, code } = body as { result?: string; code?: string };
            results.add(result ?? code ?? '');
            if (result === 'ok') win(id);
          }
        }
      };
      const changer = async (): Promise<void> => {
        for (const [at, id] of [...ids, ...ids].entries()) {
          await service.put(`/v1/${name}/${id}/changeStatus`, { status: at % 2 === 0 ? 0 : 1 });
        }
      };
      await Promise.all([
        ...Array.from({ length: 12 }, (_, at) => poll(at % 3 === 0)),
        ...[changer(), changer()],
      ]);
      for (let round = 0; round < 3; round++) await poll(true);
      expect([...won.keys()].sort()).toEqual([...ids].sort());
      expect([...won.values()]).toEqual(ids.map(() => 1));
      const allowed = ['ok', 'unchanged', 'version.changed'];
      expect([...results].filter((result) => !allowed.includes(result))).toEqual([]);
      for (const id of ids) {
        const record = await read(kind, id);
        expect(record.EXPORTSTATUS).toBe(1);
        expectChain(record, [1, 0]);
      }
    },
  );

  it('shows shipments in the lists as their orders do, with VERSION and UPDATEDAT', async () => {
    const [shipment] = (await list('shipment', 'pending?perPage=1')) as ShipmentRecord[];
    const { VERSION, UPDATEDAT, DOCUMENT, ...own } = shipment!;
    expect(VERSION).toMatch(/^\d+$/);
    expect(UPDATEDAT).toEqual(anyTime);
    const { body } = await service.get(`/v1/orders/${DOCUMENT.ID}`);
    const order = body as { DELIVERY: { SHIPMENTS: StatedRecord[] }; DOCUMENTNUMBER: string };
    expect(order.DELIVERY.SHIPMENTS.find(({ ID }) => ID === own.ID)).toEqual(own);
    expect(DOCUMENT).toEqual({
      ...{ DOCUMENTNUMBER: order.DOCUMENTNUMBER, DOCUMENTTYPE: 1, ID: DOCUMENT.ID },
    });
  });
});
