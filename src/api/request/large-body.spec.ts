import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import type { DomainError } from '../../core/errors';
import { MAX_JSON_BYTES } from './body';
import { readLargeJsonBody } from './large-body';

const LIMIT = 3 * 1024 * 1024;
const large = Buffer.from(JSON.stringify({ text: 'ä'.repeat(MAX_JSON_BYTES) }));

/** The outcome of a request: the parsed body or the error. */
interface Outcome {
  readonly status: number;
  readonly connection?: string;
  readonly value?: unknown;
  readonly hash?: string;
  /** Bodies that the large parser received. */
  readonly body?: Buffer;
}

let server: Server;
let outcome: Outcome;
/** Maximum number of bytes of the last request's body that were read in one turn of the event loop. */
let atOnce: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const digest = createHash('sha256');
      const endOfTurns = mostInOneTurn(digest);
      let body: Buffer | undefined;
      const parseLarge = (given: Buffer): Promise<unknown> => {
        body = given;
        return Promise.resolve('large');
      };
      const reading = { limit: LIMIT, digest, parseLarge };
      try {
        const value = await readLargeJsonBody(request as Request, response as Response, reading);
        outcome = { status: 200, value, hash: digest.digest('hex'), ...(body && { body }) };
      } catch (error) {
        outcome = { status: (error as DomainError).status };
      }
      const connection = response.getHeader('Connection') as string | undefined;
      if (connection !== undefined) outcome = { ...outcome, connection };
      atOnce = endOfTurns();
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/**
 * Observes the updates of a hash. @returns stops the observation, and returns the maximum of bytes per event loop turn
 */
function mostInOneTurn(digest: Hash): () => number {
  let most = 0;
  let bytes = 0;
  const update = digest.update.bind(digest);
  jest.spyOn(digest, 'update').mockImplementation((piece) => {
    bytes += Buffer.byteLength(piece);
    most = Math.max(most, bytes);
    return update(piece);
  });
  let turn: NodeJS.Immediate;
  const nextTurn = (): void => {
    bytes = 0;
    turn = setImmediate(nextTurn);
  };
  nextTurn();
  return () => {
    clearImmediate(turn);
    return most;
  };
}

/** Sends a body in parts, with chunked encoding unless its length is set. */
async function send(parts: readonly Buffer[], headers: object = {}): Promise<Outcome> {
  const { port } = server.address() as AddressInfo;
  const outgoing = httpRequest({
    port,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  outgoing.on('error', () => undefined);
  for (const part of parts) outgoing.write(part);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream];
  await once(response.resume(), 'end');
  return outcome;
}

const cut = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('a JSON body that may be large', () => {
  it.each<[string, readonly Buffer[], object]>([
    ['at once', [large], { 'Content-Length': large.length }],
    ['in large chunks', cut(large, 100_000), {}],
    ['in small chunks', cut(large, 50), {}],
    ['compressed', [gzipSync(large)], { 'Content-Encoding': 'gzip' }],
  ])('is passed on completely when it arrives %s', async (_name, parts, headers) => {
    const { value, hash, body } = await send(parts, headers);
    expect([value, hash]).toEqual(['large', hashOf(large)]);
    expect(body?.equals(large)).toBe(true);
  });

  it('yields to other work while it is read', async () => {
    const body = Buffer.concat([large, Buffer.alloc(LIMIT - large.length, ' ')]);
    expect(await send([body])).toMatchObject({ status: 200 });
    expect(atOnce).toBeLessThanOrEqual(2 * 64 * 1024);
  });

  it('is parsed directly if it is small, and is undefined if it is empty', async () => {
    const small = Buffer.from('{"small":true}');
    expect(await send(cut(small, 3))).toEqual({
      status: 200,
      value: { small: true },
      hash: hashOf(small),
    });
    expect(await send([])).toMatchObject({ status: 200, value: undefined });
    expect(await send([Buffer.from('{"small":')])).toMatchObject({ status: 400 });
  });

  it.each<[string, readonly Buffer[], object]>([
    ['as it says', [Buffer.from('{')], { 'Content-Length': LIMIT + 1 }],
    ['as it turns out', cut(Buffer.alloc(LIMIT + 1, ' '), 100_000), {}],
    [
      'once it is decompressed',
      [gzipSync(Buffer.alloc(LIMIT + 1, ' '))],
      { 'Content-Encoding': 'gzip' },
    ],
  ])('is refused if it is too large, %s', async (_name, parts, headers) => {
    expect(await send(parts, headers)).toEqual({ status: 413, connection: 'close' });
  });

  it('is refused with another media type', async () => {
    expect(await send([large], { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415 });
  });
});
