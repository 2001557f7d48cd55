import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { BuiltService, buildService, pause } from '../../../support/servers/built-process';
import { isLong } from '../../../support/random/cases';
import { testDatabaseUrl, type TestDatabase } from '../../../support/service/database';
import { MASTER_KEY } from '../../../support/service/service';
import { METRICS_TOKEN, readMetrics, untilProcesses } from '../../metrics/read-metrics';
import { type ExactAnswer, exchange, type ExactRequest } from '../requests/exact-request';
import { held, refusesConnections } from '../requests/held-request';

const GROUPS = '/v1/customTagGroups';
const LIMIT = 1000;

/** Each request has a connection of its own, which the other one of the processes takes. */
const fresh = new http.Agent();

/** One service of two processes. */
describe('two workers behind one port', () => {
  let database: TestDatabase;
  let service: BuiltService;
  let isStopped = true;

  const calls = <T>(count: number, call: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => call(at)));
  const send = (request: ExactRequest) => exchange(service.url, request, fresh);
  const post = (path: string, body: object, key: string | null = MASTER_KEY) =>
    send({
      ...{ method: 'POST', path, key, body: JSON.stringify(body) },
      headers: { 'Content-Type': 'application/json' },
    });
  const group = (pId: string) => ({
    customTagGroups: { pId, name: pId, itemType: 1, position: 1, priority: 1 },
  });
  const served = async (operation: string, status: string) => {
    const labels = { operation, status };
    return (await readMetrics(service.url)).value('store_http_requests_total', labels) ?? 0;
  };

  beforeAll(async () => {
    await buildService();
    database = await testDatabaseUrl();
  });

  beforeEach(async () => {
    if (!isStopped) return;
    isStopped = false;
    service = await BuiltService.start({
      ...{ DATABASE_URL: database.url, WORKERS: '2', RATE_LIMIT: String(LIMIT) },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'warn', METRICS_TOKEN },
    });
    await untilProcesses(service.url, 2);
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it('greet once, without names of each other', () => {
    expect(service.stdout.split('Swagger UI')).toHaveLength(2);
    expect(service.stdout).not.toContain('Another process');
    expect(service.stderr).toBe('');
  });

  it('write to one database, and count together what they have answered', async () => {
    const before = await served('createCustomTagGroup', '201');
    const answers = await calls(40, (at) => post(GROUPS, group(`group-${at}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { text } = await send({ path: `${GROUPS}?perPage=500&fields=PID` });
    const { CUSTOMTAGGROUPS } = JSON.parse(text) as { CUSTOMTAGGROUPS: { PID: string }[] };
    expect(CUSTOMTAGGROUPS.filter(({ PID }) => PID.startsWith('group-'))).toHaveLength(40);
    // A request is counted once its answer is out, which its client may see a moment earlier.
    while ((await served('createCustomTagGroup', '201')) < before + 40) await pause(20);
    expect(await served('createCustomTagGroup', '201')).toBe(before + 40);
  });

  it('have one budget for each caller', async () => {
    const made = await post('/v1/apiKeys', { apiKeys: { name: 'counted', scopes: ['*'] } });
    const { key } = JSON.parse(made.text) as { key: string };
    const answers = await calls(60, () => send({ path: `${GROUPS}/1`, key }));
    const left = ({ headers }: ExactAnswer) =>
      Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);
    const lefts = answers.map(left).sort((one, other) => other - one);
    expect(lefts).toEqual(Array.from({ length: 60 }, (_, at) => LIMIT - 1 - at));
  });

  it('count failed logins together', async () => {
    const logIn = () =>
      post('/v1/auth/login', { auth: { nick: 'nobody', password: 'a wrong password' } }, null);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await logIn()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  // The parents of processes are read from /proc.
  (process.platform === 'linux' ? it : it.skip)(
    'go on when one of them is killed, which is replaced',
    async () => {
      const before = await served('createCustomTagGroup', '201');
      const [killed, other] = service.children() as [number, number];
      const agents = Array.from({ length: 6 }, () => new http.Agent({ keepAlive: true }));
      const connected = () => agents.filter((one) => Object.keys(one.freeSockets).length > 0);
      const live = { path: '/health/live', key: null };
      await Promise.all(agents.map((one) => exchange(service.url, live, one)));
      while (connected().length < agents.length) await pause(10);
      // One of the connections that come then is on its way to it, and is never taken.
      process.kill(killed, 'SIGSTOP');
      let answered = 0;
      const outcomes = calls(4, () =>
        send(live).then(
          () => ++answered,
          () => 'closed',
        ),
      );
      while (answered < 3) await pause(10);
      process.kill(killed, 'SIGKILL');
      expect(new Set(await outcomes)).toEqual(new Set([1, 2, 3, 'closed']));
      const message = `Process ${killed} ended with SIGKILL and is being replaced`;
      while (!service.stdout.includes(message)) await pause(10);
      const answers = await calls(10, () => send(live));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
      while (connected().length === agents.length) await pause(10);
      // The other one had taken some of the connections.
      expect(connected()).not.toHaveLength(0);
      for (const agent of agents) agent.destroy();
      await untilProcesses(service.url, 2);
      expect(service.children()).toContain(other);
      expect(service.children()).not.toContain(killed);
      // The last known counts of the dead one still count.
      expect(await served('createCustomTagGroup', '201')).toBe(before);
      expect((await post(GROUPS, group('after'))).status).toBe(201);
    },
  );

  it('answer all that they have taken when they get a signal to stop, and end with code 0', async () => {
    const writes = Array.from({ length: 20 }, (_, at) =>
      held(service.url + GROUPS, JSON.stringify(group(`held-${at}`))),
    );
    await Promise.all(writes.map(({ taken }) => taken));
    service.terminate();
    isStopped = true;
    await refusesConnections(service.url);
    for (const { send } of writes) send();
    const answers = await Promise.all(writes.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
    expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

/** Three processes for a case that one process has, too. */
(isLong ? describe : describe.skip)('two workers on a port that is taken', () => {
  it('do not start, and report this in one line', async () => {
    await buildService();
    const database = await testDatabaseUrl();
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as net.AddressInfo;
    const { code, stdout, stderr } = await BuiltService.spawn({
      ...{ DATABASE_URL: database.url, WORKERS: '2', LOG_LEVEL: 'warn', PORT: String(port) },
    }).ended;
    taken.close();
    await database.drop();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The service can't start: PORT: \d+ is in use on 127\.0\.0\.1; .+\n$/);
  });
});
