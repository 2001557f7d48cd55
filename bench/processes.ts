import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, residentMemoryOf } from '../test/support/servers/child-processes';
import type { Memory } from './report';

/** The compiled service, and the bench's own compiled files (build/bench). */
export const dist = resolve(__dirname, '../../dist');
const benchFolder = __dirname;

/** The bench's API key. */
export const API_KEY = `osk_${'b'.repeat(43)}`;

/** Options of `node` that switch the service's journal off. */
export const withoutJournal = ['--require', join(benchFolder, 'without-journal.js')] as const;

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const MEMORY_INTERVAL_MS = 200;

/** A server in its own process. */
export interface Server {
  readonly url: string;
  /** The `Authorization` header, if it isn't the bench's key. */
  readonly authorization?: string;
  /** Returns current and peak resident memory in MiB, including child processes; undefined if /proc isn't available. */
  memory(): Memory | undefined;
  /** Returns the used CPU time in milliseconds; undefined if /proc isn't available. */
  cpu(): number | undefined;
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();

/** Ends all processes that the bench has started; calls that wait for them fail. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Starts the service as shipped. @param nodeOptions options of `node` itself */
export async function startService(
  databaseUrl: string,
  folder: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const variables = {
    ...serviceVariables(databaseUrl, folder),
    PORT: String(port),
    ...environment,
  };
  return waitUntilListening(port, run([...nodeOptions, join(dist, 'main.js')], variables, folder));
}

/** Starts the service with a recorder of all its statements. */
export function startRecordedService(
  databaseUrl: string,
  folder: string,
  file: string,
): Promise<Server> {
  // Statements that number the journal would come between those of requests.
  const before = ['--require', join(benchFolder, 'recorder.js'), ...withoutJournal];
  return startService(databaseUrl, folder, before, {
    BENCH_RECORD: file,
    // Work in threads is not recorded.
    DATABASE_READERS: '0',
  });
}

/** Starts a baseline with a file of settings. */
export async function startBaseline(
  port: number,
  settings: string,
  folder: string,
  script: 'baseline' | 'file-baseline' | 'write-baseline' | 'pdf-baseline' = 'baseline',
): Promise<Server> {
  return waitUntilListening(port, run([join(benchFolder, `${script}.js`), settings], {}, folder));
}

/**
 * Runs a script of the bench to its end.
 * @returns its message
 */
export async function runReport<T>(
  script: 'importer' | 'exporter' | 'selects' | 'inserts' | 'users' | 'invoices' | 'bare-codec',
  parameters: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { BENCH_RECORD: file, BENCH_JOURNAL: journal } = variables;
  const recorder = file === undefined ? [] : ['--require', join(benchFolder, 'recorder.js')];
  const before = journal === 'off' ? withoutJournal : recorder;
  const parts = [...before, join(benchFolder, `${script}.js`), ...parameters];
  const answer = await runBenchScript(parts, variables, folder);
  if (answer === undefined) throw new Error(`${script} sent nothing`);
  return answer as T;
}

/**
 * Runs a script with parameters to its end.
 * @returns its message, if any
 */
export async function runBenchScript(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>>,
  folder: string,
): Promise<unknown> {
  const child = run(parameters, variables, folder);
  let answer: unknown;
  child.on('message', (message) => (answer = message));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${parameters.join(' ')} ended with ${code}`);
  return answer;
}

/** Starts other software as a script with parameters. @param health path that answers with success once it is ready */
export function startPeer(
  port: number,
  parameters: readonly string[],
  variables: Readonly<Record<string, string>>,
  folder: string,
  health: string,
): Promise<Server> {
  return waitUntilListening(port, run(parameters, variables, folder), health);
}

/** The service's default settings, except those that would limit the bench. */
export function serviceVariables(databaseUrl: string, folder: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    FILES_URL: `file:${join(folder, 'files')}`,
    BOOTSTRAP_API_KEY: API_KEY,
    RATE_LIMIT: 'off',
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function run(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>>,
  folder: string,
): ChildProcess {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, parameters, {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function waitUntilListening(
  port: number,
  child: ChildProcess,
  health = '/health/live',
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(url + health))) {
    if (!children.has(child)) throw new Error(`A server ended with ${child.exitCode}`);
    if (performance.now() > end) throw new Error('A server does not answer');
    await pause(50);
  }
  const memory = watchMemory(child);
  return {
    url,
    memory: memory.read,
    cpu: () => getCpuTime(child),
    stop: () => stop(child).finally(memory.end),
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (!children.has(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const isOver = await Promise.race([
    exit.then(() => true),
    pause(STOP_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (!isOver) {
    child.kill('SIGKILL');
    throw new Error('A server did not stop');
  }
}

/**
 * CPU time of all threads of a server and its child processes. Ended ones are included, so that their time isn't lost.
 */
function getCpuTime({ pid = 0 }: ChildProcess): number | undefined {
  if (!existsSync(`/proc/${pid}/schedstat`)) return undefined;
  const times = [pid, ...childrenOf(pid)].flatMap((id) => {
    const folder = `/proc/${id}/task`;
    return readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
  });
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

function watchMemory(child: ChildProcess): { read: Server['memory']; end: () => void } {
  const { pid = 0 } = child;
  let peak = 0;
  const look = (): number => {
    const held = [pid, ...childrenOf(pid)].map((id) => residentMemoryOf(id) ?? 0);
    const now = held.reduce((sum, one) => sum + one, 0);
    peak = Math.max(peak, now);
    return now;
  };
  const timer = setInterval(look, MEMORY_INTERVAL_MS).unref();
  return {
    read: () => {
      const now = look();
      return now === 0 ? undefined : { now, peak };
    },
    end: () => clearInterval(timer),
  };
}
