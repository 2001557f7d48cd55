import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import disk from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalFileStore } from '../../src/platform/media/files/local-file-store';
import { InProcessPathLocks } from '../../src/platform/media/files/path-locks';
import { cases } from '../support/random/cases';
import { temporaryFolder } from '../support/service/database';
import { bytesOf, MovedClock, outcomes, path, put, textOf } from './stores';
import { isWhole } from './versions';

const failure = (code: string): unknown => expect.objectContaining({ code });
/** How often the writing process is killed. */
const KILLS = cases(4, 8);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('The local file store', () => {
  const clock = new MovedClock();
  let top: string;
  let folder: string;
  let store: LocalFileStore;
  /** As a process has it that knows nothing of the other one's locks. */
  const another = (): LocalFileStore => new LocalFileStore(folder, new InProcessPathLocks(), clock);
  const staging = (): string[] => {
    const staged = join(folder, '.service/staging');
    return existsSync(staged) ? readdirSync(staged) : [];
  };
  beforeEach(() => {
    top = temporaryFolder();
    folder = join(top, 'files');
    mkdirSync(top, { recursive: true });
    clock.ahead = 0;
    store = another();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(top, { recursive: true, force: true });
  });

  it('makes its folder with the first write, not before', async () => {
    expect(await store.stat(path('a'))).toBeUndefined();
    expect(await store.sweep()).toBe(0);
    await expect(store.read(path('a/b'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.removeFolder(path('a'), { force: true })).rejects.toEqual(
      failure('folder.notFound'),
    );
    expect(existsSync(folder)).toBe(false);
    await put(store, 'a', 'a');
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('a');
    expect(staging()).toEqual([]);
  });

  it('takes the longest names and paths', async () => {
    const name = 'é'.repeat(127) + 'x';
    const deep = [...numbers(3).map(() => 'f'.repeat(255)), 'g'.repeat(254)].join('/');
    await put(store, name, 'long');
    await store.createFolder(path(deep.slice(0, deep.lastIndexOf('/'))));
    await put(store, deep, 'deep');
    expect([await textOf(store, name), await textOf(store, deep)]).toEqual(['long', 'deep']);
    await store.removeFolder(path('f'.repeat(255)), { force: true });
  });

  it('never follows a link, wherever it leads', async () => {
    const outside = join(top, 'outside');
    mkdirSync(join(outside, 'folder'), { recursive: true });
    writeFileSync(join(outside, 'secret'), 'secret');
    await store.createFolder(path('real/folder'));
    await put(store, 'real/file', 'real');
    await put(store, 'file', 'file');
    const links = {
      away: outside,
      file2: join(outside, 'secret'),
      inner: 'real',
      dangling: 'none',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
    for (const name of Object.keys(links)) {
      expect(await store.stat(path(name))).toBeUndefined();
      await expect(store.read(path(name))).rejects.toEqual(failure('file.notFound'));
      await expect(store.copy(path(name), path('x'))).rejects.toEqual(failure('file.notFound'));
      await expect(store.move(path(name), path('x'))).rejects.toEqual(failure('file.notFound'));
      await expect(store.removeFile(path(name))).rejects.toEqual(failure('file.notFound'));
      await expect(store.copy(path('file'), path(name))).rejects.toEqual(failure('file.taken'));
      await expect(store.move(path('file'), path(name))).rejects.toEqual(failure('file.taken'));
      await expect(store.createFolder(path(name))).rejects.toEqual(failure('file.taken'));
      for (const replace of [false, true])
        await expect(put(store, name, 'x', { replace })).rejects.toEqual(failure('file.taken'));
    }
    for (const name of ['away', 'inner']) {
      for (const inside of ['secret', 'file', 'folder'])
        expect(await store.stat(path(`${name}/${inside}`))).toBeUndefined();
      await expect(store.read(path(`${name}/secret`))).rejects.toEqual(failure('file.notFound'));
      await expect(store.copy(path('file'), path(`${name}/x`))).rejects.toEqual(
        failure('folder.notFound'),
      );
      await expect(put(store, `${name}/folder/x`, 'x')).rejects.toEqual(failure('folder.notFound'));
      await expect(store.createFolder(path(`${name}/x/y`))).rejects.toEqual(
        failure('path.throughFile'),
      );
      await expect(store.removeFolder(path(`${name}/folder`), { force: true })).rejects.toEqual(
        failure('folder.notFound'),
      );
    }
    symlinkSync(outside, join(folder, 'real/link'));
    await store.move(path('real'), path('moved'));
    await store.removeFolder(path('moved'), { force: true });
    for (const name of Object.keys(links)) await store.removeFolder(path(name), { force: true });
    expect(readdirSync(folder).sort()).toEqual(['.service', 'file']);
    expect(readdirSync(outside).sort()).toEqual(['folder', 'secret']);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(staging()).toEqual([]);
  });

  it('may itself be reached by a link', async () => {
    mkdirSync(join(top, 'disk'));
    symlinkSync(join(top, 'disk'), folder);
    await store.createFolder(path('a/b'));
    await put(store, 'a/b/c', 'c');
    expect(readFileSync(join(top, 'disk/a/b/c'), 'utf8')).toBe('c');
  });

  it('sees no file in a pipe, and waits for none', async () => {
    await put(store, 'file', 'file');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await store.stat(path('pipe'))).toBeUndefined();
    await expect(store.read(path('pipe'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.copy(path('pipe'), path('x'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.removeFolder(path('pipe'), { force: true })).rejects.toEqual(
      failure('folder.notFound'),
    );
    await expect(put(store, 'pipe', 'x', { replace: true })).rejects.toEqual(failure('file.taken'));
    await expect(put(store, 'pipe/x', 'x')).rejects.toEqual(failure('path.throughFile'));
  });

  it.each([
    ['ENOSPC', 'fileStore.full'],
    ['EDQUOT', 'fileStore.full'],
    ['EACCES', 'fileStore.unavailable'],
    ['EROFS', 'fileStore.unavailable'],
    ['EIO', 'fileStore.unavailable'],
  ])('reports %s as %s, and changes nothing', async (code, expected) => {
    await store.createFolder(path('folder'));
    await put(store, 'file', 'old');
    await put(store, 'folder/file', 'old');
    const staged = await store.stage(bytesOf('new'));
    const works: [keyof typeof disk, () => Promise<unknown>][] = [
      ['open', () => store.stage(bytesOf('x'))],
      ['mkdir', () => store.createFolder(path('x'))],
      ['link', () => store.publish([{ staged, path: path('x') }], { replace: false })],
      ['rename', () => store.publish([{ staged, path: path('file') }], { replace: true })],
      ['rename', () => store.move(path('file'), path('x'))],
      ['rename', () => store.removeFolder(path('folder'), { force: true })],
      [
        'rmdir',
        async () =>
          store.createFolder(path('e')).then(() => store.removeFolder(path('e'), { force: false })),
      ],
      ['unlink', () => store.removeFile(path('file'))],
      ['lstat', () => store.stat(path('file'))],
      ['open', () => store.read(path('file'))],
    ];
    for (const [name, work] of works) {
      const fault = Object.assign(new Error(`${code}: '${folder}'`), { code });
      const spy = jest.spyOn(disk, name as 'rename').mockRejectedValue(fault);
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      spy.mockRestore();
      expect(error).toEqual(failure(expected));
      expect((error as Error).message).not.toContain(folder);
    }
    expect(await textOf(store, 'file')).toBe('old');
    expect(await textOf(store, 'folder/file')).toBe('old');
    expect(await store.stat(path('x'))).toBeUndefined();
    await store.discard([staged]);
    expect(staging()).toEqual([]);
  });

  it('keeps nothing of what does not fit on the disk', async () => {
    await put(store, 'file', 'old');
    const handle = await disk.open(join(folder, 'file'));
    const prototype = Object.getPrototypeOf(handle) as { writeFile: () => Promise<void> };
    await handle.close();
    const fault = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    jest.spyOn(prototype, 'writeFile').mockRejectedValueOnce(fault);
    await expect(put(store, 'file', 'new', { replace: true })).rejects.toEqual(
      failure('fileStore.full'),
    );
    expect(await textOf(store, 'file')).toBe('old');
    expect(staging()).toEqual([]);
  });

  it('works where the file system knows no second names', async () => {
    const fault = Object.assign(new Error('EPERM'), { code: 'EPERM' });
    jest.spyOn(disk, 'link').mockRejectedValue(fault);
    const results = await outcomes(
      numbers(20).map((index) => put(store, 'one', `writer ${index}`)),
    );
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(await textOf(store, 'one')).toBe(`writer ${results.indexOf('ok')}`);
    await put(store, 'one', 'new', { replace: true });
    await store.copy(path('one'), path('two'));
    expect(await textOf(store, 'two')).toBe('new');
    expect(staging()).toEqual([]);
  });

  it('gives a name once to processes that do not know each other', async () => {
    const dataAccess = numbers(50).map(another);
    const results = await outcomes(
      dataAccess.map((one, index) => put(one, 'wanted', `writer ${index}`)),
    );
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(results.filter((result) => result === 'file.taken')).toHaveLength(49);
    expect(await textOf(store, 'wanted')).toBe(`writer ${results.indexOf('ok')}`);
    const moved = await outcomes(
      dataAccess.map((one, index) => one.move(path('wanted'), path(`to-${index}`))),
    );
    expect(moved.filter((result) => result === 'ok')).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['.service', `to-${moved.indexOf('ok')}`]);
  });

  it('has whole files, each in one place, after kill -9', async () => {
    await put(store, 'a', 'moved');
    let left = 0;
    for (const round of numbers(KILLS)) {
      const child = spawn(
        process.execPath,
        [
          '--require',
          join(__dirname, '../support/jest/typescript.cjs'),
          join(__dirname, 'writer-process.ts'),
          folder,
        ],
        { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await once(child.stdout, 'data');
      await pause((round * 40) / KILLS);
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(isWhole(readFileSync(join(folder, 'torn.bin')))).toBe(true);
      const places = [await textOf(store, 'a'), await textOf(store, 'b')];
      expect(places.filter((text) => text === 'moved')).toHaveLength(1);
      expect(places.filter((text) => text === undefined)).toHaveLength(1);
      left = staging().length;
    }
    expect(left).toBeGreaterThan(0);
    expect(await store.sweep()).toBe(0);
    clock.ahead = 25 * 60 * 60 * 1000;
    expect(await store.sweep()).toBe(left);
    expect(staging()).toEqual([]);
    expect(isWhole(readFileSync(join(folder, 'torn.bin')))).toBe(true);
  });
});
