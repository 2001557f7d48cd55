/**
 * The load bench compares the service with the bare driver, alternately and on both engines; docs/performance.md
 * describes the measurements. `npm run bench -- [--engine sqlite|mysql] [--case NAME]... [--orders N] [--smoke]
 * [--profile CASE] [--fairness] [--growth] [--watch [--accept]] [--peer vendure|strapi|medusa]...`
 */
import { parseArgs } from 'node:util';
import { caseNames, exportCase, importCases, readCases, type StoreKind } from './cases';
import { type Databases, createDatabases, type EngineName, engines } from './databases';
import { benchExport } from './export-bench';
import { benchFairness } from './fairness';
import type { FairnessEffort } from './fairness-cases';
import { benchFiles } from './file-bench';
import { fileCaseNames, fullFiles, smokeFiles } from './file-cases';
import type { Finding } from './findings';
import { benchGrowth, type GrowthEffort, toGrowthTableHead } from './growth';
import { benchImport, createFilledDatabase } from './import-bench';
import { writeResults } from './write-results';
import { benchJournal, journalCaseNames } from './journal-bench';
import type { StoreSize } from './lines';
import { loadRound } from './load';
import { killAll } from './processes';
import { benchEDocuments } from './e-document-bench';
import { benchPdfs } from './pdf-bench';
import { benchPeer, type PeerEffort } from './peers/peer-bench';
import { peers } from './peers/peers';
import { profileService } from './profile';
import { benchReads, type Effort, getMaxId } from './read-bench';
import {
  areGoalsReached,
  type Memory,
  formatMemory,
  type BenchResult,
  formatTable,
} from './report';
import {
  fullSales,
  eDocumentCases,
  pdfCase,
  salesCaseNames,
  type SalesEffort,
  smokeSales,
  writeCases,
} from './sales-cases';
import { acceptSpeed, checkSpeed } from './watch';
import { benchWaiting, fullWaiting, smokeWaiting, waitingCase } from './waiting-bench';
import { benchWorkers, workersCase, type WorkersEffort } from './workers-bench';
import { benchWrites, loadWrites } from './write-bench';

interface Measured {
  readonly results: readonly BenchResult[];
  readonly memory: Memory | undefined;
}

interface Scale extends Effort {
  readonly size: StoreSize;
  readonly imports: number;
  readonly sales: SalesEffort;
  readonly fairness: Omit<FairnessEffort, 'orders'>;
  readonly growth: GrowthEffort;
  readonly workers: Omit<WorkersEffort, 'rounds' | 'load'>;
  readonly peers: PeerEffort;
}

const full: Scale = {
  ...{ rounds: 5, load: { connections: 32, seconds: 4 }, warmUp: 3, imports: 3 },
  sales: fullSales,
  fairness: {
    ...{ users: 1_000_000, largeRows: 1000, rate: 100, seconds: 10 },
    picture: fullFiles.picture,
  },
  growth: { users: [1000, 100_000, 1_000_000], times: 200 },
  workers: { imported: 2000, seconds: 20 },
  peers: { rounds: 3, seconds: 4 },
  size: {
    ...{ orders: 10_000, tagGroups: 1000, tags: 1000, zones: 500 },
    ...{ news: 10_000, locations: 100_000, users: 1_000_000, furnishedUsers: 2000 },
    ...{ fourRowOrders: 10_000, wideOrders: 300, invoices: 250_000 },
  },
};
/** Shows that everything works, but is too short for meaningful numbers. */
const smoke: Scale = {
  ...{ rounds: 1, load: { connections: 4, amount: 12 }, warmUp: 0, imports: 1 },
  sales: smokeSales,
  fairness: {
    ...{ users: 300, largeRows: 20, rate: 50, seconds: 0.2 },
    picture: smokeFiles.picture,
  },
  growth: { users: [20, 200], times: 2 },
  workers: { imported: 20, seconds: 0.5 },
  peers: { rounds: 1, seconds: 0.1 },
  size: {
    ...{ orders: 300, tagGroups: 100, tags: 50, zones: 20, news: 200, locations: 500 },
    ...{ users: 300, furnishedUsers: 150, fourRowOrders: 500, wideOrders: 5, invoices: 300 },
  },
};

const stores: readonly StoreKind[] = ['orders', 'content', 'users', 'fourRows', 'wide', 'invoices'];

/** Duration of the load for a profile, in seconds. */
const PROFILE_SECONDS = 15;

const profiledNames = [...readCases, ...writeCases].map(({ name }) => name);

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    case: { type: 'string', multiple: true, default: [] },
    /** Options other than cases. */
    orders: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    profile: { type: 'string' },
    fairness: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    peer: { type: 'string', multiple: true, default: [] },
  },
});

function chosen<T extends string>(
  name: string,
  given: readonly string[],
  known: readonly T[],
): readonly T[] {
  if (given.some((one) => !(known as readonly string[]).includes(one)))
    throw new Error(`--${name} must be one of ${known.join(', ')}`);
  return given.length === 0 ? known : known.filter((one) => given.includes(one));
}

/** @returns whether all goals are reached */
async function benchEngine(
  databases: Databases,
  names: readonly string[],
  scale: Scale,
): Promise<boolean> {
  const results: BenchResult[] = [];
  let memory: Memory | undefined;
  for (const store of stores) {
    const measured = await benchStore(databases, store, names, scale);
    results.push(...measured.results);
    memory = maxMemory(memory, measured.memory);
  }
  for (const one of importCases.filter(({ name }) => names.includes(name))) {
    results.push(await benchImport(databases, one, scale.size, scale.imports));
  }
  if (names.includes(exportCase.name))
    results.push(await benchExport(databases, exportCase, scale.size, scale.imports));
  const { size, sales, imports: rounds } = scale;
  results.push(...(await benchJournal(databases, names, { size, sales, rounds })));
  const files = await measureFiles(databases, names);
  results.push(...files.results);
  const findings = [...(await measureWaiting(databases, names)), ...files.findings];
  if (names.includes(workersCase))
    findings.push(...(await benchWorkers(databases, size, { ...scale, ...scale.workers })));
  if (results.length + findings.length === 0) return true;
  console.log(`\n${databases.engine}\n\n${formatTable(results, !options.smoke)}\n`);
  if (memory) console.log(formatMemory(memory));
  if (!options.smoke) console.log(`Results written to ${writeResults(databases.engine, results)}`);
  for (const { text } of findings) console.log(text);
  return areGoalsReached(results, memory) && findings.every((one) => one.isReached);
}

async function measureWaiting(databases: Databases, names: readonly string[]): Promise<Finding[]> {
  if (!names.includes(waitingCase.name)) return [];
  return benchWaiting(databases, options.smoke ? smokeWaiting : fullWaiting);
}

/** Files and images are the same on every engine, so they are measured on SQLite unless an engine is requested. */
async function measureFiles(
  databases: Databases,
  names: readonly string[],
): ReturnType<typeof benchFiles> {
  const isMeant = databases.engine === 'sqlite' || options.engine.length > 0;
  return benchFiles(databases, isMeant ? names : [], options.smoke ? smokeFiles : fullFiles);
}

/** Measures the cases of one store on its own database: first reads, then writes. */
async function benchStore(
  databases: Databases,
  store: StoreKind,
  names: readonly string[],
  scale: Scale,
): Promise<Measured> {
  const isMeant = ({ name }: { readonly name: string }): boolean => names.includes(name);
  const reads = readCases.filter((one) => one.store === store && isMeant(one));
  const writes = store === 'fourRows' ? writeCases.filter(isMeant) : [];
  const isDrawn = store === 'fourRows' && isMeant(pdfCase);
  const structured = store === 'fourRows' ? eDocumentCases.filter(isMeant) : [];
  const measured: Measured[] = [];
  if (reads.length + writes.length + structured.length > 0 || isDrawn) {
    const { size, sales } = scale;
    const url = await createFilledDatabase(databases, store, size);
    if (reads.length > 0) measured.push(await benchReads(databases, url, reads, size, scale));
    if (writes.length > 0)
      measured.push(await benchWrites(databases, url, writes, size.fourRowOrders, sales));
    if (isDrawn) {
      const result = await benchPdfs(databases, url, size.fourRowOrders, sales);
      measured.push({ results: [result], memory: undefined });
    }
    if (structured.length > 0) {
      const { fourRowOrders } = size;
      const results = await benchEDocuments(databases, url, structured, fourRowOrders, sales);
      measured.push({ results, memory: undefined });
    }
  }
  return {
    results: measured.flatMap(({ results }) => results),
    memory: measured.reduce<Memory | undefined>(
      (all, { memory }) => maxMemory(all, memory),
      undefined,
    ),
  };
}

function maxMemory(one: Memory | undefined, other: Memory | undefined): Memory | undefined {
  if (!other) return one;
  return { now: Math.max(one?.now ?? 0, other.now), peak: Math.max(one?.peak ?? 0, other.peak) };
}

/** @returns whether all reads are answered in time */
async function measureFairness(
  databases: Databases,
  { size, fairness }: Pick<Scale, 'size' | 'fairness'>,
): Promise<boolean> {
  const findings = await benchFairness(databases, { ...fairness, orders: size });
  console.log(`\n${databases.engine}\n`);
  for (const { text } of findings) console.log(text);
  return findings.every(({ isReached }) => isReached);
}

/** @returns whether lists, searches and counts stay within their limits in stores of all sizes */
async function measureGrowth(
  databases: Databases,
  { growth }: Pick<Scale, 'growth'>,
): Promise<boolean> {
  const findings = await benchGrowth(databases, growth);
  console.log(`\n${databases.engine}\n\n${toGrowthTableHead(growth.users)}`);
  for (const { text } of findings) console.log(text);
  return findings.every(({ isReached }) => isReached);
}

async function profileEngine(databases: Databases, name: string, scale: Scale): Promise<void> {
  const { size, sales, load } = scale;
  const read = readCases.find((known) => known.name === name);
  const write = writeCases.find((known) => known.name === name);
  const url = await createFilledDatabase(databases, read?.store ?? 'fourRows', size);
  const text = await profileService(databases, url, async (service) => {
    if (write) await loadWrites(service, write, size.fourRowOrders, sales);
    else if (read)
      await loadRound(service, read, getMaxId(read, size), { ...load, seconds: PROFILE_SECONDS });
  });
  console.log(`\n${databases.engine}, ${name}\n\n${text}`);
}

/** Returns a scale with the requested number of orders. @throws Error if it is invalid */
function toScale(scale: Scale, orders: string | undefined): Scale {
  if (orders === undefined) return scale;
  if (!/^[1-9]\d{0,7}$/.test(orders)) throw new Error('--orders must be a whole number');
  return { ...scale, size: { ...scale.size, orders: Number(orders) } };
}

/** @returns whether no request needs more CPU time than before */
async function checkWatchedSpeed(): Promise<boolean> {
  const databases = createDatabases('sqlite');
  try {
    if (!options.accept) return await checkSpeed(databases, smoke.size);
    await acceptSpeed(databases, smoke.size);
    return true;
  } finally {
    await databases.drop();
  }
}

/** @returns whether the service reaches its goals against the requested peers */
async function compareWithPeers(scale: Pick<Scale, 'peers'>): Promise<boolean> {
  let isFaster = true;
  for (const name of chosen('peer', options.peer, Object.keys(peers)))
    isFaster = (await benchPeer(peers[name]!, scale.peers)) && isFaster;
  return isFaster;
}

async function main(): Promise<void> {
  if (options.watch || options.accept) {
    if (!(await checkWatchedSpeed())) process.exitCode = 1;
    return;
  }
  const scale = toScale(options.smoke ? smoke : full, options.orders);
  if (options.peer.length > 0) {
    if (!(await compareWithPeers(scale)) && !options.smoke) process.exitCode = 1;
    return;
  }
  const known = [
    ...[...caseNames, ...salesCaseNames, ...journalCaseNames, waitingCase.name],
    ...fileCaseNames,
    workersCase,
  ];
  const names = chosen('case', options.case, known);
  const [profile] =
    options.profile === undefined ? [] : chosen('profile', [options.profile], profiledNames);
  let isFine = true;
  for (const engine of chosen<EngineName>('engine', options.engine, engines)) {
    const databases = createDatabases(engine);
    try {
      if (profile !== undefined) await profileEngine(databases, profile, scale);
      else if (options.growth) isFine = (await measureGrowth(databases, scale)) && isFine;
      else if (options.fairness) isFine = (await measureFairness(databases, scale)) && isFine;
      else isFine = (await benchEngine(databases, names, scale)) && isFine;
    } finally {
      await databases.drop();
    }
  }
  if (options.smoke) console.log('\nThe bench works; a run as short as this one judges nothing.');
  else if (!isFine) process.exitCode = 1;
}

// The run then fails without its processes, and drops its databases.
process.on('exit', killAll).once('SIGINT', killAll).once('SIGTERM', killAll);

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
