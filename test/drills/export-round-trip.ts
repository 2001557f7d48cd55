import { setTimeout as pause } from 'node:timers/promises';
import { Client as DemoClient } from '../../demo/client';
import { fillStore } from '../../demo/fill';
import { Dice } from '../support/random/generated-store';
import { mediaTypeOf, type Send } from '../support/random/random-send';
import { steps } from '../support/random/random-steps';
import { MASTER_KEY } from '../support/service/service';
import type { DrillOutcome } from './drill';
import type { Stage } from './stage';

const HEADERS = { Authorization: `Bearer ${MASTER_KEY}` };
/** Things that are done at once. */
const CONCURRENCY = 8;
/** Steps between two exports, each by the number of a record. */
const STEPS = 50;
const RECORDS = 8;
/** Milliseconds until an answer, or the end of an export, is given up. */
const TIMEOUT_MS = 60_000;

/** How the drill is played. */
interface ExportDrillPlan {
  readonly strikes: number;
  readonly seed: number;
  /** Things that are done. */
  readonly acts: number;
}

interface Job {
  readonly ID: number;
  readonly STATE: string;
  readonly POSITION: number;
}

interface ExportedState {
  readonly position: number;
  readonly lines: readonly string[];
}

/**
 * Clients do things at random, and the service is killed meanwhile. Again and again what has changed is exported, and
 * taken in by a copy; then both export the same lines.
 */
export async function runExportRoundTrip(
  stage: Stage,
  copy: Stage,
  play: ExportDrillPlan,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const { strikes, seed, acts } = play;
  const dice = new Dice(seed);
  const size = { customers: RECORDS, orders: 2 * RECORDS };
  await fillStore(new DemoClient(stage.url, MASTER_KEY), { seed, ...size, today: '2026-03-01' });
  const violations: string[] = [];
  const rounds = Math.max(strikes, Math.round(acts / STEPS));
  const inFlight: number[] = [];
  let sent = 0;
  let lost = 0;
  let since = 0;
  for (let round = 0; round < rounds; round++) {
    const isStruck = inFlight.length < strikes;
    const left = Array.from({ length: STEPS }, () => ({
      name: dice.pick(Object.keys(steps)),
      number: dice.between(1, RECORDS),
    }));
    let underWay = 0;
    let struck = Promise.resolve();
    const worker = async (): Promise<void> => {
      for (let one = left.pop(); one; one = left.pop()) {
        if (isStruck && left.length === STEPS >> 1) {
          inFlight.push(underWay);
          struck = stage.kill();
          // A failure is reported below, once everything is done.
          struck.catch(() => undefined);
        }
        underWay++;
        sent++;
        await steps[one.name]?.(createSend(stage), one.number).catch(() => lost++);
        underWay--;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    await struck;
    const changed = await exportStore(stage, since);
    violations.push(...(await importAndListRejected(copy, changed.lines)));
    since = changed.position;
    violations.push(
      ...findDifferences((await exportStore(stage)).lines, (await exportStore(copy)).lines, round),
    );
  }
  return {
    ...{ requests: sent, answered: sent - lost, lost, retried: 0, inFlight },
    ...{ violations: [...stage.violations, ...copy.violations, ...violations] },
    seconds: Math.round((performance.now() - begin) / 1000),
  };
}

function createSend(stage: Stage): Send {
  return async (method, path, body) => (await ask(stage, method, path, body)).body;
}

async function ask(
  { url }: Stage,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url + path, {
    method: method.toUpperCase(),
    headers: { ...HEADERS, 'Content-Type': mediaTypeOf(body) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: answer.status, body: await answer.json() };
}

/** An export over HTTP, of a store in which nothing is done; without the files, which a copy has by other ways. */
async function exportStore(stage: Stage, since?: number): Promise<ExportedState> {
  await waitForPositions(stage);
  const exports = since === undefined ? {} : { since };
  let job = (await ask(stage, 'post', '/v1/exports', { exports })).body as Job;
  for (const until = performance.now() + TIMEOUT_MS; job.STATE === 'running';) {
    if (performance.now() > until) throw new Error('The export takes too long');
    await pause(50);
    job = (await ask(stage, 'get', `/v1/exports/${job.ID}`)).body as Job;
  }
  if (job.STATE !== 'done') throw new Error(`The export came to ${JSON.stringify(job)}`);
  const content = await fetch(`${stage.url}/v1/exports/${job.ID}/content`, {
    headers: { ...HEADERS, Accept: 'application/x-ndjson' },
  });
  const lines = (await content.text()).split('\n').slice(0, -1);
  await ask(stage, 'delete', `/v1/exports/${job.ID}`);
  const isFile = (line: string): boolean => line.startsWith('{"type":"file",');
  return { position: job.POSITION, lines: lines.filter((line) => !isFile(line)) };
}

/** Waits until every entry of the journal has its position: then an export since one misses nothing. */
function waitForPositions(stage: Stage): Promise<void> {
  return stage.withDatabase(async (database) => {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until;) {
      const sql = 'SELECT COUNT(*) AS n FROM journal_entries WHERE position IS NULL';
      const [row] = await database.select<{ n: number }>(sql);
      if (Number(row?.n) === 0) return;
      await pause(50);
    }
    throw new Error('The journal is not numbered');
  });
}

/** Imports lines. @returns those that were rejected */
async function importAndListRejected({ url }: Stage, lines: readonly string[]): Promise<string[]> {
  const answer = await fetch(`${url}/v1/import`, {
    method: 'POST',
    headers: { ...HEADERS, 'Content-Type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const { errors } = (await answer.json()) as { errors?: object[] };
  if (!errors) return [`the import was answered ${answer.status}`];
  return errors.map((error) => `a line was rejected: ${JSON.stringify(error)}`);
}

/** Lines that only one of the two stores exports; their order is that of ids, which differ in a copy. */
function findDifferences(
  lines: readonly string[],
  copied: readonly string[],
  round: number,
): string[] {
  const there = new Set(copied);
  const expected = new Set(lines);
  return [
    ...lines.filter((line) => !there.has(line)).map((line) => `round ${round}, lacking: ${line}`),
    ...copied
      .filter((line) => !expected.has(line))
      .map((line) => `round ${round}, too much: ${line}`),
  ];
}
