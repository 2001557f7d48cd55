import { migrate } from '../../src/database';
import { ClusterFront } from '../support/servers/cluster-front';
import { GaleraCluster } from '../support/servers/galera-cluster';
import { clusterFaults, findDifferences } from './cluster-faults';
import { type DrillOutcome, runDrill } from './drill';
import type { Fault } from './faults';
import { restoreOnCluster } from './cluster-restore';
import { startTogether } from './first-starts';
import { runMemberReads, toReplicaSettings } from './member-reads';
import { runJournalDrill, slowWriters } from './journal';
import { racePairs } from './pair-races';
import { runSoak, toSoakSettings } from './soak/run-soak';
import { Stage, type StageOptions } from './stage';
import { CleanupStack } from './cleanup-stack';

/** How a drill on a cluster is played. */
export interface ClusterDrillPlan {
  /** Its name, or those of several faults. */
  readonly drill: string;
  readonly mode: string;
  readonly seed: number;
  readonly acts: number;
  /** Length of the soak. */
  readonly minutes: number;
  /** Milliseconds that clients rest between what they do. */
  readonly rest: number;
}

/** By what address the service comes to the cluster. */
const addresses: Readonly<Record<string, (bed: ClusterTestBed) => string>> = {
  /** One member for all, behind HAProxy. */
  writer: ({ front }) => front.writerUrl,
  /** All members, behind HAProxy. */
  writers: ({ front }) => front.writersUrl,
  /** One member for each process, by the list of them all in DATABASE_URL. */
  hosts: ({ cluster }) => `mysql://root@${cluster.hosts}`,
  /** The first member, while the others are stopped: the comparison shows the cost of the others. */
  alone: ({ cluster }) => cluster.at(0).url,
};
const ALONE = 'alone';

/** The drills in which no clients work: each process is on a member of its own, in all modes alike. */
const PAIRS = 'pairs';
const FIRST_STARTS = 'first-starts';

/** Backups of one member, restored through others; no clients work meanwhile. */
const RESTORE = 'restore';

/** Lists are read on another member than all else. */
const MEMBER_READS = 'member-reads';

/** The drill of the journal has clients of its own; its faults strike one after the other. */
const JOURNAL = 'journal';
const journalFaults = ['service-kill', 'writer-kill'];

/** Only where it is asked for. */
const SOAK = 'soak';

/** Drills that are the same in all modes. */
const singleModeDrills = [PAIRS, MEMBER_READS, FIRST_STARTS, RESTORE];

/** Between the names of faults that strike in one run. */
export const CHAINED = ' ';

const allModes = Object.keys(addresses);
/** Modes that are played by default. */
export const clusterModes = allModes.filter((mode) => mode !== ALONE);
export const chainedDrills = Object.keys(clusterFaults).filter((name) => name !== 'none');
export const clusterDrills = ['none', ...chainedDrills, JOURNAL, ...singleModeDrills];

/** Whether it makes a difference for a drill by what addresses the service comes to the cluster. */
export function isInAllModes(drill: string): boolean {
  return !singleModeDrills.includes(drill);
}

/** A cluster with HAProxy before it, that drills are played on one after the other. */
export class ClusterTestBed {
  private played = 0;

  private constructor(
    readonly cluster: GaleraCluster,
    readonly front: ClusterFront,
    private readonly started: CleanupStack,
  ) {}

  /** @param started is given what is to be ended before it is started */
  static async make(started: CleanupStack): Promise<ClusterTestBed> {
    const cluster = await GaleraCluster.start((made) => {
      started.add(() => made.remove());
    });
    const front = await ClusterFront.start(cluster, (made) => {
      started.add(() => made.stop());
    });
    return new ClusterTestBed(cluster, front, started);
  }

  async run(drill: ClusterDrillPlan): Promise<DrillOutcome> {
    const { cluster } = this;
    const database = `drill_${++this.played}`;
    if (drill.drill === FIRST_STARTS) return startTogether(cluster, database);
    if (drill.drill === RESTORE) return restoreOnCluster(cluster, database);
    await cluster.createDatabase(database);
    const others = drill.mode === ALONE ? cluster.members.slice(1) : [];
    for (const member of others) await member.stop();
    const outcome = await this.runOn(database, drill);
    for (const member of others) await member.begin();
    const violations = [...outcome.violations, ...(await findDifferences(cluster, database))];
    await cluster.at(0).run(`DROP DATABASE ${database}`);
    return { ...outcome, violations };
  }

  private async runOn(
    database: string,
    { drill, mode, seed, acts, minutes, rest }: ClusterDrillPlan,
  ): Promise<DrillOutcome> {
    const { cluster } = this;
    const address = addresses[mode];
    if (!address) throw new Error(`--mode must be one of ${allModes.join(', ')}`);
    const databaseUrl = `${address(this)}/${database}`;
    await migrate(databaseUrl);
    if (drill === PAIRS) {
      const ownUrls = cluster.members.map(({ url }) => `${url}/${database}`);
      return this.withStage({ databaseUrl, ownUrls }, racePairs);
    }
    if (drill === MEMBER_READS) {
      const settings = toReplicaSettings(`${cluster.at(2).url}/${database}`);
      return this.withStage({ databaseUrl, settings }, runMemberReads);
    }
    if (drill === JOURNAL) {
      const struck = journalFaults.map((name) => clusterFaults[name] as Fault);
      const effort = { seed, acts, faults: struck, slow: slowWriters.mysql };
      return this.withStage({ databaseUrl }, (stage) => runJournalDrill(stage, effort));
    }
    if (drill === SOAK) {
      const settings = toSoakSettings(minutes);
      return this.withStage({ databaseUrl, settings }, (stage) =>
        runSoak(stage, { minutes, seed, name: 'cluster' }),
      );
    }
    const faults = drill === 'none' ? [] : drill.split(CHAINED).map(getFault);
    return this.withStage({ databaseUrl }, (stage) =>
      runDrill(stage, { faults, seed, acts, rest, files: 's3' }),
    );
  }

  private async withStage<T>(
    options: Pick<StageOptions, 'databaseUrl' | 'ownUrls' | 'settings'>,
    work: (stage: Stage) => Promise<T>,
  ): Promise<T> {
    const own = new CleanupStack();
    this.started.add(() => own.runAll());
    const { cluster } = this;
    const all = { ...options, cluster, processes: 2, files: 's3', redis: true } as const;
    try {
      const stage = await Stage.create(all, (made) => {
        own.add(() => made.dismantle());
      });
      return await work(stage);
    } finally {
      await own.runAll();
    }
  }
}

function getFault(name: string): Fault {
  const fault = clusterFaults[name];
  if (!fault) throw new Error(`--drill must be one of ${clusterDrills.join(', ')}`);
  return fault;
}
