/** @engine platform/data-transfer/imports/stored */
import { hash } from 'node:crypto';
import { createLoadPlan } from '../../../src/core/load-plan';
import { whereEquals, DataAccess } from '../../../src/database';
import { ApiKey } from '../../../src/platform/access';
import { User } from '../../../src/modules/users';
import { exportService, importAsCommand } from '../../support/export';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';

type Told = Record<string, unknown>;

const order = {
  ...{ type: 'order', pId: 'web-1', date: '2026-03-01T10:00:00+01:00', currencyCode: 'EUR' },
  user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES', firstName: 'Ada' } },
  rows: [{ name: 'Shirt', quantity: 1, price: 90 }],
};

describe('Lines of what operations make', () => {
  let service: Service;
  let dataAccess: DataAccess;
  let lines: Told[];

  beforeAll(async () => {
    service = await Service.start();
    dataAccess = service.app.get(DataAccess);
    await importLines(service, [
      { type: 'userGroup', pId: 'customers', name: 'Customers', defaultGroup: true },
      { type: 'userGroup', pId: 'staff', name: 'Staff', systemGroup: true },
      order,
    ]);
    const key = await service.createKey('users:write');
    const users = {
      ...{ pId: 'ada', email: 'ada@example.com', password: 'correct horse battery' },
      ...{ languageCode: 'en', group: { pId: 'customers' } },
      addressBook: [{ alias: 'Home', countryCode: 'ES', pId: 'home', type: 1, firstName: 'Ada' }],
    };
    const { status, text } = await service.post('/v1/users', { users }, { key });
    expect([status, text]).toEqual([201, text]);
    const exported = (await exportService(service)).exportedLines;
    lines = exported.map((line) => JSON.parse(line) as Told);
  });
  afterAll(() => service.stop());

  const lineOf = (type: string): Told => lines.find((line) => line['type'] === type) ?? {};

  async function taken(...changed: Told[]): Promise<unknown> {
    const { errors } = await importAsCommand(
      service,
      changed.map((line) => JSON.stringify(line)),
    );
    return errors.map(({ code, pointer }) => [code, pointer]);
  }

  async function ada(): Promise<User> {
    const user = await dataAccess.loader.findById(User, 1, dataAccess.loader.createFullPlan(User));
    if (!user) throw new Error('There is no user');
    return user;
  }

  it('end the logins of a user whose standing they change, and of no other', async () => {
    const { credentialVersion } = await ada();
    expect(await taken({ ...lineOf('userRecord'), nick: 'Countess' })).toEqual([]);
    expect((await ada()).credentialVersion).toBe(credentialVersion);
    expect(await taken({ ...lineOf('userRecord'), active: false })).toEqual([]);
    expect((await ada()).credentialVersion).toBe(credentialVersion + 1);
  });

  it('make no user an administrator who has the password of another person', async () => {
    expect((await ada()).passwordHash).not.toBeNull();
    expect(await taken({ ...lineOf('userRecord'), group: { pId: 'staff' } })).toEqual([]);
    expect((await ada()).passwordHash).toBeNull();
  });

  it('take rows that go out of the search', async () => {
    const dateAdded = '2026-01-01T00:00:00Z';
    const list = (rows: Told[]): Told => ({
      ...{ type: 'userShoppingLists', user: { pId: 'ada' } },
      lists: [{ pId: 'wishes', name: 'Wishes', dateAdded, rows }],
    });
    const row = (comment: string): Told => ({ dateAdded, quantity: 1, comment });
    const entries = async (): Promise<number> => {
      const sql = 'SELECT COUNT(*) AS n FROM search_records WHERE terms LIKE ?';
      const [found] = await dataAccess.database.select<{ n: number }>(sql, ['%zanzibar%']);
      return Number(found?.n);
    };
    expect(await taken(list([row('zanzibar'), row('zanzibar')]))).toEqual([]);
    expect(await entries()).toBe(2);
    expect(await taken(list([row('zanzibar')]))).toEqual([]);
    expect(await entries()).toBe(1);
    expect(await taken(list([]))).toEqual([]);
    expect(await entries()).toBe(0);
  });

  it('change no key without its hash', async () => {
    const keyHash = hash('sha256', 'osk_somebody');
    const createdAt = '2026-03-01T10:00:00Z';
    const key = { type: 'apiKey', pId: 'erp', scopes: ['news:read'], createdAt };
    const old = { keyHash: hash('sha256', 'osk_before'), endsAt: createdAt };
    expect(await taken({ ...key, keyHash, oldSecrets: [old] })).toEqual([]);
    const refused = ['', 'osk_somebody', keyHash.toUpperCase(), keyHash.slice(1), `${keyHash}0`];
    for (const other of refused) {
      expect(await taken({ ...key, keyHash: other })).toEqual([[expect.any(String), '/keyHash']]);
      expect(await taken({ ...key, keyHash, oldSecrets: [{ ...old, keyHash: other }] })).toEqual([
        [expect.any(String), '/oldSecrets/0/keyHash'],
      ]);
    }
    expect(await taken(key)).toEqual([['field.required', '/keyHash']]);
    expect(await taken({ ...key, keyHash, oldSecrets: [{ endsAt: createdAt }] })).toEqual([
      ['field.required', '/oldSecrets/0/keyHash'],
    ]);
    const [id = 0] = await dataAccess.loader.listIds(ApiKey, [whereEquals('pId', 'erp')]);
    const stored = await dataAccess.loader.findById(
      ApiKey,
      id,
      createLoadPlan(ApiKey, ['keyHash']),
    );
    expect(stored?.keyHash).toBe(keyHash);
  });

  it('make no parts of a document where there are none', async () => {
    const state = lineOf('documentState');
    const shipments = [{ shipment: 0, updatedAt: '2026-03-01T10:00:00Z' }];
    expect(await taken({ ...state, shipments })).toEqual([['place.none', '/shipments/0/shipment']]);
    expect(await taken({ ...state, rows: [{ row: 1, returned: 1 }] })).toEqual([
      ['place.none', '/rows/0/row'],
    ]);
  });

  it('accept no issued file without its hash', async () => {
    const state = { ...lineOf('documentState'), eDocuments: [{ form: 'ubl' }] };
    expect(await taken(state)).toEqual([['field.required', '/eDocuments/0/sha256']]);
  });
});
