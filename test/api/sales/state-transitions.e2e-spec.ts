/** @engine modules/sales/states/transitions */
import { formatCodes } from '../../../src/core/code-list';
import { UnitOfWork } from '../../../src/database';
import {
  listNextStates,
  type TransitionTable,
  transitionTables,
} from '../../../src/modules/sales/states/transition-tables';
import { stateCodes } from '../../../src/modules/sales/documents';
import { StateTransitions } from '../../../src/modules/sales/states/transitions/state-transitions';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters } from './sample-store';
import {
  expectChain,
  orderWithShipments,
  type StatedRecord,
  storeDocuments,
} from './stated-records';

type Kind = 'order' | 'rma' | 'shipment';
const kinds: readonly Kind[] = ['order', 'rma', 'shipment'];
const collections = { order: 'orders', rma: 'rmas', shipment: 'shipments' } as const;

interface Pair {
  readonly from: number;
  readonly to: number;
  readonly id: number;
}

describe('moves through states', () => {
  let service: Service;
  /** Ids of sub-statuses by pId. */
  const subStatuses = new Map<string, number>();

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await importLines(service, [
      { type: 'subStatus', pId: 'photos', document: 'rma', status: 1, name: 'Photos asked for' },
      { type: 'subStatus', pId: 'sorting', document: 'shipment', status: 2, name: 'Sorting' },
      { type: 'subStatus', pId: 'boxing', document: 'shipment', status: 2, name: 'Boxing' },
    ]);
    interface Node {
      id: number;
      pId: string;
      subStates: Node[];
    }
    const gather = (nodes: Node[]): void => {
      for (const { id, pId, subStates } of nodes) {
        subStatuses.set(pId, id);
        gather(subStates);
      }
    };
    for (const kind of kinds) {
      const { body } = await service.get(`/v1/util/${kind}Status?language=en`);
      (body as { states: { subStates: Node[] }[] }).states.forEach((one) => gather(one.subStates));
    }
  });

  afterAll(async () => {
    await service.stop();
  });

  const change = (kind: Kind, id: number, body: unknown, sent: object = {}) =>
    service.put(`/v1/${collections[kind]}/${id}/changeStatus`, body, sent);
  const read = async (kind: Kind, id: number): Promise<StatedRecord & { etag: string }> => {
    const { body, headers } = await service.get(`/v1/${collections[kind]}/${id}`);
    return { ...(body as StatedRecord), etag: headers['etag'] as string };
  };
  /** All records of a kind, by id. */
  const all = async (kind: Kind): Promise<Map<number, StatedRecord>> => {
    const expand = kind === 'shipment' ? '' : '&expand=document';
    const found = new Map<number, StatedRecord>();
    for (let page = 1; ; page++) {
      const query = `perPage=500&sort=id.asc${expand}&page=${page}`;
      const { body } = await service.get(`/v1/${collections[kind]}?${query}`);
      const list = body as Record<string, unknown> & { items: number };
      for (const one of list[collections[kind]] as StatedRecord[]) found.set(one.ID, one);
      if (found.size >= list.items) return found;
    }
  };
  const subStatus = (pId: string): number => subStatuses.get(pId)!;

  /** New records, one in each of the states. */
  const stored = async (kind: Kind, states: readonly number[]): Promise<number[]> => {
    if (kind === 'shipment') return (await orderWithShipments(service, states)).shipmentIds;
    return storeDocuments(
      service,
      kind,
      states.map((status) => ({ status })),
    );
  };

  it.each(kinds)('allow exactly the transitions of the table: %s', async (kind) => {
    const table: TransitionTable = transitionTables[kind];
    const pairs = table.states.flatMap((from) => table.targets.map((to) => ({ from, to })));
    const ids = await stored(
      kind,
      pairs.map(({ from }) => from),
    );
    const before = await all(kind);
    const tried: Pair[] = pairs.map((pair, at) => ({ ...pair, id: ids[at]! }));
    const answers = await Promise.all(tried.map(({ id, to }) => change(kind, id, { status: to })));
    const after = await all(kind);
    tried.forEach(({ from, to, id }, at) => {
      const { status, body } = answers[at]!;
      const [was, is] = [before.get(id)!, after.get(id)!];
      const allowed = listNextStates(table, from);
      const place = `${kind} ${from} to ${to}`;
      if (from === to || allowed.includes(to)) {
        expect({ place, status, body: body as unknown }).toEqual({
          ...{ place, status: 200, body: { result: 'ok' } },
        });
      } else {
        expect({ place, status }).toEqual({ place, status: 409 });
        expect(body).toMatchObject({ code: 'move.notAllowed', allowedStatuses: allowed });
        const { detail } = body as { detail: string };
        expect(detail).toContain(
          allowed.length === 0 ? 'final' : formatCodes(stateCodes[kind], allowed),
        );
      }
      if (from === to || !allowed.includes(to)) expect(is).toEqual(was);
      else {
        expect(is.STATUSES.slice(0, -1)).toEqual(was.STATUSES);
        const entry = { FROMSTATUS: from, FROMSUBSTATUSID: 0, TOSTATUS: to, TOSUBSTATUSID: 0 };
        expect(is.STATUSES.at(-1)).toMatchObject(entry);
        expect(is.STATUS).toBe(to);
      }
    });
    expect(tried.length).toBe(table.states.length * table.targets.length);
  });

  it('of a shipment are changes of its order too, with an own number each', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1, 1]);
    const [first, second] = shipmentIds as [number, number];
    expect((await change('shipment', first, { status: 2 })).status).toBe(200);
    expect((await change('shipment', first, { status: 3 })).status).toBe(200);
    expect((await change('shipment', second, { status: 0 })).status).toBe(200);
    expect((await change('shipment', second, { status: 0 })).status).toBe(200);
    expect((await read('shipment', first)).etag).toBe('"3"');
    expect((await read('shipment', second)).etag).toBe('"2"');
    const { body, headers } = await service.get(`/v1/orders/${id}`);
    const order = body as StatedRecord & {
      DELIVERY: { SHIPMENTS: { STATUS: number; STATUSES: object[] }[] };
    };
    expect([headers['etag'], order.STATUS, order.STATUSES]).toEqual(['"4"', 1, []]);
    expect(order.DELIVERY.SHIPMENTS.map(({ STATUS }) => STATUS)).toEqual([3, 0]);
    expect(order.DELIVERY.SHIPMENTS[0]!.STATUSES).toEqual([
      expect.objectContaining({ DOCUMENTSHIPMENTID: first, FROMSTATUS: 1, TOSTATUS: 2 }),
      expect.objectContaining({ DOCUMENTSHIPMENTID: first, FROMSTATUS: 2, TOSTATUS: 3 }),
    ]);
    // A poller that saw the order before has not seen this.
    const stale = await service.put(`/v1/orders/${id}/received`, { version: '3' });
    expect([stale.status, stale.body.code]).toEqual([409, 'version.changed']);
    expect((await change('order', id, { status: 4 })).status).toBe(200);
    expect(await read('order', id)).toMatchObject({ STATUS: 4, etag: '"5"' });
  });

  it('write an entry also when only the sub-status moves, and none for what is set', async () => {
    const [id] = (await stored('shipment', [1])) as [number];
    const sorting = subStatus('sorting');
    const boxing = subStatus('boxing');
    for (const subStatusId of [sorting, sorting, boxing]) {
      expect((await change('shipment', id, { status: 2, subStatusId })).status).toBe(200);
    }
    const wrapped = await change('shipment', id, { shipments: { status: 2 } });
    expect(wrapped.body).toEqual({ result: 'ok' });
    const shipment = await read('shipment', id);
    expect(
      shipment.STATUSES.map((one) => [
        ...[one.FROMSTATUS, one.FROMSUBSTATUSID, one.TOSTATUS, one.TOSUBSTATUSID],
      ]),
    ).toEqual([
      [1, 0, 2, sorting],
      [2, sorting, 2, boxing],
      [2, boxing, 2, 0],
    ]);
    expect(shipment).toMatchObject({ STATUS: 2, SUBSTATUSID: 0, EXPORTSTATUS: 0, etag: '"4"' });
  });

  it('refuse sub-statuses of another state or kind, and unknown ones', async () => {
    const { ID } = await createOrder(service);
    const [rma] = (await stored('rma', [1])) as [number];
    const refused = async (kind: Kind, id: number, body: object): Promise<unknown[]> => {
      const answer = await change(kind, id, body);
      const { code, errors } = answer.body as { code: string; errors: { pointer: string }[] };
      return [answer.status, code, errors[0]?.pointer];
    };
    const packing = subStatus('packing-gift');
    expect(await refused('order', ID, { status: 4, subStatusId: packing })).toEqual([
      ...[422, 'subStatus.mismatch', '/subStatusId'],
    ]);
    expect(await refused('order', ID, { orders: { status: 4, subStatusId: packing } })).toEqual([
      ...[422, 'subStatus.mismatch', '/orders/subStatusId'],
    ]);
    expect(await refused('rma', rma, { status: 3, subStatusId: subStatus('photos') })).toEqual([
      ...[422, 'subStatus.mismatch', '/subStatusId'],
    ]);
    for (const subStatusId of [subStatus('photos'), 999_999]) {
      expect(await refused('order', ID, { status: 1, subStatusId })).toEqual([
        ...[422, 'reference.notFound', '/subStatusId'],
      ]);
    }
    expect(await read('order', ID)).toMatchObject({ STATUS: 1, STATUSES: [], etag: '"1"' });
    expect(await read('rma', rma)).toMatchObject({ STATUS: 1, STATUSES: [], etag: '"1"' });
    // A sub-status below a sub-status of the state also belongs to the state.
    expect((await change('order', ID, { status: 2, subStatusId: packing })).status).toBe(200);
    expect(await read('order', ID)).toMatchObject({ STATUS: 2, SUBSTATUSID: packing });
  });

  it('refuse codes outside the list and malformed bodies, and change nothing', async () => {
    const outside: Record<Kind, unknown[]> = {
      order: [3, 5, 20, -10, -20, -666, 7, '2', 1.5, null, true],
      rma: [-11, 7, -2, '1'],
      shipment: [5, 6, -1, 20, '1'],
    };
    for (const kind of kinds) {
      const [id] = (await stored(kind, [1])) as [number];
      const bodies = [
        ...outside[kind].map((status) => ({ status })),
        ...[{}, [], 'text', { status: 2, subStatusId: -1 }, { status: 2, subStatusId: '1' }],
        ...[{ status: 2, subStatusId: null }, { status: 2, comment: 1 }, undefined],
        ...[{ [collections[kind]]: { status: 2 }, status: 2 }, { document: { status: 2 } }],
      ];
      for (const body of bodies) {
        const answer = await change(kind, id, body);
        expect({ kind, body, status: answer.status }).toEqual({ kind, body, status: 400 });
      }
      expect((await change(kind, 999_999, { status: 2 })).status).toBe(404);
      expect((await change(kind, 0, { status: 2 })).status).toBe(400);
      const headers = { 'If-Match': '"2"' };
      expect((await change(kind, id, { status: 0 }, { headers })).status).toBe(412);
      expect(await read(kind, id)).toMatchObject({ STATUS: 1, STATUSES: [], etag: '"1"' });
      expect(
        (await change(kind, id, { status: 0 }, { headers: { 'If-Match': '"1"' } })).status,
      ).toBe(200);
      expect(await read(kind, id)).toMatchObject({ STATUS: 0, etag: '"2"' });
    }
    // An RMA is no order, nor the other way round.
    const [rma] = (await stored('rma', [1])) as [number];
    expect((await change('order', rma, { status: 2 })).status).toBe(404);
    const { ID } = await createOrder(service);
    expect((await change('rma', ID, { status: 3 })).status).toBe(404);
  });

  it('are refused with the names of the states', async () => {
    const [pending, done] = (await stored('rma', [1, 4])) as [number, number];
    expect((await change('rma', pending, { status: 5 })).body).toMatchObject({
      detail:
        'An RMA in 1 (Pending) can go to 2 (In process), 3 (Authorized), -3 (Not authorized), 0 (Incidents) and ' +
        '6 (Deleted), not to 5 (Accepted).',
    });
    expect((await change('rma', done, { status: 1 })).body).toMatchObject({
      detail: "An RMA in 4 (Completed), which is final, can't go to 1 (Pending).",
    });
  });

  it('take an order with an invoice to each of the seven, and leave the invoice as it is', async () => {
    const { ID } = await createOrder(service);
    const { body: invoice } = await service.post(`/v1/orders/${ID}/invoices`);
    for (const status of [6, -1, -11, 4, 0, 2, 1]) {
      const moved = await change('order', ID, { status });
      expect([moved.status, moved.body]).toEqual([200, { result: 'ok' }]);
      expect((await read('order', ID)).STATUS).toBe(status);
      const { body: found } = await service.get(`/v1/orders/${ID}/invoices`);
      expect(found).toEqual({ invoices: [invoice] });
    }
    const { STATUSES } = await read('order', ID);
    expect(STATUSES.map(({ TOSTATUS }) => TOSTATUS)).toEqual([6, -1, -11, 4, 0, 2, 1]);
  });

  it('are made whether or not an order gets its invoice at the same moment', async () => {
    for (let round = 0; round < 12; round++) {
      const { ID } = await createOrder(service);
      const [moved, invoiced] = await Promise.all([
        change('order', ID, { status: [6, -1, -11][round % 3]! }),
        service.post(`/v1/orders/${ID}/invoices`),
      ]);
      expect([moved.status, [201, 409].includes(invoiced.status)]).toEqual([200, true]);
      const { invoices } = (await service.get(`/v1/orders/${ID}/invoices`)).body as {
        invoices: object[];
      };
      expect(invoices).toHaveLength(invoiced.status === 201 ? 1 : 0);
      expect((await read('order', ID)).STATUS).toBe([6, -1, -11][round % 3]);
    }
  });

  it('bring an order back from -11, and let nothing else touch its shipments meanwhile', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [2]);
    const [shipment] = shipmentIds as [number];
    await change('order', id, { status: -11 });
    const refusals = [
      await change('shipment', shipment, { status: 3 }),
      await service.put(`/v1/shipments/${shipment}/received`),
      await service.put(`/v1/shipments/${shipment}/trackingNumber/T-1`),
      await service.put(`/v1/orders/${id}/received`, { status: 1 }),
    ];
    for (const { status, body } of refusals) {
      expect([status, (body as { code: string }).code]).toEqual([409, 'order.deleted']);
    }
    // A state that is set already is no change.
    expect((await change('shipment', shipment, { status: 2 })).status).toBe(200);
    expect((await read('shipment', shipment)).etag).toBe('"1"');
    expect((await change('order', id, { status: 2 })).status).toBe(200);
    expect((await change('shipment', shipment, { status: 3 })).status).toBe(200);
    expect(await read('order', id)).toMatchObject({ STATUS: 2, etag: '"4"' });
  });

  it('return what was saved, and are undone with the unit of work around them', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1]);
    const [shipmentId] = shipmentIds as [number];
    const moves = service.app.get(StateTransitions);
    const unitOfWork = service.app.get(UnitOfWork);
    await expect(
      unitOfWork.run(async () => {
        const saved = await moves.change('shipment', shipmentId, { status: 2 });
        expect(saved).toEqual({
          ...{ kind: 'shipment', id: shipmentId, documentId: id, shipmentId },
          from: { status: 1, subStatusId: null, exported: false },
          to: { status: 2, subStatusId: null, exported: false },
          entryId: expect.any(Number) as number,
        });
        expect(await moves.change('shipment', shipmentId, { status: 2 })).toBeUndefined();
        // The order's own move comes after the one that its shipment made in it.
        expect(await moves.change('order', id, { status: 4 })).toMatchObject({ shipmentId: 0 });
        throw new Error('Undone');
      }),
    ).rejects.toThrow('Undone');
    expect(await read('shipment', shipmentId)).toMatchObject({ STATUS: 1, etag: '"1"' });
    expect(await read('order', id)).toMatchObject({ STATUS: 1, STATUSES: [], etag: '"1"' });
    const saved = await moves.change('order', id, { status: 2 });
    expect((await read('order', id)).STATUSES[0]!.ID).toBe(saved?.entryId);
  });

  it.each([
    { kind: 'order' as const, targets: [0, 1, 2, 4, 6, -1, -11] },
    { kind: 'rma' as const, targets: [3, 0, 2, 1] },
    { kind: 'shipment' as const, targets: [0, 1, 2, 3] },
  ])('keep the history of 40 changes at once unbroken: $kind', async ({ kind, targets }) => {
    const [id] = (await stored(kind, [1])) as [number];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        change(kind, id, { status: targets[at % targets.length] }),
      ),
    );
    const codes = answers.map(({ status, body }) =>
      status === 200 ? 'ok' : (body as { code: string }).code,
    );
    const possible = kind === 'order' ? ['ok'] : ['ok', 'move.notAllowed'];
    expect(codes.filter((code) => !possible.includes(code))).toEqual([]);
    const record = await read(kind, id);
    expectChain(record, [1, 0]);
    expect(record.etag).toBe(`"${record.STATUSES.length + 1}"`);
    expect(record.STATUSES.length).toBeGreaterThan(1);
    for (const { FROMSTATUS, TOSTATUS } of record.STATUSES) {
      expect(listNextStates(transitionTables[kind], FROMSTATUS)).toContain(TOSTATUS);
    }
  });

  it('of an order and of its shipments at once stay apart', async () => {
    const { id, shipmentIds } = await orderWithShipments(service, [1, 1, 1]);
    await Promise.all(
      Array.from({ length: 36 }, (_, at) =>
        at % 4 === 3
          ? change('order', id, { status: [0, 1, 2, 4][at % 3]! })
          : change('shipment', shipmentIds[at % 4]!, { status: [0, 1, 2][at % 3]! }),
      ),
    );
    const order = await read('order', id);
    expectChain(order, [1, 0]);
    let changes = order.STATUSES.length;
    for (const shipmentId of shipmentIds) {
      const shipment = await read('shipment', shipmentId);
      expectChain(shipment, [1, 0]);
      expect(shipment.etag).toBe(`"${shipment.STATUSES.length + 1}"`);
      changes += shipment.STATUSES.length;
    }
    expect(order.etag).toBe(`"${changes + 1}"`);
  });
});
