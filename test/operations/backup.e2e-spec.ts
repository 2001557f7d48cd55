import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildService, pause } from '../support/servers/built-process';
import { testDatabaseUrl, testServer, type TestDatabase } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';
import { documented } from './documented';

const ROOT = join(__dirname, '../..');
const GROUPS = '/v1/customTagGroups';
const engine = testServer === undefined ? 'sqlite' : 'mariadb';

describe('a backup', () => {
  let folder: string;
  let database: TestDatabase;
  const services = new Set<Service>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'store-backup-'));
    mkdirSync(join(folder, 'data'));
    await buildService();
    symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
    database = await testDatabaseUrl();
    if (engine === 'sqlite') renameSync(database.url.replace('sqlite:', ''), storeFile());
    const { hostname, port, username, password } = new URL(testServer ?? 'mysql://root@127.0.0.1');
    const lines = [`host=${hostname}`, `port=${port || 3306}`, `user=${username}`];
    const secret = password === '' ? [] : [`password=${password}`];
    writeFileSync(join(folder, 'store.cnf'), ['[client]', ...lines, ...secret, ''].join('\n'));
  });

  afterAll(async () => {
    for (const service of services) await stop(service);
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const storeFile = (): string => join(folder, 'data/store.sqlite');
  const start = async (): Promise<Service> => {
    const service = await Service.start({
      DATABASE_URL: engine === 'sqlite' ? `sqlite:${storeFile()}` : database.url,
      FILES_URL: `file:${join(folder, 'data/files')}`,
    });
    services.add(service);
    return service;
  };
  const stop = async (service: Service): Promise<void> => {
    services.delete(service);
    await service.stop();
  };
  const run = async (name: string): Promise<void> => {
    const STORE = new URL(database.url.replace(/^sqlite:/, 'file:')).pathname.slice(1);
    const env = { ...process.env, STORE };
    const commands = documented(`${name}-${engine}`);
    await promisify(execFile)('bash', ['-euc', commands], { cwd: folder, env });
  };
  const send = async (service: Service, method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(service.url + path, init);
    return (await answer.json()) as Record<string, unknown>;
  };
  const group = (pId: string) => ({
    customTagGroups: { pId, name: 'Größe 👕', itemType: 1, position: 1, priority: 1 },
  });
  const upload = async (service: Service, name: string, content: string): Promise<number> => {
    const form = new FormData();
    form.set('path', 'shop');
    form.set('file', new Blob([content]), name);
    const headers = { Authorization: `Bearer ${MASTER_KEY}` };
    const init = { method: 'POST', headers, body: form };
    return (await fetch(`${service.url}/v1/fileManager/upload`, init)).status;
  };

  it('taken while others write is whole, and comes back by the commands of the documentation', async () => {
    const service = await start();
    for (let made = 0; made < 20; made++) {
      await send(service, 'POST', GROUPS, group(`before-${made}`));
    }
    const directory = { fileManager: { directory: 'shop' } };
    await send(service, 'POST', '/v1/fileManager/createDirectory', directory);
    expect(await upload(service, 'a.txt', 'kept')).toBe(201);
    let isOver = false;
    const written: unknown[] = [];
    const writer = async () => {
      for (let made = 0; !isOver; made++) {
        const { ID } = await send(service, 'POST', GROUPS, group(`meanwhile-${made}`));
        written.push(ID);
      }
    };
    const writing = writer();
    while (written.length === 0) await pause(5);
    await run('backup');
    isOver = true;
    await writing;
    expect(written.length).toBeGreaterThan(0);
    await send(service, 'POST', GROUPS, group('after'));
    expect(await upload(service, 'a.txt', 'replaced')).toBe(201);
    await stop(service);

    await run('restore');
    const restored = await start();
    const { CUSTOMTAGGROUPS = [] } = (await send(restored, 'GET', `${GROUPS}?perPage=500`)) as {
      CUSTOMTAGGROUPS?: { PID: string; NAME: string }[];
    };
    const pIds = CUSTOMTAGGROUPS.map(({ PID }) => PID);
    expect(pIds).toEqual(
      expect.arrayContaining(Array.from({ length: 20 }, (_, n) => `before-${n}`)),
    );
    expect(pIds).not.toContain('after');
    expect(new Set(CUSTOMTAGGROUPS.map(({ NAME }) => NAME))).toEqual(new Set(['Größe 👕']));
    const file = await fetch(`${restored.url}/static/shop/a.txt`);
    expect(await file.text()).toBe('kept');
    const { ID } = await send(restored, 'POST', GROUPS, group('later'));
    expect(ID).toBeGreaterThan(pIds.length);
  });
});
