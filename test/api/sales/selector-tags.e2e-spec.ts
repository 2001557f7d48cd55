import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';

interface Recorded {
  readonly CUSTOMTAG: { readonly ID: number; readonly PID: string };
  readonly VALUE: string;
}

interface Order {
  readonly ID: number;
  readonly PID: string;
  readonly CUSTOMTAGS: readonly Recorded[];
  readonly USER: { readonly CUSTOMTAGS: readonly Recorded[] };
  readonly ROWS: readonly { readonly CUSTOMTAGS: readonly object[] }[];
}

const selector = (pId: string, itemType: number): object => ({
  ...{ type: 'tag', pId, active: true, controlType: 5, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1 },
});
const value = (tag: string, pId: string, texts: Record<string, string> = {}): object => ({
  ...{ type: 'tagValue', tag: { pId: tag }, pId },
  languages: Object.entries(texts).map(([languageCode, text]) => ({ languageCode, value: text })),
});

const wraps = [
  value('wrap', 'paper', { en: 'Paper', es: 'Papel' }),
  value('wrap', 'box', { en: 'Box' }),
  value('wrap', 'bare'),
  // Each is called what the other one's pId is.
  value('wrap', 'up', { en: 'down' }),
  value('wrap', 'down', { en: 'up' }),
  value('wrap', 'twin-1', { en: 'Twin', es: 'Uno' }),
  value('wrap', 'twin-2', { en: 'Twin', es: 'Dos' }),
];
const lines = [
  { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
  ...[selector('wrap', 13), selector('club', 10), selector('colour', 1)],
  ...wraps,
  value('club', 'gold', { en: 'Gold', es: 'Oro' }),
  value('colour', 'red', { en: 'Red', es: 'Rojo' }),
  {
    ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
    group: { pId: 'shoppers' },
    addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' }],
    customTags: [
      { customTag: { pId: 'club' }, selectable: { active: true, value: { pId: 'gold' } } },
    ],
  },
];

describe('selector values of orders', () => {
  let service: Service;
  let wrapId: number;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
    wrapId = ((await service.get('/v1/customTags/getId/wrap')).body as { ID: number }).ID;
  });

  afterAll(() => service.stop());

  const valued = (pId: string, text: string) => ({ customTag: { pId }, value: text });
  const create = async (values: object): Promise<Order> =>
    (await createOrder(service, smallOrder(values))) as unknown as Order;
  const wrapped = (text: string, languageCode = 'en'): Promise<Order> =>
    create({ languageCode, customTags: [valued('wrap', text)] });
  const shown = ({ CUSTOMTAGS }: Pick<Order, 'CUSTOMTAGS'>) => CUSTOMTAGS.map(({ VALUE }) => VALUE);
  const ofUser = ({ USER }: Order) => shown(USER);
  const read = async (id: number): Promise<Order> =>
    (await service.get(`/v1/orders/${id}`)).body as Order;
  const put = (id: number, text: string) =>
    service.put(`/v1/orders/${id}/customTags/${wrapId}`, { customTags: { value: text } });
  const etagOf = async (id: number): Promise<string> =>
    String((await service.get(`/v1/orders/${id}`)).headers['etag']);

  it('are shown by their texts in the language of the document', async () => {
    expect(shown(await wrapped('paper', 'es'))).toEqual(['Papel']);
    expect(shown(await wrapped('paper', 'fr'))).toEqual(['Paper']);
    expect(shown(await wrapped('box', 'fr'))).toEqual(['Box']);
    expect(shown(await wrapped('bare'))).toEqual(['bare']);
    const user = (customTags?: object[]) => ({
      languageCode: 'es',
      user: {
        ...{ pId: 'ada', email: 'ada@example.com', billingAddress: { countryCode: 'ES' } },
        ...(customTags && { customTags }),
      },
    });
    expect(ofUser(await create(user()))).toEqual(['Oro']);
    expect(ofUser(await create(user([valued('club', 'gold')])))).toEqual(['Oro']);
    expect(ofUser(await create(user([valued('club', 'Gold')])))).toEqual(['Oro']);
  });

  it('are taken by pId first, else by text, and refused where several have it', async () => {
    expect(shown(await wrapped('Paper', 'es'))).toEqual(['Papel']);
    expect(shown(await wrapped('up'))).toEqual(['down']);
    expect(shown(await wrapped('down'))).toEqual(['up']);
    expect(shown(await wrapped('Uno', 'es'))).toEqual(['Uno']);
    const order = smallOrder({ customTags: [valued('wrap', 'box'), valued('wrap', 'Twin')] });
    const refused = await service.post('/v1/orders', { orders: order });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'tagValue.ambiguous', errors: [{ pointer: '/orders/customTags/1/value' }] },
    ]);
    expect((refused.body as { detail: string }).detail).toContain('twin-1, twin-2');
    const bad = ['Twin', 'papel', ''].map((text) => ({
      ...{ type: 'order' },
      ...smallOrder({ customTags: [valued('wrap', text)] }),
    }));
    expect((await importLines(service, bad)).errors).toMatchObject([
      { code: 'tagValue.ambiguous', pointer: '/customTags/0/value' },
      { code: 'reference.notFound', pointer: '/customTags/0/value' },
      { code: 'reference.notFound', pointer: '/customTags/0/value' },
    ]);
    // Lines name their values by id and pId, whichever way they were taken.
    const ids = { ID: expect.any(Number) as number, PID: 'red' };
    for (const text of ['red', 'Rojo']) {
      const rows = [{ name: 'x', quantity: 1, price: 1, customTags: [valued('colour', text)] }];
      expect((await create({ rows })).ROWS[0]?.CUSTOMTAGS).toMatchObject([
        { GENERAL: [], LANGUAGES: [], SELECTABLE: [{ VALUE: ids }] },
      ]);
    }
  });

  it('are put on and changed by pId or text; the one that is there is no change', async () => {
    const { ID } = await create({ languageCode: 'es' });
    const add = (text: string) =>
      service.post(`/v1/orders/${ID}/customTags`, { customTags: valued('wrap', text) });
    const twin = await add('Twin');
    expect([twin.status, twin.body]).toMatchObject([
      422,
      { code: 'tagValue.ambiguous', errors: [{ pointer: '/customTags/value' }] },
    ]);
    const added = await add('Papel');
    expect([added.status, shown(added.body as Order)]).toEqual([201, ['Papel']]);
    for (const same of ['paper', 'Paper', 'Papel']) expect((await put(ID, same)).status).toBe(200);
    expect(await etagOf(ID)).toBe('"2"');
    const changed = await put(ID, 'Box');
    expect(changed.body).toMatchObject({
      customTags: [{ customTag: { pid: 'wrap' }, value: 'Box' }],
    });
    expect((await put(ID, 'Twin')).body).toMatchObject({ code: 'tagValue.ambiguous' });
    expect((await put(ID, 'up')).status).toBe(200);
    expect(shown(await read(ID))).toEqual(['down']);
    // It is shown as "down", which is the pId of the other one.
    expect((await put(ID, 'down')).status).toBe(200);
    expect(shown(await read(ID))).toEqual(['up']);
    expect(await etagOf(ID)).toBe('"5"');
  });

  it('stay as they were recorded, whatever becomes of them', async () => {
    const fleeting = value('wrap', 'fleeting', { en: 'First' });
    expect(await importLines(service, [fleeting])).toMatchObject({ created: 1 });
    const order = await wrapped('fleeting');
    const renamed = value('wrap', 'fleeting', { en: 'Second' });
    expect(await importLines(service, [renamed])).toMatchObject({ updated: 1 });
    expect(shown(await read(order.ID))).toEqual(['First']);
    expect((await put(order.ID, 'First')).status).toBe(200);
    expect(await etagOf(order.ID)).toBe('"1"');
    expect((await put(order.ID, 'fleeting')).status).toBe(200);
    expect(shown(await read(order.ID))).toEqual(['Second']);
    await service.delete(`/v1/customTags/${wrapId}/values?valuePId=fleeting`);
    expect(shown(await read(order.ID))).toEqual(['Second']);
    expect((await put(order.ID, 'Second')).status).toBe(200);
    expect((await put(order.ID, 'fleeting')).body).toMatchObject({ code: 'reference.notFound' });
    expect(await etagOf(order.ID)).toBe('"2"');
    const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
    expect(shown(body as Order)).toEqual(['Second']);
  });

  it('filter lists by what is shown and by their pIds', async () => {
    const english = await wrapped('box', 'en');
    const spanish = await wrapped('paper', 'es');
    const found = async (list: string, text: string): Promise<number[]> => {
      const query = new URLSearchParams({
        ...{ filterCustomTagPIds: 'wrap', filterCustomTagValues: text },
        ...{ since_id: String(english.ID), sort: 'id.asc' },
      });
      const { body } = await service.get(`/v1/${list}?${query.toString()}`);
      return (body as Record<string, { ID: number }[]>)[list]?.map(({ ID }) => ID) ?? [];
    };
    expect(await found('orders', 'Papel')).toEqual([spanish.ID]);
    expect(await found('orders', 'paper')).toEqual([spanish.ID]);
    expect(await found('orders', 'box')).toEqual([english.ID]);
    expect(await found('orders', 'Paper')).toEqual([]);
    const invoice = (await service.post(`/v1/orders/${spanish.ID}/invoices`)).body as Order;
    for (const text of ['Papel', 'paper']) {
      expect(await found('invoices', text)).toEqual([invoice.ID]);
    }
    expect((await put(spanish.ID, 'box')).status).toBe(200);
    expect(await found('orders', 'paper')).toEqual([]);
    expect(await found('orders', 'box')).toEqual([english.ID, spanish.ID]);
  });
});
