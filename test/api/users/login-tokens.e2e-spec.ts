/** @engine modules/users/login */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { Clock } from '../../../src/core/clock';
import { Loader, DataAccess } from '../../../src/database';
import { AdministratorSharedState } from '../../../src/modules/users/administrators/administration-state.entity';
import { AdministratorsService } from '../../../src/modules/users/administrators/administrators.service';
import { TokenSecretProvider } from '../../../src/modules/users/login/token-secret-provider';
import { User } from '../../../src/modules/users/users/user.entity';
import { Service } from '../../support/service/service';
import { exchange } from '../conventions/requests/exact-request';
import { storedState } from '../conventions/requests/stored-state';
import { PASSWORD, Staff } from './staff';

const GROUPS = '/v1/customTagGroups';
const HOUR = 60 * 60 * 1000;

describe('login tokens', () => {
  let service: Service;
  let staff: Staff;
  let boss: User;
  let token: string;

  const statusWith = async (key: string): Promise<number> =>
    (await service.get(GROUPS, { key })).status;
  const at = (now: Date) => jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(now);
  /** Changes a user as the service does: the data, then what is remembered of it. */
  const changeHere = async (id: number, values: Partial<User>): Promise<void> => {
    await staff.change(id, values);
    service.app.get(AdministratorsService).invalidateCache(id);
  };
  const storedSecret = async (): Promise<string> =>
    /"token_secret":"([^"]*)"/.exec(await storedState(service))?.[1] ?? '';

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    boss = await staff.add();
  });

  beforeEach(async () => {
    token = await staff.token(boss);
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  it('are good for eight hours, to the second', async () => {
    const issued = Date.UTC(2026, 0, 1);
    at(new Date(issued));
    token = await staff.token(boss);
    at(new Date(issued + 8 * HOUR - 1));
    expect(await statusWith(token)).toBe(200);
    at(new Date(issued + 8 * HOUR));
    expect(await statusWith(token)).toBe(401);
  });

  it('are not valid once anything in them is changed', async () => {
    const [id = '', version = '', end = '', mac = ''] = token.slice(4).split('.');
    const forged = [
      `ost_${Number(id) + 1}.${version}.${end}.${mac}`,
      `ost_${id}.1.${end}.${mac}`,
      `ost_0${id}.${version}.${end}.${mac}`,
      `ost_${id}.${version}.${Number(end) + 1}.${mac}`,
      `ost_${id}.${version}.${end}.${'A'.repeat(43)}`,
      `ost_${id}.${version}.${end}.`,
      `ost_${id}.${version}.${end}`,
      `${token}A`,
      `${token}=`,
      token.slice(0, -1),
      token.slice(4),
      token.toUpperCase(),
      `OST_${token.slice(4)}`,
      `osk_${token.slice(4)}`,
      'ost_',
      `ost_${'9'.repeat(10_000)}`,
    ];
    for (const key of forged) {
      const { status, body } = await service.get(GROUPS, { key });
      expect({ key, status, code: body.code }).toEqual({
        key,
        status: 401,
        code: 'credentials.invalid',
      });
    }
    // Base64url leaves two bits of the last character unused: its four spellings are not all one token.
    const last = mac.slice(-1);
    for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      if (other !== last) expect(await statusWith(token.slice(0, -1) + other)).toBe(401);
    }
    expect(await statusWith(token)).toBe(200);
  });

  it('are not valid when another secret has signed them', async () => {
    const claims = token.slice(0, token.lastIndexOf('.'));
    for (const secret of ['', 'null', 'undefined', 'x'.repeat(43)]) {
      const mac = createHmac('sha256', secret).update(claims).digest('base64url');
      expect(await statusWith(`${claims}.${mac}`)).toBe(401);
    }
    const mac = createHmac('sha256', await storedSecret())
      .update(claims)
      .digest('base64url');
    expect(`${claims}.${mac}`).toBe(token);
  });

  it.each<[string, (staff: Staff) => Partial<User>]>([
    ['is deactivated', () => ({ active: false })],
    ['gets another password', () => ({ credentialVersion: 1 })],
    ['leaves the system group', ({ customers }) => ({ groupId: customers })],
    ['gets a level that is none', () => ({ systemLevel: 2 })],
  ])('end at once when their user %s', async (_name, values) => {
    const user = await staff.add();
    const key = await staff.token(user);
    expect(await statusWith(key)).toBe(200);
    await changeHere(user.id, values(staff));
    expect(await statusWith(key)).toBe(401);
    await changeHere(user.id, user);
    expect(await statusWith(key)).toBe(200);
  });

  it('end when their user is deleted', async () => {
    const user = await staff.add();
    const key = await staff.token(user);
    const { unitOfWork, writer } = service.app.get(DataAccess);
    await unitOfWork.run(() => writer.remove(User, user.id));
    service.app.get(AdministratorsService).invalidateCache(user.id);
    expect(await statusWith(key)).toBe(401);
  });

  it('end at once, even when a look-up of the user outlives the change', async () => {
    const user = await staff.add();
    const key = await staff.token(user);
    const loader = service.app.get(Loader);
    const lookUp = loader.findById.bind(loader) as (...all: never[]) => Promise<unknown>;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const found = new Promise<void>((resolve) => {
      jest.spyOn(loader, 'findById').mockImplementationOnce((async (...all: never[]) => {
        const row = await lookUp(...all);
        resolve();
        await held;
        return row;
      }) as never);
    });
    const early = statusWith(key);
    await found;
    await changeHere(user.id, { active: false });
    release();
    await early;
    expect(await statusWith(key)).toBe(401);
  });

  it('go by the level that the user has now', async () => {
    const user = await staff.add();
    const key = await staff.token(user);
    expect((await service.get('/v1/apiKeys', { key })).status).toBe(200);
    await changeHere(user.id, { systemLevel: 4 });
    expect((await service.get('/v1/apiKeys', { key })).status).toBe(403);
    expect(await statusWith(key)).toBe(200);
  });

  it('write nothing while they are checked, not even a secret', async () => {
    const fresh = await Service.start();
    const before = await storedState(fresh);
    expect((await fresh.get(GROUPS, { key: token })).status).toBe(401);
    expect(await storedState(fresh)).toBe(before);
    await fresh.stop();
  });

  describe('and other processes on the same database', () => {
    let twin: NestExpressApplication;
    let url: string;

    const statusThere = async (key: string): Promise<number> =>
      (await exchange(url, { path: GROUPS, key })).status;

    beforeAll(async () => {
      twin = await createApp(service.app.get(Configuration));
      await twin.listen(0, '127.0.0.1');
      url = `http://127.0.0.1:${(twin.getHttpServer().address() as AddressInfo).port}`;
    });

    afterAll(() => twin.close());

    it('are good in all of them', async () => {
      expect(await statusThere(token)).toBe(200);
      const auth = JSON.stringify({ auth: { nick: boss.nick, password: PASSWORD } });
      const headers = { 'Content-Type': 'application/json' };
      const request = { method: 'POST', path: '/v1/auth/login', body: auth, headers, key: null };
      const { text } = await exchange(url, request);
      expect(await statusWith((JSON.parse(text) as { token: string }).token)).toBe(200);
    });

    it('end there within five seconds', async () => {
      const user = await staff.add();
      const key = await staff.token(user);
      const now = Date.now();
      const thereAt = (time: number) =>
        jest.spyOn(twin.get(Clock), 'now').mockReturnValue(new Date(time));
      thereAt(now);
      expect(await statusThere(key)).toBe(200);
      await changeHere(user.id, { active: false });
      expect(await statusWith(key)).toBe(401);
      thereAt(now + 4_999);
      expect(await statusThere(key)).toBe(200);
      thereAt(now + 5_000);
      expect(await statusThere(key)).toBe(401);
    });

    it('share one secret, whichever process makes it first', async () => {
      const { unitOfWork, writer } = service.app.get(DataAccess);
      await unitOfWork.run(() => writer.update(AdministratorSharedState, 1, { tokenSecret: null }));
      const secrets = [service.app, twin].flatMap((app) =>
        Array.from(
          { length: 8 },
          () =>
            new TokenSecretProvider(
              app.get(DataAccess),
              Configuration.from({ LOG_LEVEL: 'silent' }),
            ),
        ),
      );
      expect(await Promise.all(secrets.map((one) => one.find()))).toEqual(
        Array<undefined>(16).fill(undefined),
      );
      const made = new Set(await Promise.all(secrets.map((one) => one.getOrCreate())));
      expect([...made]).toEqual([await storedSecret()]);
      expect(await storedSecret()).toMatch(/^[\w-]{43}$/);
    });
  });

  it('are signed by AUTH_SECRET where it is set, and no other secret is made', async () => {
    const secret = 's'.repeat(32);
    const fixed = await Service.start({ AUTH_SECRET: secret });
    const people = await Staff.of(fixed);
    const user = await people.add();
    const key = await people.token(user);
    const claims = key.slice(0, key.lastIndexOf('.'));
    const mac = createHmac('sha256', secret).update(claims).digest('base64url');
    expect(key).toBe(`${claims}.${mac}`);
    expect((await fixed.get(GROUPS, { key })).status).toBe(200);
    expect(await storedState(fixed)).toContain('"token_secret":null');
    await fixed.stop();
  });
});
