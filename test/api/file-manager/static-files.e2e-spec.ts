import { symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore, FileStoreUnavailable } from '../../../src/platform/media/files';
import { type ExactAnswer, exchange } from '../conventions/requests/exact-request';
import { expectProblem } from '../conventions/requests/refusals';
import { call, ManagedFiles } from './managed-files';
import { LocalFiles } from './raw-files';

const CONTENT = '0123456789';

describe('Static files', () => {
  let files: ManagedFiles;

  beforeAll(async () => {
    files = await ManagedFiles.start();
    files.put('d/digits.txt', CONTENT);
    files.put('d/ä 1#?.txt'.replace('?', ''), 'odd');
    files.put('empty.txt', '');
    files.put('attachments/orders/1/secret.txt', 'secret');
    files.put('ATTACHMENTS/secret.txt', 'secret');
    files.put('d/attachments/x.txt', 'no secret');
    files.put('.service/staging/0', 'secret');
    files.put('exports/secret.txt', 'secret');
    files.raw.makeFolder('folder.txt');
    // A bucket has neither an outside nor links.
    if (!(files.raw instanceof LocalFiles)) return;
    writeFileSync(join(files.folder, '../outside.txt'), 'secret');
    symlinkSync(join(files.folder, 'd/digits.txt'), join(files.folder, 'link.txt'));
    symlinkSync(join(files.folder, 'attachments'), join(files.folder, 'other'));
  });

  afterAll(() => files.stop());

  /** Open to everybody: without credentials. */
  const get = (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<ExactAnswer> =>
    exchange(files.url, { method, path: `/static/${path}`, headers, key: null });

  it('are served to everybody, as they are', async () => {
    const { status, headers, text } = await get('d/digits.txt');
    expect({ status, text }).toEqual({ status: 200, text: CONTENT });
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-request-id': expect.any(String),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    const wrongKey = { path: '/static/d/digits.txt', key: 'wrong' };
    expect((await exchange(files.url, wrongKey)).status).toBe(200);
    expect(await get('empty.txt')).toMatchObject({ status: 200, text: '' });
    expect(await get('d/attachments/x.txt')).toMatchObject({ status: 200, text: 'no secret' });
    expect(await get('d/digits.txt?v=2')).toMatchObject({ status: 200, text: CONTENT });
  });

  it.each([
    ['percent escapes', 'd/%C3%A4%201%23.txt'],
    ['another form of Unicode', 'd/a%CC%88%201%23.txt'],
    ['an escaped slash', 'd%2f%C3%A4%201%23.txt'],
  ])('are found by %s', async (_what, path) => {
    expect(await get(path)).toMatchObject({ status: 200, text: 'odd' });
  });

  it('answer HEAD like GET, without the content', async () => {
    for (const path of ['d/digits.txt', 'empty.txt']) {
      const whole = await get(path);
      const head = await get(path, { Range: 'bytes=0-1' }, 'HEAD');
      const { date: _one, 'x-request-id': _two, ...expected } = whole.headers;
      expect(head).toMatchObject({ status: 200, text: '', headers: expected });
    }
    expect(await get('nothing.txt', {}, 'HEAD')).toMatchObject({ status: 404, text: '' });
  });

  it.each<[string, string, boolean]>([
    ['a.png', 'image/png', true],
    ['a.JPG', 'image/jpeg', true],
    ['a.webp', 'image/webp', true],
    ['a.mp4', 'video/mp4', true],
    ['a.mp3', 'audio/mpeg', true],
    ['a.woff2', 'font/woff2', true],
    ['a.css', 'text/css; charset=utf-8', true],
    ['a.html', 'text/html; charset=utf-8', false],
    ['a.HTM', 'text/html; charset=utf-8', false],
    ['a.xhtml', 'application/xhtml+xml', false],
    ['a.svg', 'image/svg+xml', false],
    ['a.svgz', 'image/svg+xml', false],
    ['a.xml', 'application/xml', false],
    ['a.pdf', 'application/pdf', false],
    ['a.json', 'application/json; charset=utf-8', false],
    ['a.js', 'application/octet-stream', false],
    ['a.mjs', 'application/octet-stream', false],
    ['a.wasm', 'application/octet-stream', false],
    ['a.swf', 'application/x-shockwave-flash', false],
    ['a.zip', 'application/zip', false],
    ['a.unknown', 'application/octet-stream', false],
    ['a.constructor', 'application/octet-stream', false],
    ['a', 'application/octet-stream', false],
    ['.png', 'application/octet-stream', false],
  ])('%s is served as %s, and shown: %s', async (name, type, isShown) => {
    files.put(`media/${name}`, '<script>alert(1)</script>');
    const { status, headers } = await get(`media/${name}`);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type });
    expect(headers['content-disposition']).toBe(
      isShown ? undefined : `attachment; filename="${name}"`,
    );
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('are downloaded under their own names', async () => {
    files.put('media/Preis €.pdf', '%PDF');
    const { headers } = await get('media/Preis%20%E2%82%AC.pdf');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Preis ?.pdf"; filename*=UTF-8''Preis%20%E2%82%AC.pdf`,
    );
  });

  it.each([
    'nothing.txt',
    'd',
    'd/',
    'd/nothing/x',
    'd/digits.txt/',
    'd/digits.txt/x',
    'd//digits.txt',
    '/d/digits.txt',
    './d/digits.txt',
    'd/./digits.txt',
    'd/../d/digits.txt',
    '../outside.txt',
    '%2e%2e/outside.txt',
    '..%2foutside.txt',
    '..%5coutside.txt',
    '%2e%2e%2foutside.txt',
    '%252e%252e%252foutside.txt',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'd/digits.txt%00.png',
    'd/digits.txt%0d%0aX:y',
    'D/digits.txt',
    'folder.txt',
    'link.txt',
    'other/orders/1/secret.txt',
    'attachments/orders/1/secret.txt',
    'attachments%2forders/1/secret.txt',
    'ATTACHMENTS/secret.txt',
    'attachment%C5%BF/orders/1/secret.txt',
    'attach%E2%80%8Bments/orders/1/secret.txt',
    'exports/secret.txt',
    '.service/staging/0',
    '.SERVICE/staging/0',
    '.%C5%BFervice/staging/0',
    '.service%E2%80%8B/staging/0',
    '.service./staging/0',
    'x'.repeat(300),
    `${'d/'.repeat(40)}x`,
  ])('do not include %s', async (path) => {
    const answer = await get(path);
    expectProblem(answer, `/static/${path}`, { status: 404, code: 'file.notFound' });
    expect(answer.text).not.toContain('secret"');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('do not include what has no path, or one that is no UTF-8', async () => {
    for (const path of ['/static', '/static/'])
      expect((await exchange(files.url, { path, key: null })).status).toBe(404);
    for (const path of ['d/%E4.txt', 'd/%', '%c0%ae%c0%ae/outside.txt'])
      expect(await get(path)).toMatchObject({ status: 400 });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('can be read only: %s', async (method) => {
    const before = files.state();
    const answer = await get('d/digits.txt', {}, method);
    expectProblem(answer, '/static/d/digits.txt', { status: 405, code: 'method.notAllowed' });
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(files.state()).toBe(before);
  });

  describe('on conditions', () => {
    let etag: string;
    let date: string;

    beforeAll(async () => {
      const { headers } = await get('d/digits.txt');
      etag = String(headers.etag);
      date = String(headers['last-modified']);
    });

    const earlier = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const later = 'Fri, 01 Jan 2100 00:00:00 GMT';

    it('are spared who knows them', async () => {
      const known: Record<string, string>[] = [
        { 'If-None-Match': etag },
        { 'If-None-Match': `W/${etag}` },
        { 'If-None-Match': `"other", ${etag}` },
        { 'If-None-Match': '*' },
        { 'If-Modified-Since': date },
        { 'If-Modified-Since': later },
        { 'If-None-Match': etag, 'If-Modified-Since': earlier },
      ];
      for (const headers of known)
        for (const method of ['GET', 'HEAD']) {
          const answer = await get('d/digits.txt', headers, method);
          expect(answer).toMatchObject({ status: 304, text: '' });
          expect(answer.headers).toMatchObject({
            ...{ etag, 'last-modified': date, 'cache-control': 'public, max-age=300' },
          });
          expect(answer.headers).not.toHaveProperty('content-type');
        }
    });

    it('are sent to who does not', async () => {
      const unknown: Record<string, string>[] = [
        { 'If-None-Match': '"other"' },
        { 'If-Modified-Since': earlier },
        { 'If-Modified-Since': 'nonsense' },
        { 'If-None-Match': '"other"', 'If-Modified-Since': later },
        { 'If-Match': etag },
        { 'If-Unmodified-Since': date },
        { 'If-Unmodified-Since': 'nonsense' },
      ];
      for (const headers of unknown)
        expect(await get('d/digits.txt', headers)).toMatchObject({ status: 200, text: CONTENT });
    });

    it('are refused who wants another state', async () => {
      const changed: Record<string, string>[] = [
        { 'If-Match': '"other"' },
        { 'If-Match': `W/${etag}` },
        { 'If-Unmodified-Since': earlier },
      ];
      for (const headers of changed) {
        const answer = await get('d/digits.txt', headers);
        expectProblem(answer, '/static/d/digits.txt', { status: 412, code: 'precondition.failed' });
      }
    });

    it.each<[string, string, string]>([
      ['bytes=0-0', '0', '0-0'],
      ['bytes=2-4', '234', '2-4'],
      ['bytes=7-', '789', '7-9'],
      ['bytes=-3', '789', '7-9'],
      ['bytes=5-99', '56789', '5-9'],
      ['bytes=-99', CONTENT, '0-9'],
      ['BYTES=0-0', '0', '0-0'],
      ['bytes=9-99999999999999999999999', '9', '9-9'],
    ])('are sent in part: %s', async (range, text, part) => {
      const answer = await get('d/digits.txt', { Range: range });
      expect(answer).toMatchObject({ status: 206, text });
      expect(answer.headers).toMatchObject({
        ...{ 'content-range': `bytes ${part}/10`, 'content-length': `${text.length}`, etag },
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    });

    it('are sent whole for ranges that are several, or none', async () => {
      for (const range of [
        'bytes=0-1,5-6',
        'bytes=1-2,3-4',
        'bytes=-',
        'bytes=1',
        'bytes=4-2',
        'bytes',
        'bytes=',
        'lines=0-1',
        'x',
      ])
        expect(await get('d/digits.txt', { Range: range })).toMatchObject({
          ...{ status: 200, text: CONTENT },
        });
    });

    it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('have nothing at %s', async (range) => {
      const answer = await get('d/digits.txt', { Range: range });
      expectProblem(answer, '/static/d/digits.txt', { status: 416, code: 'range.outside' });
      expect(answer.headers['content-range']).toBe('bytes */10');
    });

    it('are sent in part only while they match If-Range', async () => {
      const range = { Range: 'bytes=0-1' };
      for (const condition of [etag, date])
        expect(await get('d/digits.txt', { ...range, 'If-Range': condition })).toMatchObject({
          ...{ status: 206, text: '01' },
        });
      for (const condition of ['"other"', `W/${etag}`, earlier, later, 'nonsense'])
        expect(await get('d/digits.txt', { ...range, 'If-Range': condition })).toMatchObject({
          ...{ status: 200, text: CONTENT },
        });
    });
  });

  it('get another tag with another content, even of the same time and length', async () => {
    files.put('changing.txt', 'one');
    const before = await get('changing.txt');
    const time = new Date(String(before.headers['last-modified']));
    files.put('draft.txt', 'two');
    utimesSync(join(files.folder, 'draft.txt'), time, time);
    await files.run('remove', { file: 'changing.txt' });
    await files.run('move', { from: 'draft.txt', to: 'changing.txt' });
    const after = await get('changing.txt', { 'If-None-Match': String(before.headers.etag) });
    expect(after).toMatchObject({ status: 200, text: 'two' });
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('are never mixed: a file that is replaced meanwhile is sent whole', async () => {
    files.put('replaced.txt', CONTENT);
    const store = files.hardened.service.app.get(FileStore);
    const read = store.read.bind(store);
    const spied = jest.spyOn(store, 'read').mockImplementationOnce(async (...all) => {
      files.put('new.txt', 'abcdefghijkl');
      await store.removeFile(all[0]);
      await files.run('move', { from: 'new.txt', to: 'replaced.txt' });
      return read(...all);
    });
    const answer = await get('replaced.txt', { Range: 'bytes=2-4' });
    spied.mockRestore();
    expect(answer).toMatchObject({ status: 200, text: 'abcdefghijkl' });
    expect(answer.headers['content-length']).toBe('12');
    expect(answer.headers.etag).toBe((await get('replaced.txt')).headers.etag);
  });

  it('may be far larger than the memory, and are sent as they are read', async () => {
    files.put('sparse.bin', 'begin');
    const size = 3 * 1024 ** 3;
    truncateSync(join(files.folder, 'sparse.bin'), size);
    const head = await get('sparse.bin', {}, 'HEAD');
    expect(head.headers['content-length']).toBe(`${size}`);
    const tail = await get('sparse.bin', { Range: 'bytes=-4' });
    expect(tail).toMatchObject({ status: 206, text: '\0\0\0\0' });
    const gone = new AbortController();
    const store = files.hardened.service.app.get(FileStore);
    const opened = jest.spyOn(store, 'read');
    const response = await fetch(`${files.url}/static/sparse.bin`, { signal: gone.signal });
    const first = await response.body!.values().next();
    expect(Buffer.from(first.value as Uint8Array).toString('latin1', 0, 5)).toBe('begin');
    const { content } = (await opened.mock.results[0]!.value) as { content: Readable };
    const closed = new Promise((resolve) => content.once('close', resolve));
    gone.abort();
    await closed;
    opened.mockRestore();
  });

  it('come in one piece or not at all when the store breaks down', async () => {
    const store = files.hardened.service.app.get(FileStore);
    const broken = jest.spyOn(store, 'read').mockRejectedValueOnce(new FileStoreUnavailable());
    const answer = await get('d/digits.txt');
    expectProblem(answer, '/static/d/digits.txt', { status: 503, code: 'fileStore.unavailable' });
    broken.mockRestore();
    const content = new Readable({
      read(this: Readable) {
        this.push('01');
        process.nextTick(() => this.destroy(new Error('The disk broke')));
      },
    });
    const file = { kind: 'file' as const, size: 10, modifiedAt: new Date(), entityTag: 'x' };
    const cut = jest.spyOn(store, 'read').mockResolvedValueOnce({ file, content });
    await expect(get('d/digits.txt')).rejects.toThrow();
    cut.mockRestore();
    expect((await get('d/digits.txt')).text).toBe(CONTENT);
  });

  it('are what the file manager knows', async () => {
    await files.run('copy', { from: 'd/digits.txt', to: 'copied.txt' });
    expect((await get('copied.txt')).text).toBe(CONTENT);
    await files.hardened.send(call('remove', { file: 'copied.txt' }));
    expect((await get('copied.txt')).status).toBe(404);
  });
});
