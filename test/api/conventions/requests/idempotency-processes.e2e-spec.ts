/** @engine */
import { randomUUID } from 'node:crypto';
import net, { type AddressInfo } from 'node:net';
import { Configuration } from '../../../../src/config/configuration';
import { BuiltService, buildService } from '../../../support/servers/built-process';
import { MASTER_KEY, Service } from '../../../support/service/service';

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
  const otherProcess = async (): Promise<BuiltService> => {
    const { databaseUrl, filesUrl } = here.app.get(Configuration);
    other ??= await BuiltService.start({
      ...{ DATABASE_URL: databaseUrl, FILES_URL: filesUrl },
      ...{ BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'silent' },
    });
    return other;
  };
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
