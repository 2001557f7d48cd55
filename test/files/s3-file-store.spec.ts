import { S3 } from '@aws-sdk/client-s3';
import { createApp } from '../../src/bootstrap/create-app';
import { Configuration } from '../../src/config/configuration';
import { FileStore } from '../../src/platform/media/files';
import { InProcessPathLocks } from '../../src/platform/media/files/path-locks';
import { openS3Bucket } from '../../src/platform/media/files/file-store-settings';
import { S3FileStore } from '../../src/platform/media/files/s3-file-store';
import { testDatabaseUrl } from '../support/service/database';
import { Service } from '../support/service/service';
import { BUCKET, S3Server } from './s3-server';
import { bytesOf, MovedClock, openStores, path, put, textOf } from './stores';

const failure = (code: string): unknown => expect.objectContaining({ code });
const TOP = 'store/files/';

describe('The file store in S3', () => {
  let server: S3Server;
  let service: Service;
  let store: FileStore;
  const keysIn = async (folder: string): Promise<string[]> =>
    (await server.keys()).filter((key) => key.startsWith(`${TOP}${folder}`));
  beforeAll(async () => {
    server = await S3Server.start();
    service = await Service.start(server.environment);
    store = service.app.get(FileStore);
  });
  afterEach(async () => {
    server.refusal = () => undefined;
    expect(await keysIn('.service')).toEqual([]);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it('is what FILES_URL names', async () => {
    expect(store).toBeInstanceOf(S3FileStore);
    await put(store, 'a', 'a');
    expect(await keysIn('a')).toEqual([`${TOP}a`]);
  });

  it('sees folders in what others have put there', async () => {
    for (const key of ['theirs/deep/1', 'theirs/deep/2', 'theirs/deeper'])
      await server.plant(TOP + key, key);
    expect(await store.stat(path('theirs'))).toEqual({ kind: 'folder' });
    expect(await store.stat(path('theirs/deep'))).toEqual({ kind: 'folder' });
    expect(await store.stat(path('theirs/dee'))).toBeUndefined();
    expect(await store.createFolder(path('theirs/deep'))).toBe(false);
    await put(store, 'theirs/deep/3', '3');
    // A folder does not go with its last file.
    for (const name of ['1', '2', '3']) await store.removeFile(path(`theirs/deep/${name}`));
    expect(await store.stat(path('theirs/deep'))).toEqual({ kind: 'folder' });
    await store.removeFolder(path('theirs/deep'), { force: false });
    await store.move(path('theirs/deeper'), path('moved-away'));
    expect(await store.stat(path('theirs'))).toEqual({ kind: 'folder' });
    await server.plant(`${TOP}implied/x/y/1`, '1');
    await store.move(path('implied/x/y'), path('implied/z'));
    expect(await textOf(store, 'implied/z/1')).toBe('1');
    expect(await store.stat(path('implied/x'))).toEqual({ kind: 'folder' });
  });

  it('moves, removes and sweeps more objects than one list holds', async () => {
    const bucket = await openS3Bucket(BUCKET, Configuration.from(server.environment));
    const clock = new MovedClock();
    const paged = new S3FileStore(bucket, TOP.slice(0, -1), new InProcessPathLocks(), clock, {
      pageSize: 10,
    });
    const names = Array.from({ length: 25 }, (_, index) => `${index}${'/-.x'[index % 4]}y`);
    for (const name of names) {
      await server.plant(`${TOP}many/${name}`, name);
      await server.plant(`${TOP}.service/staging/${name}`, name);
    }
    await paged.move(path('many'), path('more'));
    expect(await keysIn('many')).toEqual([]);
    expect(await keysIn('more')).toEqual(names.map((name) => `${TOP}more/${name}`).sort());
    await paged.removeFolder(path('more'), { force: true });
    expect(await keysIn('more')).toEqual([]);
    clock.ahead = 25 * 60 * 60 * 1000;
    expect(await paged.sweep()).toBe(25);
    await paged.close();
  });

  it('takes a move of a folder back when it fails on the way', async () => {
    await store.createFolder(path('half'));
    for (let index = 0; index < 12; index++) await put(store, `half/${index}`, String(index));
    const before = await keysIn('half');
    server.refusal = (operation, key) =>
      operation === 'copy' && key.endsWith('/9') ? 'QuotaExceeded' : undefined;
    await expect(store.move(path('half'), path('whole'))).rejects.toEqual(
      failure('fileStore.full'),
    );
    expect(await keysIn('half')).toEqual(before);
    expect(await keysIn('whole')).toEqual([]);
    expect(await textOf(store, 'half/11')).toBe('11');
  });

  it('never loses a file whose removal fails in a move', async () => {
    await put(store, 'both', 'both');
    server.refusal = (operation) => (operation === 'delete' ? 'AccessDenied' : undefined);
    await expect(store.move(path('both'), path('both2'))).rejects.toEqual(
      failure('fileStore.unavailable'),
    );
    expect([await textOf(store, 'both'), await textOf(store, 'both2')]).toEqual(['both', 'both']);
  });

  it.each([
    ['QuotaExceeded', 'fileStore.full'],
    ['AccessDenied', 'fileStore.unavailable'],
    ['InternalError', 'fileStore.unavailable'],
  ])('reports %s as %s, and changes nothing', async (code, expected) => {
    await put(store, 'old', 'old', { replace: true });
    const staged = await store.stage(bytesOf('new'));
    server.refusal = () => code;
    const works = [
      () => store.stage(bytesOf('x')),
      () => store.publish([{ staged, path: path('old') }], { replace: true }),
      () => store.publish([{ staged, path: path('new') }], { replace: false }),
      () => store.copy(path('old'), path('new')),
      () => store.createFolder(path('new')),
      () => store.removeFile(path('old')),
    ];
    for (const work of works) await expect(work()).rejects.toEqual(failure(expected));
    server.refusal = () => undefined;
    expect(await textOf(store, 'old')).toBe('old');
    expect(await store.stat(path('new'))).toBeUndefined();
    await store.discard([staged]);
  });

  it('sweeps uploads that nobody has ended, where the server lists them', async () => {
    const { clock, sweep, close } = await openStores('s3', server);
    const client = new S3({
      endpoint: server.url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
    const Key = `${TOP}.service/staging/left-behind`;
    await client.createMultipartUpload({ Bucket: BUCKET, Key });
    client.destroy();
    expect(await server.openUploads()).toHaveLength(1);
    expect(await sweep()).toBe(0);
    clock.ahead = 25 * 60 * 60 * 1000;
    server.listsUploads = false;
    expect(await sweep()).toBe(0);
    server.listsUploads = true;
    expect(await sweep()).toBe(1);
    expect(await server.openUploads()).toEqual([]);
    await close();
  });

  it('refuses paths that are too long together with the prefix', async () => {
    const long = `${'x'.repeat(200)}/`.repeat(5) + 'x'.repeat(19);
    await expect(store.stat(path(long))).rejects.toEqual(failure('path.tooLong'));
    await expect(put(store, long, 'x')).rejects.toMatchObject({ status: 400 });
  });

  it('is unavailable when nobody answers, and with an unknown bucket', async () => {
    const settings = (environment: Record<string, string>): Configuration =>
      Configuration.from({ ...server.environment, ...environment });
    for (const [bucket, endpoint] of [
      [BUCKET, 'http://127.0.0.1:1'],
      ['unknown', server.url],
    ] as const) {
      const opened = await openS3Bucket(bucket, settings({ S3_ENDPOINT: endpoint }));
      const lost = new S3FileStore(opened, '', new InProcessPathLocks(), new MovedClock());
      await expect(lost.stage(bytesOf('x'))).rejects.toEqual(failure('fileStore.unavailable'));
      await expect(lost.createFolder(path('a'))).rejects.toEqual(failure('fileStore.unavailable'));
      await lost.close();
    }
  });

  it('does not start with an address that is none', async () => {
    const database = await testDatabaseUrl();
    const configuration = Configuration.from({
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
      ...server.environment,
      FILES_URL: 's3://b',
    });
    const message = 'FILES_URL must be file:<folder> or s3://bucket/prefix';
    await expect(createApp(configuration)).rejects.toThrow(message);
    await database.drop();
  });
});
