import { setTimeout as pause } from 'node:timers/promises';
import type { Databases } from './databases';
import type { Finding } from './findings';
import { API_KEY, type Server, startService } from './processes';
import { runTransfers } from './transfers';

/** Readers that follow the journal while nothing changes. */
export const waitingCase = { name: 'waiting', title: '200 readers waiting for changes' };

const READER_COUNT = 200;
/** Maximum wait of a reader, in seconds. */
const WAIT_SECONDS = 30;
/** Maximum CPU usage, as part of a processor. */
const GOAL = 0.01;

/** Durations in seconds. */
export interface WaitingEffort {
  /** Time before each measurement. In a pause after a load, V8 collects garbage, which the readers don't cause. */
  readonly settling: number;
  /** Duration of a measurement. */
  readonly window: number;
}

/** Every reader polls twice before the measurement, and twice during it. */
export const fullWaiting: WaitingEffort = {
  settling: 2 * WAIT_SECONDS + 5,
  window: 2 * WAIT_SECONDS,
};
export const smokeWaiting: WaitingEffort = { settling: 0.5, window: 1 };

/** Measures the CPU usage of the service with and without readers. @returns nothing if /proc isn't available */
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
    // Readers end early only after an error.
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
    // This ends the waiting requests; a request sent just now gets no response.
    await readers.catch(() => undefined);
  }
}

async function lastPosition({ url }: Server): Promise<number> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  const answer = await fetch(`${url}/v1/changes?limit=1`, { headers });
  return ((await answer.json()) as { CURRENT: number }).CURRENT;
}

/** Returns the average CPU usage of a server over some seconds. */
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
