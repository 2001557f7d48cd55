import { randomBytes } from 'node:crypto';
import type { SweepableFileStore } from '../../src/platform/media/files/sweepable-file-store';
import { S3Server } from './s3-server';
import { bytesOf, openStores, type OpenStores, path, put, textOf } from './stores';

const failure = (code: string): unknown => expect.objectContaining({ code });

describe.each(['local', 's3'] as const)('What no path of the file store reaches (%s)', (kind) => {
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

  describe('with exports of earlier versions in it', () => {
    const text = (name: string): string => `all that is stored, ${name}`;
    const contentOf = async (name: string): Promise<string> => {
      const { content } = await open.serviceFiles.read('exports', name);
      return Buffer.concat((await content.toArray()) as Buffer[]).toString();
    };
    let names: string[];

    beforeEach(async () => {
      names = Array.from({ length: 5 }, () => randomBytes(24).toString('hex'));
      for (const name of names) await open.plant(`exports/${name}`, text(name));
      await open.plant('exports/prices.csv', 'prices');
    });

    afterEach(async () => {
      // Out of reach, and none lost.
      for (const name of names) expect(await contentOf(name)).toBe(text(name));
      const listed: string[] = [];
      for await (const one of store.listPaths()) listed.push(one);
      expect(listed.filter((one) => names.some((name) => one.includes(name)))).toEqual([]);
      for (const name of names) await open.serviceFiles.remove('exports', name);
      expect(await open.namesBelow('.service/exports')).toEqual([]);
      await store.removeFolder(path('exports'), { force: true }).catch(() => undefined);
    });

    it('moves them once, however many processes do so, and nothing else', async () => {
      const before = (await open.told()).length;
      const counts = await Promise.all(
        [store, other, store, other].map((one) => one.moveFormerExports()),
      );
      expect(counts.sort()).toEqual([0, 0, 0, names.length]);
      expect(await store.moveFormerExports()).toBe(0);
      expect(await open.namesBelow('exports')).toEqual(['prices.csv']);
      expect(await open.namesBelow('.service/exports')).toEqual([...names].sort());
      // Their names are secrets.
      expect((await open.told()).slice(before)).toEqual([]);
    });

    it('removes their folder where nothing else is in it', async () => {
      await store.removeFile(path('exports/prices.csv'));
      expect(await store.moveFormerExports()).toBe(names.length);
      expect(await store.stat(path('exports'))).toBeUndefined();
      expect((await open.told()).at(-1)).toBe('deleted exports/');
    });

    it('goes on where a process died on the way', async () => {
      const [moved = '', copied = ''] = names;
      await open.plant(`.service/exports/${copied}`, text(copied));
      await open.plant(`.service/exports/${moved}`, text(moved));
      await open.unplant(`exports/${moved}`);
      expect(await store.moveFormerExports()).toBe(names.length - 1);
      expect(await open.namesBelow('exports')).toEqual(['prices.csv']);
      expect(await open.namesBelow('.service/exports')).toEqual([...names].sort());
    });

    it('moves the folder without them', async () => {
      await store.move(path('exports'), path('published'));
      expect(await open.namesBelow('published')).toEqual(['prices.csv']);
      await store.removeFolder(path('published'), { force: true });
    });

    it.each([true, false])('removes the folder without them (force: %s)', async (force) => {
      if (!force) await store.removeFile(path('exports/prices.csv'));
      await store.removeFolder(path('exports'), { force });
      expect(await open.namesBelow('exports')).toEqual([]);
    });

    it('finds one that an earlier version has just made', async () => {
      const [name = ''] = names;
      expect(await contentOf(name)).toBe(text(name));
      expect(await open.namesBelow('exports')).toEqual(['prices.csv']);
    });

    it('removes one that an earlier version has just made', async () => {
      const [name = ''] = names.splice(0, 1);
      await open.serviceFiles.remove('exports', name);
      await expect(open.serviceFiles.read('exports', name)).rejects.toEqual(
        failure('file.notFound'),
      );
    });
  });

  it('keeps files for the service that no path reaches', async () => {
    const own = open.serviceFiles;
    const before = (await open.told()).length;
    await own.write('exports', 'a', bytesOf('first'));
    await own.write('exports', 'a', bytesOf('second'));
    const { file, content } = await own.read('exports', 'a', { first: 1, last: 3 });
    expect(file.size).toBe(6);
    expect(Buffer.concat((await content.toArray()) as Buffer[]).toString()).toBe('eco');
    async function* broken(): AsyncGenerator<Buffer> {
      yield* bytesOf('begun');
      throw new Error('broken');
    }
    await expect(own.write('exports', 'a', broken())).rejects.toThrow('broken');
    await expect(own.write('exports', 'b', broken())).rejects.toThrow('broken');
    expect(await open.namesBelow('.service')).toEqual(['exports/a']);
    await own.remove('exports', 'a');
    await expect(own.remove('exports', 'a')).rejects.toEqual(failure('file.notFound'));
    expect(await open.namesBelow('.service')).toEqual([]);
    expect((await open.told()).slice(before)).toEqual([]);
  });

  it('sweeps what was left behind a day ago, and nothing else', async () => {
    await put(store, 'kept', 'kept');
    const fresh = await store.stage(bytesOf('fresh'));
    expect(await open.sweep()).toBe(0);
    await store.publish([{ staged: fresh, path: path('fresh') }], { replace: false });
    await store.stage(bytesOf('left behind'));
    open.clock.ahead = 25 * 60 * 60 * 1000;
    expect(await open.sweep()).toBe(1);
    // An earlier version kept them elsewhere.
    await open.plant('.file-store/staging/0', 'left behind');
    open.clock.ahead = 0;
    expect(await open.sweep()).toBe(0);
    open.clock.ahead = 25 * 60 * 60 * 1000;
    expect(await open.sweep()).toBe(1);
    await open.sweep();
    expect(await open.namesBelow('.file-store')).toEqual([]);
    open.clock.ahead = 0;
    expect(await textOf(store, 'kept')).toBe('kept');
    expect(await textOf(store, 'fresh')).toBe('fresh');
  });
});
