import type { Response } from 'supertest';
import { Database } from '../../../src/database';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { thirtyAtOnce } from '../custom-tags/tag-store';
import { createOrder, importMasters, type OrderList, smallOrder } from './sample-store';

interface Tag {
  readonly CUSTOMTAG: { readonly ID: number; readonly PID: string };
  readonly ID: number;
  readonly NAME: string;
  readonly VALUE: string;
}

interface Order {
  readonly ID: number;
  readonly PID: string;
  readonly CUSTOMTAGS: readonly Tag[];
  readonly USER: { readonly CUSTOMTAGS: readonly Tag[] };
  readonly ROWS: readonly Row[];
}

interface Row {
  readonly ID: number;
  readonly CUSTOMTAGS: readonly object[];
  readonly ITEMS: readonly Row[];
}

/** Control types: 1 boolean, 2 numeric, 3 text, 4 date, 5 selector; item types: 1 products, 10 users, 13 orders. */
const tag = (pId: string, controlType: number, itemType: number, values: object = {}): object => ({
  ...{ type: 'tag', pId, active: true, controlType, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, ...values },
});
const names = (...texts: [string, string][]) => ({
  languages: texts.map(([languageCode, name]) => ({ languageCode, name })),
});
const free = Array.from({ length: 12 }, (_, at) => `free-${at}`);

const tagLines = [
  { type: 'tagGroup', pId: 'looks', name: 'Looks', itemType: 1, position: 1, priority: 1 },
  tag('gift', 1, 13, names(['en', 'Gift'], ['es', 'Regalo'])),
  tag('points', 2, 13, { minValue: '1.5', maxValue: '10', ...names(['en', 'Points']) }),
  tag('note', 3, 13, names(['fr', 'Note'])),
  tag('when', 4, 13, { minValue: '2026-01-01' }),
  tag('wrap', 5, 13),
  { type: 'tagValue', tag: { pId: 'wrap' }, pId: 'paper' },
  { type: 'tagValue', tag: { pId: 'wrap' }, pId: 'box' },
  tag('vip', 3, 10, names(['es', 'VIP'])),
  tag('club', 5, 10),
  { type: 'tagValue', tag: { pId: 'club' }, pId: 'gold' },
  tag('engraving', 3, 1),
  tag('motto', 7, 1, { valueForAllLanguages: false }),
  tag('colour', 5, 1),
  { type: 'tagValue', tag: { pId: 'colour' }, pId: 'red' },
  tag('page', 3, 3),
  tag('gone', 3, 13, names(['en', 'Gone'])),
  ...free.map((pId) => tag(pId, 3, 13)),
];

const anyId = expect.any(Number) as number;
const none = { ID: 0, PID: '' };

describe('tags of orders', () => {
  let service: Service;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    expect(await importLines(service, tagLines)).toMatchObject({ rejected: 0 });
    const { body } = await service.get('/v1/customTags?perPage=500');
    const { CUSTOMTAGS } = body as { CUSTOMTAGS: { ID: number; PID: string }[] };
    for (const { ID, PID } of CUSTOMTAGS) ids.set(PID, ID);
  });

  afterAll(async () => {
    await service.stop();
  });

  const idOf = (pId: string): number => ids.get(pId) ?? 0;
  const ref = (pId: string) => ({ ID: idOf(pId), PID: pId });
  const valued = (pId: string, value: unknown) => ({ customTag: { pId }, value });
  const shown = (pId: string, NAME: string, VALUE: string) => ({
    ...{ CUSTOMTAG: ref(pId), ID: anyId, NAME, VALUE },
  });
  const create = async (values: object = {}): Promise<Order> =>
    (await createOrder(service, smallOrder(values))) as unknown as Order;
  const read = async (id: number): Promise<Order> =>
    (await service.get(`/v1/orders/${id}`)).body as Order;
  const versionOf = async (id: number): Promise<number> => {
    const { headers } = await service.get(`/v1/orders/${id}`);
    return Number(String(headers['etag']).replaceAll('"', ''));
  };
  const pathOf = ({ ID }: Order, pId?: string): string =>
    `/v1/orders/${ID}/customTags${pId === undefined ? '' : `/${idOf(pId)}`}`;
  const put = (order: Order, pId: string, value: unknown, headers = {}): Promise<Response> =>
    service.put(pathOf(order, pId), { customTags: { value } }, { headers });
  const add = (order: Order, customTags: object): Promise<Response> =>
    service.post(pathOf(order), { customTags });
  const got = ({ status, body }: Response) => {
    const { code, errors } = body as { code: string; errors: { pointer: string }[] };
    return [status, code, errors[0]?.pointer];
  };

  const tagged = (values: object = {}) => ({
    languageCode: 'es',
    user: {
      email: 'ada@example.com',
      billingAddress: { countryCode: 'ES', firstName: 'Ada' },
      customTags: [valued('vip', 'since 2020'), valued('club', 'gold')],
    },
    customTags: [
      valued('gift', true),
      valued('points', 2.5),
      { customTag: { id: idOf('note') }, value: 'Größe, 尺寸 👟' },
      valued('wrap', 'box'),
    ],
    rows: [
      {
        ...{ name: 'Ring', quantity: 1, price: 10 },
        customTags: [
          { customTag: { pId: 'engraving' }, general: { value: 'A+B' }, group: { pId: 'looks' } },
          {
            customTag: { pId: 'motto' },
            languages: [{ languageCode: 'el', value: 'ναί', active: true }],
          },
          {
            customTag: { pId: 'colour' },
            selectable: { active: true, value: { pId: 'red' } },
          },
          { customTag: { pId: 'note' }, general: { value: 'of an order', active: true } },
        ],
      },
      { name: 'Plain', quantity: 1, price: 1 },
      {
        ...{ type: 'bundle', name: 'Set', quantity: 1 },
        items: [
          {
            ...{ name: 'Cup', quantity: 2, price: 5 },
            customTags: [
              { ...valued('engraving', 'short'), group: { pId: 'looks' } },
              valued('motto', 'corto'),
              valued('colour', 'red'),
            ],
          },
        ],
      },
    ],
    ...values,
  });

  const ownTags = () => [
    shown('gift', 'Regalo', 'true'),
    shown('points', 'Points', '2.5'),
    shown('note', 'Note', 'Größe, 尺寸 👟'),
    shown('wrap', 'wrap', 'box'),
  ];
  const red = () => ({ ID: anyId, PID: 'red' });
  const rowTags = () => ({
    GENERAL: [
      {
        ACTIVE: false,
        CUSTOMTAG: ref('engraving'),
        GROUP: { ID: anyId, PID: 'looks' },
        VALUE: 'A+B',
      },
      { ACTIVE: true, CUSTOMTAG: ref('note'), GROUP: none, VALUE: 'of an order' },
    ],
    LANGUAGES: [
      {
        ...{ CUSTOMTAG: ref('motto'), GROUP: none },
        LANGUAGES: [{ ACTIVE: true, LANGUAGE: 'el', VALUE: 'ναί' }],
      },
    ],
    SELECTABLE: [{ ACTIVE: true, CUSTOMTAG: ref('colour'), GROUP: none, VALUE: red() }],
  });
  const itemTags = () => ({
    GENERAL: [
      {
        ACTIVE: true,
        CUSTOMTAG: ref('engraving'),
        GROUP: { ID: anyId, PID: 'looks' },
        VALUE: 'short',
      },
    ],
    LANGUAGES: [
      {
        ...{ CUSTOMTAG: ref('motto'), GROUP: none },
        LANGUAGES: [{ ACTIVE: true, LANGUAGE: 'es', VALUE: 'corto' }],
      },
    ],
    SELECTABLE: [{ ACTIVE: true, CUSTOMTAG: ref('colour'), GROUP: none, VALUE: red() }],
  });

  it('come in with an order, its customer and its lines, under the names of its language', async () => {
    const order = await create(tagged());
    expect(order.CUSTOMTAGS).toEqual(ownTags());
    expect(order.USER.CUSTOMTAGS).toEqual([
      shown('vip', 'VIP', 'since 2020'),
      shown('club', 'club', 'gold'),
    ]);
    const [ring, plain, set] = order.ROWS;
    expect(ring?.CUSTOMTAGS).toEqual([rowTags()]);
    expect(plain?.CUSTOMTAGS).toEqual([]);
    const cup = set?.ITEMS[0];
    expect(cup?.CUSTOMTAGS).toEqual([itemTags()]);

    expect((await service.get(pathOf(order))).body).toEqual({ CUSTOMTAGS: order.CUSTOMTAGS });
    for (const { ID, CUSTOMTAGS } of [ring, plain, cup] as Row[]) {
      const { body } = await service.get(`/v1/orders/items/${ID}/customTags`);
      expect(body).toEqual({ CUSTOMTAGS });
    }
    const expanded = `/v1/orders?expand=document&since_id=${order.ID}`;
    expect((await service.get(expanded)).body).toMatchObject({ orders: [order] });
    for (const key of ['CUSTOMTAGS', 'USER', 'ROWS'] as const) {
      const { body } = await service.get(`/v1/orders/${order.ID}?fields=${key}`);
      expect(body).toEqual({ [key]: order[key] });
    }
  });

  it('stay as they were recorded when the tags go, and the line is known again', async () => {
    const line = { type: 'order', ...smallOrder(tagged()) };
    const customTags = [valued('gone', 'kept'), valued('wrap', 'paper')];
    const gone = { ...line, customTags };
    expect(await importLines(service, [gone])).toMatchObject({ created: 1, rejected: 0 });
    const { body } = await service.get(`/v1/orders/getId/${gone.pId}`);
    const before = await read((body as { ID: number }).ID);
    expect(before.CUSTOMTAGS[0]).toEqual(shown('gone', 'Gone', 'kept'));
    expect((await service.delete(`/v1/customTags/${idOf('gone')}`)).status).toBe(200);
    expect(
      (await service.delete(`/v1/customTags/${idOf('wrap')}/values?valuePId=paper`)).status,
    ).toBe(200);
    expect(await read(before.ID)).toEqual(before);
    expect(await importLines(service, [gone])).toMatchObject({ unchanged: 1, rejected: 0 });
    const other = { ...gone, customTags: [valued('note', 'x')] };
    expect((await importLines(service, [other])).errors).toMatchObject([
      { code: 'order.differs', pointer: '/customTags/0/customTag' },
    ]);

    // A deleted tag only accepts the value that it has, and can be removed.
    expect((await put(before, 'gone', 'kept')).status).toBe(200);
    expect(got(await put(before, 'gone', 'new'))).toEqual([
      422,
      'reference.notFound',
      'path/customTagId',
    ]);
    expect((await read(before.ID)).CUSTOMTAGS).toEqual(before.CUSTOMTAGS);
    const removed = await service.delete(pathOf(before, 'gone'));
    expect(removed.body).toEqual({ id: idOf('gone') });
    expect((await read(before.ID)).CUSTOMTAGS).toEqual([shown('wrap', 'wrap', 'paper')]);
  });

  it('refuse a line for what is wrong with its own tags, and no other line', async () => {
    const row = (...customTags: object[]) => ({
      rows: [{ name: 'x', quantity: 1, price: 1, customTags }],
    });
    const user = (...customTags: object[]) => ({
      user: { email: 'a@example.com', billingAddress: { countryCode: 'ES' }, customTags },
    });
    const own = (...customTags: object[]) => ({ customTags });
    const bad: [object, string, string][] = [
      [own(valued('nowhere', 'x')), 'reference.notFound', '/customTags/0/customTag'],
      [
        own({ customTag: { id: idOf('note'), pId: 'gift' }, value: 'x' }),
        'reference.mismatch',
        '/customTags/0/customTag',
      ],
      [own({ customTag: {}, value: 'x' }), 'reference.empty', '/customTags/0/customTag'],
      [own(valued('note', 'x'), valued('vip', 'x')), 'tag.itemType', '/customTags/1/customTag'],
      [own(valued('engraving', 'x')), 'tag.itemType', '/customTags/0/customTag'],
      [user(valued('note', 'x')), 'tag.itemType', '/user/customTags/0/customTag'],
      [row(valued('vip', 'x')), 'tag.itemType', '/rows/0/customTags/0/customTag'],
      [row(valued('page', 'x')), 'tag.itemType', '/rows/0/customTags/0/customTag'],
      [own(valued('gift', 'perhaps')), 'tag.value', '/customTags/0/value'],
      [own(valued('points', 10.5)), 'tag.value', '/customTags/0/value'],
      [own(valued('when', '2025-12-31')), 'tag.value', '/customTags/0/value'],
      [own(valued('wrap', 'red')), 'reference.notFound', '/customTags/0/value'],
      [own(valued('wrap', '')), 'reference.notFound', '/customTags/0/value'],
      [own(valued('wrap', 'x'.repeat(300))), 'reference.notFound', '/customTags/0/value'],
      [own({ customTag: { pId: 'note' } }), 'field.required', '/customTags/0/value'],
      [own(valued('note', {})), 'value.type', '/customTags/0/value'],
      [
        own(valued('note', 'x'), { customTag: { id: idOf('note') }, value: 'y' }),
        'documentTag.taken',
        '/customTags/1/customTag',
      ],
      [
        row(valued('engraving', 'x'), valued('engraving', 'x')),
        'documentTag.taken',
        '/rows/0/customTags/1/customTag',
      ],
      [
        row({ customTag: { pId: 'colour' }, general: { value: 'red' } }),
        'tag.valueForm',
        '/rows/0/customTags/0',
      ],
      [row({ customTag: { pId: 'engraving' } }), 'tag.valueForm', '/rows/0/customTags/0'],
      [
        row({ ...valued('engraving', 'x'), general: { value: 'y' } }),
        'rowTag.twoForms',
        '/rows/0/customTags/0/value',
      ],
      [
        row({ ...valued('engraving', 'x'), group: { pId: 'nowhere' } }),
        'reference.notFound',
        '/rows/0/customTags/0/group',
      ],
      [
        row({ customTag: { pId: 'motto' }, languages: [{ languageCode: 'xx', value: 'y' }] }),
        'format.iso-639-1',
        '/rows/0/customTags/0/languages/0/languageCode',
      ],
      [
        {
          rows: [
            {
              ...{ type: 'bundle', name: 'b', quantity: 1, customTags: [] },
              items: [{ name: 'x', quantity: 1, price: 1 }],
            },
          ],
        },
        'row.bundle',
        '/rows/0/customTags',
      ],
    ];
    const lines = bad.map(([values]) => ({ type: 'order', ...smallOrder(values) }));
    const good = { type: 'order', ...smallOrder(own(valued('note', 'good'))) };
    const plain = { type: 'order', ...smallOrder() };
    const { created, errors } = await importLines(service, [good, ...lines, plain]);
    expect(created).toBe(2);
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual(
      bad.map(([, code, pointer]) => [code, pointer]),
    );
    for (const { pId } of lines) {
      expect((await service.get(`/v1/orders/getId/${pId}`)).status).toBe(404);
    }
    const response = await service.post('/v1/orders', {
      orders: smallOrder(own(valued('gift', 'perhaps'))),
    });
    expect(got(response)).toEqual([422, 'tag.value', '/orders/customTags/0/value']);
  });

  it('cost an import six statements a batch, and nothing where there are none', async () => {
    const database = service.app.get(Database);
    const tables = /\b(tags|tag_\w+|document_tags)\b/;
    const cost = (values: object, count: number) => {
      const lines = Array.from({ length: count }, () => ({
        type: 'order',
        ...smallOrder(values),
      }));
      const send = async () => {
        expect(await importLines(service, lines)).toMatchObject({ created: count });
      };
      return countStatements(database, send, tables);
    };
    expect(await cost({}, 20)).toBe(0);
    expect(await cost(tagged(), 1)).toBe(6);
    expect(await cost(tagged(), 40)).toBe(6);
    expect(await cost({ customTags: [valued('note', 'x')] }, 5)).toBe(3);
  });

  it('are put on, changed and taken off one by one, each time with a new version', async () => {
    const order = await create();
    const first = await add(order, valued('gift', false));
    expect([first.status, first.body]).toEqual([
      201,
      { CUSTOMTAGS: [shown('gift', 'Gift', 'false')] },
    ]);
    const second = await add(order, { customTag: { id: idOf('wrap'), pId: 'wrap' }, value: 'box' });
    const both = [shown('gift', 'Gift', 'false'), shown('wrap', 'wrap', 'box')];
    expect(second.body).toEqual({ CUSTOMTAGS: both });
    expect((await service.get(pathOf(order))).body).toEqual({ CUSTOMTAGS: both });
    expect((await read(order.ID)).CUSTOMTAGS).toEqual(both);
    expect(await versionOf(order.ID)).toBe(3);

    const changed = await put(order, 'gift', true);
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        customTags: [
          { customTag: { id: idOf('gift'), pid: 'gift' }, id: anyId, name: 'Gift', value: 'true' },
          { customTag: { id: idOf('wrap'), pid: 'wrap' }, id: anyId, name: 'wrap', value: 'box' },
        ],
      },
    ]);
    expect(await versionOf(order.ID)).toBe(4);
    expect((await put(order, 'gift', 'true')).status).toBe(200);
    expect(await versionOf(order.ID)).toBe(4);

    const stale = { 'If-Match': '"3"' };
    expect((await put(order, 'gift', false, stale)).status).toBe(412);
    expect((await service.delete(pathOf(order, 'gift'), { headers: stale })).status).toBe(412);
    expect((await put(order, 'gift', false, { 'If-Match': '"4"' })).status).toBe(200);
    const removed = await service.delete(pathOf(order, 'gift'), { headers: { 'If-Match': '"5"' } });
    expect([removed.status, removed.body]).toEqual([200, { id: idOf('gift') }]);
    expect((await read(order.ID)).CUSTOMTAGS).toEqual([shown('wrap', 'wrap', 'box')]);
    expect(await versionOf(order.ID)).toBe(6);
    const { body } = await service.get(`/v1/orders?updatedAt_min=2020-01-01&since_id=${order.ID}`);
    expect((body as OrderList).orders.map(({ PID }) => PID)).toContain(order.PID);
    // Once taken off it may come again.
    expect((await add(order, valued('gift', 1))).status).toBe(201);
  });

  it('refuse what is wrong, and change nothing then', async () => {
    const order = await create(tagged());
    const other = await create({ customTags: [valued('when', '2026-05-05')] });
    const before = await read(order.ID);
    const at = '/customTags/customTag';
    expect(got(await add(order, valued('note', 'again')))).toEqual([409, 'documentTag.taken', at]);
    expect(got(await add(order, valued('nowhere', 'x')))).toEqual([422, 'reference.notFound', at]);
    expect(got(await add(order, valued('vip', 'x')))).toEqual([422, 'tag.itemType', at]);
    expect(got(await add(order, valued('when', 'soon')))).toEqual([
      ...[422, 'tag.value', '/customTags/value'],
    ]);
    const both = { customTag: { id: idOf('when'), pId: 'note' }, value: 'x' };
    expect(got(await add(order, both))).toEqual([422, 'reference.mismatch', at]);
    for (const body of [
      ...[{}, { customTag: {}, value: 'x' }, { customTag: { id: 0 }, value: 'x' }],
      ...[{ customTag: { pId: 'when' } }, { ...valued('when', '2026-05-05'), name: 'x' }],
      ...[{ ...valued('when', '2026-05-05'), TOTAL: 1 }, valued('note', 'x'.repeat(65_536))],
      ...[valued('note', null), valued('note', ['x'])],
    ]) {
      expect((await add(order, body)).status).toBe(400);
    }
    expect((await service.post(pathOf(order), valued('when', '2026-05-05'))).status).toBe(400);
    expect(got(await put(order, 'points', 11))).toEqual([422, 'tag.value', '/customTags/value']);
    expect(got(await put(order, 'wrap', 'red'))).toEqual([
      ...[422, 'reference.notFound', '/customTags/value'],
    ]);
    const withTag = { customTags: valued('gift', true) };
    expect((await service.put(pathOf(order, 'gift'), withTag)).status).toBe(400);
    expect((await service.put(pathOf(order, 'gift'), { customTags: {} })).status).toBe(400);

    // Tags of another order, of the customer and of a line don't belong to the order.
    for (const pId of ['when', 'vip', 'engraving', 'nowhere']) {
      const expected = pId === 'nowhere' ? 400 : 404;
      expect((await put(order, pId, 'x')).status).toBe(expected);
      expect((await service.delete(pathOf(order, pId))).status).toBe(expected);
    }
    const missing = { ...order, ID: 999_999 };
    expect((await service.get(pathOf(missing))).status).toBe(404);
    expect((await add(missing, valued('nowhere', 'x'))).status).toBe(404);
    expect((await service.delete(pathOf(missing, 'gift'))).status).toBe(404);
    expect(await read(order.ID)).toEqual(before);
    expect(await versionOf(order.ID)).toBe(1);
    expect((await read(other.ID)).CUSTOMTAGS).toHaveLength(1);
    const reader = { key: await service.createKey('sales:read') };
    expect((await service.post(pathOf(order), { customTags: {} }, reader)).status).toBe(403);
  });

  it('are not assigned again while they are inactive, and stay where they are', async () => {
    const active = (is: boolean): Promise<Response[]> =>
      Promise.all(
        ['note', 'vip', 'engraving'].map((pId) =>
          service.put(`/v1/customTags/${idOf(pId)}`, { customTags: { active: is } }),
        ),
      );
    const row = (...customTags: object[]) => ({
      rows: [{ name: 'x', quantity: 1, price: 1, customTags }],
    });
    const user = (...customTags: object[]) => ({
      user: { email: 'a@example.com', billingAddress: { countryCode: 'ES' }, customTags },
    });
    const line = { type: 'order', ...smallOrder({ customTags: [valued('note', 'first')] }) };
    expect(await importLines(service, [line])).toMatchObject({ created: 1 });
    const { body } = await service.get(`/v1/orders/getId/${line.pId}`);
    const { ID } = body as { ID: number };
    const [order, other] = [await read(ID), await create()];
    await active(false);
    const bad: [object, string][] = [
      [{ customTags: [valued('note', 'x')] }, '/customTags/0/customTag'],
      [user(valued('vip', 'x')), '/user/customTags/0/customTag'],
      [row(valued('engraving', 'x')), '/rows/0/customTags/0/customTag'],
      [
        row({ customTag: { pId: 'engraving' }, general: { value: 'x' } }),
        '/rows/0/customTags/0/customTag',
      ],
    ];
    const { errors } = await importLines(
      service,
      bad.map(([values]) => ({ type: 'order', ...smallOrder(values) })),
    );
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual(
      bad.map(([, pointer]) => ['tag.inactive', pointer]),
    );
    expect(got(await add(other, valued('note', 'x')))).toEqual([
      ...[422, 'tag.inactive', '/customTags/customTag'],
    ]);
    // A line that is stored already adds no reference.
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1 });
    expect((await put(order, 'note', 'second')).status).toBe(200);
    expect((await read(ID)).CUSTOMTAGS.map(({ VALUE }) => VALUE)).toEqual(['second']);
    await active(true);
    expect((await add(other, valued('note', 'x'))).status).toBe(201);
  });

  it('stay as they are while the order is in -11', async () => {
    const order = await create({ customTags: [valued('note', 'x')] });
    await service.put(`/v1/orders/${order.ID}/changeStatus`, { status: -11 });
    const before = await versionOf(order.ID);
    const refused = [409, 'order.deleted', undefined];
    expect(got(await add(order, valued('gift', true)))).toEqual(refused);
    expect(got(await put(order, 'note', 'y'))).toEqual(refused);
    expect(got(await service.delete(pathOf(order, 'note')))).toEqual(refused);
    expect((await read(order.ID)).CUSTOMTAGS).toEqual(order.CUSTOMTAGS);
    expect(await versionOf(order.ID)).toBe(before);
    await service.put(`/v1/orders/${order.ID}/changeStatus`, { status: 1 });
    expect((await add(order, valued('gift', true))).status).toBe(201);
  });

  it('are each carried once: of 30 at the same time one is put on, and different ones all are', async () => {
    const order = await create();
    const answers = await thirtyAtOnce(() => add(order, valued('note', 'x')));
    expect(answers.map(({ status }) => status)).toEqual([201, ...Array<number>(29).fill(409)]);
    for (const refused of answers.slice(1)) expect(got(refused)[1]).toBe('documentTag.taken');
    expect((await read(order.ID)).CUSTOMTAGS).toHaveLength(1);
    expect(await versionOf(order.ID)).toBe(2);
    const many = await Promise.all(free.map((pId) => add(order, valued(pId, pId))));
    expect(many.map(({ status }) => status)).toEqual(free.map(() => 201));
    expect((await read(order.ID)).CUSTOMTAGS).toHaveLength(1 + free.length);
    expect(await versionOf(order.ID)).toBe(2 + free.length);
    const gone = await thirtyAtOnce(() => service.delete(pathOf(order, 'note')));
    expect(gone.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await versionOf(order.ID)).toBe(3 + free.length);
  });
});
