import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BaselineSettings } from './baseline';
import { PAGE_RECORDS, type ReadCase } from './cases';
import type { Databases } from './databases';
import type { StoreSize } from './lines';
import { type Load, loadRound, lowerQuartile, median, type LoadRound } from './load';
import {
  API_KEY,
  freePort,
  type Server,
  startBaseline,
  startRecordedService,
  startService,
} from './processes';
import { isServiceStatement, readRecording } from './recording';
import { toCommonPlan, type Plan, toPlan } from './replay';
import { formatResult, type BenchResult, type ResultSide } from './report';

export interface Effort {
  readonly rounds: number;
  readonly load: Load;
  /** Seconds of warm-up; 0 for none. */
  readonly warmUp: number;
}

/** Number of different records from which a plan is learned. */
const SAMPLES = 5;
/** Measures reads, alternating between baseline and service. @returns the results, and the service's memory */
export async function benchReads(
  databases: Databases,
  url: string,
  cases: readonly ReadCase[],
  size: StoreSize,
  effort: Effort,
): Promise<{ results: BenchResult[]; memory: ReturnType<Server['memory']> }> {
  const { folder } = databases;
  const routes = await withRecorder(databases, url, (service, file) =>
    readRoutes(service, file, cases, size),
  );
  const baseline = await startBaselineWith({ url, routes }, folder);
  const service = await startService(url, folder);
  try {
    const results: BenchResult[] = [];
    for (const one of cases) {
      const result = await benchRead(baseline, service, one, size, effort);
      console.error(`${databases.engine}: ${formatResult(result)}`);
      results.push(result);
    }
    return { results, memory: service.memory() };
  } finally {
    await baseline.stop();
    await service.stop();
  }
}

async function benchRead(
  baseline: Server,
  service: Server,
  one: ReadCase,
  size: StoreSize,
  { rounds, load, warmUp }: Effort,
): Promise<BenchResult> {
  const maxId = getMaxId(one, size);
  const measured: { baseline: LoadRound[]; service: LoadRound[] } = { baseline: [], service: [] };
  for (const server of warmUp > 0 ? [baseline, service] : [])
    await loadRound(server, one, maxId, { ...load, seconds: warmUp });
  for (let round = 0; round < rounds; round++) {
    measured.baseline.push(await loadRound(baseline, one, maxId, load));
    measured.service.push(await loadRound(service, one, maxId, load));
  }
  return {
    title: one.title,
    goal: one.goal,
    baseline: toSide(measured.baseline),
    service: toSide(measured.service),
  };
}

/** The highest id that a case requests. */
export function getMaxId({ ids }: ReadCase, size: StoreSize): number {
  return ids === undefined ? 0 : size[ids];
}

/** Returns the medians of the rounds, and the CPU time of the undisturbed ones. */
export function toSide(rounds: readonly LoadRound[]): ResultSide {
  const of = (key: keyof LoadRound): number => median(rounds.map((round) => round[key] ?? NaN));
  const calmCpu = lowerQuartile(rounds.map(({ cpu = NaN }) => cpu));
  return { rate: of('rate'), p99: of('p99'), size: of('size'), cpu: of('cpu'), calmCpu };
}

/** Runs the service with a recorder during `learn`. */
export async function withRecorder<T>(
  { folder }: Databases,
  url: string,
  learn: (service: Server, file: string) => Promise<T>,
): Promise<T> {
  const file = join(folder, 'requests.ndjson');
  const service = await startRecordedService(url, folder, file);
  try {
    return await learn(service, file);
  } finally {
    await service.stop();
  }
}

/** Starts a baseline with these statements. */
async function startBaselineWith(
  settings: Omit<BaselineSettings, 'port'>,
  folder: string,
): Promise<Server> {
  const port = await freePort();
  const file = join(folder, 'baseline.json');
  writeFileSync(file, JSON.stringify({ ...settings, port }));
  return startBaseline(port, file, folder);
}

/** Learns the service's statements of the cases, as routes of the baseline. */
async function readRoutes(
  service: Server,
  file: string,
  cases: readonly ReadCase[],
  size: StoreSize,
): Promise<BaselineSettings['routes']> {
  const routes: BaselineSettings['routes'][number][] = [];
  for (const one of cases.filter(({ answers }) => answers !== 'nothing')) {
    const plan = await learn(service, file, one, size);
    const [path = '', query = ''] = one.path(0).split('?');
    const route = path.replace(/\/0(?=\/|$)/, '/:id');
    routes.push({ path: route, query, answers: one.answers, plan });
  }
  return routes;
}

/**
 * Maximum number of recordings of a case. Concurrent statements may be recorded in different orders, and the journal
 * may still number the entries of the import.
 */
const MAX_RECORDINGS = 10;

/** Pause before a case is recorded again. */
const RECORDING_PAUSE_MS = 1000;

/** Learns which statements the service runs for a case. */
async function learn(service: Server, file: string, one: ReadCase, size: StoreSize): Promise<Plan> {
  for (let lesson = 1; ; lesson++) {
    try {
      return await learnOnce(service, file, one, size);
    } catch (error) {
      if (lesson === MAX_RECORDINGS) throw error;
    }
    await pause(RECORDING_PAUSE_MS);
  }
}

async function learnOnce(
  service: Server,
  file: string,
  one: ReadCase,
  size: StoreSize,
): Promise<Plan> {
  const maxId = getMaxId(one, size);
  // High ids, which don't equal values of other parameters by chance.
  const ids = Array.from(
    { length: SAMPLES },
    (_, index) => maxId - Math.floor((index * maxId) / 10),
  );
  const plans: Plan[] = [];
  for (const id of ids) {
    const before = readRecording(file).length;
    await call(service, one.path(id));
    const statements = readRecording(file)
      .slice(before)
      .filter((one) => one.sql.startsWith('SELECT') && !isServiceStatement(one));
    const limit = one.answers === 'page' ? PAGE_RECORDS : Number.MAX_SAFE_INTEGER;
    plans.push(toPlan(statements, one.ids === undefined ? undefined : id, limit));
  }
  const plan = toCommonPlan(plans);
  if (plan.statements.length === 0) throw new Error(`${one.name}: the service ran no SELECT`);
  return plan;
}

async function call({ url }: Server, path: string): Promise<void> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${API_KEY}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
}
