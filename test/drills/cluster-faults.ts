import { setTimeout as pause } from 'node:timers/promises';
import type { GaleraCluster, GaleraMember } from '../support/servers/galera-cluster';
import type { Fault } from './faults';
import type { Stage } from './stage';

/** Milliseconds that a member stays away: longer than clients may have to wait without it. */
const OUTAGE_MS = 9_000;

/** A fault of a member, until it is ready again. */
type MemberFault = (member: GaleraMember) => Promise<void>;

const killed: MemberFault = async (member) => {
  await member.kill();
  await pause(OUTAGE_MS);
  await member.begin();
};

const hung: MemberFault = async (member) => {
  member.suspend();
  await pause(OUTAGE_MS);
  member.resume();
  await member.ready();
};

const stopped: MemberFault = async (member) => {
  await member.stop();
  await pause(OUTAGE_MS);
  await member.begin();
};

/** It comes back without its data, and gets them from another one. */
const emptied: MemberFault = async (member) => {
  await member.stop();
  member.forget();
  await member.begin();
};

const toFault = (choose: (stage: Stage) => Promise<GaleraMember>, done: MemberFault): Fault => ({
  strike: async (stage) => {
    await done(await choose(stage));
    // A member that was resumed may still report the view from before.
    await stage.cluster.waitUntilComplete();
  },
  ...{ needs: 'cluster', isGentle: false },
});

/** The member that most of the work is done on, and one of the others. */
const writer = (stage: Stage): Promise<GaleraMember> =>
  listMembersByLoad(stage).then(([first]) => first);
const other = (stage: Stage): Promise<GaleraMember> =>
  listMembersByLoad(stage).then(([, second]) => second);

/** Faults of the members of a cluster, and of the processes in front of it. */
export const clusterFaults: Readonly<Record<string, Fault>> = {
  'member-kill': toFault(other, killed),
  'writer-kill': toFault(writer, killed),
  'member-hang': toFault(other, hung),
  'writer-hang': toFault(writer, hung),
  'writer-stop': toFault(writer, stopped),
  'state-transfer': toFault(other, emptied),
  'quorum-loss': {
    strike: async (stage) => {
      const [first, second, third] = await listMembersByLoad(stage);
      await Promise.all([first.kill(), second.kill()]);
      await pause(OUTAGE_MS);
      await third.bootstrap();
      await first.begin();
      await second.begin();
      await stage.cluster.waitUntilComplete();
    },
    ...{ needs: 'cluster', isGentle: false },
  },
  'service-kill': {
    strike: (stage) => stage.kill(),
    ...{ needs: 'cluster', isGentle: false },
  },
};

/** The members, those with the most connections of the service first. */
async function listMembersByLoad({
  cluster,
  database,
}: Stage): Promise<[GaleraMember, GaleraMember, GaleraMember]> {
  const counted = await Promise.all(
    cluster.members.map(async (member) => ({ member, n: await connections(member, database) })),
  );
  const members = counted.sort((one, next) => next.n - one.n).map(({ member }) => member);
  return members as [GaleraMember, GaleraMember, GaleraMember];
}

async function connections(member: GaleraMember, database: string): Promise<number> {
  const [row] = await member.run<{ n: number }>(
    `SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = '${database}'`,
  );
  return Number(row?.n);
}

/** Waits until all members are ready and hold the same. @returns what does not, a line each */
export async function findDifferences(cluster: GaleraCluster, database: string): Promise<string[]> {
  const found = await cluster.differences(database);
  return found.map((line) => `members hold different rows: ${line}`);
}
