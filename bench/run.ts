/**
 * The load bench: the service against the bare driver, in alternation, on both engines; docs/performance.md
 * says what it measures. `npm run bench -- [--engine sqlite|mysql] [--case NAME] [--smoke] [--profile CASE]`
 */
import { parseArgs } from 'node:util';
import { caseNames, importCase, readCases } from './cases';
import { type Databases, databasesOf, type EngineName, engines } from './databases';
import { benchImport, fill } from './import-bench';
import type { Size } from './lines';
import { killAll } from './processes';
import { profileRead } from './profile';
import { benchReads, type Effort } from './read-bench';
import { isReached, memoryLine, table } from './report';

interface Scale extends Effort {
  readonly size: Size;
  readonly imports: number;
}

const full: Scale = {
  ...{ rounds: 5, load: { connections: 32, seconds: 4 }, warmUp: 3, imports: 3 },
  size: {
    ...{ orders: 10_000, tagGroups: 1000, tags: 1000, zones: 500 },
    ...{ news: 10_000, locations: 100_000, users: 250_000, furnishedUsers: 2000 },
  },
};
/** Shows that everything works; too short to judge numbers by. */
const smoke: Scale = {
  ...{ rounds: 1, load: { connections: 4, seconds: 1 }, warmUp: 0.5, imports: 1 },
  size: {
    ...{ orders: 300, tagGroups: 100, tags: 50, zones: 20, news: 200, locations: 500 },
    ...{ users: 300, furnishedUsers: 150 },
  },
};

/** Seconds of load for a profile. */
const PROFILED = 15;

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    case: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});

function chosen<T extends string>(
  name: string,
  given: string | undefined,
  known: readonly T[],
): readonly T[] {
  if (given === undefined) return known;
  const found = known.find((one) => one === given);
  if (found === undefined) throw new Error(`--${name} must be one of ${known.join(', ')}`);
  return [found];
}

/** @returns whether all goals are reached */
async function benchEngine(
  databases: Databases,
  names: readonly string[],
  scale: Scale,
): Promise<boolean> {
  const wanted = readCases.filter(({ name }) => names.includes(name));
  const parts = new Set(wanted.map(({ store }) => store));
  if (names.includes(importCase.name)) parts.add('orders');
  const filled = await fill(databases, scale.size, parts);
  const { results, memory } =
    wanted.length > 0
      ? await benchReads(databases, filled.url, wanted, scale.size, scale)
      : { results: [], memory: undefined };
  if (names.includes(importCase.name)) {
    results.push(await benchImport(databases, filled, scale.size, scale.imports));
  }
  console.log(`\n${databases.engine}\n\n${table(results, !options.smoke)}\n`);
  if (memory) console.log(memoryLine(memory));
  return isReached(results, memory);
}

async function profileEngine(databases: Databases, name: string, scale: Scale): Promise<void> {
  const one = readCases.find((known) => known.name === name);
  if (!one)
    throw new Error(`--profile must be one of ${readCases.map((known) => known.name).join(', ')}`);
  const { url } = await fill(databases, scale.size, new Set([one.store]));
  const text = await profileRead(databases, url, one, scale.size, {
    ...scale.load,
    seconds: PROFILED,
  });
  console.log(`\n${databases.engine}, ${one.title}\n\n${text}`);
}

async function main(): Promise<void> {
  const scale = options.smoke ? smoke : full;
  const names = chosen('case', options.case, caseNames);
  let isFine = true;
  for (const engine of chosen<EngineName>('engine', options.engine, engines)) {
    const databases = databasesOf(engine);
    try {
      if (options.profile !== undefined) await profileEngine(databases, options.profile, scale);
      else isFine = (await benchEngine(databases, names, scale)) && isFine;
    } finally {
      await databases.drop();
    }
  }
  if (options.smoke) console.log('\nThe bench works; a run as short as this one judges nothing.');
  else if (!isFine) process.exitCode = 1;
}

// The run fails without its processes, and then drops its databases.
process.on('exit', killAll).once('SIGINT', killAll).once('SIGTERM', killAll);

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
