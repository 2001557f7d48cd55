import { setTimeout as pause } from 'node:timers/promises';
import { type Database, instantText, Stores } from '../../src/database';
import { TagGroup } from '../../src/modules/custom-tags';
import { Dice } from '../support/generated-store';
import { MASTER_KEY } from '../support/service';
import type { Outcome } from './drill';
import type { Stage } from './stage';

const WRITERS = 40;
const READERS = 8;
/** Milliseconds between two slow transactions of a writer, in which all others get their turn. */
const REST = 200;
/** Milliseconds without an answer after which a reader asks again. */
const PATIENCE = 35_000;
/** Everything has its position by then, in milliseconds. */
const LATEST = 60_000;

const HEADERS = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' };

/** How the drill is played. */
export interface JournalPlay {
  readonly strikes: number;
  readonly seed: number;
  /** Records that are made by requests. */
  readonly acts: number;
  /** Writers whose entries are written long before they are committed; on SQLite all others wait for them. */
  readonly slow: {
    readonly writers: number;
    /** Milliseconds at most. */ readonly longest: number;
  };
}

/** What a reader has seen, in its order. */
type Seen = number[];

/**
 * Readers follow the journal while clients write, transactions stay open with entries in them, and the service is
 * killed. In the end every reader has seen every entry once, in the order of the positions.
 */
export async function playJournal(stage: Stage, play: JournalPlay): Promise<Outcome> {
  const begin = performance.now();
  const { strikes, acts, slow } = play;
  const dice = new Dice(play.seed);
  const end = new AbortController();
  const readers = Array.from({ length: READERS }, () => follow(stage.url, end.signal));
  const made: string[] = [];
  let attempts = 0;
  let begun = 0;
  let underWay = 0;
  const inFlight: number[] = [];
  let last = Promise.resolve();
  const due = Array.from({ length: strikes }, (_, at) =>
    Math.round((acts * (at + 1)) / (strikes + 2)),
  );
  const write = async (): Promise<void> => {
    while (begun < acts) {
      const pId = `journal-${++begun}`;
      if (due.includes(begun)) {
        inFlight.push(underWay);
        last = last.then(() => stage.kill());
        // Is told below, when the writers have ended.
        last.catch(() => undefined);
      }
      underWay++;
      attempts += await create(stage.url, pId);
      underWay--;
      made.push(pId);
    }
  };
  const isOver = (): boolean => begun >= acts;
  const slowly = stage.looking(async (database) => {
    const stores = Stores.over(database);
    const writers = Array.from({ length: slow.writers }, (_, at) =>
      writeSlowly(stores, at, () => dice.between(0, slow.longest), isOver),
    );
    await Promise.all(writers);
  }, slow.writers);
  await Promise.all([...Array.from({ length: WRITERS }, write), slowly]);
  await last;
  const entries = await stage.looking(numbered);
  const violations = [...stage.violations, ...missing(made, entries)];
  const until = performance.now() + LATEST;
  const latest = entries.at(-1)?.position ?? 0;
  for (const reader of readers)
    while ((reader.seen.at(-1) ?? 0) < latest && performance.now() < until) await pause(50);
  end.abort();
  await Promise.all(readers.map(({ ended }) => ended));
  const all = entries.map(({ position }) => position);
  readers.forEach(({ seen }, at) => violations.push(...compare(`reader ${at}`, seen, all)));
  return {
    ...{ requests: acts, answered: made.length, lost: attempts - acts, retried: attempts - acts },
    ...{ inFlight, violations, seconds: Math.round((performance.now() - begin) / 1000) },
  };
}

/** Makes a record, until an answer says that it is there. @returns the attempts */
async function create(url: string, pId: string): Promise<number> {
  const body = JSON.stringify({
    customTagGroups: { pId, name: pId, itemType: 1, position: 1, priority: 1 },
  });
  for (let attempt = 1; ; attempt++) {
    const status = await fetch(`${url}/v1/customTagGroups`, {
      ...{ method: 'POST', headers: HEADERS, body },
      signal: AbortSignal.timeout(PATIENCE),
    }).then(
      (answer) => answer.text().then(() => answer.status),
      () => 0,
    );
    // 409: an attempt without an answer had made it.
    if (status === 201 || status === 409) return attempt;
    await pause(50);
  }
}

/** Writes entries, and commits them some time later. */
async function writeSlowly(
  { unitOfWork, writer, database }: Stores,
  number: number,
  duration: () => number,
  isOver: () => boolean,
): Promise<void> {
  for (let count = 1; !isOver(); count++) {
    const pId = `slow-${number}-${count}`;
    await unitOfWork
      .run(async () => {
        await database.change(
          'INSERT INTO journal_entries (at, kind, record_id, p_id, action, operation, by_kind, by_id, by_name, request_id) ' +
            "VALUES (?, 'tagGroup', 1, ?, 'updated', '', 'system', 0, '', '')",
          [instantText(new Date()), pId],
        );
        await pause(duration());
        await writer.insert(TagGroup, [
          {
            ...{ pId, name: pId, nameFolded: pId, itemType: 1 },
            ...{ comparable: false, position: 1, priority: 1 },
          },
        ]);
      })
      .catch(() => pause(100));
    await pause(REST);
  }
}

/** Follows the journal like a client that keeps its position. */
function follow(url: string, signal: AbortSignal): { seen: Seen; ended: Promise<void> } {
  const seen: Seen = [];
  const run = async (): Promise<void> => {
    for (let after = 0; !signal.aborted;) {
      const answer = await fetch(`${url}/v1/changes?after=${after}&limit=50&wait=5`, {
        headers: HEADERS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
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
  readonly p_id: string;
}

/** All entries, once each has its position. @throws Error when one gets none */
async function numbered(database: Database): Promise<Entry[]> {
  const until = performance.now() + LATEST;
  for (;;) {
    const entries = await database.all<Entry | { position: null; p_id: string }>(
      'SELECT position, p_id FROM journal_entries ORDER BY position',
    );
    if (entries.every((entry): entry is Entry => entry.position !== null)) return entries;
    if (performance.now() > until) throw new Error('Entries of the journal get no position');
    await pause(100);
  }
}

/** What was made and has no entry, or several. */
function missing(made: readonly string[], entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const { p_id: pId } of entries) counts.set(pId, (counts.get(pId) ?? 0) + 1);
  return made
    .filter((pId) => counts.get(pId) !== 1)
    .map((pId) => `${pId} has ${counts.get(pId) ?? 0} entries in the journal`);
}

/** How what was seen differs from what is there. */
function compare(reader: string, seen: Seen, all: readonly number[]): string[] {
  const known = new Set(seen);
  const missed = all.filter((position) => !known.has(position));
  const isOrdered = seen.every((position, at) => at === 0 || (seen[at - 1] as number) < position);
  return [
    ...(missed.length > 0 ? [`${reader} has missed ${missed.slice(0, 10).join(', ')}`] : []),
    ...(known.size < seen.length ? [`${reader} was told ${seen.length - known.size} twice`] : []),
    ...(isOrdered ? [] : [`${reader} was not told in order`]),
  ];
}
