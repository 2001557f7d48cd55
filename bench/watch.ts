import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCases, type ReadCase, type StoreKind } from './cases';
import type { Databases } from './databases';
import { createFilledDatabase } from './import-bench';
import { getCommit } from './write-results';
import type { StoreSize } from './lines';
import { benchReads, type Effort } from './read-bench';
import type { BenchResult } from './report';

/** Milliseconds of CPU for a request, and their ratio. */
interface Cost {
  readonly service: number;
  readonly baseline: number;
  readonly ratio: number;
}

/** What was accepted on a machine. */
interface AcceptedCost extends Cost {
  readonly commit: string;
  readonly date: string;
}

/**
 * By case, on machines of several speeds: what the same commit takes is 2.2 times the baseline's 0.07 ms on one, 2.7 times 0.09
 * on another, whose caches hold less of the service.
 */
type Watched = Readonly<Record<string, readonly AcceptedCost[]>>;

const FILE = resolve(__dirname, '../../bench/watched.json');

/** The way in alone, one statement, and a record of many parts. */
const watched: readonly ReadCase['name'][] = ['unknown-path', 'tag-group', 'order'];

/** By how much a request may be dearer than it was when it was accepted. */
const MAX_SLOWDOWN = 1.15;

/** Machines are alike whose baselines differ by less. */
const MAX_MACHINE_DIFFERENCE = 1.1;

/**
 * What is over it is measured again, and more thoroughly, so often: a machine that has other work is not to blame the
 * service.
 */
const ATTEMPTS = 3;

/** The compiler is done by then; many short rounds leave some in which nothing else had the processors. */
const thorough: Effort = { rounds: 21, load: { connections: 8, amount: 600 }, warmUp: 3 };
/** What passes by it needs no more: nothing else has to run beside it then. */
const quick: Effort = { ...thorough, rounds: 13, warmUp: 2 };

/**
 * Measures what requests cost of the processor, over what the bare baseline takes for them, and holds it against
 * what was accepted.
 * @returns whether none has become dearer by more than 15 %
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
      'Find out why (npm run bench -- --profile CASE). If it is worth it, accept it on a quiet machine by\n' +
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

/** What was accepted on the machine whose baseline is most like this one's. */
function nearest(known: readonly AcceptedCost[], cost: Cost): AcceptedCost | undefined {
  return [...known].sort((one, other) => toDifference(one, cost) - toDifference(other, cost))[0];
}

/** How many times as much the dearer one's baseline takes. */
function toDifference(one: Cost, other: Cost): number {
  return Math.exp(Math.abs(Math.log(one.baseline / other.baseline)));
}

function readWatched(): Watched {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Watched;
}

/**
 * Measures the same, as often as it may be tried, and writes the dearest down as what is accepted on a machine like
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
    const { results } = await benchReads(databases, url, cases, size, effort);
    for (const [at, { name }] of cases.entries()) costs[name] = toCost(results[at]!);
  }
  return costs;
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
