import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import {
  BOUNDARY,
  CLOSING,
  encodedFile,
  field,
  file,
  form,
  FORM_TYPE,
  headOf,
  type Part,
} from '../../../test/support/multipart';
import { DomainError } from '../../core/errors';
import { toInlineSchema } from '../validation/dto';
import { Text } from '../validation/fields';
import { ValidatorCompiler } from '../validation/validator-compiler';
import { openBodyStream } from './body-stream';
import { IncomingForm } from './form';

const MAX_FILES = 3;
const SIZE = 200_000;
const IDLE_MS = 200;

class PlaceDto {
  @Text({ max: 20 })
  path!: string;

  @Text({ max: 20, default: 'none' })
  note!: string;
}

const check = ValidatorCompiler.forTimeZone('UTC').compile(toInlineSchema(PlaceDto));
const declaration = {
  dto: PlaceDto,
  files: { name: 'file', maxCount: MAX_FILES, maxBytes: SIZE, description: '' },
};
/** The file handler throws at a file with this name before reading it. */
const REFUSED = 'refused';
/** The file handler throws at this one after the first bytes. */
const BREAKS = 'breaks';
/** The file handler throws at this one, too, after some cleanup. */
const BREAKS_SLOWLY = 'breaks slowly';
const failure = new Error('The disk broke');

let server: Server;
/** `name size` of the completely handled files, and the errors of the others. */
let taken: string[] = [];
/** Called for every chunk that a file handler gets. */
let onPiece: (bytes: number) => void = () => undefined;

async function receive(request: Request, response: Response): Promise<object> {
  const pace = { windowMs: IDLE_MS, minBytes: 0 };
  const body = openBodyStream(request, response, 'multipart/form-data', pace);
  const incoming = new IncomingForm<PlaceDto>(
    declaration,
    request.headers['content-type'] ?? '',
    body,
    check,
  );
  return incoming.receive(async ({ name, content, pointer }) => {
    if (name === REFUSED) throw failure;
    let size = 0;
    try {
      for await (const bytes of content) {
        size += bytes.length;
        onPiece(size);
        if (name === BREAKS || name === BREAKS_SLOWLY) throw failure;
      }
      taken.push(`${name} ${size}`);
      return { name, size, pointer };
    } catch (error) {
      if (name === BREAKS_SLOWLY) await pause(20);
      taken.push(`${name} ${error instanceof DomainError ? error.code : 'broke'}`);
      throw error;
    }
  });
}

beforeAll(async () => {
  server = createServer((request, response) => {
    receive(request as Request, response as Response).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => {
        response.statusCode = error instanceof DomainError ? error.status : 500;
        const { code, detail, fieldErrors } = error as DomainError;
        response.end(JSON.stringify(error === failure ? 'failure' : { code, detail, fieldErrors }));
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  taken = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function open(type = FORM_TYPE, headers: Record<string, string> = {}): ClientRequest {
  const { port } = server.address() as AddressInfo;
  const all = { 'Content-Type': type, ...headers };
  return httpRequest({ port, method: 'POST', headers: all }).on('error', () => undefined);
}

async function answerOf(request: ClientRequest) {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  const { connection } = response.headers;
  return { status: response.statusCode, body: JSON.parse(body) as never, connection };
}

async function send(body: Buffer | string, type?: string, headers?: Record<string, string>) {
  const request = open(type, headers);
  const answer = answerOf(request);
  request.end(body);
  return answer;
}

const path = field('path', 'a');
const refusal = (status: number, code: string, ...faults: string[]) => ({ status, code, faults });

async function sent(...parts: Part[]) {
  return refusalIn(await send(form(...parts)));
}

function refusalIn({ status, body }: { status?: number | undefined; body: unknown }) {
  const { code, fieldErrors } = body as { code: string; fieldErrors: DomainError['fieldErrors'] };
  return {
    status,
    code,
    faults: fieldErrors.map((fault) => `${fault.pointer} ${fault.code}`),
  };
}

describe('A form', () => {
  it.each<[string, Part[]]>([
    ['before', [path, file('x.png', 'abc'), file('ü 1.png', '')]],
    ['between', [file('x.png', 'abc'), path, file('ü 1.png', '')]],
    ['after', [file('x.png', 'abc'), file('ü 1.png', ''), path]],
  ])('returns its fields and files, with the fields %s the files', async (_where, parts) => {
    const { status, body, connection } = await send(form(...parts));
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        fields: { path: 'a', note: 'none' },
        files: [
          { name: 'x.png', size: 3, pointer: '/file/0' },
          { name: 'ü 1.png', size: 0, pointer: '/file/1' },
        ],
      },
    });
    expect(connection).toBeUndefined();
  });

  it.each<[string, Part, string]>([
    ['a name with an encoding', encodedFile("filename*=UTF-8''%e2%82%ac.png"), '€.png'],
    ['both names', encodedFile(`filename="a.png"; filename*=UTF-8''b%2fc.png`), 'b/c.png'],
    ['both names the other way', encodedFile(`filename*=UTF-8''b.png; filename="a.png"`), 'b.png'],
    ['a latin-1 encoding', encodedFile("filename*=iso-8859-1''%fc.png"), 'ü.png'],
    ['a path', file('C:/a/../b.png'), 'C:/a/../b.png'],
    ['escaped quotes', file('a%22b.png'), 'a"b.png'],
    ['percent signs', file('50%.png'), '50%.png'],
    ['no quotes', encodedFile('filename=plain.png'), 'plain.png'],
  ])('decodes the name of a file: %s', async (_what, part, name) => {
    const { body } = await send(form(path, part));
    expect((body as { files: object[] }).files).toEqual([{ name, size: 4, pointer: '/file/0' }]);
  });

  it('is passed on as it arrives, in any chunks', async () => {
    const whole = form(file('a', 'x'.repeat(999)), path, file('b', '\r\n--\r\n'));
    const request = open();
    const answer = answerOf(request);
    for (const byte of whole) request.write(Buffer.of(byte));
    request.end();
    expect((await answer).status).toBe(200);
    expect(taken).toEqual(['a 999', 'b 6']);
  });

  it('is processed while it is still being sent', async () => {
    const request = open();
    const answer = answerOf(request);
    const seen = new Promise<number>((resolve) => (onPiece = resolve));
    request.write(Buffer.concat([headOf(file('a')), Buffer.alloc(100_000)]));
    expect(await seen).toBeGreaterThan(0);
    onPiece = () => undefined;
    request.end(`\r\n${form(path).toString()}`);
    expect((await answer).status).toBe(200);
    expect(taken).toEqual(['a 100000']);
  });

  it('may be compressed', async () => {
    const bytes = gzipSync(form(path, file('a', Buffer.alloc(SIZE))));
    const { status } = await send(bytes, FORM_TYPE, { 'Content-Encoding': 'gzip' });
    expect(status).toBe(200);
    expect(taken).toEqual([`a ${SIZE}`]);
  });

  it('may have files up to the declared number and size', async () => {
    const full = file('a', Buffer.alloc(SIZE));
    expect((await send(form(path, full, full, full))).status).toBe(200);
    expect(await sent(path, full, full, full, file('b'))).toEqual(
      refusal(413, 'form.tooManyFiles'),
    );
    taken = [];
    expect(await sent(path, file('b'), file('a', Buffer.alloc(SIZE + 1)))).toEqual(
      refusal(413, 'form.fileTooLarge', '/file/1 form.fileTooLarge'),
    );
    expect(taken).toEqual(['b 4', 'a form.fileTooLarge']);
  });

  it('is refused while an endless file is still being sent', async () => {
    const request = open();
    const answer = answerOf(request);
    request.write(headOf(file('endless')));
    const more = setInterval(() => request.write(Buffer.alloc(50_000)), 5);
    const { status, body, connection } = await answer;
    clearInterval(more);
    expect(refusalIn({ status, body }).code).toBe('form.fileTooLarge');
    expect(connection).toBe('close');
  });

  it('has a total limit', async () => {
    const much = Buffer.alloc(MAX_FILES * SIZE + 2 * 1024 * 1024, 'preamble');
    expect(refusalIn(await send(Buffer.concat([much, form(path, file('a'))])))).toEqual(
      refusal(413, 'body.tooLarge'),
    );
    const packed = gzipSync(Buffer.concat([form(path, file('a')), much]));
    expect(refusalIn(await send(packed, FORM_TYPE, { 'Content-Encoding': 'gzip' }))).toEqual(
      refusal(413, 'body.tooLarge'),
    );
  });

  it.each<[string, Part[], string[]]>([
    ['no file', [path], ['/file field.required']],
    ['nothing', [], ['/file field.required', '/path field.required']],
    ['no field', [file('a')], ['/path field.required']],
    ['a field twice', [path, path, file('a')], ['/path value.type']],
    ['an unknown field', [path, field('x', ''), file('a')], ['/x field.unknown']],
    [
      'a member of objects',
      [path, field('__proto__', ''), file('a')],
      ['/__proto__ field.unknown'],
    ],
    [
      'a field of a wrong shape',
      [field('path', 'x'.repeat(21)), file('a')],
      ['/path text.tooLong'],
    ],
    ['text for a file', [path, field('file', 'text')], ['/file form.noFile']],
    ['a file for text', [file('a'), file('b', 'text', 'path')], ['/path field.unknown']],
    ['a file of another name', [path, file('a', 'x', 'files')], ['/files field.unknown']],
    ['a list of files', [path, file('a', 'x', 'file[]')], ['/file[] field.unknown']],
    [
      'a file name that is no UTF-8',
      [path, encodedFile("filename*=UTF-8''%e9")],
      ['/file/0 text.encoding'],
    ],
    [
      'a field that is no UTF-8',
      [field('path', Buffer.of(0xe9)), file('a')],
      ['/path text.encoding'],
    ],
  ])('is refused with all faults: %s', async (_what, parts, faults) => {
    const found = await sent(...parts);
    expect({ ...found, faults: found.faults.sort() }).toEqual(
      refusal(400, 'request.invalid', ...faults.sort()),
    );
  });

  it.each<[string, Part[]]>([
    ['a nested name', [path, field('path[a]', 'x'), file('a')]],
    ['a list', [field('path[]', 'x'), file('a')]],
    ['5,000 levels', [field(`path${'[a]'.repeat(5000)}`, 'x'), file('a')]],
    ['a name of 64 KB', [field('x'.repeat(65_536), 'x'), file('a')]],
    ['a name of 101 bytes', [field('x'.repeat(101), 'x'), file('a')]],
    ['an empty name', [field('', 'x'), file('a')]],
    ['a text of 9 KB', [field('path', 'x'.repeat(9000)), file('a')]],
    ['1,000 fields', [...Array<Part>(1000).fill(field('path', 'a')), file('a')]],
    ['a file without name', [path, file('')]],
    ['a file without name next to another', [path, file('a'), file('')]],
    [
      'a file marked only by its type',
      [
        path,
        {
          head: [
            'Content-Disposition: form-data; name="file"',
            'Content-Type: application/octet-stream',
          ],
          body: '',
        },
      ],
    ],
    [
      'a file without a part name',
      [path, { head: ['Content-Disposition: form-data; filename="a"'], body: '' }],
    ],
    ['a part without headers', [path, file('a'), { head: [], body: '' }]],
    [
      'a part without disposition',
      [path, file('a'), { head: ['Content-Type: text/plain'], body: '' }],
    ],
    [
      'another disposition',
      [path, { head: ['Content-Disposition: attachment; name="file"; filename="a"'], body: '' }],
    ],
    [
      'a disposition that breaks off',
      [
        path,
        file('a'),
        { head: ['Content-Disposition: form-data; name="file"; filename="'], body: '' },
      ],
    ],
    ['a header that is none', [path, file('a'), { head: ['Content-Disposition'], body: '' }]],
    [
      'a header of 20 KB',
      [path, { head: [...file('a').head, `X: ${'x'.repeat(20_000)}`], body: '' }],
    ],
    [
      'Base64',
      [path, { head: [...file('a').head, 'Content-Transfer-Encoding: base64'], body: 'YQ==' }],
    ],
  ])('is refused as malformed: %s', async (_what, parts) => {
    expect(await sent(...parts)).toEqual(refusal(400, 'form.malformed'));
  });

  it.each<[string, Buffer | string, { type?: string }]>([
    ['no bytes', '', {}],
    ['no boundary', form(path, file('a')), { type: 'multipart/form-data' }],
    ['an empty boundary', form(path, file('a')), { type: 'multipart/form-data; boundary=' }],
    ['another boundary', form(path, file('a')), { type: 'multipart/form-data; boundary=x' }],
    ['no closing boundary', form(path, file('a')).subarray(0, -CLOSING.length), {}],
    ['an end inside of a file', form(path, file('a', 'x'.repeat(99))).subarray(0, -120), {}],
    ['an end inside of a head', form(path, file('a')).subarray(0, 100), {}],
    [
      'blanks after a boundary',
      form(path, file('a')).toString().replace(`${BOUNDARY}\r\n`, `${BOUNDARY} \r\n`),
      {},
    ],
    ['bare line feeds', form(path, file('a')).toString().replaceAll('\r\n', '\n'), {}],
    ['no form at all', 'x'.repeat(100_000), {}],
  ])('is refused as malformed: %s', async (_what, body, { type }) => {
    expect(refusalIn(await send(body, type))).toEqual(refusal(400, 'form.malformed'));
  });

  it.each(['multipart/mixed; boundary=x', 'application/json', 'multipart/form-data2'])(
    'is not %s',
    async (type) => {
      expect(refusalIn(await send(form(path, file('a')), type)).status).toBe(415);
    },
  );

  it('fails with the error of the file handler, even if more data follows', async () => {
    for (const name of [REFUSED, BREAKS, BREAKS_SLOWLY]) {
      const request = open();
      const answer = answerOf(request);
      request.write(Buffer.concat([headOf(file(name)), Buffer.alloc(100_000)]));
      expect(await answer).toEqual({ status: 500, body: 'failure', connection: 'close' });
      request.destroy();
    }
    expect(taken).toEqual([`${BREAKS} broke`, `${BREAKS_SLOWLY} broke`]);
  });

  it.each([[BREAKS], [BREAKS_SLOWLY]])(
    'fails with that error of %s even if the form has arrived completely',
    async (name) => {
      for (const size of [100, 20_000, 100_000]) {
        const { status, body } = await send(form(path, file(name, Buffer.alloc(size))));
        expect({ status, body }).toEqual({ status: 500, body: 'failure' });
      }
    },
  );

  it('fails with 408 if it stops, and so does its file', async () => {
    const request = open();
    const answer = answerOf(request);
    request.write(Buffer.concat([headOf(file('a')), Buffer.alloc(1000)]));
    expect(refusalIn(await answer)).toEqual(refusal(408, 'body.tooSlow'));
    expect(taken).toEqual(['a body.tooSlow']);
  });

  it('aborts its file if the client disconnects', async () => {
    const request = open();
    const seen = new Promise<number>((resolve) => (onPiece = resolve));
    request.write(Buffer.concat([headOf(file('a')), Buffer.alloc(1000)]));
    await seen;
    onPiece = () => undefined;
    request.destroy();
    while (taken.length === 0) await pause(5);
    expect(taken).toEqual(['a body.malformed']);
  });
});
