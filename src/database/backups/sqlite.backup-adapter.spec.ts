import {
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../dialect/sqlite.driver';
import { SqliteBackupAdapter } from './sqlite.backup-adapter';

const isRoot = process.getuid?.() === 0;
const OWNER = 65_534;

describe('SqliteBackupAdapter', () => {
  let folder: string;
  let copies: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-backup-'));
    copies = mkdtempSync(join(tmpdir(), 'sqlite-copies-'));
    const database = openSqlite(join(copies, 'store.sqlite'));
    database.exec('CREATE TABLE mugs (id INTEGER)');
    database.close();
  });

  afterEach(() => {
    for (const one of [folder, copies]) rmSync(one, { recursive: true });
  });

  it('keeps the replaced database together with its log', async () => {
    const path = join(folder, 'own.sqlite');
    for (const end of ['', '-wal', '-shm']) writeFileSync(path + end, `old${end}`);
    const staged = await new SqliteBackupAdapter(path).stage(copies, { engine: 'sqlite' }, 'now');
    expect(await staged.commit()).toBe(`${path}.before-now`);
    for (const end of ['', '-wal', '-shm'])
      expect(readFileSync(`${path}.before-now${end}`, 'utf8')).toBe(`old${end}`);
    expect(readFileSync(path)).toEqual(readFileSync(join(copies, 'store.sqlite')));
    expect(readdirSync(folder).filter((name) => name.startsWith('own.sqlite-'))).toEqual([]);
  });

  (isRoot ? it : it.skip)('leaves files that the service may open, if root restores', async () => {
    chownSync(folder, OWNER, OWNER);
    const backup = new SqliteBackupAdapter(join(folder, 'own.sqlite'));
    await (await backup.stage(copies, { engine: 'sqlite' }, 'now')).commit();
    const names = readdirSync(folder);
    expect(names).toContain('own.sqlite.serving');
    expect(names.map((name) => statSync(join(folder, name)).uid)).toEqual(names.map(() => OWNER));
  });
});
