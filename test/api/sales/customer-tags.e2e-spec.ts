import { Database } from '../../../src/database';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';

interface Recorded {
  readonly CUSTOMTAG: { readonly ID: number; readonly PID: string };
  readonly NAME: string;
  readonly VALUE: string;
}

interface Order {
  readonly ID: number;
  readonly PID: string;
  readonly CUSTOMTAGS: readonly Recorded[];
  readonly USER: { readonly CUSTOMTAGS: readonly Recorded[] };
}

/** Control types: 1 boolean, 3 text, 5 selector; item types: 10 users, 13 orders. */
const tag = (pId: string, values: object = {}): object => ({
  ...{ type: 'tag', pId, active: true, controlType: 3, itemType: 10, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, ...values },
});
const names = (...texts: [string, string][]) => ({
  languages: texts.map(([languageCode, name]) => ({ languageCode, name })),
});
const general = (pId: string, value: unknown) => ({
  customTag: { pId },
  general: { value, active: true },
});
const byLanguage = (pId: string, ...texts: [string, string][]) => ({
  customTag: { pId },
  languages: texts.map(([languageCode, value]) => ({ languageCode, value, active: true })),
});
const selected = (pId: string, value: string) => ({
  customTag: { pId },
  selectable: { active: true, value: { pId: value } },
});
const user = (pId: string, ...customTags: object[]): object => ({
  ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en', customTags },
  group: { pId: 'shoppers' },
  addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: pId }],
});

const lines = [
  { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
  tag('number', names(['en', 'Number'], ['es', 'Número'])),
  tag('secret', { inOrders: false }),
  tag('motto', { valueForAllLanguages: false }),
  tag('club', { controlType: 5 }),
  { type: 'tagValue', tag: { pId: 'club' }, pId: 'gold' },
  tag('turned'),
  tag('turning', { valueForAllLanguages: false }),
  tag('note', { itemType: 13, inOrders: false }),
  user(
    'ada',
    ...[general('number', 'A-1'), general('secret', 'psst'), selected('club', 'gold')],
    ...[byLanguage('motto', ['fr', 'oui'], ['en', 'yes'], ['es', 'sí']), general('turned', 'one')],
    byLanguage('turning', ['fr', 'un'], ['en', 'one']),
  ),
  user('bob'),
];

describe("tags of orders' customers", () => {
  let service: Service;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
    const { body } = await service.get('/v1/customTags?perPage=500');
    const { CUSTOMTAGS } = body as { CUSTOMTAGS: { ID: number; PID: string }[] };
    for (const { ID, PID } of CUSTOMTAGS) ids.set(PID, ID);
  });

  afterAll(() => service.stop());

  const orderOf = (pId: string | undefined, values: object = {}, more: object = {}) => {
    const order = smallOrder(values);
    return { ...order, user: { ...order.user, ...(pId === undefined ? {} : { pId }), ...more } };
  };
  const create = async (order: object): Promise<Order> =>
    (await createOrder(service, order)) as unknown as Order;
  const recorded = ({ USER }: Order) => USER.CUSTOMTAGS.map(texts);
  const texts = ({ CUSTOMTAG, NAME, VALUE }: Recorded) => [CUSTOMTAG.PID, NAME, VALUE];
  const change = async (pId: string, customTags: object) => {
    const { status } = await service.put(`/v1/customTags/${ids.get(pId)}`, { customTags });
    expect(status).toBe(200);
  };
  const userId = async (pId: string): Promise<number> =>
    ((await service.get(`/v1/users/getId/${pId}`)).body as { ID: number }).ID;

  it('are recorded with the order where they are for orders, in its language', async () => {
    expect(recorded(await create(orderOf('ada', { languageCode: 'es' })))).toEqual([
      ['number', 'Número', 'A-1'],
      ['club', 'club', 'gold'],
      ['motto', 'motto', 'sí'],
      ['turned', 'turned', 'one'],
      ['turning', 'turning', 'one'],
    ]);
    // Without a text in its language it is that of the store's, or else the first one.
    const french = await create(orderOf('ada', { languageCode: 'fr' }));
    expect(recorded(french)).toContainEqual(['motto', 'motto', 'oui']);
    const german = await create(orderOf('ada', { languageCode: 'de' }));
    expect(recorded(german)).toContainEqual(['motto', 'motto', 'yes']);
    expect(recorded(await create(orderOf('bob')))).toEqual([]);
    expect(recorded(await create(orderOf(undefined, {}, { email: 'ada@example.com' })))).toEqual(
      [],
    );
  });

  it('are those that the line names where it names some, or none', async () => {
    const customTags = [
      { customTag: { pId: 'number' }, value: 'B-2' },
      { customTag: { pId: 'secret' }, value: 'told' },
    ];
    const created = await create(orderOf('ada', {}, { customTags }));
    expect(recorded(created)).toEqual([
      ['number', 'Number', 'B-2'],
      ['secret', 'secret', 'told'],
    ]);
    expect(recorded(await create(orderOf('ada', {}, { customTags: [] })))).toEqual([]);
    // A tag that is given with the order is the order's own, whatever the tag's settings for orders are.
    const own = [{ customTag: { pId: 'note' }, value: 'on it' }];
    const order = await create(orderOf('ada', { customTags: own }));
    expect(order.CUSTOMTAGS.map(texts)).toEqual([['note', 'note', 'on it']]);
    expect(recorded(order)).toHaveLength(5);
  });

  it('stay as they were, in what is made of the order, too', async () => {
    await importLines(service, [tag('fleeting'), user('eve', general('fleeting', 'first'))]);
    const line = { type: 'order', ...orderOf('eve') };
    expect(await importLines(service, [line])).toMatchObject({ created: 1 });
    const { body } = await service.get(`/v1/orders/getId/${line.pId}`);
    const { ID } = body as { ID: number };
    const before = (await service.get(`/v1/orders/${ID}`)).body as Order;
    expect(recorded(before)).toEqual([['fleeting', 'fleeting', 'first']]);
    const tagId = before.USER.CUSTOMTAGS[0]?.CUSTOMTAG.ID;
    const path = `/v1/users/${await userId('eve')}/customTags/${tagId}`;
    const put = await service.put(path, { customTags: { general: { value: 'second' } } });
    expect(put.status).toBe(200);
    expect(recorded(await create(orderOf('eve')))).toEqual([['fleeting', 'fleeting', 'second']]);
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1, rejected: 0 });
    // A value that is there is taken along, also when the tag can't be assigned any more.
    await service.put(`/v1/customTags/${tagId}`, { customTags: { active: false } });
    expect(recorded(await create(orderOf('eve')))).toEqual([['fleeting', 'fleeting', 'second']]);
    await service.put(`/v1/customTags/${tagId}`, { customTags: { inOrders: false } });
    expect(recorded(await create(orderOf('eve')))).toEqual([]);
    expect((await service.delete(`/v1/customTags/${tagId}`)).status).toBe(200);
    expect((await service.get(`/v1/orders/${ID}`)).body).toEqual(before);
    const invoice = await service.post(`/v1/orders/${ID}/invoices`);
    expect(recorded(invoice.body as Order)).toEqual(recorded(before));
  });

  it('are in the form that their tags take now', async () => {
    await change('turned', { valueForAllLanguages: false });
    await change('turning', { valueForAllLanguages: true });
    const order = await create(orderOf('ada', { languageCode: 'fr' }));
    expect(recorded(order)).toContainEqual(['turned', 'turned', 'one']);
    // The text of the store's language is that of all of them.
    expect(recorded(order)).toContainEqual(['turning', 'turning', 'one']);
    await change('turning', { valueForAllLanguages: false });
    const again = await create(orderOf('ada', { languageCode: 'fr' }));
    expect(recorded(again)).toContainEqual(['turning', 'turning', 'un']);
  });

  it('cost an import as much for forty customers as for one', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `user-${at}`);
    const carried = [
      general('number', 'x'),
      selected('club', 'gold'),
      byLanguage('motto', ['en', 'y']),
    ];
    await importLines(
      service,
      many.map((pId) => user(pId, ...carried)),
    );
    const database = service.app.get(Database);
    const tables = /\b(tags|tag_\w+|user_tag\w*)\b/;
    const cost = (pIds: readonly (string | undefined)[]) => {
      const orders = pIds.map((pId) => ({ type: 'order', ...orderOf(pId) }));
      const send = async () => {
        expect(await importLines(service, orders)).toMatchObject({ created: pIds.length });
      };
      return countStatements(database, send, tables);
    };
    const one = await cost(many.slice(0, 1));
    expect(await cost([...many, 'ada', 'bob', undefined])).toBe(one);
    expect(one).toBe(4);
    expect(await cost(['bob', 'bob'])).toBe(1);
    expect(await cost([undefined, undefined])).toBe(0);
  });
});
