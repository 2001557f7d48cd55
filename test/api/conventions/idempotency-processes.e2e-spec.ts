/** @engine */
import { randomUUID } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { BuiltService, buildService } from '../../support/built-process';
import { temporaryFolder, testDatabaseUrl, type TestDatabase } from '../../support/database';
import { MASTER_KEY } from '../../support/service';

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

describe('an Idempotency-Key over several processes', () => {
  let database: TestDatabase;
  let services: BuiltService[];

  beforeAll(async () => {
    await buildService();
    database = await testDatabaseUrl();
    services = await Promise.all([start(), start()]);
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await database.drop();
  });

  const files = temporaryFolder();
  const start = () =>
    BuiltService.start({
      ...{ DATABASE_URL: database.url, FILES_URL: `file:${files}` },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'silent' },
    });
  const post = (url: string, pId: string, key: string) =>
    fetch(url + GROUPS, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' },
        ...{ 'Idempotency-Key': key, Connection: 'close' },
      },
      body: JSON.stringify({
        customTagGroups: { pId, name: 'x', itemType: 1, position: 1, priority: 1 },
      }),
    });

  it('lets one of 40 requests work, whichever of two processes they reach', async () => {
    const urls = services.map(({ url }) => url);
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

  it('gives the answer that was lost when its process died', async () => {
    const [service, other] = services as [BuiltService, BuiltService];
    const proxy = await losingTheAnswerOf(service);
    const { port } = proxy.address() as AddressInfo;
    const key = randomUUID();
    await expect(post(`http://127.0.0.1:${port}`, 'lost', key)).rejects.toThrow();
    proxy.close();
    await service.ended;
    const answer = await post(other.url, 'lost', key);
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    const { ID } = (await answer.json()) as { ID: number };
    const found = await fetch(`${other.url}${GROUPS}/getId/lost`, {
      headers: { Authorization: `Bearer ${MASTER_KEY}` },
    });
    expect(await found.json()).toEqual({ ID });
  });
});
