import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDataSource } from '../../src/database/connection/data-source';
import { migrate } from '../../src/database';
import { buildService, pause } from '../support/servers/built-process';
import { testDatabaseUrl, testServer } from '../support/service/database';
import { generateStore, toNdjson } from '../support/random/generated-store';
import { MariaDbServer } from '../support/servers/mariadb-server';
import { MASTER_KEY, Service } from '../support/service/service';
import { documented } from './documented';

const ROOT = join(__dirname, '../..');
const isOnFile = testServer === undefined;

/** A server can't be tested without the program; CI installs it. */
const isSkipped = !isOnFile && spawnSync('mariadb-backup', ['--version']).status !== 0;
if (isSkipped) console.warn('Restores to a point in time are not tried: no mariadb-backup');

(isSkipped ? describe.skip : describe)('a restore to a point in time', () => {
  let folder: string;
  let server: MariaDbServer | undefined;
  let url: string;
  let follower: ChildProcess | undefined;
  const services = new Set<Service>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'store-recovery-'));
    mkdirSync(join(folder, 'data'));
    await buildService();
    for (const part of ['dist', 'docs', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, part), join(folder, part));
    if (isOnFile) {
      const file = join(folder, 'data/store.sqlite');
      renameSync((await testDatabaseUrl()).url.replace('sqlite:', ''), file);
      url = `sqlite:${file}`;
      return;
    }
    const options = ['--log-bin=binlog', '--server-id=1', '--binlog-format=ROW'];
    await MariaDbServer.start((made) => (server = made), { options });
    url = (await server?.database('store')) ?? '';
    await migrate(url);
    const { hostname, port, username } = new URL(url);
    const client = ['[client]', `host=${hostname}`, `port=${port}`, `user=${username}`];
    writeFileSync(join(folder, 'store.cnf'), [...client, ''].join('\n'));
  });

  afterAll(async () => {
    await endFollower();
    for (const service of services) await stop(service);
    await server?.remove();
    rmSync(folder, { recursive: true });
  });

  /** The commands of the page, as somebody gives them in the folder of the service. */
  const shell = (what: string, TIME = ''): [string, string[], { cwd: string; env: object }] => {
    // SQLite's snapshots are those of a server's files, too.
    const engine = isOnFile || what === 'snapshot' ? 'sqlite' : 'mariadb';
    const env = {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      TIME,
      DATADIR: server?.dataFolder ?? '',
      DATABASE_URL: url,
      FILES_URL: `file:${join(folder, 'data/files')}`,
    };
    return ['bash', ['-euc', documented(`${what}-${engine}`)], { cwd: folder, env }];
  };
  const run = async (what: string, time?: string): Promise<string> => {
    const [program, args, options] = shell(what, time);
    return (await promisify(execFile)(program, args, { ...options, env: { ...options.env } }))
      .stdout;
  };
  /** Copies the logs until it is ended, with what it has started. */
  const follow = (): void => {
    const [program, args, options] = shell('follow');
    const group = { detached: true, stdio: 'inherit' } as const;
    follower = spawn(program, args, { ...options, ...group, env: { ...options.env } });
  };
  const endFollower = async (): Promise<void> => {
    if (follower?.pid === undefined || follower.exitCode !== null || follower.signalCode !== null)
      return;
    const ended = once(follower, 'exit');
    process.kill(-follower.pid, 'SIGTERM');
    await ended;
  };
  const start = async (): Promise<Service> => {
    const FILES_URL = `file:${join(folder, 'data/files')}`;
    const service = await Service.start({ DATABASE_URL: url, FILES_URL });
    services.add(service);
    return service;
  };
  const stop = async (service: Service): Promise<void> => {
    services.delete(service);
    await service.stop();
  };
  const headers = { Authorization: `Bearer ${MASTER_KEY}` };
  const takeIn = async (service: Service, prefix: string): Promise<void> => {
    const answer = await fetch(`${service.url}/v1/import`, {
      ...{ method: 'POST', headers: { ...headers, 'Content-Type': 'application/x-ndjson' } },
      body: toNdjson(generateStore({ seed: 7, orders: 10, prefix })),
    });
    expect(await answer.json()).toMatchObject({ rejected: 0 });
  };
  const upload = async (service: Service, name: string, content: string): Promise<void> => {
    const form = new FormData();
    form.set('path', 'shop');
    form.set('file', new Blob([content]), name);
    const init = { method: 'POST', headers, body: form };
    expect((await fetch(`${service.url}/v1/fileManager/upload`, init)).status).toBe(201);
  };
  const manage = async (service: Service, what: string, fileManager: object) => {
    const answer = await fetch(`${service.url}/v1/fileManager/${what}`, {
      ...{ method: 'POST', body: JSON.stringify({ fileManager }) },
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    expect([what, answer.ok]).toEqual([what, true]);
  };
  const fileOf = async (service: Service, name: string): Promise<string | number> => {
    const answer = await fetch(`${service.url}/static/shop/${name}`);
    return answer.ok ? answer.text() : answer.status;
  };
  const stateOf = async (service: Service) => {
    const answer = await fetch(`${service.url}/v1/orders?perPage=100&expand=document&sort=id`, {
      headers,
    });
    const { orders } = (await answer.json()) as { orders: object[] };
    const files = ['kept', 'replaced', 'removed', 'later'].map((name) => fileOf(service, name));
    return { orders, files: await Promise.all(files) };
  };
  /** A time in whole seconds, with all that was done until now before it. */
  const noted = async (): Promise<string> => {
    await pause(1100);
    return new Date().toISOString().slice(0, 19).replace('T', ' ');
  };
  const destroy = async (): Promise<void> => {
    const source = await createDataSource(url, {});
    await source.initialize();
    await source.query("UPDATE documents SET customer_name = 'lost', total = 0");
    await source.query('DELETE FROM document_rows');
    await source.destroy();
  };

  it('brings back what there was at that time, by the scripts of the documentation; other times are refused', async () => {
    const service = await start();
    await manage(service, 'createDirectory', { directory: 'shop' });
    await takeIn(service, 'first');
    await upload(service, 'kept', 'as it was');
    await upload(service, 'replaced', 'the first');
    if (server) {
      await run('copy');
      await run('snapshot');
      follow();
      await pause(1100);
    }
    // Since the last backup of a server.
    await takeIn(service, 'second');
    await upload(service, 'replaced', 'the second');
    await upload(service, 'removed', 'there for now');
    if (!server) await run('snapshot');
    const time = await noted();
    const before = await stateOf(service);
    expect(before.orders).toHaveLength(20);
    expect(before.files).toEqual(['as it was', 'the second', 'there for now', 404]);

    await takeIn(service, 'third');
    await upload(service, 'later', 'too late');
    await run('snapshot');
    await upload(service, 'replaced', 'the third');
    await manage(service, 'remove', { file: 'shop/removed' });
    await destroy();
    const after = await stateOf(service);
    expect(after.orders).toHaveLength(30);
    expect(after.orders.slice(0, 20)).not.toEqual(before.orders);
    await stop(service);
    if (server) {
      // The copy is behind by less than this.
      await pause(1100);
      await endFollower();
      await server.stop();
    }

    expect(await run('rewind', time)).toMatch(/^The store is as it was at /m);
    await server?.begin();
    const restored = await start();
    expect(await stateOf(restored)).toEqual(before);
    if (server) {
      // Nothing leads to a time after the restore before there is another backup.
      await server.stop();
      await pause(1100);
      await expect(run('rewind', await noted())).rejects.toThrow(/no backup leads there/);
      await server.begin();
    }

    // It is a store that goes on, until the next disaster.
    await run('snapshot');
    if (server) {
      follow();
      await run('copy');
      await pause(1100);
    }
    await takeIn(restored, 'fourth');
    await upload(restored, 'later', 'after the first');
    if (!server) await run('snapshot');
    const second = await noted();
    const later = await stateOf(restored);
    expect(later.orders).toHaveLength(30);
    await run('snapshot');
    await destroy();
    await takeIn(restored, 'fifth');
    await stop(restored);
    if (server) {
      await pause(1100);
      await endFollower();
      await server.stop();
    }
    expect(await run('rewind', second)).toMatch(/^The store is as it was at /m);
    await server?.begin();
    const last = await start();
    expect(await stateOf(last)).toEqual(later);

    // A time before everything that is kept is refused, and nothing is changed.
    await expect(run('rewind', '2001-01-01')).rejects.toThrow(/was whole before 20010101T000000Z/);
    await expect(run('rewind', 'never')).rejects.toThrow(/invalid date/);
    expect((await stateOf(last)).orders).toHaveLength(30);
  });
});
