/** @engine */
import type { Response } from 'supertest';
import { Clock } from '../../../src/core/clock';
import { PasswordHasher } from '../../../src/modules/users/passwords/password-hasher';
import type { User } from '../../../src/modules/users/users/user.entity';
import { pause } from '../../support/servers/built-process';
import { measureProcessorTime } from '../../support/service/processor-time';
import { Service } from '../../support/service/service';
import { rawExchange } from '../conventions/requests/exact-request';
import { storedState } from '../conventions/requests/stored-state';
import { PASSWORD, Staff, cheapHash } from './staff';

const LOGIN = '/v1/auth/login';
const MINUTE = 60_000;

describe('login', () => {
  let service: Service;
  let staff: Staff;
  let boss: User;

  /** Each client has an address of its own unless it names one. */
  let clients = 0;
  const from = (address = `10.0.${clients >> 8}.${clients++ & 255}`) => ({
    key: null,
    headers: { 'X-Forwarded-For': address },
  });
  const logIn = (auth: object, address?: string): Promise<Response> =>
    service.post(LOGIN, { auth }, from(address));
  const statuses = async (logins: Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(logins)).map(({ status }) => status);
  const at = (now: Date) => jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(now);

  beforeAll(async () => {
    service = await Service.start({ TRUST_PROXY: 'on', STORE_TIME_ZONE: 'Europe/Madrid' });
    staff = await Staff.of(service);
    boss = await staff.add({ pId: 'boss', nick: 'The Boss', email: 'Boss@Example.com' });
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  it('gives a token that calls are made with', async () => {
    at(new Date('2026-07-01T10:00:00.900Z'));
    const { status, body } = await logIn({ nick: 'The Boss', password: PASSWORD });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^ost_[\w.-]+$/),
      expiresAt: '2026-07-01T20:00:00+02:00',
      user: { id: boss.id, pId: 'boss', systemLevel: 3 },
    });
    expect((await service.get('/v1/customTagGroups', { key: body.token })).status).toBe(200);
  });

  it.each(['Boss@Example.com', 'boss@example.com', 'BOSS@EXAMPLE.COM'])(
    'goes by the e-mail address %s, without regard to case',
    async (email) => {
      const { status, body } = await logIn({ email, password: PASSWORD });
      expect({ status, id: body.user?.id }).toEqual({ status: 201, id: boss.id });
    },
  );

  it('goes by exactly the nick', async () => {
    for (const nick of ['the boss', 'The  Boss', 'The Boss ', 'Thé Boss']) {
      expect((await logIn({ nick, password: PASSWORD })).status).toBe(401);
    }
  });

  it('may be repeated, by many at once', async () => {
    const auth = { nick: 'The Boss', password: PASSWORD };
    const all = await statuses(Array.from({ length: 30 }, () => logIn(auth)));
    expect(all).toEqual(Array<number>(30).fill(201));
  });

  it('needs no credentials, and does not look at those that come along', async () => {
    const auth = { nick: 'The Boss', email: '', password: PASSWORD };
    for (const key of ['ost_1.0.1.ended', `osk_${'x'.repeat(43)}`, 'nonsense']) {
      expect((await service.post(LOGIN, { auth }, { key })).status).toBe(201);
    }
  });

  it.each<[string, object, string[]]>([
    ['no name', { password: PASSWORD }, ['/auth login.name']],
    ['two names', { nick: 'a', email: 'a@b.c', password: PASSWORD }, ['/auth login.name']],
    ['no password', { nick: 'a' }, ['/auth/password field.required']],
    ['an empty password', { nick: 'a', password: '' }, ['/auth/password text.tooShort']],
    ['a long password', { nick: 'a', password: 'p'.repeat(129) }, ['/auth/password text.tooLong']],
    ['empty names', { nick: '', email: '', password: PASSWORD }, ['/auth login.name']],
    ['a number', { nick: 'a', password: 12345678 }, ['/auth/password value.type']],
    [
      'a list',
      { nick: ['a'], password: [PASSWORD] },
      ['/auth/nick value.type', '/auth/password value.type'],
    ],
    [
      'an operator',
      { nick: { $ne: '' }, password: { $gt: '' } },
      ['/auth/nick value.type', '/auth/password value.type'],
    ],
    ['null', { email: null, password: PASSWORD }, ['/auth/email value.type']],
    [
      'a malformed e-mail address and more',
      { email: 'boss', password: PASSWORD, remember: true },
      ['/auth/email format.email-address-or-empty', '/auth/remember field.unknown'],
    ],
  ])('is refused as malformed with %s', async (_name, auth, faults) => {
    const { status, body } = await logIn(auth);
    expect(status).toBe(400);
    const found = (body.errors as { pointer: string; code: string }[]).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
    expect(found.sort()).toEqual(faults);
  });

  it('that is malformed is no failure', async () => {
    for (let count = 0; count < 12; count++) await logIn({ nick: 'The Boss' }, '10.1.0.2');
    expect((await logIn({ nick: 'The Boss', password: PASSWORD }, '10.1.0.2')).status).toBe(201);
  });

  describe('that fails', () => {
    const kinds: Record<string, () => Promise<object>> = {
      'an unknown nick': async () => ({ nick: 'nobody', password: PASSWORD }),
      'an unknown e-mail address': async () => ({ email: 'no@body.com', password: PASSWORD }),
      'a wrong password': async () => ({ nick: 'slow', password: 'wrong password' }),
      'an inactive user': async () => named({ active: false }),
      'a customer': async () => named({ groupId: staff.customers }),
      'an administrator without password': async () => named({ passwordHash: null }),
      'a level that is none': async () => named({ systemLevel: 5 }),
    };

    /** Hashes as the service makes them: their checks take as long as a login in earnest does here. */
    let passwordHash: string;

    const named = async (values: Partial<User>) => {
      const { nick } = await staff.add({ passwordHash, ...values });
      return { nick, password: PASSWORD };
    };

    beforeAll(async () => {
      passwordHash = await service.app.get(PasswordHasher).hash(PASSWORD);
      await staff.add({ nick: 'slow', passwordHash });
    });

    it('has one answer and takes one derivation, whatever was wrong', async () => {
      const verify = jest.spyOn(service.app.get(PasswordHasher), 'verify');
      const bodies = new Set<string>();
      for (const [name, kind] of Object.entries(kinds)) {
        verify.mockClear();
        const { status, body, headers } = await logIn(await kind());
        expect({ name, status, code: body.code }).toEqual({
          name,
          status: 401,
          code: 'login.failed',
        });
        expect(headers['www-authenticate']).toBe('Bearer realm="v1"');
        expect(verify).toHaveBeenCalledTimes(1);
        bodies.add(JSON.stringify({ ...body, requestId: '' }));
      }
      expect([...bodies]).toHaveLength(1);
    });

    it('takes about as long, whatever was wrong', async () => {
      const times = new Map<string, number[]>();
      const logins = await Promise.all(
        Object.entries(kinds).map(async ([name, kind]) => [name, await kind()] as const),
      );
      // In turns, so that other work of this process slows all of them down alike.
      for (let round = 0; round < 3; round++) {
        for (const [name, auth] of logins) {
          const time = await measureProcessorTime(() => logIn(auth));
          times.set(name, [...(times.get(name) ?? []), time]);
        }
      }
      const medians = [...times.values()].map((all) => all.sort((a, b) => a - b)[1] ?? 0);
      expect(Math.min(...medians)).toBeGreaterThan(Math.max(...medians) / 4);
    });
  });

  describe('that fails often', () => {
    const wrong = { nick: 'The Boss', password: 'wrong password' };
    const right = { nick: 'The Boss', password: PASSWORD };
    const now = Date.UTC(2026, 0, 1, 12);

    /** Has all checks of passwords wait until they are released. */
    const heldPasswords = (): { release: () => void } => {
      let release: () => void = () => undefined;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      jest.spyOn(service.app.get(PasswordHasher), 'verify').mockImplementation(async (password) => {
        await isReleased;
        return password === PASSWORD;
      });
      return { release };
    };
    /** The first answers that come. */
    const firstOf = (requests: Promise<Response>[], count: number): Promise<Response[]> =>
      new Promise((resolve, reject) => {
        const answers: Response[] = [];
        for (const request of requests)
          request.then((answer) => {
            if (answers.push(answer) === count) resolve(answers);
          }, reject);
      });

    const failTimes = async (count: number, address: string, auth: object = wrong) => {
      for (let done = 0; done < count; done++)
        expect((await logIn(auth, address)).status).toBe(401);
    };

    it('is refused after ten failures of a name from an address, right or wrong, for 15 minutes', async () => {
      at(new Date(now));
      await failTimes(10, '10.2.0.1');
      at(new Date(now + MINUTE + 1));
      for (const auth of [wrong, right]) {
        const { status, body, headers } = await logIn(auth, '10.2.0.1');
        expect({ status, code: body.code }).toEqual({ status: 429, code: 'login.throttled' });
        expect(headers['retry-after']).toBe(String(14 * 60));
        expect(body.retryAfter).toBe(14 * 60);
      }
      expect((await logIn(right, '10.2.0.2')).status).toBe(201);
      const other = await staff.add();
      expect((await logIn({ nick: other.nick, password: PASSWORD }, '10.2.0.1')).status).toBe(201);
      at(new Date(now + 15 * MINUTE - 1));
      const late = await logIn(right, '10.2.0.1');
      expect([late.status, late.headers['retry-after']]).toEqual([429, '1']);
      at(new Date(now + 15 * MINUTE));
      expect((await logIn(right, '10.2.0.1')).status).toBe(201);
    });

    it('counts within the last 15 minutes only', async () => {
      for (let count = 0; count < 20; count++) {
        at(new Date(now + count * 1.6 * MINUTE));
        await failTimes(1, '10.2.0.3');
      }
    });

    it('counts an e-mail address as one name, however it is written', async () => {
      const password = 'wrong password';
      await failTimes(5, '10.2.0.4', { email: 'boss@example.com', password });
      await failTimes(5, '10.2.0.4', { email: 'BOSS@example.com', password });
      const { status } = await logIn({ email: 'Boss@Example.com', password: PASSWORD }, '10.2.0.4');
      expect(status).toBe(429);
    });

    it('does so for names that nobody has, too', async () => {
      const auth = { nick: 'nobody at all', password: PASSWORD };
      jest.spyOn(service.app.get(PasswordHasher), 'verify').mockResolvedValue(false);
      await failTimes(10, '10.2.0.5', auth);
      expect((await logIn(auth, '10.2.0.5')).status).toBe(429);
    });

    it('starts again after a success', async () => {
      for (let round = 0; round < 3; round++) {
        await failTimes(9, '10.2.0.6');
        expect((await logIn(right, '10.2.0.6')).status).toBe(201);
      }
    });

    it('is refused after a hundred failures from an address, successes in between or not', async () => {
      const users = await Promise.all(Array.from({ length: 12 }, () => staff.add()));
      for (const { nick } of users.slice(0, 11)) {
        await failTimes(nick === users[0]?.nick ? 1 : 9, '10.2.0.7', { ...wrong, nick });
        expect((await logIn({ ...right, nick }, '10.2.0.7')).status).toBe(201);
      }
      await failTimes(9, '10.2.0.7', { ...wrong, nick: users[11]?.nick });
      const answer = await logIn(right, '10.2.0.7');
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect((await logIn(right, '10.2.0.8')).status).toBe(201);
    });

    it('counts all addresses of an IPv6 network as one', async () => {
      for (let count = 0; count < 10; count++) {
        expect((await logIn(wrong, `2001:db8:7:1::${count}`)).status).toBe(401);
      }
      expect((await logIn(right, '2001:db8:7:1:ffff::1')).status).toBe(429);
      expect((await logIn(right, '2001:db8:7:2::1')).status).toBe(201);
    });

    it('gets no more answers by asking at once, were the right one among them', async () => {
      let inside = 0;
      let release: () => void = () => undefined;
      const together = new Promise<void>((resolve) => (release = resolve));
      jest.spyOn(service.app.get(PasswordHasher), 'verify').mockImplementation(async (password) => {
        if (++inside === 2) release();
        await together;
        const isRight = password === PASSWORD;
        if (isRight) await pause(50);
        return isRight;
      });
      const wrongOnes = Array.from({ length: 29 }, () => logIn(wrong, '10.2.0.9'));
      const rightOne = logIn(right, '10.2.0.9');
      const all = await statuses(wrongOnes);
      const refused = all.filter((status) => status === 401);
      expect(refused.length).toBeLessThanOrEqual(10);
      expect(all.filter((status) => status === 429)).toHaveLength(29 - refused.length);
      expect((await rightOne).status).toBe(429);
    });

    it('counts nick and e-mail address of one person as one account', async () => {
      const password = 'wrong password';
      await failTimes(5, '10.2.1.1', { nick: 'The Boss', password });
      await failTimes(5, '10.2.1.1', { email: 'boss@example.com', password });
      expect((await logIn(right, '10.2.1.1')).status).toBe(429);
    });

    it('does not show by three logins at once that nick and e-mail address are those of one person', async () => {
      const { release } = heldPasswords();
      const [nick, email, password] = ['The Boss', 'boss@example.com', PASSWORD];
      const auths = [{ nick }, { nick }, { email }, { nick }];
      const started = auths.map((auth) => logIn({ ...auth, password }, '10.2.1.4'));
      expect((await firstOf(started, 1)).map(({ status }) => status)).toEqual([429]);
      release();
      expect((await statuses(started)).sort()).toEqual([201, 201, 201, 429]);
    });

    it('is refused at once beyond five from a network, and two by a name, and counts none of these', async () => {
      const { release } = heldPasswords();
      const networkOf = (count: number) => `2001:db8:8:1::${count}`;
      const others = Array.from({ length: 150 }, (_, count) =>
        logIn({ nick: `made up ${count}`, password: 'wrong password' }, networkOf(count)),
      );
      const refused = await firstOf(others, 145);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
      expect(refused[0]?.body).toMatchObject({ code: 'login.atOnce', retryAfter: 1 });
      const sameAccount = Array.from({ length: 3 }, () => logIn(right, '10.2.1.2'));
      expect((await firstOf(sameAccount, 1)).map(({ status }) => status)).toEqual([429]);
      // Elsewhere nothing is limited by the account.
      const elsewhere = logIn(right, '10.2.1.3');
      release();
      expect((await elsewhere).status).toBe(201);
      const all = await statuses(others);
      expect(all.filter((status) => status === 401)).toHaveLength(5);
      expect((await statuses(sameAccount)).sort()).toEqual([201, 201, 429]);
      expect((await logIn(right, networkOf(1))).status).toBe(201);
    });

    it.each<Record<string, string>>([
      { TRUST_PROXY: 'off' },
      { TRUST_PROXY: 'on', FORWARDED_HEADERS: 'x-forwarded-proto, X-Forwarded-Host' },
    ])('is not distinguished by an address that the client makes up, with %j', async (settings) => {
      const direct = await Service.start(settings);
      const { nick } = await (await Staff.of(direct)).add({ passwordHash: cheapHash(PASSWORD) });
      const tries: number[] = [];
      for (let count = 0; count < 11; count++) {
        const { status } = await direct.post(LOGIN, { auth: { ...wrong, nick } }, from());
        tries.push(status);
      }
      expect(tries).toEqual([...Array<number>(10).fill(401), 429]);
      await direct.stop();
    });

    it('is counted for no address that header fields in front of it would hide', async () => {
      const body = JSON.stringify({ auth: wrong });
      const padded = (address: string): string =>
        `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n${'a:\r\n'.repeat(2100)}X-Forwarded-For: ${address}\r\n\r\n${body}`;
      for (let count = 0; count < 12; count++) {
        const answer = await rawExchange(service, padded('10.2.1.3'));
        expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      }
      // Neither for the client's address nor for the one that the proxy, here the client itself, connects from.
      expect((await logIn(right, '10.2.1.3')).status).toBe(201);
      const direct = await service.post(LOGIN, { auth: right }, { key: null });
      expect(direct.status).toBe(201);
    });

    it('counts what is no login as a failure of its address, and reads no more of it then', async () => {
      const large = { ...wrong, password: 'x'.repeat(5000) };
      const bodies: [object, number][] = [
        [{ auth: large }, 413],
        [{ auth: { nick: 'a' } }, 400],
        [{ auth: wrong, more: 1 }, 400],
        [Array.from({ length: 33 }).reduce<unknown[]>((inner) => [inner], []), 400],
      ];
      for (let count = 0; count < 100; count++) {
        const [body, status] = bodies[count % bodies.length] as [object, number];
        expect((await service.post(LOGIN, body, from('10.2.0.20'))).status).toBe(status);
      }
      for (const body of [{ auth: large }, { auth: right }]) {
        const answer = await service.post(LOGIN, body, from('10.2.0.20'));
        expect([answer.status, answer.body.code]).toEqual([429, 'login.throttled']);
      }
      expect((await logIn(right, '10.2.1.2')).status).toBe(201);
    });

    it('changes nothing that is stored', async () => {
      const before = await storedState(service);
      await failTimes(10, '10.2.0.10');
      await logIn(right, '10.2.0.10');
      expect(await storedState(service)).toBe(before);
    });
  });
});
