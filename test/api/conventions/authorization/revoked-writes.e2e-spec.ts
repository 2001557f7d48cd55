import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../../../demo/client';
import { fillStore } from '../../../../demo/fill';
import { Draw } from '../../../fuzz/draw';
import { cases } from '../../../support/random/cases';
import { MASTER_KEY, type Service } from '../../../support/service/service';
import { until } from '../../../support/until';
import { rawFilesOf, storedFiles } from '../../file-manager/managed-files';
import { type DescribedOperation, describedOperations } from '../requests/described-operations';
import { exchange, type ExactAnswer } from '../requests/exact-request';
import { Hardened } from '../requests/refusals';
import { makeKnown, type RevocableCaller, RevocableCallers } from './revocable-callers';
import { SlowRequest } from '../requests/slow-request';
import { storedState } from '../requests/stored-state';
import { Twin } from '../processes/twin';

/** Few for every change; `REVOCATIONS=500 REVOCATION_SEED=7` plays others. */
const CASES = Number(process.env['REVOCATIONS'] ?? cases(10, 30));
const SEED = Number(process.env['REVOCATION_SEED'] ?? '1');

const TIMEOUT_MS = 180_000 + CASES * 10_000;

/** Most pieces that a body comes in. */
const MAX_PIECES = 4;

describe('every operation but GET, by a caller that is revoked between headers and last byte', () => {
  const draw = new Draw(SEED);
  let hardened: Hardened;
  let service: Service;
  let twin: Twin;
  let callers: RevocableCallers;
  let operations: DescribedOperation[];

  beforeAll(async () => {
    const key = Buffer.alloc(32, 'revoked').toString('base64');
    hardened = await Hardened.start({ WEBHOOK_ENCRYPTION_KEY: key });
    ({ service } = hardened);
    const size = { seed: 1, customers: 5, orders: 0, today: '2026-03-01' };
    await fillStore(new Client(service.url, MASTER_KEY), size);
    const webhooks = { url: 'https://erp.example.com/', events: ['order.created'], active: false };
    await service.post('/v1/webhooks', { webhooks });
    twin = await Twin.of(service);
    callers = await RevocableCallers.of(twin);
    const described = await describedOperations(hardened);
    operations = described.filter(({ id, method }) => method !== 'GET' && id !== 'logIn');
    await untilSettled();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await twin.stop();
    await hardened.stop();
  });

  /** Tables and files. Files that are only taken in go with the request that has sent them. */
  const stored = async (): Promise<string> => {
    const files = storedFiles(rawFilesOf(service)).split('\n');
    const published = files.filter((line) => !line.startsWith('.service/staging/'));
    return [await storedState(service), ...published].join('\n');
  };
  /** The demo store has work for the service, which does it by itself. */
  const untilSettled = async (): Promise<void> => {
    let before = '';
    await until(async () => {
      const now = await stored();
      // An export is extended while it runs.
      const isSettled = now === before && !/^exports: .*"state":"running"/m.test(now);
      before = now;
      await pause(500);
      return isSettled;
    });
  };
  const inPieces = (body: Buffer): Buffer[] => {
    const cuts = Array.from({ length: draw.between(1, MAX_PIECES - 1) }, () =>
      draw.between(0, body.length),
    ).sort((one, other) => one - other);
    return [0, ...cuts].map((from, at) => body.subarray(from, cuts[at] ?? body.length));
  };

  /** Revokes the caller somewhere in the request. @returns the answer, and what was stored before and after it */
  const sent = async (
    { key, revoke }: RevocableCaller,
    { example }: DescribedOperation,
  ): Promise<{ answer: ExactAnswer; before: string; after: string }> => {
    const { body, ...request } = { ...example, key };
    if (body === undefined) {
      await revoke();
      const before = await stored();
      const answer = await exchange(service.url, request);
      return { answer, before, after: await stored() };
    }
    const [first, ...others] = inPieces(Buffer.from(body));
    const slow = await SlowRequest.open(service.url, request, first);
    const revokedAt = draw.between(0, others.length - 1);
    let before = '';
    for (const [at, piece] of others.entries()) {
      if (at === revokedAt) {
        await revoke();
        before = await stored();
      }
      slow.send(piece);
    }
    const answer = await slow.end();
    return { answer, before, after: await stored() };
  };

  const play = async (): Promise<void> => {
    expect(operations.length).toBeGreaterThan(100);
    const ways = Object.entries(callers.ways);
    const found: string[] = [];
    let left: DescribedOperation[] = [];
    for (let at = 0; at < CASES; at++) {
      // Each operation once before any of them again.
      if (left.length === 0) left = [...operations];
      const [operation] = left.splice(draw.between(0, left.length - 1), 1);
      const [name, make] = ways[at % ways.length]!;
      const caller = await make();
      await makeKnown(service, caller.key);
      const { answer, before, after } = await sent(caller, operation!);
      jest.restoreAllMocks();
      if (answer.status === 401 && after === before) continue;
      found.push(`${operation!.id}, ${name}: ${answer.status} ${differences(before, after)}`);
    }
    expect(found).toEqual([]);
  };
  it(`writes nothing: ${CASES} cases of seed ${SEED}`, play, TIMEOUT_MS);

  it('writes as long as it has not been revoked', async () => {
    const { key } = await callers.makeKey();
    const operation = operations.find(({ id }) => id === 'createNews')!;
    const { answer, before, after } = await sent({ key, revoke: async () => undefined }, operation);
    expect(answer.status).toBe(201);
    expect(after).not.toBe(before);
  });
});

/** The lines that only one of two texts has. */
function differences(one: string, other: string): string {
  const lines = [one.split('\n'), other.split('\n')] as const;
  const changed = [
    ...lines[0].filter((line) => !lines[1].includes(line)),
    ...lines[1].filter((line) => !lines[0].includes(line)),
  ];
  return changed.map((line) => line.slice(0, 300)).join(' | ');
}
