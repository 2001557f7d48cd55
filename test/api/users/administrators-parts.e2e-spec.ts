import type { Response } from 'supertest';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { storedState } from '../conventions/requests/stored-state';
import { importMasters } from '../sales/sample-store';
import { atOnce, statusesOf } from './customers';
import { Staff } from './staff';
import { UsersClient } from './users-client';

const lines = [
  { type: 'tagGroup', pId: 'habits', name: 'Habits', itemType: 10, position: 1, priority: 1 },
  ...['first', 'second'].map((pId) => ({
    ...{ type: 'tag', pId, active: true, controlType: 3, itemType: 10, position: 1, priority: 1 },
    ...{ valueForAllLanguages: true, groups: [{ group: { pId: 'habits' }, priority: 1 }] },
  })),
  { type: 'product', pId: 'hat', name: 'Hat' },
  { type: 'category', pId: 'clothes', name: 'Clothes' },
];

/** A user with something of everything that users have. */
interface Person {
  readonly id: number;
  readonly pId: string;
  readonly customer: number;
  readonly address: number;
  readonly voucher: number;
  readonly list: number;
  readonly row: number;
}

type Attempt = (person: Person) => readonly [path: string, body?: object];

describe('what belongs to an administrator', () => {
  let service: Service;
  let staff: Staff;
  let users: UsersClient;
  let shirt: number;
  let hat: number;
  let tags: number[];
  let described: string[];

  const idOf = async (collection: string, pId: string) =>
    ((await service.get(`/v1/${collection}/getId/${pId}`)).body as { ID: number }).ID;
  const done = async (path: string, body?: object): Promise<unknown> => {
    const { status, body: answer, text } = await service.post(path, body);
    if (status !== 201) throw new Error(`${path}: ${text}`);
    return answer;
  };
  const voucher = { availableBalance: 5, currencyId: 978 };
  const points = { rewardPoints: { points: 10 } };
  const rows = { items: [{ comment: 'In blue' }] };
  const carried = (id = 0) => ({ customTags: { customTag: { id }, general: { value: 'his' } } });

  /** A user in a group, in whose name each kind of part is made once. */
  const person = async (group: string): Promise<Person> => {
    const { ID: customer } = await users.create();
    const made = await users.create({ group: { pId: group } });
    const at = `/v1/users/${made.ID}`;
    await done(`${at}/wishlist`, { wishlist: { pId: 'shirt' } });
    await done(`${at}/supplier/items`, { items: [{ item: { pId: 'shirt' }, itemType: 1 }] });
    await done(`${at}/salesAgent/${customer}`);
    await done(`${at}/customTags`, carried(tags[0]));
    await done(`${at}/rewardPoints`, points);
    await done(`${at}/addressbook`, { addressbook: users.address() });
    const { ID } = (await done(`${at}/vouchers`, { vouchers: voucher })) as { ID: number };
    const lists = (await service.get(`${at}/shoppingLists`)).body as {
      SHOPPINGLISTS: { ID: number }[];
    };
    const list = lists.SHOPPINGLISTS[0]?.ID ?? 0;
    const { ROWS } = (await done(`/v1/users/shoppingLists/${list}/rows`, rows)) as {
      ROWS: { ID: number }[];
    };
    return {
      ...{ id: made.ID, pId: made.PID, customer, voucher: ID, list, row: ROWS[0]?.ID ?? 0 },
      address: made.ADDRESSBOOK.BILLINGADDRESS[0]?.ID ?? 0,
    };
  };

  /**
   * How each operation changes what belongs to a user, in an order in which all of them succeed. Add new operations
   * below /users here.
   */
  const attempts: Readonly<Record<string, Attempt>> = {
    updateUser: ({ id }) => [`/${id}`, { users: { visits: 9 } }],
    updateUserSalesAgent: ({ id }) => [`/${id}/salesAgent`, { salesAgent: { active: true } }],
    removeUserSalesAgentCustomer: ({ id, customer }) => [`/${id}/salesAgent/${customer}`],
    createUserSalesAgentCustomer: ({ id, customer }) => [`/${id}/salesAgent/${customer}`],
    createAddress: ({ id }) => [`/${id}/addressbook`, { addressbook: users.address() }],
    updateAddress: ({ address }) => [`/addressbook/${address}`, { addressbook: { city: 'Leeds' } }],
    removeAddress: ({ address }) => [`/addressbook/${address}`],
    updateUserSupplier: ({ id }) => [`/${id}/supplier`, { supplier: { logo: 'a.png' } }],
    createUserSupplierItems: ({ id }) => [
      `/${id}/supplier/items`,
      { items: [{ item: { pId: 'hat' }, itemType: 1 }] },
    ],
    removeUserSupplierItem: ({ id }) => [`/${id}/supplier/items/${hat}`],
    removeUserSupplierItems: ({ id }) => [`/${id}/supplier/items`],
    createUserRewardPoints: ({ id }) => [`/${id}/rewardPoints`, points],
    createUserWishlistItem: ({ id }) => [`/${id}/wishlist`, { wishlist: { pId: 'hat' } }],
    removeUserWishlistItem: ({ id }) => [`/${id}/wishlist/${shirt}`],
    removeUserWishlist: ({ id }) => [`/${id}/wishlist`],
    createUserCustomTag: ({ id }) => [`/${id}/customTags`, carried(tags[1])],
    updateUserCustomTag: ({ id }) => [
      `/${id}/customTags/${tags[0]}`,
      { customTags: { general: { value: 'hers' } } },
    ],
    removeUserCustomTag: ({ id }) => [`/${id}/customTags/${tags[0]}`],
    clearUserCustomTags: ({ id }) => [`/${id}/customTags`],
    createUserVoucher: ({ id }) => [`/${id}/vouchers`, { vouchers: voucher }],
    updateUserVoucher: ({ voucher: one }) => [
      `/vouchers/${one}`,
      { vouchers: { ...voucher, currencyCode: 'EUR' } },
    ],
    removeUserVoucher: ({ voucher: one }) => [`/vouchers/${one}`],
    removeUserVouchers: ({ id }) => [`/${id}/vouchers`],
    createShoppingListRows: ({ list }) => [`/shoppingLists/${list}/rows`, rows],
    removeShoppingListRow: ({ row }) => [`/shoppingLists/rows/${row}`],
    createUserErasure: ({ id }) => [`/${id}/erasure`],
    removeUser: ({ id }) => [`/${id}`],
  };
  /** Operations that need users:admin for any user. */
  const always: ReadonlySet<string> = new Set(['createUserErasure']);
  const methods = new Map<string, 'post' | 'put' | 'delete'>();

  const send = (operation: string, of: Person, key: string): Promise<Response> => {
    const [path, body] = attempts[operation]!(of);
    return service.send(methods.get(operation)!, `/v1/users${path}`, { body, key });
  };
  const answer = ({ status, body }: Response) => `${status} ${body.code ?? 'ok'}`;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
    staff = await Staff.of(service);
    users = await UsersClient.of(service);
    [shirt, hat] = [await idOf('catalog/product', 'shirt'), await idOf('catalog/product', 'hat')];
    tags = [await idOf('customTags', 'first'), await idOf('customTags', 'second')];
    // A super-administrator stays, whatever becomes of the others.
    await staff.add();
    const { body } = await service.get('/openapi.json', { key: null });
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith('/v1/users/')) continue;
      for (const [method, { operationId }] of Object.entries(operations)) {
        if (method !== 'get') methods.set(operationId, method as 'put');
      }
    }
    described = [...methods.keys()];
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  it('is reached by these operations, and no other', () => {
    expect(Object.keys(attempts).sort()).toEqual([...described].sort());
  });

  it('is changed by nobody without users:admin, and read by everybody with users:read', async () => {
    const member = await person('administrators');
    const clerk = await staff.token(await staff.add({ systemLevel: 4 }));
    const keys = [await service.createKey('users:write', 'keys:write', 'sales:write'), clerk];
    const before = await storedState(service);
    for (const key of keys) {
      for (const operation of described) {
        const refused = await send(operation, member, key);
        expect(`${operation}: ${answer(refused)}`).toBe(`${operation}: 403 scope.missing`);
        expect((refused.body as { detail: string }).detail).toContain('users:admin');
      }
      const linked = await service.post(
        `/v1/users/${member.customer}/salesAgent/${member.id}`,
        undefined,
        { key },
      );
      expect(answer(linked)).toBe('403 scope.missing');
    }
    expect(await storedState(service)).toBe(before);
    const reader = await service.createKey('users:read');
    for (const part of ['', '/wishlist', '/vouchers', '/addressbook', '/salesAgent', '/comments']) {
      expect((await service.get(`/v1/users/${member.id}${part}`, { key: reader })).status).toBe(
        200,
      );
    }
  });

  it.each([
    ['administrators', ['users:write', 'users:admin']],
    ['customers', ['users:write']],
  ])('is changed, of %s, with %j', async (group, scopes) => {
    const one = await person(group);
    const key = await service.createKey(...scopes);
    const isAdministering = scopes.includes('users:admin');
    for (const operation of Object.keys(attempts)) {
      if (always.has(operation) && !isAdministering) continue;
      const { status, text } = await send(operation, one, key);
      expect({ operation, isDone: [200, 201].includes(status), text }).toMatchObject({
        ...{ operation, isDone: true },
      });
    }
  });

  it('takes comments of an import with users:admin only', async () => {
    const { pId } = await person('administrators');
    const line = { ...{ type: 'userComment', item: { pId: 'shirt' }, comment: 'Fits' } };
    const comments = [{ ...line, pId: `of-${pId}`, user: { pId } }];
    const importer = await service.createKey('import:write', 'users:write');
    expect(await importLines(service, comments, { key: importer })).toMatchObject({
      errors: [{ code: 'scope.missing' }],
    });
    const administrator = await service.createKey('import:write', 'users:admin');
    expect(await importLines(service, comments, { key: administrator })).toMatchObject({
      created: 1,
    });
  });

  it('is out of reach from the moment on in which the person rises', async () => {
    const one = await person('customers');
    const key = await service.createKey('users:write');
    const before = (await service.get(`/v1/users/${one.id}/rewardPoints`)).body as Points;
    const rise = users.put(one.id, { group: { pId: 'administrators' } });
    const all = await atOnce(30, () => send('createUserRewardPoints', one, key));
    expect((await rise).status).toBe(200);
    const { 201: made = 0, 403: refused = 0 } = statusesOf(all);
    expect(made + refused).toBe(30);
    const after = (await service.get(`/v1/users/${one.id}/rewardPoints`)).body as Points;
    expect(after.REWARDPOINTS.BALANCE - before.REWARDPOINTS.BALANCE).toBe(10 * made);
    expect(answer(await send('createUserRewardPoints', one, key))).toBe('403 scope.missing');
  });
});

interface Points {
  readonly REWARDPOINTS: { readonly BALANCE: number };
}
