import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acquireInstanceLock } from '../../src/database';
import { JournalSequencer } from '../../src/platform/events/journal';
import { pause } from '../support/servers/built-process';
import { CommandServer } from '../support/servers/command-server';
import { testDatabaseUrl, testServer, type TestDatabase } from '../support/service/database';
import { MASTER_KEY, Service } from '../support/service/service';
import { documented } from './documented';

const ROOT = join(__dirname, '../..');
const GROUPS = '/v1/customTagGroups';
const isOnFile = testServer === undefined;

describe('a backup', () => {
  let folder: string;
  let database: TestDatabase;
  let commands: CommandServer;
  const services = new Set<Service>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'store-backup-'));
    mkdirSync(join(folder, 'data'));
    commands = await CommandServer.shared();
    for (const part of ['dist', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, part), join(folder, part));
    database = await testDatabaseUrl();
    if (isOnFile) renameSync(database.url.replace('sqlite:', ''), storeFile());
  });

  afterAll(async () => {
    for (const service of services) await stop(service);
    for (const name of isOnFile ? [] : await keptDatabases()) await drop(name);
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const storeFile = (): string => join(folder, 'data/store.sqlite');
  const settings = () => ({
    DATABASE_URL: isOnFile ? `sqlite:${storeFile()}` : database.url,
    FILES_URL: `file:${join(folder, 'data/files')}`,
  });
  const backups = (): string[] => readdirSync(join(folder, 'backups')).sort();
  const start = async (): Promise<Service> => {
    const service = await Service.start(settings());
    services.add(service);
    return service;
  };
  const stop = async (service: Service): Promise<void> => {
    services.delete(service);
    await service.stop();
  };
  /** The commands of the page, in the folder of the service. */
  const run = async (name: string): Promise<string> => {
    const env = { ...process.env, ...settings() };
    const commands = documented([name, 'store'].join('-'));
    return (await promisify(execFile)('bash', ['-euc', commands], { cwd: folder, env })).stdout;
  };
  const command = (...args: readonly string[]) => commands.run(settings(), ...args);
  const restore = (name: string, ...args: readonly string[]) =>
    command('restore', '--from', join(folder, 'backups', name), ...args);
  const onServer = (sql: string): string => {
    const { hostname, port, username, password } = new URL(testServer ?? '');
    const login = [`-h${hostname}`, `-P${port || 3306}`, `-u${username}`];
    const env = { ...process.env, ...(password === '' ? {} : { MYSQL_PWD: password }) };
    return execFileSync('mariadb', ['--no-defaults', ...login, '-N', '-e', sql], {
      env,
      encoding: 'utf8',
    });
  };
  const drop = (name: string): Promise<void> =>
    Promise.resolve(onServer(`DROP DATABASE ${name}`)).then(() => undefined);
  /** The databases that restores have made next to the store's. */
  const keptDatabases = (): Promise<string[]> => {
    const name = new URL(database.url).pathname.slice(1);
    const found = onServer(`SHOW DATABASES LIKE '${name}%_20%'`);
    return Promise.resolve(found.split('\n').filter((line) => line !== ''));
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
  const upload = async (service: Service, name: string, content: string): Promise<void> => {
    const form = new FormData();
    form.set('path', 'shop');
    form.set('file', new Blob([content]), name);
    const headers = { Authorization: `Bearer ${MASTER_KEY}` };
    const init = { method: 'POST', headers, body: form };
    expect((await fetch(`${service.url}/v1/fileManager/upload`, init)).status).toBe(201);
  };
  const stateOf = async (service: Service) => {
    const { CUSTOMTAGGROUPS = [] } = (await send(service, 'GET', `${GROUPS}?perPage=500`)) as {
      CUSTOMTAGGROUPS?: { ID: number; PID: string; NAME: string }[];
    };
    const files = ['a.txt', 'b.txt'].map(async (name) => {
      const answer = await fetch(`${service.url}/static/shop/${name}`);
      return answer.ok ? [await answer.text(), answer.headers.get('Last-Modified')] : answer.status;
    });
    return { groups: CUSTOMTAGGROUPS, files: await Promise.all(files) };
  };
  /** The state that a stopped service leaves, to check that nothing was touched. */
  const stored = async () => {
    const service = await start();
    const state = await stateOf(service);
    await stop(service);
    return {
      state,
      beside: readdirSync(join(folder, 'data')).filter((one) => one.includes('.re')),
    };
  };

  it('is taken while others write, again and again, and either comes back', async () => {
    const service = await start();
    for (let made = 0; made < 20; made++) {
      await send(service, 'POST', GROUPS, group(`before-${made}`));
    }
    const directory = { fileManager: { directory: 'shop' } };
    await send(service, 'POST', '/v1/fileManager/createDirectory', directory);
    await upload(service, 'a.txt', 'kept');
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
    const first = (await run('backup')).trim().split('\n').at(-1);
    isOver = true;
    await writing;
    await send(service, 'POST', GROUPS, group('second'));
    await upload(service, 'a.txt', 'replaced');
    await upload(service, 'b.txt', 'new');
    const second = await stateOf(service);
    await service.app.get(JournalSequencer).catchUp();
    // It is called by the second in which it was complete.
    await pause(1100);
    await run('backup');
    await send(service, 'POST', GROUPS, group('third'));
    await upload(service, 'a.txt', 'replaced again');
    const third = await stateOf(service);

    const names = backups();
    expect(names).toHaveLength(2);
    expect(first).toBe(join('backups', names[0] ?? ''));
    for (const name of names) {
      const path = join(folder, 'backups', name);
      expect(name).toMatch(/^\d{8}T\d{6}Z$/);
      expect(statSync(path).mode & 0o777).toBe(0o700);
      expect(statSync(join(path, 'files/shop/a.txt')).mode & 0o077).toBe(0);
      expect(statSync(join(path, 'manifest.json')).mode & 0o777).toBe(0o600);
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: path });
    }
    expect(await run('check')).toMatch(/Undamaged: \d+ files, from .*, position [1-9]\d* of/);

    // Somebody still uses the store: nothing is changed.
    const lock = acquireInstanceLock(settings().DATABASE_URL);
    const refused = await restore(names[1] ?? '');
    lock.release();
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/stop (it|the service) first/);
    expect(await stateOf(service)).toEqual(third);
    await stop(service);

    expect(await run('restore')).toContain(`Restored: backups/${names[1]}`);
    const again = await start();
    expect(await stateOf(again)).toEqual(second);
    await stop(again);
    // The former data is kept.
    const files = readdirSync(join(folder, 'data')).find((one) => one.startsWith('files.before-'));
    const kept = readFileSync(join(folder, 'data', files ?? '', 'shop/a.txt'), 'utf8');
    expect(kept).toBe('replaced again');
    if (isOnFile) expect(existsSync(`${storeFile()}.${files?.slice('files.'.length)}`)).toBe(true);
    else expect(await keptDatabases()).toEqual([expect.stringContaining('_before_')]);

    await pause(1100);
    const { pathname } = new URL(settings().DATABASE_URL);
    const name = pathname.slice(1);
    if (!isOnFile) onServer(`SET FOREIGN_KEY_CHECKS = 0; DROP TABLE ${name}.tag_groups`);
    const restored = await restore(names[0] ?? '');
    // Kept tables that have lost their parent don't hold on to the restored one.
    const foreignKeys =
      'SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.KEY_COLUMN_USAGE ' +
      `WHERE REFERENCED_TABLE_SCHEMA = '${name}' AND TABLE_SCHEMA <> '${name}'`;
    if (!isOnFile) expect(onServer(foreignKeys)).toBe('');
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Kept: ')]);
    const last = await start();
    const { groups, files: contents } = await stateOf(last);
    const pIds = groups.map(({ PID }) => PID);
    expect(pIds).toEqual(
      expect.arrayContaining(Array.from({ length: 20 }, (_, n) => `before-${n}`)),
    );
    expect(pIds).not.toContain('second');
    expect(new Set(groups.map(({ NAME }) => NAME))).toEqual(new Set(['Größe 👕']));
    expect(contents).toEqual([['kept', expect.any(String)], 404]);
    const { ID } = await send(last, 'POST', GROUPS, group('later'));
    expect(ID).toBeGreaterThan(pIds.length);
    await stop(last);
  });

  it('is complete or absent, and removes old ones only after it', async () => {
    const before = backups();
    const files = join(folder, 'data/files');
    const inside = await command('backup', '--to', join(files, 'shop/backups'));
    expect([inside.code, inside.stderr]).toEqual([2, expect.stringContaining('is public')]);
    expect(existsSync(join(files, 'shop/backups'))).toBe(false);

    // The oldest is of last year, by its name.
    renameSync(join(folder, 'backups', before[0] ?? ''), join(folder, 'backups/20250101T000000Z'));
    // The files that the backup has to copy can't be copied.
    writeFileSync(join(folder, 'not-a-folder'), '');
    const to = ['--to', join(folder, 'backups'), '--keep-days', '1'];
    const failed = await commands.run(
      { ...settings(), FILES_URL: `file:${join(folder, 'not-a-folder')}` },
      'backup',
      ...to,
    );
    expect([failed.code, failed.stdout]).toEqual([2, '']);
    expect(backups()).toEqual(['20250101T000000Z', before[1]]);

    const done = await command('backup', ...to);
    expect(done.code).toBe(0);
    expect(backups()).toEqual([before[1], done.stdout.trim().split('/').at(-1)]);
  });

  it('that is damaged, or of something else, is refused, and nothing is changed', async () => {
    const before = await stored();
    const [name = ''] = backups();
    const path = (file: string): string => join(folder, 'backups', name, file);
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await restore(name, ...args);
      expect([code, stdout]).toEqual([2, '']);
      return stderr.trim().split('\n').at(-1) ?? '';
    };
    /** Changes a file for as long as it takes. */
    const withChange = async (file: string, change: () => void, work: () => Promise<void>) => {
      const content = readFileSync(path(file));
      change();
      await work();
      rmSync(path(file), { force: true });
      writeFileSync(path(file), content, { mode: 0o600 });
    };
    const manifest = JSON.parse(readFileSync(path('manifest.json'), 'utf8')) as {
      migrations: string[];
      database: object;
    };
    const rewrite = (change: object) => () => {
      writeFileSync(path('manifest.json'), JSON.stringify({ ...manifest, ...change }));
    };
    const file = 'files/shop/a.txt';
    await withChange(
      file,
      () => appendFileSync(path(file), '!'),
      async () => {
        expect(await refusal()).toMatch(/a\.txt is damaged: its checksum differs\.$/);
        expect(await refusal('--check')).toMatch(/a\.txt is damaged/);
      },
    );
    await withChange(
      file,
      () => rmSync(path(file)),
      async () => {
        expect(await refusal()).toMatch(/a\.txt is missing\.$/);
      },
    );
    await withChange(
      'SHA256SUMS',
      () => writeFileSync(path('SHA256SUMS'), ''),
      async () => {
        expect(await refusal()).toMatch(/SHA256SUMS is damaged\.$/);
      },
    );
    writeFileSync(path('files/more.txt'), '');
    expect(await refusal()).toMatch(/more\.txt is not part of the backup\.$/);
    rmSync(path('files/more.txt'));
    await withChange(
      'manifest.json',
      () => rmSync(path('manifest.json')),
      async () => {
        expect(await refusal()).toMatch(/is not a backup: it has no manifest\.json\.$/);
      },
    );
    await withChange('manifest.json', rewrite({ format: 2 }), async () => {
      expect(await refusal()).toMatch(/manifest\.json is damaged, or of a newer version\.$/);
    });
    const migrations = [...manifest.migrations, 'Later9000000000000'];
    await withChange('manifest.json', rewrite({ migrations }), async () => {
      expect(await refusal()).toMatch(/of a newer version .* Later9000000000000: install that/);
    });
    await withChange('manifest.json', rewrite({ version: '99.0.0' }), async () => {
      expect(await refusal()).toMatch(/of a newer version \(99\.0\.0\) than .*: install that/);
    });
    await withChange('manifest.json', rewrite({ version: 'next' }), async () => {
      expect(await refusal()).toMatch(/manifest\.json is damaged, or of a newer version\.$/);
    });
    await withChange(
      file,
      () => {
        renameSync(path(file), join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), path(file));
      },
      async () => {
        expect(await refusal()).toMatch(/a\.txt is no file, so it can't be part of a backup\.$/);
      },
    );
    const engine = isOnFile ? 'mysql' : 'sqlite';
    await withChange('manifest.json', rewrite({ database: { engine } }), async () => {
      expect(await refusal()).toMatch(/^The backup is of .*, but DATABASE_URL names/);
    });
    await withChange(
      'manifest.json',
      rewrite({ database: { engine: 'mysql', tool: 'mariadb-backup' } }),
      async () => {
        if (isOnFile) return;
        // A server that refuses the login isn't stopped.
        const datadir = join(folder, 'datadir');
        mkdirSync(datadir);
        const url = new URL(database.url);
        url.username = 'nobody';
        url.password = 'wrong';
        const environment = { ...settings(), DATABASE_URL: url.href };
        const args = ['--from', join(folder, 'backups', name), '--datadir', datadir];
        const { code, stderr } = await commands.run(environment, 'restore', ...args);
        expect([code, stderr]).toEqual([2, expect.stringContaining('A running server may use')]);
        expect(readdirSync(folder).filter((one) => one.startsWith('datadir'))).toEqual(['datadir']);
      },
    );
    const { stderr } = await command('restore', '--from', join(folder, 'backups'));
    expect(stderr).toMatch(new RegExp(`The newest one in it is .*${backups().at(-1)}`));
    expect(await stored()).toEqual(before);
    expect((await restore(name, '--check')).code).toBe(0);
  });

  (isOnFile ? it.skip : it)('runs no commands of the machine that its dump has', async () => {
    const before = await stored();
    const [name = ''] = backups();
    const path = (file: string): string => join(folder, 'backups', name, file);
    const parts = ['database/store.sql', 'SHA256SUMS', 'manifest.json'];
    const contents = parts.map((file) => readFileSync(path(file)));
    const sha256 = (file: string): string =>
      createHash('sha256')
        .update(readFileSync(path(file)))
        .digest('hex');
    const replace = (file: string, text: string, by: string): void =>
      writeFileSync(path(file), readFileSync(path(file), 'utf8').replace(text, by));
    const victim = join(folder, 'victim');
    for (const line of [`\\! touch ${victim}`, `system touch ${victim}`]) {
      const [dump, list] = [sha256('database/store.sql'), sha256('SHA256SUMS')];
      writeFileSync(path('database/store.sql'), `${line}\n${contents[0]?.toString() ?? ''}`);
      replace('SHA256SUMS', dump, sha256('database/store.sql'));
      replace('manifest.json', list, sha256('SHA256SUMS'));
      expect((await restore(name)).code).toBe(2);
      expect(existsSync(victim)).toBe(false);
    }
    for (const [at, file] of parts.entries()) {
      writeFileSync(path(file), contents[at] ?? '', { mode: 0o600 });
    }
    expect(await stored()).toEqual(before);
  });
});
