/** @engine */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inspectDatabase } from '../../src/database';
import { documented } from '../operations/documented';
import { importLines } from '../support/import';
import type { Ended } from '../support/servers/built-process';
import { CommandServer } from '../support/servers/command-server';
import {
  emptyDatabaseUrl,
  testDatabaseUrl,
  testServer,
  type TestDatabase,
} from '../support/service/database';
import { Service } from '../support/service/service';

describe('one record from a backup', () => {
  let commands: CommandServer;
  let backup: TestDatabase;
  let store: Service;
  let folder: string;

  const news = (name: string) => ({
    ...{ type: 'news', pId: 'sale', name, publicationDate: '2026-03-01' },
    languages: [{ languageCode: 'en', title: name }],
  });

  beforeAll(async () => {
    commands = await CommandServer.shared();
    folder = mkdtempSync(join(tmpdir(), 'record-'));
    backup = await testDatabaseUrl();
    const lines = join(folder, 'lines.ndjson');
    const records = [
      { ...news('Another'), pId: 'another' },
      { type: 'userGroup', pId: 'retail', name: 'Retail' },
      news('As it was'),
    ];
    writeFileSync(lines, records.map((record) => JSON.stringify(record)).join('\n'));
    const { code, stderr } = await commands.run({ DATABASE_URL: backup.url }, 'import', lines);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    store = await Service.start();
    await importLines(store, [news('Changed by mistake')]);
  });

  afterAll(async () => {
    await store.stop();
    await backup.drop();
    rmSync(folder, { recursive: true });
  });

  /** The store has a replica, which must not be read instead of the backup. */
  const exportRecord = (...args: readonly string[]): Promise<Ended> => {
    const DATABASE_READ_URL = 'mysql://root@127.0.0.1:1/store';
    return commands.run({ DATABASE_URL: backup.url, DATABASE_READ_URL }, 'export', ...args);
  };

  /** As `--from` takes it: the login is that of DATABASE_URL. */
  const source = (): string => backup.url.replace(/^sqlite:/, '').replace(/(?<=:\/\/)[^/@]*@/, '');

  it('is written alone, and imported over the changed one', async () => {
    const out = join(folder, 'news.ndjson');
    const { code, stderr } = await exportRecord(
      ...['news', '--from', source(), '--id', '2', '--out', out],
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('position')]);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    const [record] = lines.map((line) => JSON.parse(line) as { pId: string; name: string });
    expect([lines.length, record?.pId, record?.name]).toEqual([1, 'sale', 'As it was']);
    expect(await importLines(store, [record as object])).toMatchObject({ updated: 1, rejected: 0 });
    const { body } = await store.get('/v1/news/getId/sale');
    const restored = await store.get(`/v1/news/${(body as { ID: number }).ID}`);
    expect(restored.body).toMatchObject({ NAME: 'As it was' });
  });

  /** The commands of the page, in a folder with backups; a backup that is a file is that of SQLite. */
  (testServer === undefined ? it : it.skip)('is restored by the commands of the page', async () => {
    const backups = join(folder, 'backups/2026-03-01T00-00-00Z/database');
    mkdirSync(backups, { recursive: true });
    copyFileSync(source(), join(backups, 'store.sqlite'));
    for (const part of ['dist', 'node_modules', 'package.json'])
      symlinkSync(join(__dirname, '../..', part), join(folder, part));
    const own = { DATABASE_URL: `sqlite:${join(folder, 'own.sqlite')}` };
    const lines = join(folder, 'mistake.ndjson');
    writeFileSync(lines, JSON.stringify(news('Changed by mistake')));
    expect((await commands.run(own, 'import', lines)).code).toBe(0);
    const run = async (...[what, part]: readonly [string, string]): Promise<void> => {
      const env = { ...process.env, ...own, FILES_URL: `file:${join(folder, 'files')}` };
      const block = documented(`${what}-${part}`);
      await promisify(execFile)('bash', ['-euc', block], { cwd: folder, env });
    };
    await run('restore', 'record');
    const after = join(folder, 'after.ndjson');
    expect((await commands.run(own, 'export', 'news', '--out', after)).code).toBe(0);
    expect(readFileSync(after, 'utf8')).toContain('"name":"As it was"');
    expect(readFileSync(after, 'utf8')).not.toContain('Changed by mistake');
  });

  it.each([
    ['a record that is not there', ['news', '--id', '99'], 'There is no news with the id 99.'],
    ['several types', ['news', 'userGroup', '--id', '1'], 'Name exactly one type for --id.'],
    ['no type', ['--id', '1'], 'Name exactly one type for --id.'],
  ])('is refused for %s, and writes nothing', async (_case, args, message) => {
    const out = join(folder, 'nothing.ndjson');
    const { code, stderr } = await exportRecord(...args, '--from', source(), '--out', out);
    expect([code, stderr.trim()]).toEqual([2, `The export failed: ${message}`]);
    expect(() => readFileSync(out)).toThrow('ENOENT');
  });

  it('is not sought in a database without a store, which stays as it is', async () => {
    const empty = await emptyDatabaseUrl();
    if (testServer === undefined) writeFileSync(empty.url.replace('sqlite:', ''), '');
    const out = join(folder, 'no');
    const { code, stderr } = await exportRecord(
      ...['news', '--from', empty.url, '--id', '1', '--out', out],
    );
    expect(code).toBe(2);
    expect(stderr.trim()).toMatch(/^--from: .*store_test_.* contains no store$/);
    expect(await inspectDatabase(empty.url)).toMatchObject({ executedMigrations: [] });
    await empty.drop();
  });

  it('reports in one line that there is no such file', async () => {
    const { code, stderr } = await exportRecord(
      ...['news', '--from', '/nowhere/store.sqlite', '--id', '1', '--out', join(folder, 'no')],
    );
    expect(code).toBe(2);
    expect(stderr.trim()).toBe('--from: there is no file /nowhere/store.sqlite');
  });
});
