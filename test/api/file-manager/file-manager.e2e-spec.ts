/** @engine */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  FileStore,
  FileStoreBusy,
  FileStoreFull,
  FileStoreUnavailable,
} from '../../../src/platform/media/files';
import { scaledTimeoutMs } from '../../support/jest/timeouts';
import { exchange } from '../conventions/requests/exact-request';
import { expectProblem, type Refusal } from '../conventions/requests/refusals';
import { badPath, call, done, ManagedFiles, refusal } from './managed-files';

const MEBIBYTE = 1024 * 1024;

/** Paths that lead out of the store or to files of the service, or that no file can have: none is ever looked at. */
const BAD_PATHS: readonly string[] = [
  '../../etc/passwd',
  'd/../../x',
  'd/../a.txt',
  '..',
  '//etc/passwd',
  './.',
  './a.txt',
  'd//e',
  '..\\x',
  'C:\\x',
  '\\\\host\\share',
  'd\\x',
  'n'.repeat(256),
  'é'.repeat(128),
  `${'n'.repeat(200)}/`.repeat(6) + 'x',
  '.service',
  '.service/staging/x',
  '.SERVICE/x',
  '.ſervice/exports',
  '．service',
  '.service\u200b',
  '.service.',
  'd/.service',
  '.file-store/staging/x',
  `exports/${'0f'.repeat(24)}`,
];

describe('The file manager', () => {
  let files: ManagedFiles;

  beforeAll(async () => {
    files = await ManagedFiles.start();
  });

  beforeEach(() => {
    files.raw.clear();
    files.put('a.txt', 'first');
    files.put('d/b.txt', 'second');
    files.raw.makeFolder('empty');
  });

  afterAll(() => files.stop());

  it('copies a file', async () => {
    expect(await files.run('copy', { from: 'a.txt', to: 'd/copy of ä.txt' })).toEqual(done);
    expect([files.text('a.txt'), files.text('d/copy of ä.txt')]).toEqual(['first', 'first']);
    expect(await files.typeOf('d/copy of ä.txt')).toBe('file');
  });

  it('moves a file, and renames files and folders', async () => {
    expect(await files.run('move', { from: 'a.txt', to: 'd/moved.txt' })).toEqual(done);
    expect(await files.run('move', { from: 'd', to: 'empty/e' })).toEqual(done);
    expect(await files.run('move', { from: 'empty', to: 'full' })).toEqual(done);
    expect(files.text('full/e/moved.txt')).toBe('first');
    expect(files.text('full/e/b.txt')).toBe('second');
    for (const path of ['a.txt', 'd', 'empty']) expect(await files.typeOf(path)).toBe('nothing');
  });

  it('makes folders with their parents, and reports existing ones', async () => {
    expect(await files.run('createDirectory', { directory: 'x/y/z' })).toEqual(done);
    expect(await files.run('createDirectory', { directory: 'x/w/' })).toEqual(done);
    for (const path of ['x', 'x/y', 'x/y/z', 'x/w'])
      expect(await files.typeOf(path)).toBe('folder');
    const root = await files.run('directoryExists', { directory: '.' });
    expect(root).toEqual({ status: 201, body: { exists: true } });
    for (const path of ['nothing', 'd/nothing', 'a.txt/b', 'x/y/z/0'])
      expect(await files.typeOf(path)).toBe('nothing');
  });

  it('removes a file, an empty folder, and a full one by force', async () => {
    expect(await files.run('remove', { file: 'a.txt' })).toEqual(done);
    expect(await files.run('removeDirectory', { directory: 'empty' })).toEqual(done);
    expect(await files.run('removeDirectory', { directory: 'd', force: true })).toEqual(done);
    for (const path of ['a.txt', 'empty', 'd', 'd/b.txt'])
      expect(await files.typeOf(path)).toBe('nothing');
    expect(files.state()).toBe('');
  });

  it('knows a name by its letters, in whatever form of Unicode it comes', async () => {
    const composed = 'caf\u00e9.txt';
    const decomposed = 'cafe\u0301.txt';
    expect(await files.run('copy', { from: 'a.txt', to: decomposed })).toEqual(done);
    expect(files.state()).toContain(`${composed} `);
    expect(await files.typeOf(composed)).toBe('file');
    expect(await files.typeOf(decomposed)).toBe('file');
    await files.refuses(
      call('copy', { from: 'd/b.txt', to: composed }),
      refusal(409, 'file.taken'),
    );
    expect(await files.typeOf('A.txt')).toBe('nothing');
  });

  describe('download', () => {
    it.each([0, 1, 2, 3, 1000, 300_001])('gives %d bytes as Base64', async (size) => {
      const content = Buffer.alloc(size, 'Ünsinn');
      files.put('d/x.bin', content);
      const { status, body } = await files.run('download', { file: 'd/x.bin' });
      expect({ status, keys: Object.keys(body) }).toEqual({ status: 201, keys: ['file'] });
      expect(Buffer.from(String(body['file']), 'base64').equals(content)).toBe(true);
    });

    it('gives 50 MiB and not a byte more, however large the file is', async () => {
      const content = Buffer.alloc(50 * MEBIBYTE, 'abc');
      files.put('large.bin', content);
      const { status, text } = await exchange(files.url, call('download', { file: 'large.bin' }));
      expect(status).toBe(201);
      expect(text === JSON.stringify({ file: content.toString('base64') })).toBe(true);
      for (const size of [content.length + 1, 2048 * MEBIBYTE]) {
        truncateSync(join(files.folder, 'large.bin'), size);
        const begin = performance.now();
        await files.refuses(call('download', { file: 'large.bin' }), {
          ...refusal(413, 'file.tooLarge'),
          faults: ['/fileManager/file file.tooLarge'],
        });
        expect(performance.now() - begin).toBeLessThan(scaledTimeoutMs(5_000));
      }
    });

    it('is sent while it is read, so that a file is never held', async () => {
      const size = 24 * MEBIBYTE;
      const chunk = Buffer.alloc(MEBIBYTE, 'x');
      let read = 0;
      const content = Readable.from(
        (function* () {
          for (; read < size; read += chunk.length) yield chunk;
        })(),
        { objectMode: false, highWaterMark: MEBIBYTE },
      );
      const file = { kind: 'file' as const, size, modifiedAt: new Date(), entityTag: 'x' };
      const store = files.hardened.service.app.get(FileStore);
      const spied = jest.spyOn(store, 'read').mockResolvedValue({ file, content });
      const response = await fetch(`${files.url}/v1/fileManager/download`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${await files.hardened.service.createKey('files:read')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ fileManager: { file: 'x' } }),
      });
      const chunks = response.body!.values();
      const first = Buffer.from((await chunks.next()).value as Uint8Array);
      expect(first.toString('latin1', 0, 12)).toBe('{"file":"eHh');
      // The rest waits until somebody takes it.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(read).toBeLessThan(size / 2);
      let received = first.length;
      for await (const more of chunks) received += (more as Uint8Array).length;
      expect(received).toBe('{"file":""}'.length + 4 * Math.ceil(size / 3));
      spied.mockRestore();
    });

    it('lets go of the file when the client goes away', async () => {
      const content = new Readable({ read: () => undefined });
      content.push(Buffer.alloc(99));
      const file = { kind: 'file' as const, size: 1000, modifiedAt: new Date(), entityTag: 'x' };
      const store = files.hardened.service.app.get(FileStore);
      const spied = jest.spyOn(store, 'read').mockResolvedValue({ file, content });
      const gone = new AbortController();
      const response = await fetch(`${files.url}/v1/fileManager/download`, {
        method: 'POST',
        signal: gone.signal,
        headers: {
          Authorization: `Bearer ${await files.hardened.service.createKey('files:read')}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ fileManager: { file: 'x' } }),
      });
      await response.body!.getReader().read();
      const closed = new Promise((resolve) => content.once('close', resolve));
      gone.abort();
      await closed;
      spied.mockRestore();
    });
  });

  it.each(BAD_PATHS)('refuses the path %j wherever one is given', async (path) => {
    const before = files.state();
    const refused = async (operation: string, fields: Record<string, unknown>) => {
      const answer = await files.hardened.send(call(operation, fields));
      expectProblem(answer, `/v1/fileManager/${operation}`, badPath(...Object.keys(fields)));
    };
    for (const operation of ['download', 'fileExists', 'remove'])
      await refused(operation, { file: path });
    for (const operation of ['createDirectory', 'directoryExists', 'removeDirectory'])
      await refused(operation, { directory: path });
    for (const operation of ['copy', 'move']) await refused(operation, { from: path, to: path });
    expect(files.state()).toBe(before);
  });

  it('reports which of two paths is bad', async () => {
    for (const operation of ['copy', 'move']) {
      await files.refuses(call(operation, { from: '../a.txt', to: 'x' }), badPath('from'));
      await files.refuses(call(operation, { from: 'a.txt', to: '../x' }), badPath('to'));
    }
  });

  it('looks for an absolute path within the store alone', async () => {
    const missing = { status: 201, body: { exists: false } };
    expect(await files.run('fileExists', { file: '/etc/passwd' })).toEqual(missing);
    expect(await files.run('directoryExists', { directory: '/etc/' })).toEqual(missing);
    const expected = refusal(404, 'file.notFound');
    await files.refuses(call('download', { file: '/etc/passwd' }), expected);
  });

  it('leaves the root alone', async () => {
    const before = files.state();
    for (const root of ['', '.', '/', '//', './', '/.']) {
      const body = { directory: root };
      const exists = { status: 201, body: { exists: true } };
      expect(await files.run('directoryExists', body)).toEqual(exists);
      for (const force of [false, true])
        await files.refuses(call('removeDirectory', { ...body, force }), badPath('directory'));
      await files.refuses(call('createDirectory', body), badPath('directory'));
    }
    for (const root of ['.', '/', '//', './', '/.']) {
      for (const operation of ['download', 'fileExists', 'remove'])
        await files.refuses(call(operation, { file: root }), badPath('file'));
      for (const operation of ['copy', 'move']) {
        await files.refuses(call(operation, { from: root, to: 'd/x' }), badPath('from'));
        await files.refuses(call(operation, { from: 'a.txt', to: root }), badPath('to'));
      }
    }
    expect(files.state()).toBe(before);
  });

  it.each([
    ['/', ''],
    ['', '/'],
    ['/', '//'],
  ])('takes %j off the start and %j off the end of every path', async (start, end) => {
    const around = (path: string) => `${start}${path}${end}`;
    const exists = { status: 201, body: { exists: true } };
    expect(await files.run('createDirectory', { directory: around('new/er') })).toEqual(done);
    expect(await files.run('directoryExists', { directory: around('new/er') })).toEqual(exists);
    const target = around('new/er/b.txt');
    expect(await files.run('copy', { from: around('d/b.txt'), to: target })).toEqual(done);
    expect(await files.run('fileExists', { file: target })).toEqual(exists);
    expect(await files.run('download', { file: target })).toMatchObject({ status: 201 });
    expect(await files.run('move', { from: around('new/er'), to: around('new/est') })).toEqual(
      done,
    );
    expect(files.text('new/est/b.txt')).toBe('second');
    expect(await files.run('remove', { file: around('new/est/b.txt') })).toEqual(done);
    const directory = around('new');
    expect(await files.run('removeDirectory', { directory, force: true })).toEqual(done);
    expect(files.state()).not.toContain('new');
  });

  it.each<[string, unknown, string[]]>([
    ['a number', { file: 1 }, ['/file value.type']],
    ['a list', { file: ['a.txt'] }, ['/file value.type']],
    ['an object', { file: { toString: 'a.txt' } }, ['/file value.type']],
    ['null', { file: null }, ['/file value.type']],
    ['nothing', {}, ['/file field.required']],
    ['an empty text', { file: '' }, ['/file text.tooShort']],
    ['NUL', { file: 'a\0.txt' }, ['/file format.text']],
    ['half a surrogate pair', { file: 'a\ud800.txt' }, ['/file format.text']],
    ['a text without end', { file: 'x'.repeat(5000) }, ['/file text.tooLong']],
    ['more', { file: 'a.txt', force: true }, ['/force field.unknown']],
    [
      'a member of objects',
      JSON.parse('{"file":"a.txt","__proto__":1}'),
      ['/__proto__ field.unknown'],
    ],
  ])('refuses %s for a file', async (_what, fields, faults) => {
    const expected = faults.map((fault) => `/fileManager${fault}`);
    for (const operation of ['download', 'fileExists', 'remove'])
      await files.refuses(call(operation, fields), {
        status: 400,
        code: 'request.invalid',
        faults: expected,
      });
  });

  it('refuses other kinds of force than true and false', async () => {
    for (const force of ['true', 1, null, {}])
      await files.refuses(call('removeDirectory', { directory: 'd', force }), {
        ...{ status: 400, code: 'request.invalid', faults: ['/fileManager/force value.type'] },
      });
  });

  it.each<[string, Record<string, unknown>, Refusal]>([
    ['copy', { from: 'nothing', to: 'x' }, refusal(404, 'file.notFound')],
    ['copy', { from: 'a.txt', to: 'd/b.txt' }, refusal(409, 'file.taken')],
    ['copy', { from: 'a.txt', to: 'a.txt' }, refusal(409, 'file.taken')],
    ['copy', { from: 'a.txt', to: 'empty' }, refusal(409, 'file.taken')],
    ['copy', { from: 'a.txt', to: 'nowhere/x' }, refusal(404, 'folder.notFound')],
    ['copy', { from: 'a.txt', to: 'd/b.txt/x' }, refusal(409, 'path.throughFile')],
    ['copy', { from: 'a.txt/x', to: 'x' }, refusal(409, 'path.throughFile')],
    ['copy', { from: 'd', to: 'e' }, refusal(409, 'file.isFolder')],
    ['move', { from: 'nothing', to: 'x' }, refusal(404, 'file.notFound')],
    ['move', { from: 'a.txt', to: 'd/b.txt' }, refusal(409, 'file.taken')],
    ['move', { from: 'a.txt', to: 'a.txt' }, refusal(409, 'file.taken')],
    ['move', { from: 'd', to: 'empty' }, refusal(409, 'file.taken')],
    ['move', { from: 'd', to: 'd' }, refusal(409, 'file.taken')],
    ['move', { from: 'd', to: 'd/e' }, refusal(409, 'folder.intoItself')],
    ['move', { from: 'd', to: 'nowhere/x' }, refusal(404, 'folder.notFound')],
    ['move', { from: 'd', to: 'a.txt/x' }, refusal(409, 'path.throughFile')],
    ['createDirectory', { directory: 'd' }, refusal(409, 'file.taken')],
    ['createDirectory', { directory: 'a.txt' }, refusal(409, 'file.taken')],
    ['createDirectory', { directory: 'a.txt/x' }, refusal(409, 'path.throughFile')],
    ['download', { file: 'nothing' }, refusal(404, 'file.notFound')],
    ['download', { file: 'd' }, refusal(409, 'file.isFolder')],
    ['download', { file: 'a.txt/x' }, refusal(409, 'path.throughFile')],
    ['remove', { file: 'nothing' }, refusal(404, 'file.notFound')],
    ['remove', { file: 'empty' }, refusal(409, 'file.isFolder')],
    ['removeDirectory', { directory: 'nothing' }, refusal(404, 'folder.notFound')],
    ['removeDirectory', { directory: 'd' }, refusal(409, 'folder.notEmpty')],
    ['removeDirectory', { directory: 'd', force: false }, refusal(409, 'folder.notEmpty')],
    ['removeDirectory', { directory: 'a.txt', force: true }, refusal(409, 'folder.isFile')],
  ])('refuses %s of %j', async (operation, fields, expected) => {
    await files.refuses(call(operation, fields), expected);
  });

  it.each([
    'shell.php',
    'X.PHP5',
    'x.phar',
    'x.jpg.php',
    'shell.php.jpg',
    'x.jsp',
    '.htaccess',
    'web.config',
    '.env',
    'run.cgi',
    'x.sh',
    'x.cer',
    'x．ｐｈｐ',
    'x.php\ufe0f',
  ])('lets nothing be called %s', async (name) => {
    for (const operation of ['copy', 'move'])
      await files.refuses(call(operation, { from: 'a.txt', to: `d/${name}` }), {
        ...{ status: 415, code: 'file.executable', faults: ['/fileManager/to file.executable'] },
      });
    for (const directory of [`d/${name}`, `d/${name}/new`])
      await files.refuses(call('createDirectory', { directory }), {
        ...refusal(415, 'file.executable'),
        faults: ['/fileManager/directory file.executable'],
      });
  });

  it.each(['x.php\u200b', 'a\u200d.txt', 'a\u3164.txt', 'a\ue000', 'a\u0378'])(
    'gives nothing the name %j, in which not all can be seen',
    async (name) => {
      for (const operation of ['copy', 'move'])
        await files.refuses(call(operation, { from: 'a.txt', to: `d/${name}` }), badPath('to'));
      for (const directory of [name, `d/${name}`, `${name}/d`])
        await files.refuses(call('createDirectory', { directory }), badPath('directory'));
    },
  );

  it('goes on with a file whose name has such characters already', async () => {
    const old = 'd/می\u200cخواهم.txt';
    writeFileSync(join(files.folder, old), 'old');
    expect(await files.typeOf(old)).toBe('file');
    expect((await files.hardened.send(call('copy', { from: old, to: 'd/new.txt' }))).status).toBe(
      201,
    );
    expect(files.text('d/new.txt')).toBe('old');
    for (const file of [old, 'd/new.txt'])
      expect((await files.hardened.send(call('remove', { file }))).status).toBe(201);
  });

  it('neither follows links nor opens what is no file', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    symlinkSync(outside, join(files.folder, 'link'));
    symlinkSync(join(outside, 'secret.txt'), join(files.folder, 'file-link'));
    symlinkSync(join(files.folder, 'd'), join(files.folder, 'inner-link'));
    execFileSync('mkfifo', [join(files.folder, 'pipe')]);
    for (const file of ['file-link', 'link/secret.txt', 'inner-link/b.txt', 'pipe']) {
      expect(await files.typeOf(file)).toBe('nothing');
      for (const request of [
        call('download', { file }),
        call('remove', { file }),
        call('copy', { from: file, to: 'd/x' }),
        call('move', { from: file, to: 'd/x' }),
      ]) {
        const before = files.state();
        const { status, text } = await files.hardened.send(request);
        expect([404, 409]).toContain(status);
        expect(text).not.toContain('c2VjcmV0');
        expect(files.state()).toBe(before);
      }
    }
    for (const to of ['link/x', 'link/sub/x', 'inner-link/x'])
      for (const operation of ['copy', 'move']) {
        const { status } = await files.run(operation, { from: 'a.txt', to });
        expect([404, 409]).toContain(status);
      }
    expect((await files.run('createDirectory', { directory: 'link/sub' })).status).toBe(409);
    await files.run('removeDirectory', { directory: 'link', force: true });
    await files.run('removeDirectory', { directory: 'inner-link', force: true });
    expect(existsSync(join(outside, 'secret.txt'))).toBe(true);
    expect(files.text('d/b.txt')).toBe('second');
    rmSync(outside, { recursive: true });
  });

  it.each([
    [507, 'fileStore.full', FileStoreFull],
    [503, 'fileStore.unavailable', FileStoreUnavailable],
    [503, 'fileStore.busy', FileStoreBusy],
  ])('answers %d %s for the error of the store', async (status, code, Kind) => {
    const store = files.hardened.service.app.get(FileStore);
    const spied = jest.spyOn(store, 'copy').mockRejectedValue(new Kind());
    await files.refuses(call('copy', { from: 'a.txt', to: 'x.txt' }), refusal(status, code));
    spied.mockRestore();
  });

  it('lets readers read, and only writers write', async () => {
    const reader = await files.hardened.service.createKey('files:read');
    const writer = await files.hardened.service.createKey('files:write');
    const before = files.state();
    const reads = [
      call('fileExists', { file: 'a.txt' }),
      call('directoryExists', { directory: 'd' }),
      call('download', { file: 'a.txt' }),
    ];
    const writes = [
      call('copy', { from: 'a.txt', to: 'x.txt' }),
      call('move', { from: 'a.txt', to: 'x.txt' }),
      call('createDirectory', { directory: 'x' }),
      call('remove', { file: 'a.txt' }),
      call('removeDirectory', { directory: 'd', force: true }),
    ];
    for (const request of reads)
      for (const key of [reader, writer])
        expect((await files.hardened.send({ ...request, key })).status).toBe(201);
    for (const request of writes)
      await files.refuses({ ...request, key: reader }, refusal(403, 'scope.missing'));
    expect(files.state()).toBe(before);
  });

  it('gives one name to one of 30 copies and moves at once, and loses nothing', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `source-${index}.txt`);
    for (const name of names) files.put(name, name);
    const results = await Promise.all(
      names.map((from, index) => files.run(index % 2 ? 'copy' : 'move', { from, to: 'd/one.txt' })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(29).fill(409),
    ]);
    const winner = results.findIndex(({ status }) => status === 201);
    expect(files.text('d/one.txt')).toBe(names[winner]);
    const left = names.filter((name) => files.raw.all().some(({ path }) => path === name));
    expect(left).toEqual(names.filter((_, index) => index !== winner || winner % 2 === 1));
    expect(files.staged()).toBe(0);
  });

  it('moves one file to one of 30 names, and makes a folder once', async () => {
    const moves = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        files.run('move', { from: 'a.txt', to: `d/${index}.txt` }),
      ),
    );
    expect(moves.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(29).fill(404)]);
    const winner = moves.findIndex(({ status }) => status === 201);
    expect(files.text(`d/${winner}.txt`)).toBe('first');
    const made = await Promise.all(
      Array.from({ length: 30 }, () => files.run('createDirectory', { directory: 'n/e/w' })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(29).fill(409)]);
  });
});
