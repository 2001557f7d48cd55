import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Configuration } from '../../src/config/configuration';
import { openStore } from '../../src/open-store';

describe('openStore', () => {
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
    openStore(Configuration.from({ DATABASE_URL: `sqlite:${path}`, FILES_URL: `file:${files}` }));

  it('makes the folder of a SQLite file, for this user alone', async () => {
    const path = join(folder, 'of/the/store.sqlite');
    expect(await open(path)).not.toEqual([]);
    expect(statSync(join(folder, 'of')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'files')).mode & 0o777).toBe(0o700);
    expect(await open(path)).toEqual([]);
  });

  it('makes no file in the place of a folder, nor in a file', async () => {
    await expect(open(folder)).rejects.toThrow(
      /^DATABASE_URL: \S+ is a folder: name a file in it$/,
    );
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(open(join(file, 'store.sqlite'))).rejects.toThrow(
      /^DATABASE_URL: \S+\/file\/store\.sqlite can't be opened for writing: .* \(EEXIST: /,
    );
  });

  const onLinux = existsSync('/proc/self') ? it : it.skip;

  onLinux('ends where a file system takes no folders', async () => {
    await expect(open('/proc/nothing/store.sqlite')).rejects.toThrow(
      /^DATABASE_URL: \/proc\/nothing\/store\.sqlite can't be opened for writing: /,
    );
    const path = join(folder, 'store.sqlite');
    await expect(open(path, '/proc/nothing/files')).rejects.toThrow(
      /^FILES_URL: \/proc\/nothing\/files can't be made \(ENOENT: .*\): name another place$/,
    );
    expect(existsSync(path)).toBe(false);
  });
});
