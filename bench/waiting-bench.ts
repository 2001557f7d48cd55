import { setTimeout as pause } from 'node:timers/promises';
import type { Databases } from './databases';
import type { Finding } from './findings';
import { API_KEY, type Server, startService } from './processes';
import { runTransfers } from './transfers';

/** Readers who follow the journal while nothing happens. */
export const waitingCase = { name: 'waiting', title: '200 readers who wait for changes' };

const READER_COUNT = 200;
/** Seconds: as long as a reader may wait. */
const WAIT_SECONDS = 30;
/** Part of a processor that they may take. */
const GOAL = 0.01;

/** Seconds. */
export interface WaitingEffort {
  /** Of quiet before it is measured. */
  readonly settling: number;
  /** Measured. */
  readonly window: number;
}

/** Every reader asks again twice while it is measured. */
export const fullWaiting: WaitingEffort = { settling: 5, window: 2 * WAIT_SECONDS };
export const smokeWaiting: WaitingEffort = { settling: 0.5, window: 1 };

/** Measures what the service takes of a processor with readers and without. @returns nothing where /proc does not tell */
export async function benchWaiting(
  databases: Databases,
  { settling, window }: WaitingEffort,
): Promise<Finding[]> {
  const url = await databases.create('waiting');
  const own = { MAX_CONNECTIONS_PER_ADDRESS: String(2 * READER_COUNT) };
  const service = await startService(url, databases.folder, [], own);
  let isOver = false;
  let readers: Promise<unknown> = Promise.resolve();
  try {
    await pause(settling * 1000);
    const alone = await measureCpuShare(service, window);
    const path = `/v1/changes?after=${await lastPosition(service)}&wait=${WAIT_SECONDS}`;
    const waits = Array.from({ length: READER_COUNT }, () => ({ path }));
    readers = runTransfers(service, waits, () => isOver);
    await pause(settling * 1000);
    // Readers end before the time is over only by what has gone wrong.
    const share = await Promise.race([
      measureCpuShare(service, window),
      readers.then(() => undefined),
    ]);
    if (alone === undefined || share === undefined) return [];
    const isReached = share - alone < GOAL;
    const goal = `goal: under ${percent(GOAL)}${isReached ? '' : ', MISSED'}`;
    const text =
      `${READER_COUNT} readers who wait for changes take ${percent(share - alone)} of a processor ` +
      `(${goal}): ${percent(share)} with them, ${percent(alone)} without`;
    return [{ text, isReached }];
  } finally {
    isOver = true;
    await service.stop();
    // That ends their waiting; whoever was asking again just then gets no answer.
    await readers.catch(() => undefined);
  }
}

async function lastPosition({ url }: Server): Promise<number> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  const answer = await fetch(`${url}/v1/changes?limit=1`, { headers });
  return ((await answer.json()) as { CURRENT: number }).CURRENT;
}

/** What a server takes of a processor, all in all, in so many seconds. */
async function measureCpuShare(server: Server, seconds: number): Promise<number | undefined> {
  const before = server.cpu();
  const begin = performance.now();
  await pause(seconds * 1000);
  const after = server.cpu();
  if (before === undefined || after === undefined) return undefined;
  return (after - before) / (performance.now() - begin);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}
