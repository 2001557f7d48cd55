import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BuiltCommand, pause } from '../../support/servers/built-process';

const POLL_INTERVAL_MS = 50;
const MEBIBYTE = 1024 * 1024;
/** Tables that the concurrent writer changes, in turns: most migrations touch them. */
const tables = ['users', 'documents'];

/** The cost of a migration. */
export interface MeasuredMigration {
  readonly name: string;
  /** Statements that change something. */
  readonly statements: number;
  readonly seconds: number;
  /** The longest that a change by somebody else waited. */
  readonly blockedSeconds: number;
  /** Room on the disk: at most while it ran, and when it was done, beyond what was there. */
  readonly mostMebibytes: number;
  readonly keptMebibytes: number;
}

interface Statement {
  readonly at: number;
  /** The note that a migration has run: its last statement. */
  readonly isNote: boolean;
}

interface Wait {
  readonly begun: number;
  readonly ended: number;
}

/**
 * Runs `cli migrate` while somebody else writes.
 * @param names of the migrations that it has to run
 * @param folder that the database is stored in
 * @param notes a file that is not there yet
 */
export async function measureMigrations(
  url: string,
  names: readonly string[],
  folder: string,
  notes: string,
): Promise<MeasuredMigration[]> {
  const writer = new Worker(join(__dirname, 'steady-writer.cjs'), { workerData: { url, tables } });
  await once(writer, 'online');
  await pause(20 * POLL_INTERVAL_MS);
  const sizes = [{ at: Date.now(), bytes: countBytes(folder) }];
  const command = BuiltCommand.start(toMigrationEnvironment(url, { STATEMENTS: notes }), 'migrate');
  const looking = setInterval(() => {
    sizes.push({ at: Date.now(), bytes: countBytes(folder) });
  }, POLL_INTERVAL_MS);
  const { code, stderr } = await command.ended;
  clearInterval(looking);
  sizes.push({ at: Date.now(), bytes: countBytes(folder) });
  writer.postMessage('end');
  const [waits] = (await once(writer, 'message')) as [Wait[]];
  if (code !== 0) throw new Error(`cli migrate: ${stderr}`);
  const statements = readFileSync(notes, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Statement);
  return toMeasuredMigrations(names, statements, waits, sizes);
}

/** The environment of a process that migrates. */
export function toMigrationEnvironment(url: string, more: Readonly<Record<string, string>>) {
  return {
    ...{ DATABASE_URL: url, LOG_LEVEL: 'error', ...more },
    NODE_OPTIONS: `--require ${join(__dirname, 'statements.cjs')}`,
  };
}

function toMeasuredMigrations(
  names: readonly string[],
  statements: readonly Statement[],
  waits: readonly Wait[],
  sizes: readonly { readonly at: number; readonly bytes: number }[],
): MeasuredMigration[] {
  let begun = statements[0]?.at ?? 0;
  let first = 0;
  return names.map((name) => {
    const note = statements.findIndex(({ isNote }, at) => at >= first && isNote);
    if (note < 0) throw new Error(`${name} has not run`);
    const ended = statements[note + 1]?.at ?? statements[note]?.at ?? begun;
    // The last one is over when the process has ended, give or take: looks at the disk go on until then.
    const before = sizes.findLast(({ at }) => at <= begun)?.bytes ?? 0;
    const within = sizes.filter(({ at }) => at > begun && at <= ended + POLL_INTERVAL_MS);
    const all = within.map(({ bytes }) => bytes - before);
    const overlapping = waits.filter((wait) => wait.begun < ended && wait.ended > begun);
    const measured = {
      ...{ name, statements: note - first, seconds: roundSeconds((ended - begun) / 1000) },
      blockedSeconds: roundSeconds(
        Math.max(0, ...overlapping.map((wait) => wait.ended - wait.begun)) / 1000,
      ),
      mostMebibytes: Math.round(Math.max(0, ...all) / MEBIBYTE),
      keptMebibytes: Math.round((all.at(-1) ?? 0) / MEBIBYTE),
    };
    [begun, first] = [ended, note + 1];
    return measured;
  });
}

function roundSeconds(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

function countBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .map((file) => statSync(join(folder, file), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0);
}
