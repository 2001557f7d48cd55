import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Memory } from './report';

/** The compiled service, and the bench's own compiled files (build/bench). */
export const dist = resolve(__dirname, '../../dist');
const own = __dirname;

/** The key that the bench calls with. */
export const API_KEY = `osk_${'b'.repeat(43)}`;

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const MEMORY_INTERVAL_MS = 200;

/** A server that runs in a process of its own. */
export interface Server {
  readonly url: string;
  /** Resident memory in MiB, now and the most that was seen; undefined where /proc does not tell. */
  memory(): Memory | undefined;
  /** Milliseconds of CPU that it has used; undefined where /proc does not tell. */
  cpu(): number | undefined;
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();

/** Ends every process that the bench has started; what waits for one of them fails. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** The service as it ships, over a database. @param nodeOptions options of `node` itself */
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
  return listening(port, run([...nodeOptions, join(dist, 'main.js')], variables, folder));
}

/** The service with every statement recorded, or what else the script in front of it records. */
export function startRecordedService(
  databaseUrl: string,
  folder: string,
  file: string,
  script: 'recorder' | 'pdf-recorder' = 'recorder',
): Promise<Server> {
  return startService(databaseUrl, folder, ['--require', join(own, `${script}.js`)], {
    BENCH_RECORD: file,
  });
}

/** A baseline; its settings are in a file. */
export async function startBaseline(
  port: number,
  settings: string,
  folder: string,
  script: 'baseline' | 'file-baseline' | 'write-baseline' | 'pdf-baseline' = 'baseline',
): Promise<Server> {
  return listening(port, run([join(own, `${script}.js`), settings], {}, folder));
}

/**
 * Runs a script of the bench to its end.
 * @returns what it sent
 */
export async function report<T>(
  script: 'importer' | 'inserts' | 'users' | 'invoices' | 'bare-codec',
  parameters: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { BENCH_RECORD: file } = variables;
  const recorder = file === undefined ? [] : ['--require', join(own, 'recorder.js')];
  const child = run([...recorder, join(own, `${script}.js`), ...parameters], variables, folder);
  let answer: unknown;
  child.on('message', (message) => (answer = message));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || answer === undefined) throw new Error(`${script} ended with ${code}`);
  return answer as T;
}

/** Settings of the service: as shipped, but for what would hold the bench up. */
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

async function listening(port: number, child: ChildProcess): Promise<Server> {
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(`${url}/health/live`))) {
    if (!children.has(child)) throw new Error(`A server ended with ${child.exitCode}`);
    if (performance.now() > end) throw new Error('A server does not answer');
    await pause(50);
  }
  const memory = watchMemory(child);
  return {
    url,
    memory: memory.read,
    cpu: () => cpuTime(child),
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

/** User and system time, in the ticks of /proc: a hundred a second. */
function cpuTime({ pid }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function watchMemory(child: ChildProcess): { read: Server['memory']; end: () => void } {
  const file = `/proc/${child.pid}/status`;
  let peak = 0;
  const look = (): number => {
    const kibibytes = existsSync(file)
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
      : undefined;
    const now = Number(kibibytes ?? 0) / 1024;
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
