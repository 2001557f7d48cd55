import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCases, type ReadCase, type Store } from './cases';
import type { Databases } from './databases';
import { fill } from './import-bench';
import { commit } from './kept-results';
import type { Size } from './lines';
import { benchReads, type Effort } from './read-bench';
import type { Result } from './report';

/** What was accepted: where it was measured, and what a request of each case cost. */
interface Accepted {
  readonly commit: string;
  readonly date: string;
  readonly cases: Readonly<Record<string, Cost>>;
}

/** Milliseconds of CPU for a request, and their ratio. */
interface Cost {
  readonly service: number;
  readonly baseline: number;
  readonly ratio: number;
}

const FILE = resolve(__dirname, '../../bench/watched.json');

/** The way in alone, one statement, and a record of many parts. */
const watched: readonly ReadCase['name'][] = ['unknown-path', 'tag-group', 'order'];

/** By how much a request may be dearer than it was when it was accepted. */
const MOST = 1.15;

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
export async function watchSpeed(databases: Databases, size: Size): Promise<boolean> {
  const accepted = JSON.parse(readFileSync(FILE, 'utf8')) as Accepted;
  let left = [...watched];
  for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt++) {
    const effort = attempt === 1 ? quick : thorough;
    const costs = await costsOf(databases, size, left, { attempt, effort });
    for (const [name, { ratio, service, baseline }] of Object.entries(costs)) {
      const before = accepted.cases[name]?.ratio ?? 0;
      const change = ((ratio / before - 1) * 100).toFixed(0);
      console.log(
        `${name}: ${service.toFixed(3)} ms of CPU, ${ratio.toFixed(2)} times the baseline's ${baseline.toFixed(3)}; accepted: ${before.toFixed(2)} (${change} %)`,
      );
    }
    left = left.filter(
      (name) => !(costs[name]!.ratio <= (accepted.cases[name]?.ratio ?? 0) * MOST),
    );
  }
  if (left.length === 0) return true;
  console.log(
    `\nDearer by more than ${Math.round((MOST - 1) * 100)} % than at ${accepted.commit}: ${left.join(', ')}. ` +
      'Find out why (npm run bench -- --profile CASE). If it is worth it, accept it on a quiet machine by\n' +
      '  npm run bench -- --accept\nand say in the commit what it buys.',
  );
  return false;
}

/** Measures the same, as often as it may be tried, and writes the dearest down as what is accepted. */
export async function acceptSpeed(databases: Databases, size: Size): Promise<void> {
  const cases: Record<string, Cost> = {};
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const costs = await costsOf(databases, size, watched, { attempt, effort: thorough });
    for (const [name, cost] of Object.entries(costs))
      if (!(cost.ratio <= (cases[name]?.ratio ?? 0))) cases[name] = cost;
  }
  const accepted: Accepted = {
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
    cases,
  };
  writeFileSync(FILE, `${JSON.stringify(accepted, undefined, 2)}\n`);
  console.log(readFileSync(FILE, 'utf8'));
}

async function costsOf(
  databases: Databases,
  size: Size,
  names: readonly string[],
  { attempt, effort }: { readonly attempt: number; readonly effort: Effort },
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const store of ['content', 'orders'] satisfies Store[]) {
    const cases = readCases.filter((one) => one.store === store && names.includes(one.name));
    if (cases.length === 0) continue;
    const url = await fill(databases, store, size, `${store}_${attempt}`);
    const { results } = await benchReads(databases, url, cases, size, effort);
    for (const [at, { name }] of cases.entries()) costs[name] = costOf(results[at]!);
  }
  return costs;
}

function costOf({
  service: { calmCpu: service = NaN },
  baseline: { calmCpu: baseline = NaN },
}: Result): Cost {
  const rounded = (value: number): number => Number(value.toFixed(3));
  return {
    service: rounded(service),
    baseline: rounded(baseline),
    ratio: rounded(service / baseline),
  };
}
