import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineSettings } from './baseline';
import { PAGE, type ReadCase } from './cases';
import type { Databases } from './databases';
import type { Size } from './lines';
import { type Load, loadRound, median, type Round } from './load';
import {
  API_KEY,
  freePort,
  type Server,
  startBaseline,
  startRecordedService,
  startService,
} from './processes';
import { readRecording } from './recording';
import { commonPlan, type Plan, planOf } from './replay';
import { line, type Result, type Side } from './report';

export interface Effort {
  readonly rounds: number;
  readonly load: Load;
  /** Seconds. */
  readonly warmUp: number;
}

/** How many different records a plan is learnt from. */
const SAMPLES = 5;
/** The service looks its callers up again every few seconds: no part of a request. */
const OF_KEYS = /FROM `api_keys`/;

/** Measures reads, baseline and service in turn. @returns a result for each case, and the service's memory */
export async function benchReads(
  databases: Databases,
  url: string,
  cases: readonly ReadCase[],
  size: Size,
  effort: Effort,
): Promise<{ results: Result[]; memory: ReturnType<Server['memory']> }> {
  const { folder } = databases;
  const baseline = await startBaselineFor(databases, url, cases, size);
  const service = await startService(url, folder);
  try {
    const results: Result[] = [];
    for (const one of cases) {
      const result = await benchRead(baseline, service, one, size, effort);
      console.error(`${databases.engine}: ${line(result)}`);
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
  size: Size,
  { rounds, load, warmUp }: Effort,
): Promise<Result> {
  const most = one.ids === undefined ? 0 : size[one.ids];
  const measured: { baseline: Round[]; service: Round[] } = { baseline: [], service: [] };
  await loadRound(baseline, one, most, { ...load, seconds: warmUp });
  await loadRound(service, one, most, { ...load, seconds: warmUp });
  for (let round = 0; round < rounds; round++) {
    measured.baseline.push(await loadRound(baseline, one, most, load));
    measured.service.push(await loadRound(service, one, most, load));
  }
  return {
    title: one.title,
    goal: one.goal,
    baseline: sideOf(measured.baseline),
    service: sideOf(measured.service),
  };
}

function sideOf(rounds: readonly Round[]): Side {
  const of = (key: keyof Round): number => median(rounds.map((round) => round[key] ?? NaN));
  return { rate: of('rate'), p99: of('p99'), size: of('size'), cpu: of('cpu') };
}

/** A baseline that knows the statements which the service runs for the cases. */
async function startBaselineFor(
  databases: Databases,
  url: string,
  cases: readonly ReadCase[],
  size: Size,
): Promise<Server> {
  const { folder } = databases;
  const file = join(folder, 'reads.ndjson');
  const recorded = await startRecordedService(url, folder, file);
  const routes: BaselineSettings['routes'][number][] = [];
  try {
    for (const one of cases) {
      const plan = await learn(recorded, file, one, size);
      const [path = '', query = ''] = one.path(0).split('?');
      const route = path.replace(/\/0(?=\/|$)/, '/:id');
      routes.push({ path: route, query, answers: one.answers, plan });
    }
  } finally {
    await recorded.stop();
  }
  const port = await freePort();
  const settings: BaselineSettings = { url, port, routes };
  const settingsFile = join(folder, 'baseline.json');
  writeFileSync(settingsFile, JSON.stringify(settings));
  return startBaseline(port, settingsFile, folder);
}

/** Finds out which statements the service runs for a case. */
async function learn(service: Server, file: string, one: ReadCase, size: Size): Promise<Plan> {
  const most = one.ids === undefined ? 0 : size[one.ids];
  // High ids: they are no other parameter's value by chance.
  const ids = Array.from({ length: SAMPLES }, (_, index) => most - Math.floor((index * most) / 10));
  const plans: Plan[] = [];
  for (const id of ids) {
    const before = readRecording(file).length;
    await call(service, one.path(id));
    const statements = readRecording(file)
      .slice(before)
      .filter(({ sql }) => sql.startsWith('SELECT') && !OF_KEYS.test(sql));
    const most = one.answers === 'page' ? PAGE : Number.MAX_SAFE_INTEGER;
    plans.push(planOf(statements, one.ids === undefined ? undefined : id, most));
  }
  const plan = commonPlan(plans);
  if (plan.statements.length === 0) throw new Error(`${one.name}: the service ran no SELECT`);
  return plan;
}

async function call({ url }: Server, path: string): Promise<void> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${API_KEY}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
}
