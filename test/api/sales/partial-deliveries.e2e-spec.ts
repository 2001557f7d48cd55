/** @engine api/pipeline/unit-of-work.step.ts modules/sales/shipping/shipments */
import type { Response } from 'supertest';
import { JournalSequencer } from '../../../src/platform/events/journal/journal-sequencer';
import { exportService, importAsCommand } from '../../support/export';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, type OrderRecord, smallOrder } from './sample-store';

interface Shipped {
  readonly ID: number;
  readonly PID: string;
  readonly STATUS: number;
  readonly EXPORTSTATUS: number;
  readonly INCOMINGDATE: string;
  readonly PHYSICALLOCATIONID: number;
  readonly ROWS: readonly { readonly HASH: string; readonly QUANTITY: number }[];
  readonly SHIPPING: Readonly<Record<string, unknown>>;
}

type Order = OrderRecord & {
  readonly TOTALS: object;
  readonly DELIVERY: { readonly MULTISHIPMENT: boolean; readonly SHIPMENTS: readonly Shipped[] };
};

interface Changes {
  readonly CHANGES: readonly {
    readonly KIND: string;
    readonly ACTION: string;
    readonly ID: number;
  }[];
}

const rows = [
  { name: 'Cup', quantity: 4, price: 10, taxes: [{ tax: { pId: 'vat21' } }] },
  { name: 'Ribbon', quantity: 2.5, price: 3 },
];
const parcel = {
  ...{ shippingType: { pId: 'parcel' }, name: 'To the door', price: 6 },
  ...{ incomingDate: '2026-03-02T12:00:00+01:00', physicalLocation: { pId: 'depot' } },
  taxes: [{ tax: { pId: 'vat21' } }],
};

describe('partial deliveries', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
  });

  afterAll(() => service.stop());

  const order = async (values: object = {}): Promise<Order> =>
    (await createOrder(service, smallOrder({ rows, ...values }))) as Order;
  const read = async (id: number): Promise<Order> =>
    (await service.get(`/v1/orders/${id}`)).body as Order;
  const ship = (id: number, shipments: object): Promise<Response> =>
    service.post(`/v1/orders/${id}/shipments`, { shipments });
  const hashes = ({ ROWS }: Order): [string, string] => [ROWS[0]!.HASH, ROWS[1]!.HASH];
  const quantities = ({ DELIVERY }: Order): number[][] =>
    DELIVERY.SHIPMENTS.map(({ ROWS }) => ROWS.map(({ QUANTITY }) => QUANTITY));
  const errorOf = ({ status, body }: Response) => {
    const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
    return [status, code, ...errors.map(({ pointer }) => pointer)];
  };

  it('split a shipment: the new one is pending, costs nothing and has the same carrier', async () => {
    const before = await order({ shipments: [{ ...parcel, pId: 'whole' }] });
    const [cup, ribbon] = hashes(before);
    const from = { pId: 'whole' };
    const created = await ship(before.ID, {
      pId: 'part',
      rows: [
        { hash: cup, quantity: 1 },
        { hash: ribbon, quantity: 0.5 },
        { id: before.ROWS[0]!.ID, quantity: 2 },
      ],
      from,
    });
    expect(created.status).toBe(201);
    const after = await read(before.ID);
    expect(created.body).toEqual({ SHIPMENTS: after.DELIVERY.SHIPMENTS });
    const [whole, part] = after.DELIVERY.SHIPMENTS as [Shipped, Shipped];
    expect(part).toMatchObject({ PID: 'part', STATUS: 1, EXPORTSTATUS: 0, STATUSES: [] });
    expect(part).toMatchObject({
      INCOMINGDATE: whole.INCOMINGDATE,
      PHYSICALLOCATIONID: whole.PHYSICALLOCATIONID,
    });
    const { ID: _, DOCUMENTSHIPMENTID: __, ...shipping } = part.SHIPPING;
    expect({ ...whole.SHIPPING, ...shipping }).toEqual({
      ...whole.SHIPPING,
      ...{ PRICE: 0, TAXES: [] },
    });
    expect(quantities(after)).toEqual([
      [1, 2],
      [3, 0.5],
    ]);
    expect(part.ROWS.map(({ HASH }) => HASH)).toEqual([cup, ribbon]);
    expect([after.TOTALS, after.TOTAL, after.DELIVERY.MULTISHIPMENT]).toEqual([
      ...[before.TOTALS, before.TOTAL, true],
    ]);
    // The rest goes, too: the shipment stays with its costs.
    const rest = {
      rows: [
        { hash: cup, quantity: 1 },
        { hash: ribbon, quantity: 2 },
      ],
    };
    expect((await ship(before.ID, { ...rest, from })).status).toBe(201);
    expect(quantities(await read(before.ID))).toEqual([[], [3, 0.5], [1, 2]]);
    const pending = await service.get('/v1/shipments/pending?q=part');
    expect((pending.body as { items: number }).items).toBe(1);
  });

  it('ship what is in no shipment yet, at most as much as was ordered', async () => {
    const { ID, ROWS } = await order({
      shipments: [{ name: 'First', rows: [{ row: 0, quantity: 1.5 }] }],
    });
    const [cup, ribbon] = [ROWS[0]!.HASH, ROWS[1]!.HASH];
    const tooMuch = await ship(ID, {
      rows: [
        { hash: cup, quantity: 2.5 },
        { hash: ribbon, quantity: 2.501 },
        { hash: cup, quantity: 0.001 },
      ],
    });
    expect(errorOf(tooMuch)).toEqual([
      ...[409, 'shipment.quantity', '/shipments/rows/2/quantity', '/shipments/rows/1/quantity'],
    ]);
    const { detail } = tooMuch.body as { detail: string };
    expect(detail).toContain(`2.5 of the row ${cup} can be shipped, not 2.501.`);
    const location = await service.get('/v1/physicalLocations/getId/shop');
    const shop = (location.body as { ID: number }).ID;
    const second = { rows: [{ hash: cup, quantity: 2.5 }], physicalLocation: { id: shop } };
    const { status, body } = await ship(ID, second);
    expect(status).toBe(201);
    const [, made] = (body as { SHIPMENTS: Shipped[] }).SHIPMENTS;
    expect(made).toMatchObject({ PHYSICALLOCATIONID: shop, SHIPPING: { NAME: 'First' } });
    expect(Math.abs(Date.parse(made!.INCOMINGDATE) - Date.now())).toBeLessThan(60_000);
    expect(errorOf(await ship(ID, second))).toContain('shipment.quantity');
  });

  it('ship bundles by their ID, as their record has no HASH', async () => {
    const bundle = {
      ...{ type: 'bundle', name: 'Set', quantity: 2 },
      items: [{ name: 'Cup', quantity: 4, price: 5 }],
    };
    const { ID, ROWS } = (await order({ rows: [bundle] })) as Order & {
      ROWS: { ID: number; ITEMS: { HASH: string; ID: number }[] }[];
    };
    const [set] = ROWS;
    const [item] = set!.ITEMS;
    for (const row of [{ id: item!.ID }, { hash: item!.HASH }]) {
      const refused = await ship(ID, { rows: [{ ...row, quantity: 1 }] });
      expect(errorOf(refused)).toEqual([422, 'reference.notFound', '/shipments/rows/0']);
    }
    const { body } = await ship(ID, { rows: [{ id: set!.ID, quantity: 1 }] });
    const [made] = (body as { SHIPMENTS: Shipped[] }).SHIPMENTS;
    const note = await service.post(`/v1/shipments/${made!.ID}/deliveryNotes`);
    expect(note.body).toMatchObject({ items: [{ name: 'Set', quantity: 1, type: 'BUNDLE' }] });
  });

  it('take nothing from a shipment that was shipped, acknowledged or noted', async () => {
    const open = { rows: [{ row: 0, quantity: 1 }] };
    const { ID, ROWS, DELIVERY } = await order({ shipments: [open, open, open, open] });
    const [moved, acknowledged, noted, incident] = DELIVERY.SHIPMENTS.map(({ ID: id }) => id) as [
      ...[number, number, number, number],
    ];
    await service.put(`/v1/shipments/${moved}/changeStatus`, { status: 2 });
    await service.put(`/v1/shipments/${acknowledged}/received`);
    await service.post(`/v1/shipments/${noted}/deliveryNotes`);
    await service.put(`/v1/shipments/${incident}/changeStatus`, { status: 0 });
    const split = (id: number, quantity = 1): Promise<Response> =>
      ship(ID, { rows: [{ hash: ROWS[0]!.HASH, quantity }], from: { id } });
    for (const id of [acknowledged, noted, incident]) {
      expect(errorOf(await split(id))).toEqual([409, 'shipment.closed', '/shipments/from']);
    }
    expect(errorOf(await split(moved, 1.001))).toContain('shipment.quantity');
    expect((await split(moved, 0.25)).status).toBe(201);
    await service.put(`/v1/shipments/${moved}/changeStatus`, { status: 3 });
    expect(errorOf(await split(moved, 0.25))).toEqual([409, 'shipment.closed', '/shipments/from']);
    expect(quantities(await read(ID))).toEqual([[0.75], [1], [1], [1], [0.25]]);
  });

  it('refuse what names nothing, and change nothing', async () => {
    const { ID, ROWS } = await order({ shipments: [{ ...parcel, pId: 'kept' }] });
    const other = await order({ shipments: [{ pId: 'foreign', trackingNumber: 'T-1' }] });
    const row = { hash: ROWS[0]!.HASH, quantity: 1 };
    const from = { pId: 'kept' };
    const refusals: [object, ...(string | number)[]][] = [
      [{ rows: [] }, 400, 'request.invalid', '/shipments/rows'],
      [{ from }, 400, 'request.invalid', '/shipments/rows'],
      [{ rows: [{ quantity: 1 }] }, 400, 'request.invalid', '/shipments/rows/0'],
      [{ rows: [{ ...row, quantity: 0 }] }, 400, 'request.invalid', '/shipments/rows/0/quantity'],
      [
        { rows: [{ ...row, quantity: 0.0001 }] },
        ...([400, 'request.invalid', '/shipments/rows/0/quantity'] as const),
      ],
      [
        { rows: [{ hash: other.ROWS[0]!.HASH, quantity: 1 }], from },
        ...([422, 'reference.notFound', '/shipments/rows/0'] as const),
      ],
      [
        { rows: [{ ...row, id: ROWS[1]!.ID }], from },
        ...([422, 'reference.mismatch', '/shipments/rows/0'] as const),
      ],
      [{ rows: [row], from: { pId: 'foreign' } }, 422, 'reference.notFound', '/shipments/from'],
      [{ rows: [row], from: { id: 999_999 } }, 422, 'reference.notFound', '/shipments/from'],
      [
        { rows: [row], from, physicalLocation: { pId: 'nowhere' } },
        ...([422, 'reference.notFound', '/shipments/physicalLocation'] as const),
      ],
      [{ rows: [row], from, pId: 'foreign' }, 409, 'shipment.taken', '/shipments/pId'],
      [{ rows: [row], from, price: 1 }, 400, 'request.invalid', '/shipments/price'],
    ];
    for (const [body, ...refusal] of refusals) {
      expect(errorOf(await ship(ID, body))).toEqual(refusal);
    }
    const taken = await ship(ID, { rows: [row], from, pId: 'foreign' });
    expect(taken.body).toMatchObject({ existingId: other.DELIVERY.SHIPMENTS[0]!.ID });
    expect((await ship(999_999, { rows: [row] })).status).toBe(404);
    expect(await read(ID)).toMatchObject({ VERSION: '1', DELIVERY: { MULTISHIPMENT: false } });
    for (const status of [6, -1, -11]) {
      await service.put(`/v1/orders/${ID}/changeStatus`, { status });
      const refused = await ship(ID, { rows: [row], from });
      expect(errorOf(refused)).toEqual([409, 'order.closed']);
      expect((refused.body as { detail: string }).detail).toContain('no shipment can be created');
    }
    const key = await service.createKey('sales:read');
    const path = `/v1/orders/${other.ID}/shipments`;
    const unscoped = await service.post(path, { shipments: { rows: [row] } }, { key });
    expect(unscoped.status).toBe(403);
  });

  it('are changes of the order and of the shipment that gives up rows', async () => {
    const { ID, ROWS, DELIVERY } = await order({ shipments: [parcel] });
    const [{ ID: from }] = DELIVERY.SHIPMENTS as [Shipped];
    const sequencer = service.app.get(JournalSequencer);
    await sequencer.catchUp();
    const start = (await service.get('/v1/changes?limit=1')).body as { CURRENT: number };
    const split = { rows: [{ hash: ROWS[0]!.HASH, quantity: 1 }], from: { id: from } };
    const { body } = await ship(ID, split);
    const made = (body as { SHIPMENTS: Shipped[] }).SHIPMENTS[1]!.ID;
    await sequencer.catchUp();
    const { CHANGES } = (await service.get(`/v1/changes?after=${start.CURRENT}`)).body as Changes;
    const entries = CHANGES.map(({ KIND, ACTION, ID: id }) => `${KIND} ${ACTION} ${id}`);
    expect(entries.sort()).toEqual([
      `order updated ${ID}`,
      `shipment created ${made}`,
      `shipment updated ${from}`,
    ]);
    const etags = {
      [`orders/${ID}`]: '"2"',
      [`shipments/${from}`]: '"2"',
      [`shipments/${made}`]: '"1"',
    };
    for (const [path, etag] of Object.entries(etags)) {
      expect([path, (await service.get(`/v1/${path}`)).headers['etag']]).toEqual([path, etag]);
    }
    // An acknowledgement of what was read before is refused.
    const seen = await service.put(`/v1/shipments/${from}/received`, { version: '1' });
    expect(errorOf(seen)).toContain('version.changed');
  });

  it('share what is left among 30 clients', async () => {
    const { ID, ROWS, DELIVERY } = await order({
      shipments: [{ rows: [{ row: 0, quantity: 1.5 }] }],
    });
    const row = { hash: ROWS[0]!.HASH, quantity: 0.25 };
    const from = { id: DELIVERY.SHIPMENTS[0]!.ID };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => ship(ID, { rows: [row], ...(at % 2 && { from }) })),
    );
    const unshipped = answers.filter(({ status }, at) => at % 2 === 0 && status === 201);
    const split = answers.filter(({ status }, at) => at % 2 === 1 && status === 201);
    expect([unshipped.length, split.length]).toEqual([10, 6]);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(errorOf(answer).slice(0, 2)).toEqual([409, 'shipment.quantity']);
    }
    const after = await read(ID);
    expect(quantities(after).flat()).toEqual(Array.from({ length: 16 }, () => 0.25));
    expect(after).toMatchObject({ VERSION: '17' });
  });

  it('take no rows from a shipment that is acknowledged at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { ID, ROWS, DELIVERY } = await order({ shipments: [parcel] });
      const [{ ID: from }] = DELIVERY.SHIPMENTS as [Shipped];
      const split = { rows: [{ hash: ROWS[0]!.HASH, quantity: 1 }], from: { id: from } };
      const [created, received] = await Promise.all([
        ship(ID, split),
        service.put(`/v1/shipments/${from}/received`, { version: '1' }),
      ]);
      expect([created.status, received.status].sort()).toEqual([
        Math.min(created.status, received.status),
        409,
      ]);
    }
  });

  it('change no amount of invoices, credit notes and RMAs of the order', async () => {
    const taxes = [{ tax: { pId: 'vat21' } }];
    const bought = { rows: [{ name: 'Cup', quantity: 3, price: 9.9, taxes }] };
    const document = async (isSplit: boolean): Promise<object[]> => {
      const { ID, ROWS, DELIVERY } = await order({ ...bought, shipments: [parcel] });
      const split = async (): Promise<void> => {
        const [{ ID: id }] = DELIVERY.SHIPMENTS as [Shipped];
        const part = { rows: [{ hash: ROWS[0]!.HASH, quantity: 1 }], from: { id } };
        if (isSplit) expect((await ship(ID, part)).status).toBe(201);
      };
      await split();
      const invoice = (await service.post(`/v1/orders/${ID}/invoices`)).body as Order;
      await split();
      const items = [{ hash: ROWS[0]!.HASH, quantity: 3 }];
      const additionalItems = [{ type: 'SHIPPING', name: 'Postage', amount: 7.26 }];
      const rma = (
        await service.post(`/v1/orders/${ID}/rmas`, { rmas: { items, additionalItems } })
      ).body as Order;
      for (const status of [2, 5]) {
        await service.put(`/v1/rmas/${rma.ID}/changeStatus`, { status: status === 2 ? 3 : status });
        if (status === 2) await service.put(`/v1/rmas/${rma.ID}/changeStatus`, { status: 2 });
      }
      const returned = (await service.post(`/v1/rmas/${rma.ID}/returns`)).body as Order;
      const note = await service.post(`/v1/returns/${returned.ID}/creditNotes`);
      expect(note.status).toBe(201);
      return [invoice.TOTALS, rma.TOTALS, (note.body as Order).TOTALS];
    };
    expect(await document(true)).toEqual(await document(false));
  });

  it('leave an imported order unchanged for those who import it again', async () => {
    const shipments = [{ ...parcel, pId: 'again', rows: [{ row: 0, quantity: 4 }] }];
    const line = smallOrder({ rows, shipments });
    const { ID, ROWS } = await order(line);
    const split = { rows: [{ hash: ROWS[0]!.HASH, quantity: 4 }], from: { pId: 'again' } };
    expect((await ship(ID, split)).status).toBe(201);
    const lines = [line, { ...line, currencyCode: 'eur', comment: '' }];
    for (const one of lines) {
      const summary = await importLines(service, [{ type: 'order', ...one }]);
      expect(summary).toMatchObject({ unchanged: 1, rejected: 0 });
    }
    const other = { ...line, shipments: [{ ...shipments[0], rows: [{ row: 0, quantity: 3 }] }] };
    const { errors } = await importLines(service, [{ type: 'order', ...other }]);
    expect(errors.map(({ code }) => code)).toEqual(['order.differs']);
  });

  it('reach a copy that knows the order without them', async () => {
    const shipments = [{ ...parcel, pId: 'mirrored' }];
    const { ID, PID, ROWS } = await order({ shipments });
    const copy = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    try {
      const all = async (of: Service): Promise<string[]> => {
        await of.app.get(JournalSequencer).catchUp();
        return (await exportService(of)).exportedLines;
      };
      const before = await all(service);
      expect((await importAsCommand(copy, before)).errors).toEqual([]);
      const sequencer = service.app.get(JournalSequencer);
      const { CURRENT } = (await service.get('/v1/changes?limit=1')).body as { CURRENT: number };
      const rest = [
        { hash: ROWS[0]!.HASH, quantity: 4 },
        { hash: ROWS[1]!.HASH, quantity: 1 },
      ];
      await ship(ID, { pId: 'mirrored-2', rows: rest, from: { pId: 'mirrored' } });
      const { body } = await service.get('/v1/shipments?q=mirrored-2');
      const [{ ID: part }] = (body as { shipments: [Shipped] }).shipments;
      await service.put(`/v1/shipments/${part}/changeStatus`, { status: 2 });
      await sequencer.catchUp();
      const { exportedLines } = await exportService(service, { since: CURRENT });
      const summary = await importAsCommand(copy, exportedLines);
      expect(summary.errors).toEqual([]);
      const found = (await copy.get(`/v1/orders/getId/${PID}`)).body as { ID: number };
      const shown = (await copy.get(`/v1/orders/${found.ID}`)).body as Order;
      expect(quantities(shown)).toEqual(quantities(await read(ID)));
      expect(shown.DELIVERY.SHIPMENTS[1]).toMatchObject({ PID: 'mirrored-2', STATUS: 2 });
      expect((await copy.get('/v1/shipments?q=mirrored-2')).body).toMatchObject({ items: 1 });
      const lines = await all(service);
      expect(await all(copy)).toEqual(lines);
      expect(await importAsCommand(copy, lines)).toMatchObject({ updated: 0, rejected: 0 });
      // No record changes the rows of a stored order.
      const document = lines.find((one) => one.includes(`"pId":"${PID}"`)) ?? '';
      const dearer = document.replace('"name":"Cup"', '"name":"Mug"');
      const { errors } = await importAsCommand(copy, [dearer]);
      expect(errors.map(({ code }) => code)).toEqual(['stored.differs']);
    } finally {
      await copy.stop();
    }
  });
});
