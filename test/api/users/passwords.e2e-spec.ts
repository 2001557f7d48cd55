import type { Response } from 'supertest';
import { createHash } from 'node:crypto';
import { MASTER_KEY, Service } from '../../support/service/service';
import { exchange } from '../conventions/requests/exact-request';
import { jsonRequest } from '../conventions/requests/refusals';
import { storedState } from '../conventions/requests/stored-state';
import { Staff, userBody } from './staff';

const USERS = '/v1/users';
const GROUPS = '/v1/usersGroups';
const LOGIN = '/v1/auth/login';
const FIRST = 'the first password';

describe('passwords', () => {
  let service: Service;
  let staff: Staff;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    staff = await Staff.of(service);
    await staff.add();
  });

  afterAll(() => service.stop());

  const create = (values: object): Promise<Response> => {
    const users = userBody({ group: { pId: 'administrators' }, nick: `nick ${++made}`, ...values });
    return service.post(USERS, { users });
  };
  const put = (id: number, users: object): Promise<Response> =>
    service.put(`${USERS}/${id}`, { users });
  const logIn = (nick: string, password: string): Promise<Response> =>
    service.post(LOGIN, { auth: { nick, password } }, { key: null });
  const statusWith = async (key: string): Promise<number> =>
    (await service.get(USERS, { key })).status;

  /** An administrator made by the API, and logged in. */
  const administrator = async () => {
    const { body } = await create({ password: FIRST });
    const { ID: id, NICK: nick } = body as { ID: number; NICK: string };
    const login = await logIn(nick, FIRST);
    expect(login.status).toBe(201);
    return { id, nick, token: login.body.token as string };
  };

  it('let an administrator in: the one set last, and no other', async () => {
    const { id, nick, token } = await administrator();
    expect((await logIn(nick, 'the second password')).status).toBe(401);
    expect((await put(id, { password: 'the second password' })).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await logIn(nick, FIRST)).status).toBe(401);
    const { status, body } = await logIn(nick, 'the second password');
    expect([status, await statusWith(body.token as string)]).toEqual([201, 200]);
  });

  describe('and the tokens got for them', () => {
    type Row = [string, (id: number) => Promise<Response>];

    it.each<Row>([
      ['the password is set, were it to the same', (id) => put(id, { password: FIRST })],
      ['the user is deactivated', (id) => put(id, { active: false })],
      ['its level changes', (id) => put(id, { systemLevel: 3 })],
      ['it leaves the group', (id) => put(id, { group: { pId: 'customers' } })],
      ['it is deleted', (id) => service.delete(`${USERS}/${id}`)],
    ])('end when %s', async (_name, change) => {
      const { id, token } = await administrator();
      expect(await statusWith(token)).toBe(200);
      expect((await change(id)).status).toBe(200);
      expect(await statusWith(token)).toBe(401);
    });

    it.each<Row>([
      ['the nick changes', (id) => put(id, { nick: `other ${id}` })],
      [
        'all is set to what it is',
        (id) => put(id, { active: true, systemLevel: 4, group: { pId: 'administrators' } }),
      ],
    ])('stay good when %s', async (_name, change) => {
      const { id, token } = await administrator();
      expect((await change(id)).status).toBe(200);
      expect(await statusWith(token)).toBe(200);
    });

    it('do not come back when the user does', async () => {
      const { id, token } = await administrator();
      await put(id, { active: false });
      await put(id, { active: true });
      expect(await statusWith(token)).toBe(401);
    });

    it('end when another group becomes that of the administrators', async () => {
      const { token } = await administrator();
      await staff.add({ groupId: staff.customers });
      expect(await statusWith(token)).toBe(200);
      expect((await staff.mark(staff.customers)).status).toBe(200);
      expect(await statusWith(token)).toBe(401);
      expect((await staff.mark(staff.systemGroup)).status).toBe(200);
    });
  });

  it.each<[number, string, string | number]>([
    [400, 'text.tooShort', '1234567'],
    [201, '', '12345678'],
    [201, '', '🔑'.repeat(128)],
    [400, 'text.tooLong', '🔑'.repeat(129)],
    [400, 'format.text', 'with \0 in it'],
    [400, 'value.type', 12345678],
    [201, '', '  all  spaces  count  '],
  ])('are answered with %d %s for %j', async (status, code, password) => {
    const answer = await create({ password });
    expect(answer.status).toBe(status);
    if (status === 201) {
      expect((await logIn(answer.body.NICK as string, String(password))).status).toBe(201);
    } else {
      expect(answer.body.errors).toMatchObject([{ pointer: '/users/password', code }]);
      expect(answer.text).not.toContain(String(password));
    }
  });

  it('are stored as a hash of their own, and shown nowhere', async () => {
    const password = 'never to be seen again';
    const answers = [await create({ password }), await create({ password })];
    for (const { body } of answers.slice()) {
      answers.push(await service.get(`${USERS}/${body.ID}`));
      answers.push(await put(body.ID as number, { password }));
    }
    answers.push(await service.get(USERS));
    const hashes = [
      ...(await storedState(service)).matchAll(/"password_hash":"(scrypt\$32768[^"]*)"/g),
    ];
    expect(new Set(hashes.map(([, hash]) => hash)).size).toBe(hashes.length);
    expect(await storedState(service)).not.toContain(password);
    for (const { text } of answers) {
      expect(text).not.toContain(password);
      expect(text).not.toMatch(/scrypt|hash/i);
    }
  });
});

describe('a password', () => {
  const CANARY = 'canary-Password-1234';
  const OTHER = 'canary-Second-5678';

  it('appears in no log line, answer or error, whatever is done with it', async () => {
    const service = await Service.start({ LOG_LEVEL: 'trace' });
    const answers: string[] = [];
    const send = async (
      method: string,
      path: string,
      body: unknown,
      key: string | null = MASTER_KEY,
    ) => {
      const { status, text, headers } = await exchange(
        service.url,
        jsonRequest(path, body, { method, key }),
      );
      answers.push(text, JSON.stringify(headers));
      return { status, body: JSON.parse(text) as Record<string, unknown> };
    };
    const logIn = (auth: object) => send('POST', LOGIN, { auth }, null);

    await send('POST', GROUPS, { usersGroups: { pId: 'system', name: 'S', systemGroup: true } });
    const users = userBody({ group: { pId: 'system' }, nick: 'boss', password: CANARY });
    const { status, body } = await send('POST', USERS, { users });
    expect(status).toBe(201);
    const path = `${USERS}/${String(body['ID'])}`;
    expect((await logIn({ nick: 'boss', password: CANARY })).status).toBe(201);
    expect((await send('PUT', path, { users: { password: OTHER } })).status).toBe(200);
    const refused = [
      await logIn({ nick: 'boss', password: CANARY }),
      await logIn({ nick: CANARY, password: OTHER }),
      await logIn({ email: 'boss', password: CANARY }),
      await logIn({ nick: 'boss', password: CANARY.repeat(20) }),
      await logIn({ nick: 'boss', password: [CANARY] }),
      await send('POST', LOGIN, `{"auth": {"password": "${CANARY}"`, null),
      await send('POST', LOGIN, { login: CANARY }, null),
      await send('POST', USERS, { users }),
      await send('PUT', path, { users: { password: CANARY, systemLevel: 9 } }),
      await send('PUT', `${USERS}/999999`, { users: { password: CANARY } }),
      await send('PUT', path, { users: { password: { value: CANARY } } }),
      await send('POST', '/v1/nothing', { password: CANARY }),
    ];
    expect(refused.map((one) => one.status)).toEqual([
      401, 401, 400, 400, 400, 400, 400, 409, 400, 404, 400, 404,
    ]);
    await service.stop();
    const logged = service.log.text;
    expect(logged.split('"request"').length).toBeGreaterThan(refused.length);
    for (const secret of [CANARY, OTHER]) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        createHash('sha256').update(secret).digest('hex'),
      ]) {
        expect(logged).not.toContain(form);
        for (const answer of answers) expect(answer).not.toContain(form);
      }
    }
    expect(logged).not.toMatch(/scrypt|ost_/);
    expect(answers.join('')).not.toContain('scrypt');
  });
});
