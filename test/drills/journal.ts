import { setTimeout as pause } from 'node:timers/promises';
import { type Database, formatSqlInstant, DataAccess } from '../../src/database';
import { TagGroup } from '../../src/modules/custom-tags';
import { Dice } from '../support/random/generated-store';
import { MASTER_KEY } from '../support/service/service';
import { Client, DrillSession } from './client';
import { countRequests, type DrillOutcome } from './drill';
import type { Fault } from './faults';
import type { SentRequest } from './sent-request';
import type { Stage } from './stage';
import { FaultInjector } from './fault-injector';
import { measureImpacts } from './strikes';

const WRITERS = 40;
const READERS = 8;
/** Milliseconds between two slow transactions of a writer, so that other writers can work. */
const REST_MS = 200;
/** Milliseconds without an answer after which a reader asks again. */
const ANSWER_TIMEOUT_MS = 35_000;
/** Prefix of the pIds that slow transactions create. */
const SLOW = 'slow-';
/** Milliseconds until each entry must have its position. */
const POSITION_TIMEOUT_MS = 60_000;

const HEADERS = { Authorization: `Bearer ${MASTER_KEY}` };

/** Settings of a drill. */
export interface JournalDrillPlan {
  /** Injected once each, one after the other. */
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Number of records that requests create. */
  readonly acts: number;
  /** Writers that commit long after they have written their entries; on SQLite all others wait for them. */
  readonly slow: {
    readonly writers: number;
    /** Longest duration of a transaction, in milliseconds. */
    readonly longest: number;
  };
}

/** Slow writers by engine: on SQLite they are few and short, because all others wait for them. */
export const slowWriters: Readonly<Record<'sqlite' | 'mysql', JournalDrillPlan['slow']>> = {
  sqlite: { writers: 1, longest: 300 },
  mysql: { writers: 4, longest: 4_000 },
};

/** Positions in the order in which a reader has received them. */
type SeenPositions = number[];

/**
 * Readers follow the journal while clients write, slow transactions keep entries uncommitted, and faults are injected.
 * In the end each change must have its entries once, and each reader must have received each entry once, in the order
 * of positions.
 */
export async function runJournalDrill(
  stage: Stage,
  { faults, seed, acts, slow }: JournalDrillPlan,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const dice = new Dice(seed);
  const end = new AbortController();
  const readers = Array.from({ length: READERS }, () => follow(stage.url, end.signal));
  const line = new DrillSession(stage.url);
  const striker = new FaultInjector(stage, line, acts, faults);
  let begun = 0;
  const isOver = (): boolean => striker.isOver(begun);
  const write = async (client: Client): Promise<void> => {
    while (!isOver()) {
      striker.begun(++begun);
      await create(client, `journal-${begun}`);
    }
  };
  const slowly = stage.withDatabase(async (database) => {
    const dataAccess = DataAccess.forDatabase(database);
    const stored = await Promise.all(
      Array.from({ length: slow.writers }, (_, at) =>
        writeSlowly(dataAccess, at, () => dice.between(0, slow.longest), isOver),
      ),
    );
    return stored.flat();
  }, slow.writers);
  const clients = Array.from(
    { length: WRITERS },
    (_, at) => new Client(`w${at}`, new Dice(seed * 1000 + at), line),
  );
  const [stored] = await Promise.all([slowly, ...clients.map(write)]);
  const ended = performance.now();
  const struck = await striker.ended();
  const entries = await stage.withDatabase(waitForPositions);
  const violations = [...stage.violations, ...findMissingEntries(line.sent, stored, entries)];
  const until = performance.now() + POSITION_TIMEOUT_MS;
  const latest = entries.at(-1)?.position ?? 0;
  for (const reader of readers)
    while ((reader.seen.at(-1) ?? 0) < latest && performance.now() < until) await pause(50);
  end.abort();
  await Promise.all(readers.map((reader) => reader.ended));
  const all = entries.map(({ position }) => position);
  readers.forEach(({ seen }, at) => violations.push(...findDifferences(`reader ${at}`, seen, all)));
  const counts = countRequests(line.sent);
  return {
    ...{ ...counts, violations, inFlight: struck.map(({ inFlight }) => inFlight) },
    seconds: Math.round((performance.now() - begin) / 1000),
    impacts: measureImpacts(line, struck, ended),
    rate: Math.round((counts.answered * 1000) / (ended - begin)),
  };
}

function create(client: Client, pId: string): Promise<SentRequest> {
  return client.send({
    ...{ kind: 'group.create', about: pId, method: 'POST', path: '/customTagGroups' },
    body: { customTagGroups: { pId, name: pId, itemType: 1, position: 1, priority: 1 } },
  });
}

/** Writes entries, and commits them some time later. @returns the pIds of the records that are certainly stored */
async function writeSlowly(
  { unitOfWork, writer, database }: DataAccess,
  number: number,
  duration: () => number,
  isOver: () => boolean,
): Promise<string[]> {
  const stored: string[] = [];
  for (let count = 1; !isOver(); count++) {
    const pId = `${SLOW}${number}-${count}`;
    await unitOfWork
      .run(async () => {
        await database.execute(
          'INSERT INTO journal_entries (at, kind, record_id, p_id, action, operation, by_kind, by_id, by_name, request_id) ' +
            "VALUES (?, 'tagGroup', 1, ?, 'updated', '', 'system', 0, '', '')",
          [formatSqlInstant(new Date()), pId],
        );
        await pause(duration());
        await writer.insert(TagGroup, [
          {
            ...{ pId, name: pId, nameFolded: pId, itemType: 1 },
            ...{ comparable: false, position: 1, priority: 1 },
          },
        ]);
      })
      .then(
        () => stored.push(pId),
        () => pause(100),
      );
    await pause(REST_MS);
  }
  return stored;
}

/** Follows the journal like a client that keeps its position. */
function follow(url: string, signal: AbortSignal): { seen: SeenPositions; ended: Promise<void> } {
  const seen: SeenPositions = [];
  const run = async (): Promise<void> => {
    for (let after = 0; !signal.aborted;) {
      const answer = await fetch(`${url}/v1/changes?after=${after}&limit=50&wait=5`, {
        headers: HEADERS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
        .then(async (response) => (response.ok ? ((await response.json()) as Page) : undefined))
        .catch(() => undefined);
      if (!answer) {
        await pause(50);
        continue;
      }
      seen.push(...answer.CHANGES.map(({ POSITION }) => POSITION));
      after = answer.NEXT;
    }
  };
  return { seen, ended: run() };
}

interface Page {
  readonly CHANGES: readonly { readonly POSITION: number }[];
  readonly NEXT: number;
}

interface Entry {
  readonly position: number;
  readonly p_id: string | null;
}

/** Waits until each entry has its position. @returns all entries @throws Error if one gets none in time */
async function waitForPositions(database: Database): Promise<Entry[]> {
  const { unitOfWork } = DataAccess.forDatabase(database);
  const until = performance.now() + POSITION_TIMEOUT_MS;
  for (;;) {
    // In a unit of work, which on a cluster waits for what other members have stored.
    const entries = await unitOfWork.run(() =>
      database.select<Entry | { position: null; p_id: string | null }>(
        'SELECT position, p_id FROM journal_entries ORDER BY position',
      ),
    );
    if (entries.every((entry): entry is Entry => entry.position !== null)) return entries;
    if (performance.now() > until) throw new Error('Entries of the journal get no position');
    await pause(100);
  }
}

/** Records whose number of entries differs from the number of their changes. */
function findMissingEntries(
  sent: readonly SentRequest[],
  stored: readonly string[],
  entries: readonly Entry[],
): string[] {
  const counts = new Map<string, number>();
  for (const { p_id: pId } of entries)
    if (pId !== null) counts.set(pId, (counts.get(pId) ?? 0) + 1);
  const slowOnes = [...counts.keys()].filter((pId) => pId.startsWith(SLOW));
  const wanted = (pId: string, changes: number): string[] => {
    const count = counts.get(pId) ?? 0;
    return count === changes ? [] : [`${pId} has ${count} entries in the journal, not ${changes}`];
  };
  return [
    ...sent.flatMap(({ about, status }) =>
      status === 201 ? wanted(about, 1) : [`${about} was not made: ${status}`],
    ),
    // Records that are not certain to be stored have both entries, or none.
    ...[...new Set([...stored, ...slowOnes])].flatMap((pId) => wanted(pId, 2)),
  ];
}

/** Compares the positions that a reader has received with all positions. @returns the differences */
function findDifferences(reader: string, seen: SeenPositions, all: readonly number[]): string[] {
  const known = new Set(seen);
  const missed = all.filter((position) => !known.has(position));
  const isOrdered = seen.every((position, at) => at === 0 || (seen[at - 1] as number) < position);
  return [
    ...(missed.length > 0 ? [`${reader} has missed ${missed.slice(0, 10).join(', ')}`] : []),
    ...(known.size < seen.length ? [`${reader} was told ${seen.length - known.size} twice`] : []),
    ...(isOrdered ? [] : [`${reader} was not told in order`]),
  ];
}
