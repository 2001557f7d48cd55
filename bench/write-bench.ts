import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRates } from './compare-rates';
import type { Databases } from './databases';
import { type BenchRequest, sendAll } from './load';
import { API_KEY, freePort, type Server, startBaseline, startService } from './processes';
import { withRecorder } from './read-bench';
import { readRecording } from './recording';
import { formatResult, type Memory, type BenchResult } from './report';
import { type SalesEffort, RESERVED_ORDERS, type WriteCase } from './sales-cases';
import type { WriteBaselineSettings } from './write-baseline';
import { type RequestSample, type WritePlan, toWritePlan } from './write-plan';

/** Number of requests from which a plan is learned. */
const SAMPLES = 16;

/** The requests of a case: each is about the next order of the store. */
export class OrderRequests {
  private nextIndex = 0;

  /** @param count number of orders; those at the end are reserved */
  constructor(
    private readonly one: WriteCase,
    private readonly count: number,
  ) {}

  next(): BenchRequest {
    const usable = this.count - RESERVED_ORDERS;
    const turn = Math.floor(this.nextIndex / usable);
    return requestOf(this.one, 1 + (this.nextIndex++ % usable), turn);
  }
}

function requestOf({ method, path, bodies }: WriteCase, order: number, turn: number): BenchRequest {
  const body = bodies?.[turn % bodies.length];
  return {
    method: method.toUpperCase(),
    path: path(order),
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** Measures writes, alternating between baseline and service. @param orders number of orders in the database */
export async function benchWrites(
  databases: Databases,
  url: string,
  cases: readonly WriteCase[],
  orders: number,
  effort: SalesEffort,
): Promise<{ results: BenchResult[]; memory: Memory | undefined }> {
  const settings = await withRecorder(databases, url, (service, file) =>
    toBaselineSettings(service, file, cases, orders),
  );
  const baseline = await startWriteBaseline({ ...settings, url }, databases.folder);
  const service = await startService(url, databases.folder);
  try {
    const results: BenchResult[] = [];
    for (const one of cases) {
      const store = new OrderRequests(one, orders);
      const servers = { baseline, service };
      const result = await compareRates(one, servers, effort.writes, effort.rounds, () =>
        store.next(),
      );
      console.error(`${databases.engine}: ${formatResult(result)}`);
      results.push(result);
    }
    return { results, memory: service.memory() };
  } finally {
    await baseline.stop();
    await service.stop();
  }
}

/**
 * Runs the requests of a case against the service only, for a profile.
 * @param orders number of orders in the database
 */
export async function loadWrites(
  service: Server,
  one: WriteCase,
  orders: number,
  { rounds, writes: { connections, amount } }: SalesEffort,
): Promise<void> {
  const store = new OrderRequests(one, orders);
  await sendAll(service, one.name, { connections, amount: rounds * amount }, () => store.next());
}

async function startWriteBaseline(
  settings: Omit<WriteBaselineSettings, 'port'>,
  folder: string,
): Promise<Server> {
  const port = await freePort();
  const file = join(folder, 'write-baseline.json');
  writeFileSync(file, JSON.stringify({ ...settings, port }));
  return startBaseline(port, file, folder, 'write-baseline');
}

/** Learns the service's statements of the cases and its sessions, for the baseline. */
async function toBaselineSettings(
  service: Server,
  file: string,
  cases: readonly WriteCase[],
  orders: number,
): Promise<Pick<WriteBaselineSettings, 'session' | 'routes'>> {
  const routes: WriteBaselineSettings['routes'][number][] = [];
  for (const one of cases) {
    const plan = await learn(service, file, one, orders);
    routes.push({ method: one.method, path: one.path(0).replace('/0/', '/:id/'), plan });
  }
  const texts = readRecording(file).map(({ sql }) => sql);
  return { session: [...new Set(texts.filter((sql) => sql.startsWith('SET SESSION')))], routes };
}

/** Learns which statements the service runs for a case. */
async function learn(
  service: Server,
  file: string,
  one: WriteCase,
  orders: number,
): Promise<WritePlan> {
  const samples: RequestSample[] = [];
  for (let index = 0; samples.length < SAMPLES; index++) {
    // From the last order backwards, while inserted keys increase, so that no key is next to another by chance.
    const order = orders - 3 * index;
    for (let turn = 0; turn < (one.bodies?.length ?? 1); turn++) {
      const before = readRecording(file).length;
      await call(service, requestOf(one, order, turn));
      const asked = [order, ...Object.values(one.bodies?.[turn] ?? {})];
      samples.push({ asked, recorded: readRecording(file).slice(before) });
    }
  }
  return toWritePlan(samples);
}

/** @returns the response */
export async function call(
  { url }: Server,
  { method, path, body }: BenchRequest,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
