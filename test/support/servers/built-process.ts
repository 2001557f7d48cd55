import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, residentMemoryOf } from './child-processes';
import { COMPILER } from '../jest/compiler';
import { scaledTimeoutMs } from '../jest/timeouts';
import { watchLog } from '../service/watched-logs';

const ROOT = join(__dirname, '../../..');
const DIST = join(ROOT, 'dist');
const MAIN = join(DIST, 'main.js');
const LOCK = join(tmpdir(), 'store-tests-build.lock');
/** On a quiet machine. */
const START_TIMEOUT_MS = 60_000;
const EXIT_TIMEOUT_MS = 60_000;
const BUILD_TIMEOUT_MS = 60_000;

type Environment = Readonly<Record<string, string>>;

/** The limits that the system sets for a process. */
interface Limits {
  readonly descriptors?: number;
}

/** The output of a process, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A script in a process of its own. */
export class BuiltProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;
  protected readonly child: ChildProcessWithoutNullStreams;

  /**
   * @param environment all that the process sees, apart from PATH
   * @param descriptors that it may have open; without it, as many as this process
   */
  protected constructor(
    script: string,
    args: readonly string[],
    environment: Environment,
    { descriptors }: Limits = {},
  ) {
    const env = { PATH: process.env['PATH'], ...environment };
    const command: [string, ...string[]] = [process.execPath, script, ...args];
    const limited = ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command] as const;
    const [program, ...rest] = descriptors === undefined ? command : limited;
    this.child = spawn(program, rest, { env, cwd: tmpdir() });
    // Input of a process that was killed is lost.
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString('utf8')));
    this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString('utf8')));
    watchLog(() => this.stdout);
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code) => {
        resolve({ code, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Ends it like a power cut would. */
  async kill(): Promise<Ended> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Whether it was stopped (SIGSTOP). */
  isStopped(): boolean {
    return / T /.test(readFileSync(`/proc/${this.pid}/stat`, 'utf8').slice(0, 100));
  }

  /** Continues it after a stop. */
  continue(): void {
    this.child.kill('SIGCONT');
  }

  /** The most memory that it ever held, in mebibytes (VmHWM of Linux); undefined once it has ended. */
  peakMemory(): number | undefined {
    return residentMemoryOf(this.pid, 'VmHWM');
  }

  /** The memory that it holds, in mebibytes; undefined once it has ended. */
  residentMemory(): number | undefined {
    return residentMemoryOf(this.pid);
  }

  /** The memory that it and the processes that it has started hold together; 0 once they have ended. */
  heldMemory(): number {
    const held = [this.pid, ...this.children()].map((id) => residentMemoryOf(id) ?? 0);
    return held.reduce((sum, one) => sum + one, 0);
  }

  /** The processes that it has started and that have not ended. */
  children(): number[] {
    return childrenOf(this.pid);
  }

  /** Milliseconds of CPU that its first thread has used, in which JavaScript runs. */
  mainThreadTime(): number {
    const { pid } = this;
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  }

  /** How many descriptors it has open. */
  descriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  private get pid(): number {
    return this.child.pid ?? 0;
  }
}

/** The command `import`: `node dist/cli.js import`. */
export class BuiltImport extends BuiltProcess {
  /** @param file `-`: what `write` and `end` give it */
  static start(databaseUrl: string, file: string, ...options: readonly string[]): BuiltImport {
    const environment = { DATABASE_URL: databaseUrl };
    return new BuiltImport(join(DIST, 'cli.js'), ['import', file, ...options], environment);
  }

  /** @returns a promise that is kept when more may come, or nothing goes any more */
  async write(text: string): Promise<void> {
    if (this.child.stdin.write(text)) return;
    await Promise.race([once(this.child.stdin, 'drain'), this.ended]);
  }

  end(): void {
    this.child.stdin.end();
  }
}

/** Any other command: `node dist/cli.js ...`. */
export class BuiltCommand extends BuiltProcess {
  /** @returns what it wrote, once it has ended */
  static run(environment: Environment, ...args: readonly string[]): Promise<Ended> {
    return BuiltCommand.start(environment, ...args).ended;
  }

  static start(environment: Environment, ...args: readonly string[]): BuiltCommand {
    return new BuiltCommand(join(DIST, 'cli.js'), args, environment);
  }
}

/** The service: `node dist/main.js`. */
export class BuiltService extends BuiltProcess {
  /** Starts a process without waiting for it; @param environment all that it sees, apart from PATH */
  static spawn(environment: Environment, limits?: Limits): BuiltService {
    return new BuiltService(MAIN, [], { PORT: '0', RATE_LIMIT: 'off', ...environment }, limits);
  }

  /** Starts the service and waits until it listens. */
  static async start(environment: Environment): Promise<BuiltService> {
    const service = BuiltService.spawn(environment);
    await service.listening();
    return service;
  }

  /**
   * @param timeoutMs on a quiet machine
   * @throws Error with what it wrote when it does not listen in time; it has ended then
   */
  async listening(timeoutMs = START_TIMEOUT_MS): Promise<void> {
    const deadline = performance.now() + scaledTimeoutMs(timeoutMs);
    while (!this.stdout.includes('Swagger UI')) {
      if (this.child.exitCode !== null || performance.now() > deadline) {
        const { stdout, stderr } = await this.kill();
        throw new Error(`No start: ${stdout}${stderr}`);
      }
      await pause(20);
    }
  }

  get url(): string {
    return /listens on (\S+)/.exec(this.stdout)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
  }

  /** The first API key, when this start made one. */
  get firstKey(): string | undefined {
    return /First API key[^:]*:\s+(osk_\S+)/.exec(this.stdout)?.[1];
  }

  terminate(): void {
    this.child.kill('SIGTERM');
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }

  /** Ends it gracefully; after a while, otherwise. */
  async stop(): Promise<Ended> {
    const hard = setTimeout(() => this.child.kill('SIGKILL'), scaledTimeoutMs(EXIT_TIMEOUT_MS));
    this.terminate();
    const ended = await this.ended;
    clearTimeout(hard);
    return ended;
  }
}

/**
 * Builds the service when a source is newer than what was built; parallel spec files build once.
 * @returns when it was built, in milliseconds since 1970
 */
export async function buildService(): Promise<number> {
  await locked(async () => {
    const sources = newest(join(ROOT, 'src'));
    if (sources < timeOf(MAIN)) return;
    // Types are checked elsewhere: here it counts that there is something to run.
    spawnSync(process.execPath, [COMPILER, '-p', 'tsconfig.build.json'], { cwd: ROOT });
    if (timeOf(MAIN) < sources) throw new Error('The service could not be built');
  });
  return timeOf(MAIN);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function locked(work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + scaledTimeoutMs(BUILD_TIMEOUT_MS);
  while (!isLockTaken()) {
    // One that a killed run left behind is taken over.
    if (performance.now() > deadline) break;
    await pause(100);
  }
  try {
    await work();
  } finally {
    rmdirSync(LOCK);
  }
}

function isLockTaken(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return Math.max(...sources.map((file) => timeOf(join(folder, file))));
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
