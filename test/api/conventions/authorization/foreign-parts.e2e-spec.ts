import { importLines } from '../../../support/import';
import { createOrder, importMasters, smallOrder } from '../../sales/sample-store';
import { UsersClient } from '../../users/users-client';
import { describedOperations } from '../requests/described-operations';
import { expectProblem, Hardened, jsonRequest, type Problem } from '../requests/refusals';
import { storedState } from '../requests/stored-state';

const tag = (pId: string, itemType: number): object => ({
  ...{ type: 'tag', pId, active: true, controlType: 3, itemType, position: 1, priority: 1 },
  ...{ valueForAllLanguages: true },
});

const lines = [
  { type: 'tagGroup', pId: 'habits', name: 'Habits', itemType: 10, position: 1, priority: 1 },
  { ...tag('of users', 10), groups: [{ group: { pId: 'habits' }, priority: 1 }] },
  tag('of users, too', 10),
  tag('of orders', 13),
  { type: 'channel', pId: 'other', name: 'Another shop' },
];

/** A part that one record has and another one of the same kind has not. */
interface Part {
  /** The collection of the record, and where its part is below it. */
  readonly of: string;
  readonly at: string;
  readonly owner: number;
  readonly stranger: number;
  readonly id: number;
  /** Body of a PUT. */
  readonly body?: object;
}

describe('parts of records', () => {
  let hardened: Hardened;
  let parts: Part[];

  beforeAll(async () => {
    hardened = await Hardened.start();
    const { service } = hardened;
    await importMasters(service);
    expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
    const idOf = async (collection: string, pId: string): Promise<number> => {
      const { body } = await service.get(`/v1/${collection}/getId/${encodeURIComponent(pId)}`);
      return (body as { ID: number }).ID;
    };
    const done = async (path: string, body?: object): Promise<void> => {
      expect((await service.post(path, body)).status).toBe(201);
    };

    const users = await UsersClient.of(service);
    const [owner, stranger, customer] = [
      await users.create(),
      await users.create(),
      await users.create(),
    ];
    const user = `/v1/users/${owner.ID}`;
    const [text, ofOrders] = [
      await idOf('customTags', 'of users'),
      await idOf('customTags', 'of orders'),
    ];
    const general = { general: { value: 'his' } };
    await done(`${user}/wishlist`, { wishlist: { pId: 'shirt' } });
    await done(`${user}/supplier/items`, { items: [{ item: { pId: 'shirt' }, itemType: 1 }] });
    await done(`${user}/customTags`, { customTags: { customTag: { id: text }, ...general } });
    await done(`${user}/salesAgent/${customer.ID}`);

    const [order, other] = [await createOrder(service), await createOrder(service, smallOrder())];
    await done(`/v1/orders/${order.ID}/customTags`, {
      customTags: { customTag: { id: ofOrders }, value: 'its' },
    });

    const [web, another] = [await idOf('channels', 'web'), await idOf('channels', 'other')];
    const shop = await idOf('physicalLocations', 'shop');
    await done(`/v1/channels/${web}/physicalLocations`, {
      channelPhysicalLocations: { physicalLocation: { id: shop } },
    });

    const ofUsers = { of: 'users', owner: owner.ID, stranger: stranger.ID };
    const shirt = await idOf('catalog/product', 'shirt');
    parts = [
      { ...ofUsers, at: 'wishlist', id: shirt },
      { ...ofUsers, at: 'supplier/items', id: shirt },
      { ...ofUsers, at: 'customTags', id: text, body: { customTags: general } },
      { ...ofUsers, at: 'salesAgent', id: customer.ID },
      {
        ...{ of: 'orders', at: 'customTags', owner: order.ID, stranger: other.ID, id: ofOrders },
        body: { customTags: { value: 'changed' } },
      },
      {
        ...{ of: 'channels', at: 'physicalLocations', owner: web, stranger: another, id: shop },
        body: { channelPhysicalLocations: { zoneRadius: 5 } },
      },
      {
        ...{ of: 'customTags', at: 'groups', owner: text },
        ...{ stranger: await idOf('customTags', 'of users, too') },
        id: await idOf('customTagGroups', 'habits'),
      },
    ];
  });

  afterAll(() => hardened.stop());

  it('are found, changed and deleted below their own record only', async () => {
    const tried: string[] = [];
    for (const { method, path, parameters } of await describedOperations(hardened)) {
      const ids = parameters.filter((one) => one.in === 'path' && one.schema.type === 'integer');
      // A POST makes the part that it names; filters of elements are on paths of their own (filters.e2e-spec.ts).
      if (ids.length < 2 || method === 'POST' || path.startsWith('/v1/util/filters/')) continue;
      const part = parts.find(({ of, at }) => path.startsWith(`/v1/${of}/{id}/${at}/{`));
      if (!part) throw new Error(`${method} ${path} has no part here`);
      tried.push(`${method} ${path}`);
      const { of, at, owner, stranger, id, body } = part;
      const requestTo = (record: number) => {
        const path = `/v1/${of}/${record}/${at}/${id}`;
        return method === 'PUT' ? jsonRequest(path, body, { method }) : { path, method };
      };
      const before = await storedState(hardened.service);
      const answer = await hardened.send(requestTo(stranger));
      const { code } = JSON.parse(answer.text) as Problem;
      expectProblem(answer, requestTo(stranger).path, { status: 404, code });
      expect(await storedState(hardened.service)).toBe(before);
      // Deletions come last of all: the others need the part.
      if (method !== 'DELETE') {
        expect((await hardened.send(requestTo(owner))).status).toBe(200);
      }
    }
    expect(tried).toHaveLength(11);
    for (const { of, at, owner, id } of parts) {
      const deleted = { path: `/v1/${of}/${owner}/${at}/${id}`, method: 'DELETE' };
      expect((await hardened.send(deleted)).status).toBe(200);
    }
  });
});
