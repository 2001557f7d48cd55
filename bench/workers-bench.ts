import { setTimeout as pause } from 'node:timers/promises';
import { readCases } from './cases';
import type { Databases } from './databases';
import type { Finding } from './findings';
import { createFilledDatabase } from './import-bench';
import { toUniformOrder, type StoreSize } from './lines';
import { type Load, loadRound, median } from './load';
import { type Server, startService } from './processes';
import { percentile, type Transfer, runTransfers } from './transfers';

/** The benefit of several processes behind one port, and their isolation from each other. */
export const workersCase = 'workers';

/** Maximum time of a write at the 99th percentile, during an import in another process. */
const P99_GOAL_MS = 1000;

/** Number of rows of each order that is read or imported. */
const ROWS = 4;
/** First number of orders that are imported during writes; the store has none of these. */
const FIRST_IMPORTED = 1_000_000;
const WRITERS = 4;
const METRICS_TOKEN = 'token-of-the-bench';

/** The extent of the measurement. */
export interface WorkersEffort {
  readonly rounds: number;
  readonly load: Load;
  /** Number of orders of one import, which is repeated. */
  readonly imported: number;
  /** Duration of the writes during the import. */
  readonly seconds: number;
}

/** Measures reads with one and two workers alternately, and writes during an import with two. */
export async function benchWorkers(
  databases: Databases,
  size: StoreSize,
  effort: WorkersEffort,
): Promise<Finding[]> {
  const url = await createFilledDatabase(databases, 'fourRows', size, 'workers');
  const reads = await measureReads(databases, url, size, effort);
  const service = await startWorkers(databases, url, 2);
  try {
    return [reads, await measureWritesDuringImport(service, effort)];
  } finally {
    await service.stop();
  }
}

async function measureReads(
  databases: Databases,
  url: string,
  size: StoreSize,
  { rounds, load }: WorkersEffort,
): Promise<Finding> {
  const order = readCases.find(({ name }) => name === 'order-4');
  if (!order) throw new Error("The case order-4 doesn't exist");
  const servers: Server[] = [];
  const rates: [number[], number[]] = [[], []];
  try {
    for (const count of [1, 2]) servers.push(await startWorkers(databases, url, count));
    for (let round = 0; round < rounds; round++) {
      for (const [at, server] of servers.entries())
        rates[at]?.push((await loadRound(server, order, size.fourRowOrders, load)).rate);
    }
  } finally {
    for (const server of servers) await server.stop();
  }
  const [one, two] = rates.map(median) as [number, number];
  const text = `Reads of ${order.title}: ${one.toFixed(0)} a second with 1 worker, ${two.toFixed(0)} with 2 (${(two / one).toFixed(2)} times as many)`;
  console.error(text);
  return { text, isReached: true };
}

/** Every second connection goes to the process that imports. */
async function measureWritesDuringImport(
  service: Server,
  { imported, seconds }: WorkersEffort,
): Promise<Finding> {
  let written = 0;
  const write: Transfer = {
    path: '/v1/customTagGroups',
    get body() {
      const pId = `beside-${++written}`;
      const customTagGroups = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
      return toJsonBody('application/json', { customTagGroups });
    },
  };
  let number = FIRST_IMPORTED;
  const lines: Transfer = {
    ...{ path: '/v1/import', status: 200 },
    get body() {
      const orders = Array.from({ length: imported }, () => toUniformOrder(number++, ROWS));
      return toJsonBody('application/x-ndjson', ...orders);
    },
  };
  const writers = Array.from({ length: WRITERS }, () => write);
  // Compiles everything that the first request of its kind needs.
  const alone = await runTransfers(service, writers, until(seconds / 2));
  let isOver = false;
  const importing = runTransfers(service, [lines], () => isOver);
  await pause(seconds * 100);
  const times = await runTransfers(service, writers, until(seconds)).finally(() => (isOver = true));
  const imports = await importing;
  const meanwhile = percentile(times, 99);
  const isReached = meanwhile <= P99_GOAL_MS;
  const text =
    `Writes by ${WRITERS} clients over 2 workers during an import of orders: p99 ${percentile(alone, 99).toFixed(0)} ms alone, ` +
    `${meanwhile.toFixed(0)} ms meanwhile, ${Math.max(...times).toFixed(0)} at most ` +
    `(goal: p99 at most ${P99_GOAL_MS}${isReached ? '' : ', MISSED'}); ` +
    `${times.length} writes, ${(imports.length * imported).toFixed(0)} orders`;
  console.error(text);
  return { text, isReached };
}

function until(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}

function toJsonBody(
  contentType: string,
  ...values: readonly object[]
): NonNullable<Transfer['body']> {
  const parts = values.map((value) => Buffer.from(`${JSON.stringify(value)}\n`));
  return { contentType, parts };
}

/** Starts a service with several processes. */
async function startWorkers(databases: Databases, url: string, count: number): Promise<Server> {
  const variables = { WORKERS: String(count), METRICS_TOKEN };
  const server = await startService(url, databases.folder, [], variables);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const all = new RegExp(`^store_processes ${count}$`, 'm');
  for (;;) {
    const answer = await fetch(`${server.url}/metrics`, { headers });
    if (all.test(await answer.text())) return server;
    await pause(50);
  }
}
