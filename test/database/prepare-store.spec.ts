import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Configuration } from '../../src/config/configuration';
import { prepareStore } from '../../src/bootstrap/prepare-store';

describe('prepareStore', () => {
  let folder: string;
  let mask: number;

  beforeEach(() => {
    mask = process.umask(0o022);
    folder = mkdtempSync(join(tmpdir(), 'store-open-'));
  });

  afterEach(() => {
    process.umask(mask);
    rmSync(folder, { recursive: true });
  });

  const open = (path: string, files = join(folder, 'files')) =>
    prepareStore(
      Configuration.from({ DATABASE_URL: `sqlite:${path}`, FILES_URL: `file:${files}` }),
    );

  it('makes the folder of a SQLite file, for this user alone', async () => {
    const path = join(folder, 'of/the/store.sqlite');
    expect(await open(path)).not.toEqual([]);
    expect(statSync(join(folder, 'of')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'files')).mode & 0o777).toBe(0o700);
    expect(await open(path)).toEqual([]);
  });

  it('makes no file in the place of a folder, nor in a file', async () => {
    await expect(open(folder)).rejects.toThrow(
      /^DATABASE_URL: \S+ is a folder; set the path of a file$/,
    );
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(open(join(file, 'store.sqlite'))).rejects.toThrow(
      /^DATABASE_URL: \S+\/file\/store\.sqlite can't be opened for writing; .* \(EEXIST: /,
    );
  });

  it('makes an empty folder a file store, and leaves others as they are', async () => {
    const path = join(folder, 'data/store.sqlite');
    for (const name of ['new', 'empty', 'other']) {
      if (name !== 'new') mkdirSync(join(folder, name));
      if (name === 'other') writeFileSync(join(folder, name, 'a.txt'), '');
      await open(path, join(folder, name));
    }
    const made = ['new', 'empty', 'other'].map((name) => readdirSync(join(folder, name)));
    expect(made).toEqual([['.service'], ['.service'], ['a.txt']]);
    expect(statSync(join(folder, 'new/.service')).mode & 0o777).toBe(0o700);
  });

  it('takes no file in the place of its own folder', async () => {
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, 'files/.service'), '');
    await expect(open(join(folder, 'store.sqlite'))).rejects.toThrow(
      /^FILES_URL: \S+\.service is a file; rename it, /,
    );
  });

  it('serves no folder that has the database in it, however it leads there', async () => {
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(folder, 'data'), join(folder, 'link'));
    const around = /^FILES_URL: \S+ contains the database, which everybody could download /;
    for (const database of ['data/store.sqlite', 'link/deep/store.sqlite']) {
      for (const files of [
        'data',
        'link',
        '.',
        ...(database.includes('deep') ? ['data/deep'] : []),
      ])
        await expect(open(join(folder, database), join(folder, files))).rejects.toThrow(around);
    }
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
    expect(await open(join(folder, 'data/store.sqlite'), join(folder, 'data/files'))).not.toEqual(
      [],
    );
  });

  const onLinux = existsSync('/proc/self') ? it : it.skip;

  onLinux('ends where a file system takes no folders', async () => {
    await expect(open('/proc/nothing/store.sqlite')).rejects.toThrow(
      /^DATABASE_URL: \/proc\/nothing\/store\.sqlite can't be opened for writing; /,
    );
    const path = join(folder, 'store.sqlite');
    await expect(open(path, '/proc/nothing/files')).rejects.toThrow(
      /^FILES_URL: \/proc\/nothing\/files can't be created \(ENOENT: .*\); set another path$/,
    );
    expect(existsSync(path)).toBe(false);
  });
});
