/** @engine */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Configuration } from '../../../../src/config/configuration';
import { Clock } from '../../../../src/core/clock';
import { BuiltService, buildService } from '../../../support/servers/built-process';
import { DatabaseIdempotencyStore } from '../../../../src/platform/requests/idempotency';
import { isLong } from '../../../support/random/cases';
import { until } from '../../../support/until';
import { Customers } from '../../users/customers';
import { MASTER_KEY, Service } from '../../../support/service/service';

const STOP_AFTER_CLAIM = join(__dirname, '../../../two-processes/stop-after-claim.cjs');
const GROUPS = '/v1/customTagGroups';

/** Stands before a service and kills it when its first answer comes: the work is done, the answer is lost. */
async function losingTheAnswerOf(service: BuiltService): Promise<net.Server> {
  const { hostname, port } = new URL(service.url);
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(port), hostname);
    client.pipe(server);
    server.once('data', () => {
      void service.kill();
      client.destroy();
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

/** Too long for every change. */
const rarely = isLong ? it : it.skip;

describe('an Idempotency-Key over several processes', () => {
  let here: Service;
  let other: BuiltService | undefined;

  beforeAll(async () => {
    await buildService();
    here = await Service.start();
  });

  afterAll(async () => {
    await other?.kill();
    await here.stop();
  });

  /** The other process: a new one after a kill. */
  const otherProcess = async (): Promise<BuiltService> => (other ??= await startProcess());
  const startProcess = (environment: Readonly<Record<string, string>> = {}) => {
    const { databaseUrl, filesUrl } = here.app.get(Configuration);
    return BuiltService.start({
      ...{ DATABASE_URL: databaseUrl, FILES_URL: filesUrl },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'silent', ...environment },
    });
  };
  const send = (url: string, body: unknown, key: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
        ...{ 'Idempotency-Key': key, Connection: 'close' },
      },
      body: JSON.stringify(body),
    });
  const post = (url: string, pId: string, key: string) =>
    send(
      url + GROUPS,
      { customTagGroups: { pId, name: 'x', itemType: 1, position: 1, priority: 1 } },
      key,
    );
  const codeOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { code: string }).code;
  /** Repeats a request until it is no longer refused because another attempt is running. */
  const untilNotInProgress = async (attempt: () => Promise<Response>): Promise<Response> => {
    for (;;) {
      const answer = await attempt();
      if (answer.status !== 409) return answer;
      await pause(250);
    }
  };

  it('lets one of 40 requests work, whichever of two processes they reach', async () => {
    const urls = [here.url, (await otherProcess()).url];
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => post(urls[index % 2] ?? '', 'contested', key)),
    );
    const fresh = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    );
    expect(fresh).toHaveLength(1);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const again = await Promise.all(urls.map((url) => post(url, 'contested', key)));
    const first = await fresh[0]?.text();
    expect(await Promise.all(again.map((answer) => answer.text()))).toEqual([first, first]);
  });

  rarely(
    'does the work once, though the process that claimed it was stopped for 30 seconds',
    async () => {
      const { id } = await (await Customers.of(here)).add();
      const points = `/v1/users/${id}/rewardPoints`;
      const key = randomUUID();
      const earn = (url: string) =>
        send(url + points, { rewardPoints: { points: 10, comment: 'Once' } }, key);
      const stopped = await startProcess({
        NODE_OPTIONS: `--require ${STOP_AFTER_CLAIM}`,
      });
      const start = performance.now();
      const late = earn(stopped.url);
      await until(() => stopped.isStopped());
      expect(await codeOf(await earn(here.url))).toBe('idempotency.inProgress');
      const first = await untilNotInProgress(() => earn(here.url));
      const takenOverAfterMs = performance.now() - start;
      expect(first.status).toBe(201);
      expect(takenOverAfterMs).toBeGreaterThan(9_000);
      expect(takenOverAfterMs).toBeLessThan(20_000);
      await pause(30_000 - takenOverAfterMs);
      stopped.continue();
      expect(await codeOf(await late)).toBe('idempotency.inProgress');
      const again = await earn(stopped.url);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.text()).toBe(await first.text());
      expect((await here.get(points)).body).toMatchObject({
        REWARDPOINTS: { BALANCE: 10, MOVEMENTS: [{ POINTS: 10 }] },
      });
      await stopped.kill();
    },
  );

  it('is free soon after the process that claimed it was killed', async () => {
    const stopped = await startProcess({
      NODE_OPTIONS: `--require ${STOP_AFTER_CLAIM}`,
    });
    const key = randomUUID();
    const lost = post(stopped.url, 'killed', key).catch(() => undefined);
    await until(() => stopped.isStopped());
    await stopped.kill();
    await lost;
    const answer = await untilNotInProgress(() => post(here.url, 'killed', key));
    expect(answer.status).toBe(201);
  });

  rarely(
    'is free at once when the only process on a SQLite file starts again after a kill',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'claims-'));
      const environment = {
        DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
        FILES_URL: `file:${join(folder, 'files')}`,
      };
      const stopped = await startProcess({
        ...{ ...environment, NODE_OPTIONS: `--require ${STOP_AFTER_CLAIM}` },
      });
      const key = randomUUID();
      const lost = post(stopped.url, 'killed', key).catch(() => undefined);
      await until(() => stopped.isStopped());
      await stopped.kill();
      await lost;
      const next = await startProcess(environment);
      expect((await post(next.url, 'killed', key)).status).toBe(201);
      await next.kill();
      await rm(folder, { recursive: true });
    },
  );

  it('is not taken over while its process works on it', async () => {
    const store = here.app.get(DatabaseIdempotencyStore);
    const request = { name: randomUUID().replaceAll('-', '').repeat(2), content: 'x' };
    const first = await store.claim(request);
    if (!('claim' in first)) throw new Error('Nobody else has it');
    await pause(12_000);
    expect(await store.claim(request)).toEqual({ refusal: 'running' });
    store.endAttempt(first.claim);
    expect(await store.saveResponse(first.claim, { status: 201, body: 'done' })).toBe(true);
  });

  it('is free after a dead attempt, and only then, if the clock is set back', async () => {
    const store = here.app.get(DatabaseIdempotencyStore);
    const claim = async (name: string) => {
      const claimed = await store.claim({ name: name.repeat(64), content: 'x' });
      return 'claim' in claimed ? claimed.claim : undefined;
    };
    const [dead, running] = [await claim('d'), await claim('r')];
    if (!dead || !running) throw new Error('Nobody else has them');
    store.endAttempt(dead);
    const clock = jest
      .spyOn(here.app.get(Clock), 'now')
      .mockImplementation(() => new Date(Date.now() - 3_600_000));
    try {
      // Heartbeats follow the clock.
      await pause(4_000);
      expect(await claim('d')).toMatchObject({ id: dead.id });
      expect(await claim('r')).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
  });

  it('gives the answer that was lost when its process died', async () => {
    const killed = await otherProcess();
    const proxy = await losingTheAnswerOf(killed);
    const { port } = proxy.address() as AddressInfo;
    const key = randomUUID();
    await expect(post(`http://127.0.0.1:${port}`, 'lost', key)).rejects.toThrow();
    proxy.close();
    await killed.ended;
    other = undefined;
    const answer = await post(here.url, 'lost', key);
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    const { ID } = (await answer.json()) as { ID: number };
    const found = await fetch(`${here.url}${GROUPS}/getId/lost`, {
      headers: { Authorization: `Bearer ${MASTER_KEY}` },
    });
    expect(await found.json()).toEqual({ ID });
  });
});
