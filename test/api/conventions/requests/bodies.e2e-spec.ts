import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { Service } from '../../../support/service/service';
import { replaceTimerDelays } from '../../../support/service/service-global';
import type { ExactRequest } from './exact-request';
import { Hardened, type Refusal, jsonRequest } from './refusals';

const PATH = '/v1/customTagGroups';
const MEBIBYTE = 1024 * 1024;

const invalid = (...faults: string[]): Refusal => ({
  status: 400,
  code: 'request.invalid',
  faults,
});
const malformed: Refusal = { status: 400, code: 'body.malformed', faults: [] };
const unsupported: Refusal = { status: 415, code: 'body.mediaType', faults: [] };
const tooLarge: Refusal = { status: 413, code: 'body.tooLarge', faults: [] };

const group = { pId: 'made', name: 'Made', itemType: 1, position: 1, priority: 1 };
const good = JSON.stringify({ customTagGroups: group });
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const numbered = (count: number) => Array.from({ length: count }, (_, at) => [`k${at}`, 1]);
const smallObjects = (count: number) => Array.from({ length: count }, () => ({ a: 1, b: 2 }));
const ofType = (type: string, body: string | Buffer = good): Partial<ExactRequest> => ({
  body,
  headers: { 'Content-Type': type },
});
const encoded = (encoding: string, body: Buffer): Partial<ExactRequest> => ({
  body,
  headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
});

describe('bodies', () => {
  let hardened: Hardened;
  let made = 0;

  beforeAll(async () => {
    hardened = await Hardened.start();
  });

  afterAll(() => hardened.stop());

  it('are refused with the place where they are not JSON', async () => {
    const body = '{"customTagGroups": {\n  "pId": "made" "name": "Made"}}';
    const { text } = await hardened.send({
      ...{ method: 'POST', path: PATH, body },
      headers: { 'Content-Type': 'application/json' },
    });
    expect(JSON.parse(text)).toMatchObject({
      code: 'body.malformed',
      detail: expect.stringContaining('It is not valid at line 2, column 17.') as string,
    });
  });

  it.each([
    [{ customtaggroups: group }, 'customtaggroups', ' Did you mean customTagGroups?'],
    [{ customTagGroups: { ...group, postion: 1 } }, 'postion', ' Did you mean position?'],
    [{ customTagGroups: { ...group, weight: 1 } }, 'weight', ''],
  ])('are refused with a suggestion of the field: %j', async (body, name, suggestion) => {
    const { text } = await hardened.send({
      ...{ method: 'POST', path: PATH, body: JSON.stringify(body) },
      headers: { 'Content-Type': 'application/json' },
    });
    const { errors } = JSON.parse(text) as { errors: { code: string; detail: string }[] };
    expect(errors.find(({ code }) => code === 'field.unknown')?.detail).toBe(
      `${name} is not a field of this request.${suggestion}`,
    );
  });

  it.each<[string, string | Buffer, Refusal]>([
    ['null', 'null', invalid(' value.type')],
    ['an array', '[]', invalid(' value.type')],
    ['a text', '"x"', invalid(' value.type')],
    ['a number', '1', invalid(' value.type')],
    ['true', 'true', invalid(' value.type')],
    ['nothing', '', invalid(' body.missing')],
    ['white space', ' \n', malformed],
    ['no JSON', '{customTagGroups: {}}', malformed],
    ['half a document', good.slice(0, -1), malformed],
    ['two documents', good + good, malformed],
    ['a trailing comma', '{"customTagGroups":{},}', malformed],
    ['a comment', `/* */${good}`, malformed],
    ['NaN', '{"customTagGroups":NaN}', malformed],
    ['a byte order mark', `\uFEFF${good}`, malformed],
    [
      'invalid UTF-8',
      Buffer.concat([
        Buffer.from('{"customTagGroups":"'),
        Buffer.from([0xff, 0xc0]),
        Buffer.from('"}'),
      ]),
      malformed,
    ],
    ['an overlong UTF-8 form', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), malformed],
    ['UTF-16', Buffer.from(good, 'utf16le'), malformed],
    ['a raw NUL', '{"customTagGroups":"\0"}', malformed],
    ['a member twice', '{"customTagGroups":{"pId":"a","pId":"b"}}', invalid(' json.duplicateKey')],
    [
      'a member twice, once escaped',
      '{"customTagGroups":{"pId":"a","\\u0070Id":"b"}}',
      invalid(' json.duplicateKey'),
    ],
    [
      'two roots of one name',
      '{"customTagGroups":{},"customTagGroups":{}}',
      invalid(' json.duplicateKey'),
    ],
    ['no root', '{}', invalid('/customTagGroups field.required')],
    [
      'another root',
      '{"news":{}}',
      invalid('/customTagGroups field.required', '/news field.unknown'),
    ],
    [
      'the root in another case',
      '{"customtaggroups":{}}',
      invalid('/customTagGroups field.required', '/customtaggroups field.unknown'),
    ],
    [
      'a second root',
      JSON.stringify({ customTagGroups: group, news: {} }),
      invalid('/news field.unknown'),
    ],
    [
      'the fields without root',
      JSON.stringify(group),
      invalid(
        '/customTagGroups field.required',
        ...Object.keys(group).map((name) => `/${name} field.unknown`),
      ),
    ],
    ['null as root', '{"customTagGroups":null}', invalid('/customTagGroups value.type')],
    ['a list as root', '{"customTagGroups":[]}', invalid('/customTagGroups value.type')],
    ['a text as root', '{"customTagGroups":"x"}', invalid('/customTagGroups value.type')],
    ['33 levels', nested(33), invalid(' json.tooDeep')],
    ['33 levels of objects', '{"a":'.repeat(33) + '1' + '}'.repeat(33), invalid(' json.tooDeep')],
    ['32 levels of lists', nested(32), invalid(' value.type')],
    ['100,000 levels', nested(100_000), invalid(' json.tooDeep')],
    [
      '100,000 levels of objects',
      '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
      invalid(' json.tooDeep'),
    ],
    [
      '90,000 members',
      JSON.stringify({ customTagGroups: Object.fromEntries(numbered(90_000)) }),
      invalid(' json.tooMany'),
    ],
    [
      '10,002 members in small objects',
      JSON.stringify({ customTagGroups: { languages: smallObjects(5000) } }),
      invalid(' json.tooMany'),
    ],
    ['300,000 empty lists', `[${'[],'.repeat(300_000)}[]]`, invalid(' json.tooMany')],
  ])('refuses %s', async (_name, body, refusal) => {
    await hardened.refuses(jsonRequest(PATH, body), refusal);
  });

  it.each<[string, Partial<ExactRequest>, Refusal]>([
    ['text/plain', ofType('text/plain'), unsupported],
    ['a form', ofType('application/x-www-form-urlencoded', 'customTagGroups[pId]=x'), unsupported],
    ['a multipart form', ofType('multipart/form-data; boundary=b', '--b--'), unsupported],
    ['xml', ofType('application/xml', '<x/>'), unsupported],
    ['lines of JSON', ofType('application/x-ndjson'), unsupported],
    ['a problem document', ofType('application/problem+json'), unsupported],
    ['no media type', { body: good, headers: {} }, unsupported],
    ['an empty media type', ofType(''), unsupported],
    ['a wild card', ofType('*/*'), unsupported],
    ['charset utf-7', ofType('application/json; charset=utf-7'), unsupported],
    ['charset utf-16', ofType('application/json;charset="UTF-16"'), unsupported],
    ['charset latin-1', ofType('application/json; charset=iso-8859-1'), unsupported],
    ['an unknown encoding', encoded('compress', Buffer.from(good)), unsupported],
    ['two encodings', encoded('gzip, gzip', gzipSync(gzipSync(good))), unsupported],
    ['gzip that is none', encoded('gzip', Buffer.from(good)), malformed],
    ['gzip cut short', encoded('gzip', gzipSync(good).subarray(0, 20)), malformed],
    ['one byte over 1 MiB', { body: `"${'x'.repeat(MEBIBYTE - 1)}"` }, tooLarge],
    [
      'one byte over 1 MiB when inflated',
      encoded('gzip', gzipSync(' '.repeat(MEBIBYTE + 1))),
      tooLarge,
    ],
    ['300 MB in gzip', encoded('gzip', gzipSync(Buffer.alloc(300_000_000, 32))), tooLarge],
    ['300 MB in brotli', encoded('br', brotli(300_000_000)), tooLarge],
    ['300 MB in deflate', encoded('deflate', deflateSync(Buffer.alloc(300_000_000, 32))), tooLarge],
  ])('refuses %s', async (_name, request, refusal) => {
    await hardened.refuses(jsonRequest(PATH, good, request), refusal);
  });

  it.each<[string, (text: string) => Partial<ExactRequest>]>([
    ['UTF-8 by name', (text) => ofType('application/json; charset=UTF-8', text)],
    ['a quoted charset', (text) => ofType('Application/JSON;charset="utf-8"', text)],
    ['gzip', (text) => encoded('gzip', gzipSync(text))],
    ['no encoding', (text) => encoded('', Buffer.from(text))],
    ['deflate', (text) => encoded('deflate', deflateSync(text))],
    ['brotli', (text) => encoded('br', brotliCompressSync(text))],
    ['white space around', (text) => ({ body: `\r\n\t ${text} \n` })],
    ['1 MiB to the byte', (text) => ({ body: text.padEnd(MEBIBYTE) })],
    [
      'chunks',
      () => ({ headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' } }),
    ],
  ])('takes %s', async (_name, request) => {
    const text = JSON.stringify({ customTagGroups: { ...group, pId: `made-${++made}` } });
    const answer = await hardened.send(jsonRequest(PATH, text, request(text)));
    expect(answer.status).toBe(201);
    expect(JSON.parse(answer.text)).toMatchObject({ PID: `made-${made}` });
  });

  it('refuses a body that does not arrive in time, and closes the connection', async () => {
    const timers = replaceTimerDelays([60_000], 100);
    try {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': String(good.length + 1),
      };
      const request = { ...jsonRequest(PATH, good), headers };
      const answer = await hardened.send(request).catch((error: unknown) => error);
      expect(answer).toMatchObject({
        status: 408,
        headers: { connection: 'close', 'retry-after': '2' },
      });
      expect(JSON.parse((answer as { text: string }).text)).toMatchObject({ code: 'body.tooSlow' });
    } finally {
      timers.mockRestore();
    }
    const list = JSON.parse((await hardened.send({ path: PATH })).text) as {
      CUSTOMTAGGROUPS: { PID: string }[];
    };
    expect(list.CUSTOMTAGGROUPS.map(({ PID }) => PID)).not.toContain(group.pId);
  });
});

describe('a body that is too large and stops', () => {
  let service: Service;
  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  /** Sends the beginning of a login, and waits for the answer. */
  const begin = async (headers: string, body = ''): Promise<[Socket, string]> => {
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    const head = 'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}${headers}\r\n\r\n${body}`, 'latin1');
    const [data] = (await once(socket, 'data')) as [Buffer];
    return [socket, data.toString().slice(0, 12)];
  };

  it('is refused at once if its header asks for it', async () => {
    const [socket, answer] = await begin('Content-Length: 5000');
    expect(answer).toBe('HTTP/1.1 413');
    socket.destroy();
  });

  it.each([
    ['in chunks', 'Transfer-Encoding: chunked', `1388\r\n${' '.repeat(5000)}\r\n`],
    [
      'when it is inflated',
      'Content-Encoding: gzip\r\nContent-Length: 9000',
      gzipSync(' '.repeat(500_000), { level: 1 }).toString('latin1'),
    ],
  ])('%s, is refused at once, and its end harms nobody', async (_, headers, body) => {
    const [socket, answer] = await begin(headers, body);
    expect(answer).toBe('HTTP/1.1 413');
    socket.destroy();
    await once(socket, 'close');
    await pause(100);
    expect((await service.get('/health/live')).status).toBe(200);
  });
});

function brotli(size: number): Buffer {
  return brotliCompressSync(Buffer.alloc(size, 32), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
}
