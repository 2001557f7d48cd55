import { setTimeout as pause } from 'node:timers/promises';
import { METRICS_TOKEN, readMetrics } from '../api/metrics/read-metrics';
import { Dice } from '../support/random/generated-store';
import { Client, DrillSession } from './client';
import { countRequests, type DrillOutcome } from './drill';
import { responseOf } from './sent-request';
import type { Stage, StageOptions } from './stage';

/** Groups that are made while the member is there, and while it is gone. */
const ROUNDS = 200;
/** How many are made at once: fewer than a page has. */
const CONCURRENCY = 4;
const PAGE = 20;
/** The minimum share of lists that are read on the member while it is up. */
const MIN_MEMBER_SHARE = 0.9;
const RETURN_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;
const PATH = '/customTagGroups';

/** Settings of processes that read lists on a member, even right after the same client's writes. */
export function toReplicaSettings(url: string): NonNullable<StageOptions['settings']> {
  return { DATABASE_READ_URL: url, DATABASE_READ_OWN_SECONDS: '0', METRICS_TOKEN };
}

/**
 * Every record that one process has made is at once in the list that the other one reads on another member. This
 * holds even while that member is killed and comes back: then lists are read on the same server as everything else.
 */
export async function runMemberReads(stage: Stage): Promise<DrillOutcome> {
  const begin = performance.now();
  const [writing, reading] = stage.urls.map((url) => new DrillSession(url)) as [
    DrillSession,
    DrillSession,
  ];
  const { violations } = stage;
  const rounds = async (part: string): Promise<void> => {
    let left = ROUNDS;
    const readRepeatedly = async (at: number): Promise<void> => {
      const name = `${part}-${at}`;
      const writer = new Client(name, new Dice(at), writing);
      const reader = new Client(`${name}-list`, new Dice(at), reading);
      while (left-- > 0) violations.push(...(await makeAndList(writer, reader)));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => readRepeatedly(at)));
  };
  await waitUntilInUse(reading.url);
  await rounds('there');
  const share = await getMemberShare(reading.url);
  if (share < MIN_MEMBER_SHARE)
    violations.push(`The member read ${Math.round(100 * share)} of 100 lists`);
  const member = stage.cluster.at(2);
  await Promise.all([member.kill(), rounds('gone')]);
  await member.begin();
  await waitUntilInUse(reading.url);
  await rounds('back');
  const seconds = Math.round((performance.now() - begin) / 1000);
  return {
    ...countRequests([...writing.sent, ...reading.sent]),
    inFlight: [],
    violations,
    seconds,
  };
}

/** @returns what went wrong */
async function makeAndList(writer: Client, reader: Client): Promise<string[]> {
  const pId = writer.mark();
  const customTagGroups = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
  const made = await writer.send({
    ...{ kind: 'group.create', about: pId, method: 'POST', path: PATH },
    body: { customTagGroups },
  });
  if (made.status !== 201) return [`${pId} was not made: ${made.status}`];
  const path = `${PATH}?sort=id.desc&perPage=${PAGE}`;
  const list = await reader.get<{ CUSTOMTAGGROUPS: { ID: number }[] }>(path);
  const { ID } = responseOf<{ ID: number }>(made);
  return list?.CUSTOMTAGGROUPS.some((one) => one.ID === ID) === true
    ? []
    : [`${pId} was made, and the list that was read then does not have it`];
}

/** Waits until the member is read on. @throws Error when it takes too long */
async function waitUntilInUse(url: string): Promise<void> {
  const until = performance.now() + RETURN_TIMEOUT_MS;
  for (;;) {
    const metrics = await readMetrics(url);
    if (metrics.value('store_database_replica_in_use') === 1) return;
    if (performance.now() > until) throw new Error('The member is not read on in time');
    await pause(POLL_INTERVAL_MS);
  }
}

async function getMemberShare(url: string): Promise<number> {
  const metrics = await readMetrics(url);
  const [replica = 0, primary = 0] = ['replica', 'primary'].map((source) =>
    metrics.value('store_database_list_reads_total', { source }),
  );
  return replica / (replica + primary);
}
