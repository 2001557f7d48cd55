import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SweepableFileStore } from '../../src/platform/media/files/sweepable-file-store';
import { cases } from '../support/random/cases';
import { S3Server } from './s3-server';
import { bytesOf, openStores, type OpenStores, outcomes, path, put, textOf } from './stores';

const MEGABYTE = 1024 * 1024;
const failure = (code: string): unknown => expect.objectContaining({ code });
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each(['local', 's3'] as const)('The file store (%s)', (kind) => {
  /** A server of S3 in this process takes its time. */
  const many = kind === 'local' ? cases(20, 40) : cases(8, 16);
  let server: S3Server | undefined;
  let open: OpenStores;
  let store: SweepableFileStore;
  let other: SweepableFileStore;
  beforeAll(async () => {
    server = kind === 's3' ? await S3Server.start() : undefined;
    open = await openStores(kind, server);
    store = open.one;
    other = open.other;
  });
  afterEach(async () => {
    expect(await open.namesBelow('.service/staging')).toEqual([]);
  });
  afterAll(async () => {
    await open.close();
    await server?.stop();
  });

  it('returns what is at a path', async () => {
    await store.createFolder(path('stat/in'));
    await put(store, 'stat/in/a.txt', 'hello');
    expect(await store.stat(path('.'))).toEqual({ kind: 'folder' });
    expect(await store.stat(path('stat'))).toEqual({ kind: 'folder' });
    const file = await store.stat(path('stat/in/a.txt'));
    expect(file).toEqual({
      kind: 'file',
      size: 5,
      modifiedAt: expect.anything(),
      entityTag: expect.stringMatching(/^[\w-]+$/),
    });
    const age = Date.now() - Number((file as { modifiedAt: Date }).modifiedAt);
    expect(Math.abs(age)).toBeLessThan(60_000);
    for (const nothing of ['stat/a.txt', 'sta', 'stat/in/a.tx', 'stat/in/A.txt', 'stat/in/a.txt/b'])
      expect(await store.stat(path(nothing))).toBeUndefined();
    expect(await other.stat(path('stat/in/a.txt'))).toEqual(file);
    await put(store, 'stat/in/a.txt', 'HELLO', { replace: true });
    expect(await store.stat(path('stat/in/a.txt'))).not.toMatchObject({
      entityTag: (file as { entityTag: string }).entityTag,
    });
  });

  it('lists all files in the order of their paths, and nothing else', async () => {
    await store.createFolder(path('list/a/b'));
    await store.createFolder(path('list/empty'));
    for (const one of ['list/a/b/1.txt', 'list/a-b.txt', 'list/a.txt', 'list/a0.txt', 'list/é.txt'])
      await put(store, one, 'x');
    const staged = await store.stage([Buffer.from('y')] as never);
    const listed: string[] = [];
    for await (const one of other.listPaths()) if (one.startsWith('list/')) listed.push(one);
    await store.discard([staged]);
    // S3 sorts by the bytes of keys; the server of these specs goes from folder to folder.
    expect(kind === 's3' ? listed.sort() : listed).toEqual([
      ...['list/a-b.txt', 'list/a.txt', 'list/a/b/1.txt', 'list/a0.txt', 'list/é.txt'],
    ]);
  });

  it('reads files whole and in part', async () => {
    await put(store, 'read.txt', '0123456789');
    const { file, content } = await store.read(path('read.txt'), { first: 2, last: 5 });
    expect(file).toEqual(await store.stat(path('read.txt')));
    expect(Buffer.concat((await content.toArray()) as Buffer[]).toString()).toBe('2345');
    const whole = await store.read(path('read.txt'));
    expect(whole.file.size).toBe(10);
    whole.content.destroy();
    await put(store, 'empty.txt', '');
    expect(await store.stat(path('empty.txt'))).toMatchObject({ size: 0 });
    expect(await textOf(store, 'empty.txt')).toBe('');

    await store.createFolder(path('readable'));
    await expect(store.read(path('readable'))).rejects.toEqual(failure('file.isFolder'));
    await expect(store.read(path('.'))).rejects.toEqual(failure('file.isFolder'));
    await expect(store.read(path('none.txt'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.read(path('none/x'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.read(path('read.txt/x/y'))).rejects.toEqual(failure('path.throughFile'));
  });

  it('takes 20 MB in as they come, never much of it at once', async () => {
    const block = randomBytes(MEGABYTE / 4);
    const hash = createHash('sha256');
    let given = 0;
    let ahead = 0;
    const before = server?.received ?? 0;
    async function* content(): AsyncGenerator<Buffer> {
      for (let index = 0; index < 80; index++) {
        block.writeUInt32BE(index);
        hash.update(block);
        given += block.length;
        // A disk has all but the last piece by now, a bucket all but the part that is being gathered.
        if (server) ahead = Math.max(ahead, given - (server.received - before));
        yield Buffer.from(block);
      }
    }
    const staged = await store.stage(content());
    expect(staged.size).toBe(20 * MEGABYTE);
    expect(ahead).toBeLessThanOrEqual(9 * MEGABYTE);
    await store.publish([{ staged, path: path('big.bin') }], { replace: false });
    const { file, content: stored } = await store.read(path('big.bin'));
    expect(file.size).toBe(20 * MEGABYTE);
    const read = createHash('sha256');
    for await (const chunk of stored as AsyncIterable<Buffer>) read.update(chunk);
    expect(read.digest('hex')).toBe(hash.digest('hex'));
    expect(await server?.openUploads()).toEqual(server && []);
  });

  it.each([1, 10 * MEGABYTE])(
    'keeps nothing of content that fails after %d bytes',
    async (size) => {
      const broken = new Error('The client went away');
      async function* content(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(size);
        throw broken;
      }
      await expect(store.stage(content())).rejects.toBe(broken);
      expect(await open.namesBelow('.service/staging')).toEqual([]);
      expect(await server?.openUploads()).toEqual(server && []);
    },
  );

  it('publishes under a free name in a folder that is there, or replaces a file', async () => {
    await store.createFolder(path('pub/folder'));
    await put(store, 'pub/a', 'old');
    const staged = await store.stage(bytesOf('new'));
    const to = async (name: string, replace: boolean): Promise<void> =>
      store.publish([{ staged, path: path(name) }], { replace });
    await expect(to('nowhere/a', true)).rejects.toEqual(failure('folder.notFound'));
    await expect(to('pub/a/b', false)).rejects.toEqual(failure('path.throughFile'));
    await expect(to('pub/a/b/c', true)).rejects.toEqual(failure('path.throughFile'));
    await expect(to('pub/a', false)).rejects.toEqual(failure('file.taken'));
    await expect(to('pub/folder', false)).rejects.toEqual(failure('file.taken'));
    await expect(to('pub/folder', true)).rejects.toEqual(failure('file.isFolder'));
    await expect(to('.', true)).rejects.toEqual(failure('file.isFolder'));
    const twice = [1, 2].map(() => ({ staged, path: path('pub/twice') }));
    await expect(store.publish(twice, { replace: true })).rejects.toEqual(failure('file.taken'));
    expect(await textOf(store, 'pub/a')).toBe('old');
    expect(await store.stat(path('nowhere'))).toBeUndefined();
    expect(await store.stat(path('pub/twice'))).toBeUndefined();
    // A file that could not be published is still staged.
    await to('pub/a', true);
    expect(await textOf(store, 'pub/a')).toBe('new');
    await store.discard([staged]);
    expect(await textOf(store, 'pub/a')).toBe('new');
  });

  it('takes all kinds of names', async () => {
    for (const name of ['ünï 日本 🙂', "a b+c&d=e#f;g%20h@i$j,k!'()~.txt", '.hidden', '-']) {
      await put(store, name, name);
      await store.copy(path(name), path(`${name}2`));
      await store.move(path(name), path(`${name}3`));
      expect(await textOf(other, name)).toBeUndefined();
      expect(await textOf(other, `${name}2`)).toBe(name);
      expect(await textOf(other, `${name}3`)).toBe(name);
    }
  });

  it('publishes several files or none, and gives replaced ones back', async () => {
    await store.createFolder(path('all'));
    await put(store, 'all/1', 'old');
    const files = await Promise.all(
      ['1', '2', '3'].map(async (name) => ({
        staged: await store.stage(bytesOf(`new ${name}`)),
        path: path(`all/${name}`),
      })),
    );
    const texts = (): Promise<unknown[]> =>
      Promise.all(['all/1', 'all/2', 'all/3'].map((name) => textOf(store, name)));
    await put(store, 'all/3', 'taken');
    await expect(store.publish(files, { replace: false })).rejects.toEqual(failure('file.taken'));
    expect(await texts()).toEqual(['old', undefined, 'taken']);
    await store.removeFile(path('all/3'));
    // The third one fails when the first two have their names already.
    const [first, second, third] = files as [
      (typeof files)[0],
      (typeof files)[0],
      (typeof files)[0],
    ];
    const gone = { ...third, staged: await store.stage(bytesOf('gone')) };
    await store.discard([gone.staged]);
    await expect(store.publish([first, second, gone], { replace: true })).rejects.toThrow();
    expect(await texts()).toEqual(['old', undefined, undefined]);
    await store.removeFile(path('all/1'));
    await expect(store.publish([first, second, gone], { replace: false })).rejects.toThrow();
    expect(await texts()).toEqual([undefined, undefined, undefined]);
    await store.publish(files, { replace: false });
    expect(await texts()).toEqual(['new 1', 'new 2', 'new 3']);
  });

  it('gives a name to one of 50 that want it at once', async () => {
    const files = await Promise.all(
      numbers(50).map(async (index) => {
        const writer = index % 2 === 0 ? store : other;
        return { writer, staged: await writer.stage(bytesOf(`writer ${index}`)) };
      }),
    );
    const results = await outcomes(
      files.map(({ writer, staged }) =>
        writer.publish([{ staged, path: path('wanted') }], { replace: false }),
      ),
    );
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(results.filter((result) => result === 'file.taken')).toHaveLength(49);
    expect(await textOf(store, 'wanted')).toBe(`writer ${results.indexOf('ok')}`);
    await Promise.all(files.map(({ writer, staged }) => writer.discard([staged])));
  });

  it('moves a file to one of many names, and copies one to a name once', async () => {
    await store.createFolder(path('race'));
    await put(store, 'race/source', 'moved');
    const moved = await outcomes(
      numbers(many).map((index) =>
        (index % 2 === 0 ? store : other).move(path('race/source'), path(`race/to-${index}`)),
      ),
    );
    expect(moved.filter((result) => result === 'ok')).toHaveLength(1);
    expect(moved.filter((result) => result === 'file.notFound')).toHaveLength(many - 1);
    const found = await Promise.all(
      numbers(many).map((index) => textOf(store, `race/to-${index}`)),
    );
    expect(found.filter((text) => text === 'moved')).toHaveLength(1);
    const winner = path(`race/to-${moved.indexOf('ok')}`);
    const copied = await outcomes(
      numbers(many).map((index) =>
        (index % 2 === 0 ? store : other).copy(winner, path('race/copy')),
      ),
    );
    expect(copied.filter((result) => result === 'ok')).toHaveLength(1);
    expect(copied.filter((result) => result === 'file.taken')).toHaveLength(many - 1);
    expect(await textOf(store, 'race/copy')).toBe('moved');
  });

  it('shows readers the old or the new file whole, while it is overwritten', async () => {
    const versions = [randomBytes(200_000), randomBytes(200_000), randomBytes(70_000)];
    const known = new Set(versions.map(sha));
    await put(store, 'hot', '');
    const publish = async (version: Buffer): Promise<void> => {
      async function* content(): AsyncGenerator<Buffer> {
        yield version.subarray(0, 1000);
        yield version.subarray(1000);
      }
      const staged = await store.stage(content());
      await store.publish([{ staged, path: path('hot') }], { replace: true });
    };
    await publish(versions[0]!);
    let isOver = false;
    let reads = 0;
    const seen = new Set<string>();
    const read = async (reader: SweepableFileStore): Promise<void> => {
      while (!isOver) {
        const { file, content } = await reader.read(path('hot'));
        const bytes = Buffer.concat((await content.toArray()) as Buffer[]);
        expect(bytes).toHaveLength(file.size);
        seen.add(sha(bytes));
        reads++;
        await pause(server ? 20 : 2);
      }
    };
    const readers = [read(store), read(other)];
    for (const index of numbers(server ? 20 : cases(50, 300))) await publish(versions[index % 3]!);
    isOver = true;
    await Promise.all(readers);
    expect([...seen].filter((hash) => !known.has(hash))).toEqual([]);
    expect(seen.size).toBe(3);
    expect(reads).toBeGreaterThan(5);
  });

  it('copies and moves files, and refuses what makes no sense', async () => {
    await store.createFolder(path('cm/folder/deep'));
    await put(store, 'cm/a', 'a');
    await put(store, 'cm/b', 'b');
    await store.copy(path('cm/a'), path('cm/folder/a'));
    expect([await textOf(store, 'cm/a'), await textOf(store, 'cm/folder/a')]).toEqual(['a', 'a']);
    await store.move(path('cm/folder/a'), path('cm/folder/deep/c'));
    expect(await textOf(store, 'cm/folder/deep/c')).toBe('a');
    expect(await store.stat(path('cm/folder/a'))).toBeUndefined();

    const refusals: [string, string, string][] = [
      ['cm/none', 'cm/x', 'file.notFound'],
      ['cm/none/x', 'cm/x', 'file.notFound'],
      ['cm/a/x', 'cm/x', 'path.throughFile'],
      ['cm/a', 'cm/b', 'file.taken'],
      ['cm/a', 'cm/a', 'file.taken'],
      ['cm/a', 'cm/folder', 'file.taken'],
      ['cm/a', '.', 'file.taken'],
      ['cm/a', 'cm/none/x', 'folder.notFound'],
      ['cm/a', 'cm/b/x', 'path.throughFile'],
      ['cm/a', 'cm/a/x', 'path.throughFile'],
    ];
    for (const [from, to, code] of refusals) {
      await expect(store.copy(path(from), path(to))).rejects.toEqual(failure(code));
      await expect(store.move(path(from), path(to))).rejects.toEqual(failure(code));
    }
    await expect(store.copy(path('cm/folder'), path('cm/x'))).rejects.toEqual(
      failure('file.isFolder'),
    );
    expect([await textOf(store, 'cm/a'), await textOf(store, 'cm/b')]).toEqual(['a', 'b']);
  });

  it('moves folders with all that is in them', async () => {
    await store.createFolder(path('mf/from/deep/empty'));
    await store.createFolder(path('mf/to'));
    await put(store, 'mf/from/1', '1');
    await put(store, 'mf/from/deep/2', '2');
    await put(store, 'mf/file', 'f');
    const refusals: [string, string, string][] = [
      ['mf/from', 'mf/from/deep/x', 'folder.intoItself'],
      ['mf/from', 'mf/from/x', 'folder.intoItself'],
      ['mf/from', 'mf/from', 'file.taken'],
      ['mf/from', 'mf/to', 'file.taken'],
      ['mf/from', 'mf/file', 'file.taken'],
      ['mf/from', 'mf/file/x', 'path.throughFile'],
      ['mf/from', 'mf/none/x', 'folder.notFound'],
      ['.', 'mf/x', 'folder.isRoot'],
    ];
    for (const [from, to, code] of refusals)
      await expect(store.move(path(from), path(to))).rejects.toEqual(failure(code));
    await store.move(path('mf/from'), path('mf/to/new'));
    expect(await store.stat(path('mf/from'))).toBeUndefined();
    expect(await store.stat(path('mf/from/deep'))).toBeUndefined();
    expect(await textOf(store, 'mf/to/new/1')).toBe('1');
    expect(await textOf(store, 'mf/to/new/deep/2')).toBe('2');
    expect(await store.stat(path('mf/to/new/deep/empty'))).toEqual({ kind: 'folder' });
    // A name that begins alike is not inside.
    await store.move(path('mf/to/new'), path('mf/to/new2'));
    expect(await textOf(store, 'mf/to/new2/1')).toBe('1');
  });

  it('makes folders with their parents, once', async () => {
    expect(await store.createFolder(path('mk/a/b'))).toBe(true);
    expect(await store.createFolder(path('mk/a/b'))).toBe(false);
    expect(await store.createFolder(path('mk/a'))).toBe(false);
    expect(await store.createFolder(path('.'))).toBe(false);
    await put(store, 'mk/file', '');
    await expect(store.createFolder(path('mk/file'))).rejects.toEqual(failure('file.taken'));
    await expect(store.createFolder(path('mk/file/x/y'))).rejects.toEqual(
      failure('path.throughFile'),
    );
    const made = await Promise.all(
      numbers(many).map((index) =>
        (index % 2 === 0 ? store : other).createFolder(path(`mk/new/deep/${index % 4}`)),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(4);
  });

  it('removes files and folders, and leaves the folder that they stood in', async () => {
    await store.createFolder(path('rm/a/b'));
    await put(store, 'rm/a/b/c', '');
    await expect(store.removeFile(path('rm/a'))).rejects.toEqual(failure('file.isFolder'));
    await expect(store.removeFile(path('.'))).rejects.toEqual(failure('file.isFolder'));
    await expect(store.removeFile(path('rm/none'))).rejects.toEqual(failure('file.notFound'));
    await expect(store.removeFile(path('rm/a/b/c/d'))).rejects.toEqual(failure('path.throughFile'));
    const refusals: [string, string][] = [
      ['.', 'folder.isRoot'],
      ['rm/none', 'folder.notFound'],
      ['rm/a/b/c', 'folder.isFile'],
      ['rm/a/b/c/d', 'path.throughFile'],
    ];
    for (const force of [false, true]) {
      for (const [name, code] of refusals)
        await expect(store.removeFolder(path(name), { force })).rejects.toEqual(failure(code));
    }
    for (const name of ['rm', 'rm/a/b'])
      await expect(store.removeFolder(path(name), { force: false })).rejects.toEqual(
        failure('folder.notEmpty'),
      );
    expect(await textOf(store, 'rm/a/b/c')).toBe('');
    await store.removeFile(path('rm/a/b/c'));
    await store.removeFolder(path('rm/a/b'), { force: false });
    expect(await store.stat(path('rm/a'))).toEqual({ kind: 'folder' });
    await store.createFolder(path('rm/a/d/e'));
    await put(store, 'rm/a/d/f', '');
    await put(store, 'rm/ab', 'a neighbour');
    await store.removeFolder(path('rm/a'), { force: true });
    expect(await store.stat(path('rm/a'))).toBeUndefined();
    expect(await store.stat(path('rm/a/d'))).toBeUndefined();
    expect(await store.stat(path('rm'))).toEqual({ kind: 'folder' });
    expect(await textOf(store, 'rm/ab')).toBe('a neighbour');
  });

  it('keeps work on a folder and work in it apart', async () => {
    await store.createFolder(path('busy'));
    const results = await outcomes([
      ...numbers(many / 2).map((index) =>
        put(index % 2 === 0 ? store : other, `busy/${index}`, ''),
      ),
      other.removeFolder(path('busy'), { force: true }),
      ...numbers(many / 2).map((index) =>
        put(index % 2 === 0 ? store : other, `busy/x${index}`, ''),
      ),
    ]);
    expect(results[many / 2]).toBe('ok');
    expect(new Set(results)).toEqual(new Set(['ok', 'folder.notFound']));
    expect(await store.stat(path('busy'))).toBeUndefined();
    for (const index of numbers(many / 2)) {
      expect(await store.stat(path(`busy/${index}`))).toBeUndefined();
      expect(await store.stat(path(`busy/x${index}`))).toBeUndefined();
    }
  });

  it('journals every change in its order, and nothing that was refused', async () => {
    const before = (await open.told()).length;
    await store.createFolder(path('told/in/it'));
    await other.createFolder(path('told/in'));
    await put(store, 'told/a', 'a');
    await put(other, 'told/a', 'b', { replace: true });
    await store.copy(path('told/a'), path('told/b'));
    await other.move(path('told/b'), path('told/in/it/c'));
    await store.move(path('told/in'), path('told/out'));
    await other.removeFile(path('told/a'));
    await outcomes([
      store.removeFile(path('told/a')),
      store.removeFolder(path('told/out'), { force: false }),
      store.move(path('told/out/it'), path('told/out')),
      store.copy(path('told/out/it/c'), path('told/none/c')),
      put(store, 'told/out', ''),
    ]);
    await other.removeFolder(path('told/out'), { force: true });
    const files = await Promise.all(['one', 'two'].map((text) => store.stage(bytesOf(text))));
    await store.publish(
      files.map((staged, at) => ({ staged, path: path(`told/${at}`) })),
      { replace: true },
    );
    expect((await open.told()).slice(before)).toEqual([
      'created told/',
      'created told/in/',
      'created told/in/it/',
      'created told/a',
      'updated told/a',
      'created told/b',
      'deleted told/b',
      'moved told/in/it/c',
      'deleted told/in/',
      'moved told/out/',
      'deleted told/a',
      'deleted told/out/',
      'created told/0',
      'created told/1',
    ]);
  });
});
