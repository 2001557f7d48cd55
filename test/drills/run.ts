/**
 * Plays the drills: `npm run drills -- [--drill NAME]... [--engine sqlite|mysql]... [--seed N] [--seeds N] [--acts N]
 * [--minutes N] [--two] [--workers] [--users N [--undisturbed]] [--specs PATH]... [--broken NAME]`, or on a Galera
 * cluster, `--cluster [--drill NAME]... [--mode NAME]... [--chain] [--seed N] [--seeds N] [--acts N] [--minutes N]
 * [--rest MS]`. Exit code 1: something contradicts the record of the clients, or an HTTP spec fails behind two
 * processes.
 */
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { buildService } from '../support/servers/built-process';
import { MariaDbServer } from '../support/servers/mariadb-server';
import { runAttacks } from './attack-suite';
import {
  CHAINED,
  chainedDrills,
  ClusterTestBed,
  clusterDrills,
  clusterModes,
  isInAllModes,
} from './cluster';
import { type DrillOutcome, runDrill } from './drill';
import { runExportRoundTrip } from './export-round-trip';
import { type Fault, faults } from './faults';
import { HttpSuite } from './http-suite';
import { runJournalDrill, slowWriters } from './journal';
import { toTableHead, type DrillRow, toTableRow } from './report';
import { runLongReader, WAL_BYTES } from './long-reader';
import { runSoak, toSoakSettings } from './soak/run-soak';
import { Stage, type StageOptions } from './stage';
import { CleanupStack } from './cleanup-stack';
import { updates } from './updates';
import { runWebhooksDrill } from './webhooks-away';

/** How often the fault strikes in a drill. */
const STRIKES = 2;

/** Workers of each process that is not to serve by itself. */
const WORKERS = 2;

/** The drill that plays no fault: it runs the HTTP specs behind two processes. */
const HTTP_SUITE = 'http-suite';

/** The drill that plays all attacks on memory, with nobody else there. */
const ATTACKS = 'attacks';

/** The drill of the journal has clients of its own. */
const JOURNAL = 'journal';

/** So has that of subscriptions. */
const WEBHOOKS = 'webhooks-away';

/** That of exports has two stores; on MariaDB its copy is on SQLite. */
const EXPORTS = 'export-round-trip';

/** Somebody reads one state of a SQLite store for so many minutes. */
const LONG_READER = 'long-reader';

/** Clients ask for half of what the service can do, for so many minutes; only where it is asked for. */
const SOAK = 'soak';

/** Those of updates. */
const UPDATES = Object.keys(updates);

/** Drills that play no fault of the list. */
const ownDrills: readonly string[] = [JOURNAL, ATTACKS, WEBHOOKS, EXPORTS, LONG_READER];

/** Drills without anything that is by chance. */
const withoutSeeds: readonly string[] = [ATTACKS, LONG_READER, SOAK];

/** Drills of one machine; those of updates and the soak only run by name. */
const drills = [...Object.keys(faults), ...ownDrills, HTTP_SUITE];

const { values: options } = parseArgs({
  options: {
    /** All of them by default. */
    drill: { type: 'string', multiple: true },
    engine: { type: 'string', multiple: true, default: ['sqlite', 'mysql'] },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '5' },
    acts: { type: 'string', default: '1000' },
    /** How long the drill of the long reader and the soak take. */
    minutes: { type: 'string', default: '1' },
    /** Users of the store that is migrated. */
    users: { type: 'string', default: '1000' },
    /** It is only measured, and nothing is killed. */
    undisturbed: { type: 'boolean', default: false },
    /** Specs of the previous release; all HTTP specs by default. */
    specs: { type: 'string', multiple: true },
    /** Two processes that share database, Redis and S3. */
    two: { type: 'boolean', default: false },
    /** Each process is two workers behind one port. */
    workers: { type: 'boolean', default: false },
    /** Three members of a Galera cluster, and two processes. */
    cluster: { type: 'boolean', default: false },
    /** How they come to the cluster. */
    mode: { type: 'string', multiple: true, default: clusterModes },
    /** All faults strike in one run, one after the other. */
    chain: { type: 'boolean', default: false },
    /** Milliseconds that clients rest between what they do. */
    rest: { type: 'string', default: '0' },
    /** A file of `broken/`: the drills must catch it. */
    broken: { type: 'string' },
  },
});

/** The results of all drills. */
const rows: DrillRow[] = [];

/** All that is to be ended should the run be interrupted; ending twice does no harm. */
const running = new CleanupStack();

async function runOne(
  drill: string,
  seed: number,
  server: MariaDbServer | undefined,
): Promise<DrillOutcome> {
  const fault = faults[drill];
  if (!fault && ![...ownDrills, SOAK].includes(drill)) {
    throw new Error(`--drill must be one of ${[...drills, SOAK, ...UPDATES].join(', ')}`);
  }
  const files = options.two || fault?.needs === 's3' ? 's3' : 'local';
  const minutes = Number(options.minutes);
  const database = `drill_${drill.replaceAll('-', '_')}_${seed}`;
  const started = new CleanupStack();
  running.add(() => started.runAll());
  const stageOptions: StageOptions = {
    ...(server ? { server, databaseUrl: await server.database(database) } : {}),
    ...{ processes: options.two ? 2 : 1, files },
    ...(options.workers ? { workers: WORKERS } : {}),
    redis: options.two || fault?.needs === 'redis',
    isSmallDisk: fault?.needs === 'disk',
    ...(drill === LONG_READER ? { settings: { SQLITE_WAL_BYTES: String(WAL_BYTES) } } : {}),
    ...(drill === SOAK ? { settings: toSoakSettings(minutes) } : {}),
    ...(options.broken === undefined ? {} : { broken: options.broken }),
  } as const;
  try {
    const stage = await Stage.create(stageOptions, (made) => {
      started.add(() => made.dismantle());
    });
    const effort = { seed, acts: Number(options.acts) };
    if (fault) {
      const struck = Array<Fault>(STRIKES).fill(fault);
      return await runDrill(stage, { ...effort, faults: struck, files });
    }
    if (drill === ATTACKS) return await runAttacks(stage);
    if (drill === LONG_READER) return await runLongReader(stage, minutes);
    if (drill === SOAK)
      return await runSoak(stage, { minutes, seed, name: server ? 'mysql' : 'sqlite' });
    const killed = { ...effort, faults: Array<Fault>(STRIKES).fill(faults['kill'] as Fault) };
    if (drill === WEBHOOKS) return await runWebhooksDrill(stage, killed);
    if (drill === EXPORTS) {
      const copy = await Stage.create({ processes: 1, files: 'local', redis: false }, (made) => {
        started.add(() => made.dismantle());
      });
      return await runExportRoundTrip(stage, copy, { ...effort, strikes: STRIKES });
    }
    return await runJournalDrill(stage, {
      ...killed,
      slow: slowWriters[server ? 'mysql' : 'sqlite'],
    });
  } finally {
    await started.runAll();
  }
}

async function runHttpSuite(server: MariaDbServer | undefined): Promise<DrillOutcome> {
  const suite = new HttpSuite({
    ...(server ? { serverUrl: server.url } : {}),
    environment: { TEST_PROCESSES: '2', ...(options.workers ? { TEST_WORKERS: '2' } : {}) },
  });
  running.add(() => suite.end());
  try {
    return await suite.run();
  } finally {
    await suite.end();
  }
}

function seedsOf(drill: string): number {
  return withoutSeeds.includes(drill) ? 1 : Number(options.seeds);
}

function note(row: DrillRow): void {
  rows.push(row);
  console.log(toTableRow(row, options.cluster));
  for (const line of row.violations.slice(0, 20)) console.log(`    ${line}`);
  for (const line of row.impacts?.flatMap(({ late }) => late).slice(0, 20) ?? [])
    console.log(`    late: ${line}`);
}

async function runAll(engine: string, server?: MariaDbServer): Promise<void> {
  for (const drill of options.drill ?? drills) {
    if (drill === HTTP_SUITE) {
      // It has no seeds: nothing in it is random. The drills detect a broken build.
      if ((server !== undefined || options.workers) && options.broken === undefined)
        note({ drill, engine, seed: 0, ...(await runHttpSuite(server)) });
      continue;
    }
    const update = updates[drill];
    if (update) {
      // Each starts what it needs itself, and is about the build as it is.
      if (options.two || options.workers || options.broken !== undefined) continue;
      const effort = {
        ...{ seed: Number(options.seed), users: Number(options.users) },
        isUndisturbed: options.undisturbed,
      };
      const told = options.specs ? { ...effort, specs: options.specs } : effort;
      note({ drill, engine, seed: effort.seed, ...(await update(server, told, running)) });
      continue;
    }
    if (engine === 'sqlite' && faults[drill]?.needs === 'mariadb') continue;
    if (engine !== 'sqlite' && drill === LONG_READER) continue;
    // Attacks are limited by the capacity of a single process.
    if (options.workers ? drill === ATTACKS : faults[drill]?.needs === 'workers') continue;
    for (let at = 0; at < seedsOf(drill); at++) {
      const seed = Number(options.seed) + at;
      note({ drill, engine, seed, ...(await runOne(drill, seed, server)) });
    }
  }
}

async function runOnEngine(engine: string): Promise<void> {
  if (engine !== 'mysql') return runAll(engine);
  const started = new CleanupStack();
  running.add(() => started.runAll());
  try {
    const server = await MariaDbServer.start((made) => {
      started.add(() => made.remove());
    });
    await runAll(engine, server);
  } finally {
    await started.runAll();
  }
}

/** Every drill of every mode, a seed after the other. */
async function runOnCluster(): Promise<void> {
  const started = new CleanupStack();
  running.add(() => started.runAll());
  try {
    const bed = await ClusterTestBed.make(started);
    const chosen = options.drill ?? (options.chain ? chainedDrills : clusterDrills);
    const drills = options.chain ? [chosen.join(CHAINED)] : chosen;
    for (const [place, mode] of options.mode.entries()) {
      for (const drill of drills) {
        if (place > 0 && !isInAllModes(drill)) continue;
        for (let at = 0; at < seedsOf(drill); at++) {
          const seed = Number(options.seed) + at;
          const { acts, minutes, rest } = options;
          const effort = { acts: Number(acts), minutes: Number(minutes), rest: Number(rest) };
          const outcome = await bed.run({ drill, mode, seed, ...effort });
          note({ drill, engine: mode, seed, ...outcome });
        }
      }
    }
  } finally {
    await started.runAll();
  }
}

async function main(): Promise<void> {
  running.onSignals();
  // The final state is read through the service's own code, whose log is no part of the run.
  Logger.overrideLogger(false);
  await buildService();
  console.log(toTableHead(options.cluster));
  if (options.cluster) await runOnCluster();
  else for (const engine of options.engine) await runOnEngine(engine);
  const table = rows.map((row) => toTableRow(row, options.cluster));
  console.log(`\n${[toTableHead(options.cluster), ...table].join('\n')}`);
  const violations = rows.reduce((sum, row) => sum + row.violations.length, 0);
  console.log(`\n${rows.length} drills, ${violations} violations`);
  if (options.broken === undefined) process.exitCode = violations > 0 ? 1 : 0;
  else {
    console.log(`The broken build ${options.broken} was ${violations > 0 ? '' : 'not '}caught`);
    process.exitCode = violations > 0 ? 0 : 1;
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
