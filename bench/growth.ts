import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, PERSISTENT_FOLDER } from './databases';
import type { Finding } from './findings';
import { chart } from './growth-chart';
import {
  type TimeBounds,
  BOUNDED_SHARE,
  type GrownStore,
  type GrowthCase,
  growthCases,
} from './growth-cases';
import { generateGrowthRecords } from './growth-records';
import { importLines } from './import-bench';
import { write } from './lines';
import { API_KEY, type Server, startService } from './processes';
import { percentile } from './transfers';

/** The sizes of the stores, and how often each case is measured. */
export interface GrowthEffort {
  readonly users: readonly number[];
  readonly times: number;
}

/** Median times in milliseconds: wall clock and CPU time of the service. */
interface Measured {
  readonly wall: number;
  readonly cpu: number;
}

const BISECTIONS = 24;
const DAY_MS = 86_400_000;

/** Measures the same requests in stores of several sizes, and draws a chart. */
export async function benchGrowth(
  databases: Databases,
  { users, times }: GrowthEffort,
): Promise<Finding[]> {
  const measured: Measured[][] = [];
  for (const size of users) {
    const service = await startService(await createGrownStore(databases, size), databases.folder);
    try {
      const store: GrownStore = { users: size, bounds: await findTimeBounds(service) };
      const row: Measured[] = [];
      for (const one of growthCases) row.push(await measure(service, one, store, times));
      measured.push(row);
    } finally {
      await service.stop();
    }
  }
  mkdirSync(PERSISTENT_FOLDER, { recursive: true });
  const file = join(PERSISTENT_FOLDER, `growth-${databases.engine}.svg`);
  const lines = growthCases.map(({ title }, at) => ({
    title,
    values: measured.map((row) => row[at]!.wall),
  }));
  writeFileSync(file, chart(`Milliseconds by users, ${databases.engine}`, users, lines));
  console.error(`Chart: ${file}`);
  return growthCases.map((one, at) =>
    toFinding(
      databases,
      one,
      measured.map((row) => row[at]!),
    ),
  );
}

/** Returns the URL of a store, which is created unless an earlier run has done so. */
function createGrownStore(databases: Databases, users: number): Promise<string> {
  return databases.persistent(`growth_${users}`, (url) =>
    importLines(
      databases,
      url,
      write(join(databases.folder, `${users}.ndjson`), generateGrowthRecords(users)),
    ),
  );
}

async function findTimeBounds(service: Server): Promise<TimeBounds> {
  return {
    lastUsed: await findInstant(service, '/v1/users?lastUsed_min='),
    updatedAt: await findInstant(service, '/v1/orders?updatedAt_min='),
  };
}

/** Finds the time after which a certain share of a list was changed, by bisecting a year. */
async function findInstant(service: Server, path: string): Promise<string> {
  const now = Date.now();
  const from = (instant: number): Promise<number> =>
    countItems(service, `${path}${new Date(instant).toISOString()}&perPage=1`);
  const wanted = BOUNDED_SHARE * (await from(0));
  let [early, late] = [now - 366 * DAY_MS, now];
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (early + late) / 2;
    if ((await from(middle)) > wanted) early = middle;
    else late = middle;
  }
  return new Date(late).toISOString();
}

interface Page {
  readonly ITEMS?: number;
  readonly items?: number;
  readonly CURSORS?: { readonly NEXT: string };
  readonly cursors?: { readonly next: string };
}

async function countItems(service: Server, path: string): Promise<number> {
  const { ITEMS, items } = (await get(service, path)) as Page;
  return Number(ITEMS ?? items);
}

async function get({ url }: Server, path: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${API_KEY}` };
  const response = await fetch(new URL(path, url), { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function measure(
  service: Server,
  one: GrowthCase,
  store: GrownStore,
  times: number,
): Promise<Measured> {
  let next: string | undefined;
  for (let step = 0; step < (one.steps ?? 0); step++) {
    const page = (await get(service, next ?? one.path(store))) as Page;
    next = (page.CURSORS?.NEXT ?? page.cursors?.next) || next;
  }
  const took: number[] = [];
  await get(service, next ?? one.path(store));
  const before = service.cpu() ?? NaN;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await get(service, next ?? one.path(store));
    took.push(performance.now() - start);
  }
  return { wall: percentile(took, 50), cpu: ((service.cpu() ?? NaN) - before) / times };
}

function toFinding(
  { engine }: Databases,
  { title, goal, growth }: GrowthCase,
  measured: readonly Measured[],
): Finding {
  const [smallest, largest] = [measured[0]?.wall ?? NaN, measured.at(-1)?.wall ?? NaN];
  const limit = goal?.[engine] ?? smallest * (growth ?? Infinity);
  const isReached = largest <= limit;
  const cells = measured.map(({ wall, cpu }) => `${wall.toFixed(1)} (${cpu.toFixed(1)})`);
  const wanted = `${limit.toFixed(1)}${isReached ? '' : ' MISSED'}`;
  return { text: `| ${[title, ...cells, wanted].join(' | ')} |`, isReached };
}

/** The header of the table of findings. */
export function toGrowthTableHead(users: readonly number[]): string {
  const heads = ['p50 ms (CPU ms)', ...users.map((size) => size.toLocaleString('en')), 'goal'];
  return `| ${heads.join(' | ')} |\n| ${heads.map(() => '---').join(' | ')} |`;
}
