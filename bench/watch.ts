import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCases, type ReadCase, type StoreKind } from './cases';
import type { Databases } from './databases';
import { createFilledDatabase } from './import-bench';
import { getCommit } from './write-results';
import type { StoreSize } from './lines';
import { benchReads, type Effort } from './read-bench';
import type { BenchResult } from './report';

/** CPU time per request in milliseconds, and their ratio. */
interface Cost {
  readonly service: number;
  readonly baseline: number;
  readonly ratio: number;
}

/** The accepted values of a machine. */
interface AcceptedCost extends Cost {
  readonly commit: string;
  readonly date: string;
}

/**
 * Accepted values per case, for machines of several speeds. One machine takes 2.2 times the baseline's 0.07 ms for
 * the same commit. Another one, whose caches hold less of the service, takes 2.7 times 0.09 ms.
 */
type Watched = Readonly<Record<string, readonly AcceptedCost[]>>;

const FILE = resolve(__dirname, '../../bench/watched.json');

/** The request handling alone, records of few and of many parts, pages, lists and searches. */
const watched: readonly ReadCase['name'][] = [
  'unknown-path',
  'tag-group',
  'tag',
  'tag-values',
  'news',
  'changes',
  'filters',
  'search',
  'order',
  'orders',
];

/** Maximum factor by which a request's CPU time may exceed the accepted one. */
const MAX_SLOWDOWN = 1.15;

/** Machines whose baselines differ by less are considered equal. */
const MAX_MACHINE_DIFFERENCE = 1.1;

/**
 * Number of times that a case above the limit is measured again, and more thoroughly, because other work on the machine
 * may be the reason.
 */
const ATTEMPTS = 3;

/** The compiler is done after the warm-up. With many short rounds, some are undisturbed. */
const thorough: Effort = { rounds: 21, load: { connections: 8, amount: 600 }, warmUp: 3 };
/** A single short measurement is enough for cases that pass. */
const quick: Effort = { ...thorough, rounds: 13, warmUp: 2 };

/** Pages and lists take longer than records. */
const loadOfPages: Effort['load'] = { connections: 8, amount: 100 };

/**
 * Measures the CPU time of requests relative to the bare baseline, and compares it with the accepted values.
 * @returns whether no request exceeds its accepted value by more than 15 %
 */
export async function checkSpeed(databases: Databases, size: StoreSize): Promise<boolean> {
  const known = readWatched();
  let left = [...watched];
  for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt++) {
    const effort = attempt === 1 ? quick : thorough;
    const costs = await measureCosts(databases, size, left, { attempt, effort });
    left = left.filter((name) => !isWithinAccepted(name, costs[name]!, known[name] ?? []));
  }
  if (left.length === 0) return true;
  console.log(
    `\nDearer by more than ${Math.round((MAX_SLOWDOWN - 1) * 100)} % than what was accepted: ${left.join(', ')}. ` +
      'Find out why (npm run bench -- --profile CASE). If it is justified, accept it on an idle machine:\n' +
      '  npm run bench -- --accept\nand say in the commit what it buys.',
  );
  return false;
}

function isWithinAccepted(name: string, cost: Cost, known: readonly AcceptedCost[]): boolean {
  const { service, baseline, ratio } = cost;
  const accepted = nearest(known, cost);
  const change = (ratio / (accepted?.ratio ?? NaN) - 1) * 100;
  console.log(
    `${name}: ${service.toFixed(3)} ms of CPU, ${ratio.toFixed(2)} times the baseline's ${baseline.toFixed(3)}; ` +
      `accepted: ${accepted?.ratio.toFixed(2)} times ${accepted?.baseline.toFixed(3)} (${change.toFixed(0)} %)`,
  );
  return accepted !== undefined && ratio <= accepted.ratio * MAX_SLOWDOWN;
}

/** Returns the accepted values of the machine whose baseline is most similar to that of this one. */
function nearest(known: readonly AcceptedCost[], cost: Cost): AcceptedCost | undefined {
  return [...known].sort((one, other) => toDifference(one, cost) - toDifference(other, cost))[0];
}

/** The ratio of the slower baseline to the faster one. */
function toDifference(one: Cost, other: Cost): number {
  return Math.exp(Math.abs(Math.log(one.baseline / other.baseline)));
}

function readWatched(): Watched {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Watched;
}

/**
 * Measures the cases as often as a retry would, and writes the highest values as the accepted ones of a machine like
 * this.
 */
export async function acceptSpeed(databases: Databases, size: StoreSize): Promise<void> {
  const known = readWatched();
  const dearest: Record<string, Cost> = {};
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const costs = await measureCosts(databases, size, watched, { attempt, effort: thorough });
    for (const [name, cost] of Object.entries(costs))
      if (!(cost.ratio <= (dearest[name]?.ratio ?? 0))) dearest[name] = cost;
  }
  const here = { commit: getCommit(), date: new Date().toISOString().slice(0, 10) };
  const accepted = watched.map((name) => {
    const cost = dearest[name]!;
    const others = (known[name] ?? []).filter(
      (one) => toDifference(one, cost) >= MAX_MACHINE_DIFFERENCE,
    );
    const all = [...others, { ...here, ...cost }];
    return [name, all.sort((one, other) => one.baseline - other.baseline)];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(accepted), undefined, 2)}\n`);
  console.log(readFileSync(FILE, 'utf8'));
}

async function measureCosts(
  databases: Databases,
  size: StoreSize,
  names: readonly string[],
  { attempt, effort }: { readonly attempt: number; readonly effort: Effort },
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const store of ['content', 'orders'] satisfies StoreKind[]) {
    const cases = readCases.filter((one) => one.store === store && names.includes(one.name));
    if (cases.length === 0) continue;
    const url = await createFilledDatabase(databases, store, size, `${store}_${attempt}`);
    for (const load of [effort.load, loadOfPages]) {
      const some = cases.filter((one) => (load === loadOfPages) === isPage(one));
      if (some.length === 0) continue;
      const { results } = await benchReads(databases, url, some, size, { ...effort, load });
      for (const [at, { name }] of some.entries()) costs[name] = toCost(results[at]!);
    }
  }
  return costs;
}

function isPage({ answers }: ReadCase): boolean {
  return answers === 'page' || answers === 'list';
}

function toCost({
  service: { calmCpu: service = NaN },
  baseline: { calmCpu: baseline = NaN },
}: BenchResult): Cost {
  const rounded = (value: number): number => Number(value.toFixed(3));
  return {
    service: rounded(service),
    baseline: rounded(baseline),
    ratio: rounded(service / baseline),
  };
}
