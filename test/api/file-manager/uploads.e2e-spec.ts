import { readdirSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { FileStore, FileStoreFull } from '../../../src/platform/media/files';
import { replaceTimerDelays } from '../../support/service/service-global';
import {
  encodedFile,
  field,
  file,
  form,
  FORM_TYPE,
  headOf,
  type Part,
} from '../../support/multipart';
import { MASTER_KEY } from '../../support/service/service';
import type { ExactAnswer } from '../conventions/requests/exact-request';
import { expectProblem, type Refusal } from '../conventions/requests/refusals';
import { ManagedFiles, uploadOf } from './managed-files';

const MEBIBYTE = 1024 * 1024;
const PATH = '/v1/fileManager/upload';

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});
const refusal = (status: number, code: string, ...faults: string[]): Refusal => ({
  ...{ status, code },
  ...(faults.length > 0 ? { faults } : {}),
});
const malformed = refusal(400, 'form.malformed');

describe('Uploads', () => {
  let files: ManagedFiles;

  beforeAll(async () => {
    files = await ManagedFiles.start();
  });

  beforeEach(() => {
    files.raw.clear();
    files.put('d/old.txt', 'old');
    files.put('d/folder/x.txt', 'x');
  });

  afterAll(() => files.stop());

  const uploaded = async (path: string, ...parts: Part[]) => {
    const { status, text } = await files.upload(path, ...parts);
    expect({ status, text }).toEqual({ status: 201, text: '{"response":"ok"}' });
  };

  it('stores files under their names, in the folder before or after them', async () => {
    await uploaded('d', file('a.txt', 'one'), file('b.svg', '<svg/>'), file('c', ''));
    expect(['a.txt', 'b.svg', 'c'].map((name) => files.text(`d/${name}`))).toEqual([
      'one',
      '<svg/>',
      '',
    ]);
    const after = uploadOf(file('a.txt', 'two'), field('path', 'd/folder/'));
    expect((await files.hardened.send(after)).status).toBe(201);
    expect(files.text('d/folder/a.txt')).toBe('two');
    await uploaded('/d/folder//', file('b.txt', 'four'));
    expect(files.text('d/folder/b.txt')).toBe('four');
    for (const root of ['.', '/', '']) {
      await uploaded(root, file('root.txt', `three ${root}`));
      expect(files.text('root.txt')).toBe(`three ${root}`);
    }
    expect(files.staged()).toBe(0);
  });

  it('replaces a file of the name, and counts the same letters as the same name', async () => {
    await uploaded('d', file('old.txt', 'new'), file('caf\u00e9.txt', 'composed'));
    await uploaded('d', file('cafe\u0301.txt', 'decomposed'));
    expect(files.text('d/old.txt')).toBe('new');
    expect(files.text('d/caf\u00e9.txt')).toBe('decomposed');
    expect(files.raw.names('d')).toEqual(['caf\u00e9.txt', 'folder', 'old.txt']);
    await files.refuses(
      uploadOf(field('path', 'd'), file('caf\u00e9.txt'), file('cafe\u0301.txt')),
      invalid('/file/1 file.twice'),
    );
  });

  it.each<[string, Part, string]>([
    [
      'an encoded name',
      encodedFile('filename="x.php"; filename*=UTF-8\'\'%e2%82%ac%20100.png'),
      '€ 100.png',
    ],
    ['raw UTF-8', file('日本語.txt'), '日本語.txt'],
    ['percent signs', file('50%.pdf'), '50%.pdf'],
    ['a language between dots', file('manual.pl.pdf'), 'manual.pl.pdf'],
    ['a page that browsers run', file('x.html', '<script>'), 'x.html'],
  ])('takes %s as the name', async (_what, part, name) => {
    await uploaded('d', part);
    expect(files.raw.names('d')).toContain(name);
  });

  it.each<[string, Part]>([
    ['a way out', file('../../x')],
    ['a way out, encoded', encodedFile('filename="a.png"; filename*=UTF-8\'\'%2e%2e%2fx.html')],
    ['a folder', file('folder/b.txt')],
    ['a path of Windows', file('C:\\\\b.txt')],
    ['a stream of Windows', file('x.php:aaa')],
    ['dots at the end', file('shell.php..')],
    ['NUL', encodedFile("filename*=UTF-8''a%00.png")],
    ['a line break', file('a%0D%0Ab.txt')],
    ['a turned name', encodedFile("filename*=UTF-8''a%E2%80%AEgpj.exe")],
    ['a quote', file('a%22b.txt')],
    ['256 bytes', file('n'.repeat(256))],
    ['a device', file('aux.txt')],
    ['the folder itself', file('.')],
    ['the folder above', file('..')],
    ['a program behind which nobody sees a space', file('x.php\u200b')],
    ['invisible letters', file('a\u00ad\u3164.png')],
    ['joined emoji', file('👩\u200d👧.png')],
    ['a character of private use', file('a\ue000.png')],
    ['a character that no Unicode has', file('a\u0378.png')],
    ['what the service keeps for itself', file('.service')],
  ])('refuses %s as a name', async (_what, part) => {
    const request = uploadOf(field('path', 'd'), file('good.txt'), part);
    await files.refuses(request, invalid('/file/1 path.invalid'));
  });

  it.each([
    'shell.php',
    'x.PhP7',
    'x.phar',
    'x.jpg.php',
    'x.php.jpg',
    '.htaccess',
    'web.config',
    '.env',
    'x.aspx',
    'x.cgi',
    'x.pl',
    'x.cer',
    'x．ｐｈｐ',
    'x.php\ufe0f',
  ])('refuses %s, and the others with it', async (name) => {
    for (const part of [
      file(name),
      encodedFile(`filename="a.png"; filename*=UTF-8''${encodeURIComponent(name)}`),
    ])
      await files.refuses(
        uploadOf(field('path', 'd'), file('a.txt'), file('b.txt'), part),
        refusal(415, 'file.executable', '/file/2 file.executable'),
      );
  });

  it.each<[string, Part[], Refusal]>([
    ['a way out', [field('path', '../x')], invalid('/path path.invalid')],
    ['a path of another host', [field('path', '//host/d')], invalid('/path path.invalid')],
    ['no path', [], invalid('/path field.required')],
    ['a path twice', [field('path', 'd'), field('path', 'd')], invalid('/path value.type')],
    ['a path as a file', [file('d', 'd', 'path')], invalid('/path field.unknown')],
    ['a path in brackets', [field('path[]', 'd')], malformed],
    [
      'another field',
      [field('path', 'd'), field('force', 'true')],
      invalid('/force field.unknown'),
    ],
    ['a missing folder', [field('path', 'nowhere')], refusal(404, 'folder.notFound')],
    ['a file', [field('path', 'd/old.txt')], refusal(409, 'path.throughFile')],
    ['a path through a file', [field('path', 'd/old.txt/x')], refusal(409, 'path.throughFile')],
    ['a deep path', [field('path', 'd/'.repeat(32).slice(0, -1))], invalid('/file/0 path.invalid')],
  ])('refuses %s as the folder', async (_what, parts, expected) => {
    await files.refuses(uploadOf(...parts, file('a.txt')), expected);
    await files.refuses(uploadOf(file('a.txt'), ...parts), expected);
  });

  it.each<[string, Part[], Refusal]>([
    ['no file', [], invalid('/file field.required')],
    ['a text for a file', [field('file', 'text')], invalid('/file form.noFile')],
    ['another part name', [file('a.txt', 'x', 'files')], invalid('/files field.unknown')],
    ['an empty file name', [file('')], malformed],
    [
      '21 files',
      Array.from({ length: 21 }, (_, index) => file(`${index}`)),
      refusal(413, 'form.tooManyFiles'),
    ],
    [
      '1,000 files',
      Array.from({ length: 1000 }, (_, index) => file(`${index}`)),
      refusal(413, 'form.tooManyFiles'),
    ],
    ['10,000 fields', Array<Part>(10_000).fill(field('x', 'y')), malformed],
    ['a name of 64 KB', [field('x'.repeat(65_536), ''), file('a')], malformed],
    ['nested names', [field('path[a][b]', ''), file('a')], malformed],
    [
      'a member of objects',
      [field('__proto__', '{}'), file('a')],
      invalid('/__proto__ field.unknown'),
    ],
  ])('refuses %s', async (_what, parts, expected) => {
    await files.refuses(uploadOf(field('path', 'd'), ...parts), expected);
  });

  it('stores all files or none, and reports which was in the way', async () => {
    const request = uploadOf(
      field('path', 'd'),
      ...[file('old.txt', 'new'), file('b.txt'), file('folder'), file('c.txt')],
    );
    const { detail } = await files.refuses(request, refusal(409, 'file.isFolder'));
    expect(detail).toContain('"d/folder"');
    expect(files.text('d/old.txt')).toBe('old');
  });

  it('takes 20 files, and 50 MiB to the byte, and no more', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => file(`${index}.txt`, `${index}`));
    await uploaded('d', ...twenty);
    expect(files.text('d/19.txt')).toBe('19');
    const large = Buffer.alloc(50 * MEBIBYTE + 1, 'abc');
    await uploaded('d', file('large.bin', large.subarray(1)));
    await files.refuses(
      uploadOf(field('path', 'd'), file('a.txt'), file('too-large.bin', large)),
      refusal(413, 'form.fileTooLarge', '/file/1 form.fileTooLarge'),
    );
  });

  it('refuses 53 MB in some KB of gzip, and takes what fits', async () => {
    const headers = { 'Content-Type': FORM_TYPE, 'Content-Encoding': 'gzip' };
    const packed = (size: number) => ({
      ...uploadOf(),
      headers,
      body: gzipSync(form(field('path', 'd'), file('a.bin', Buffer.alloc(size))), { level: 1 }),
    });
    await files.refuses(packed(53_000_000), refusal(413, 'form.fileTooLarge'));
    expect((await files.hardened.send(packed(1000))).status).toBe(201);
  });

  it.each<[string, string | undefined, Refusal]>([
    ['JSON', 'application/json', refusal(415, 'body.mediaType')],
    ['another multipart', 'multipart/mixed; boundary=x', refusal(415, 'body.mediaType')],
    ['no media type', undefined, refusal(415, 'body.mediaType')],
    ['no boundary', 'multipart/form-data', malformed],
    ['another boundary', 'multipart/form-data; boundary=other', malformed],
  ])('refuses %s', async (_what, type, expected) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    await files.refuses({ ...uploadOf(field('path', 'd'), file('a')), headers }, expected);
  });

  it('is refused for want of rights before its body is read', async () => {
    const stage = jest.spyOn(files.hardened.service.app.get(FileStore), 'stage');
    const reader = await files.hardened.service.createKey('files:read', 'util:write');
    for (const [key, status, code] of [
      [`osk_${'w'.repeat(43)}`, 401, 'credentials.invalid'],
      [reader, 403, 'scope.missing'],
    ] as const) {
      const held = open(key);
      held.write(headOf(file('a')));
      const answer = await held.answer;
      expectProblem(answer, PATH, { status, code });
      held.request.destroy();
    }
    expect(stage).not.toHaveBeenCalled();
    stage.mockRestore();
  });

  it('goes to the store as it comes, and nobody sees it before its end', async () => {
    const seen = watchStaging(files.hardened.service.app.get(FileStore));
    const flowing = open();
    flowing.write(headOf(field('path', 'd')), 'd\r\n', headOf(file('old.txt')));
    flowing.write(Buffer.alloc(300_000, 'n'));
    while (seen.bytes < 200_000) await pause(5);
    expect(files.text('d/old.txt')).toBe('old');
    flowing.request.end(`\r\n${form().toString()}`);
    expect((await flowing.answer).status).toBe(201);
    expect(files.text('d/old.txt')).toBe('n'.repeat(300_000));
    seen.restore();
  });

  it('never has more than a little of a file in memory, whatever the sender does', async () => {
    const store = files.hardened.service.app.get(FileStore);
    // A store that takes nothing: the sender has to wait.
    const spied = jest.spyOn(store, 'stage').mockImplementation(async (content) => {
      await content[Symbol.asyncIterator]().next();
      await pause(400);
      throw new FileStoreFull();
    });
    const held = open();
    held.write(headOf(file('a.bin')));
    let sent = 0;
    const chunk = Buffer.alloc(MEBIBYTE);
    const before = process.memoryUsage().arrayBuffers;
    while (sent < 40 * MEBIBYTE && !held.request.destroyed) {
      const isTaken = held.request.write(chunk);
      sent += chunk.length;
      if (!isTaken && !(await drained(held.request, 200))) break;
    }
    // The kernel's buffers for both sides hold a few MiB.
    expect(sent).toBeLessThan(20 * MEBIBYTE);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MEBIBYTE);
    expectProblem(await held.answer, PATH, refusal(507, 'fileStore.full'));
    held.request.destroy();
    spied.mockRestore();
    expect(files.staged()).toBe(0);
  });

  it('is refused in the middle of a file without end', async () => {
    const held = open();
    held.write(headOf(file('endless.bin')));
    const chunk = Buffer.alloc(MEBIBYTE);
    const over = ended(held.answer);
    for (let sent = 0; sent < 200 && !over.aborted; sent++) {
      if (!held.request.write(chunk)) await drained(held.request, 1000);
    }
    const answer = await held.answer;
    expectProblem(answer, PATH, refusal(413, 'form.fileTooLarge'));
    expect(answer.headers.connection).toBe('close');
    held.request.destroy();
    expect(files.staged()).toBe(0);
  });

  it('is refused when it stops coming', async () => {
    const timers = replaceTimerDelays([60_001], 200);
    const held = open();
    held.write(headOf(file('a.bin')), Buffer.alloc(1000));
    const answer = await held.answer;
    timers.mockRestore();
    expectProblem(answer, PATH, refusal(408, 'body.tooSlow'));
    expect(answer.headers.connection).toBe('close');
    expect(files.staged()).toBe(0);
  });

  it('is refused when it ends before the Content-Length that it announced, or is no form to its end', async () => {
    const whole = form(field('path', 'd'), file('a.bin', 'x'.repeat(1000)));
    for (const cut of [whole.length - 4, whole.length - 500, 60, 1])
      await files.refuses({ ...uploadOf(), body: whole.subarray(0, cut) }, malformed);
    const before = files.state();
    const lying = http.request(`${files.url}${PATH}`, {
      method: 'POST',
      headers: { ...authorized(), 'Content-Length': whole.length + 100 },
    });
    lying.on('error', () => undefined);
    lying.write(whole);
    await pause(50);
    lying.destroy();
    await pause(50);
    while (files.staged() > 0) await pause(10);
    expect(files.state()).toBe(before);
  });

  it('leaves nothing behind when its sender goes away, a hundred times', async () => {
    const store = files.hardened.service.app.get(FileStore);
    const before = files.state();
    await uploaded('d', file('old.txt', 'old'));
    const descriptors = openDescriptors();
    const seen = watchStaging(store);
    for (let round = 0; round < 10; round++) {
      const held = Array.from({ length: 10 }, () => open());
      const bytes = seen.bytes;
      for (const one of held) {
        one.write(headOf(field('path', 'd')), 'd\r\n', headOf(file('done.bin')), 'x\r\n');
        one.write(headOf(file('half.bin')), Buffer.alloc(100_000));
      }
      while (seen.bytes - bytes < 10 * 50_000) await pause(5);
      for (const { request } of held) request.destroy();
    }
    while (seen.running > 0 || files.staged() > 0) await pause(10);
    seen.restore();
    await pause(100);
    expect(files.state()).toBe(before);
    expect(openDescriptors()).toBeLessThan(descriptors + 10);
  });

  it('of 30 at once onto one name leave one whole file, and each is whole while they last', async () => {
    const contents = Array.from({ length: 30 }, (_, index) =>
      String.fromCharCode(65 + index).repeat(100_000),
    );
    const torn: string[] = [];
    const uploads = Promise.all(
      contents.map((content) => files.upload('d', file('old.txt', content))),
    );
    const over = ended(uploads);
    const watching = (async () => {
      while (!over.aborted) {
        const { status, text } = await files.hardened.send({
          ...{ path: '/static/d/old.txt', key: null },
        });
        if (status !== 200 || !(text === 'old' || contents.includes(text))) torn.push(`${status}`);
      }
    })();
    const answers = await uploads;
    await watching;
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(30).fill(201));
    expect(contents).toContain(files.text('d/old.txt'));
    expect(torn).toEqual([]);
    expect(files.staged()).toBe(0);
  });

  it('ignores an Idempotency-Key', async () => {
    const headers = { 'Content-Type': FORM_TYPE, 'Idempotency-Key': 'one' };
    for (const text of ['first', 'second']) {
      const request = uploadOf(field('path', 'd'), file('a.txt', text));
      expect((await files.hardened.send({ ...request, headers })).status).toBe(201);
      expect(files.text('d/a.txt')).toBe(text);
    }
  });

  function authorized(key = MASTER_KEY): Record<string, string> {
    return { Authorization: `Bearer ${key}`, 'Content-Type': FORM_TYPE };
  }

  /** An upload whose body is written bit by bit. */
  function open(key = MASTER_KEY) {
    const request = http.request(`${files.url}${PATH}`, {
      method: 'POST',
      headers: authorized(key),
      agent: false,
    });
    const answer = new Promise<ExactAnswer>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
    });
    // The answer to a destroyed request is ignored.
    answer.catch(() => undefined);
    const write = (...parts: (Buffer | string)[]): void => {
      for (const part of parts) request.write(part);
    };
    return { request, answer, write };
  }
});

/** How many bytes the store has taken in, and how many files it is taking in. */
function watchStaging(store: FileStore) {
  const seen = { bytes: 0, running: 0, restore: () => spied.mockRestore() };
  const stage = store.stage.bind(store);
  const spied = jest.spyOn(store, 'stage').mockImplementation(async (content) => {
    seen.running += 1;
    try {
      return await stage(
        (async function* () {
          for await (const bytes of content) {
            seen.bytes += bytes.length;
            yield bytes;
          }
        })(),
      );
    } finally {
      seen.running -= 1;
    }
  });
  return seen;
}

/** Aborted once the promise is settled. */
function ended(promise: Promise<unknown>): AbortSignal {
  const over = new AbortController();
  const end = (): void => {
    over.abort();
  };
  promise.then(end, end);
  return over.signal;
}

/** Whether a request takes more within the time, in milliseconds. */
function drained(request: http.ClientRequest, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
    }, timeoutMs);
    request.once('drain', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** Files, sockets and the like that this process has open. */
function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
