import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildService, pause } from '../support/servers/built-process';
import { freePort } from '../support/servers/free-port';
import { ROOT } from '../documentation/pages';
import { scaledTimeoutMs } from '../support/jest/timeouts';
import { until } from '../support/until';

/** How long a quiet machine may take to fill a small store. */
const FILLED_MS = 120_000;

const loader = ['reflect-metadata', join(ROOT, 'test/support/jest/typescript.cjs')];

/** `npm run demo` in a folder of the spec's own. */
class DemoProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(folder: string, port: number | string, ...args: readonly string[]) {
    const script = join(ROOT, 'test/demo/demo-process.ts');
    const required = loader.flatMap((path) => ['--require', path]);
    this.child = spawn(process.execPath, [...required, script, folder, ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], PORT: String(port) },
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString('utf8')));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString('utf8')));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  async opened(): Promise<void> {
    const deadline = performance.now() + scaledTimeoutMs(FILLED_MS);
    while (!this.stdout.includes('The demo store is running')) {
      if (this.child.exitCode !== null || performance.now() > deadline) {
        this.end('SIGKILL');
        throw new Error(`No demo: ${this.stdout}${this.stderr}`);
      }
      await pause(50);
    }
  }

  end(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The id of the service's process (Linux). */
  service(): number {
    const { pid = 0 } = this.child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  }

  get key(): string {
    return /API key +(osk_\S+)/.exec(this.stdout)?.[1] ?? '';
  }
}

describe('npm run demo', () => {
  let folder: string;
  const running: DemoProcess[] = [];

  beforeAll(() => buildService());

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'store-demo-')), 'demo');
  });

  afterEach(async () => {
    for (const demo of running.splice(0)) {
      demo.end('SIGTERM');
      await demo.ended;
    }
    rmSync(join(folder, '..'), { recursive: true });
  });

  const start = (port: number | string, ...args: readonly string[]): DemoProcess => {
    const demo = new DemoProcess(folder, port, ...args);
    running.push(demo);
    return demo;
  };
  const small = ['--customers', '2', '--orders', '0'] as const;
  const told = (said: RegExp) => ({ code: 1, stderr: expect.stringMatching(said) as string });
  const ends = async (demo: DemoProcess) => ({ code: await demo.ended, stderr: demo.stderr });

  it('leaves the store of another one alone, on its port and on another', async () => {
    const port = await freePort();
    const first = start(port, ...small);
    await first.opened();
    const samePort = start(port);
    expect(await ends(samePort)).toEqual(told(/^Port \d+ of 127\.0\.0\.1 is in use: stop .*\n$/));
    const beside = start(0);
    expect(await ends(beside)).toEqual(told(/^Another process uses the store in \S+\. .*\n$/));
    const keeping = start(0, '--keep');
    expect(await ends(keeping)).toEqual(told(/^Another process uses the store in \S+\. .*\n$/));

    const headers = { Authorization: `Bearer ${first.key}` };
    const count = await fetch(`http://127.0.0.1:${port}/v1/users/count`, { headers });
    expect([count.status, await count.json()]).toEqual([200, { ITEMS: 3 }]);
    expect(readFileSync(join(folder, 'api-key'), 'utf8')).toBe(first.key);

    // A service whose demo was killed still has the store.
    const service = first.service();
    first.end('SIGKILL');
    await until(() => !first.isAlive);
    const orphaned = start(0);
    expect(await ends(orphaned)).toEqual(told(/^Another process uses the store in \S+\. .*\n$/));
    expect(existsSync(join(folder, 'api-key'))).toBe(true);
    process.kill(service, 'SIGTERM');
    await until(() => !isAlive(service));

    const again = start(0, '--keep');
    await again.opened();
    expect(again.key).toBe(first.key);
    again.end('SIGTERM');
    expect(await ends(again)).toEqual({ code: 0, stderr: '' });
  });

  it('asks nothing of whatever else has its port', async () => {
    const asked: string[] = [];
    const other = http.createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"status":"ok"}');
    });
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    try {
      const demo = start(port);
      expect(await ends(demo)).toEqual(told(/^Port \d+ of 127\.0\.0\.1 is in use: /));
      expect(asked).toEqual([]);
      expect(existsSync(folder)).toBe(false);
    } finally {
      other.close();
    }
  });

  it.each<[string, string | undefined, RegExp]>([
    ['--nothing', undefined, /^error: unknown option '--nothing'\n$/],
    [
      '--customers=many',
      undefined,
      /^error: option '--customers <number>' .*from 2 to 1000000\.\n$/,
    ],
    ['--customers=1', undefined, /from 2 to 1000000\.\n$/],
    ['--orders=-1', undefined, /^error: option '--orders <number>' .*from 0 to 1000000\.\n$/],
    ['--seed=1.5', undefined, /^error: option '--seed <number>' .*from 0 to 4294967295\.\n$/],
    ['more', undefined, /^error: too many arguments\. Expected 0 arguments but got 1\.\n$/],
    ['--keep', '70000', /^PORT must be a whole number from 0 to 65535 \(it is "70000"\)\.\n$/],
  ])('reports in one line what it can not do with %s (PORT: %s)', async (argument, port, said) => {
    const demo = start(port ?? 0, argument);
    expect(await ends(demo)).toEqual(told(said));
    expect(demo.stderr.split('\n')).toHaveLength(2);
    expect(existsSync(folder)).toBe(false);
  });

  it('prints its options', async () => {
    const demo = start(0, '--help');
    expect(await ends(demo)).toEqual({ code: 0, stderr: '' });
    for (const option of ['--keep', '--customers', '--orders', '--seed', 'PORT'])
      expect(demo.stdout).toContain(option);
    expect(existsSync(folder)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
