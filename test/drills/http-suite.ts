import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrillOutcome } from './drill';

const ROOT = join(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
/** How long what the specs have started gets to end when they are interrupted, in milliseconds. */
const GRACE_MS = 5_000;

/** The part of jest's results that is read. */
interface Results {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The source of the HTTP specs, and how they run. */
export interface HttpSuiteOptions {
  /** Address of a MariaDB that the specs may make databases in; without it they run on SQLite. */
  readonly serverUrl?: string;
  /** Another checkout than this one. */
  readonly root?: string;
  /** Further settings of the specs, such as how many processes a service of theirs has. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** All HTTP specs, in processes and a folder of their own. */
export class HttpSuite {
  /** Everything temporary of the specs is in it, and goes with it. */
  readonly folder = mkdtempSync(join(tmpdir(), 'store-http-suite-'));
  private readonly results = join(this.folder, 'results.json');
  private child?: ChildProcess;

  constructor(private readonly options: HttpSuiteOptions) {}

  /**
   * @param paths of the specs, or their beginnings
   * @returns its tests as requests, those that passed as answered, those that failed as violations
   */
  async run(paths: readonly string[] = ['test/api']): Promise<DrillOutcome> {
    const begin = performance.now();
    const { serverUrl, root = ROOT, environment } = this.options;
    const env = {
      ...{ ...process.env, TEST_MYSQL_URL: serverUrl, ...environment },
      // Files that the specs leave are removed with the folder.
      TMPDIR: this.folder,
    };
    const args = [...paths, '--ci', '--silent', '--json', `--outputFile=${this.results}`];
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    // A group of its own: with it end the processes that the specs have started.
    this.child = spawn(process.execPath, [JEST, ...args], {
      ...{ cwd: root, env, detached: true },
      stdio: [...stdio],
    });
    await once(this.child, 'exit');
    const seconds = Math.round((performance.now() - begin) / 1000);
    return { ...counted(this.read()), lost: 0, retried: 0, inFlight: [], seconds };
  }

  /** Ends what is under way, and removes what it made. */
  async end(): Promise<void> {
    const { child } = this;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      signal(child.pid, 'SIGTERM');
      await Promise.race([once(child, 'exit'), pause(GRACE_MS)]);
      signal(child.pid, 'SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private read(): Results | undefined {
    try {
      return JSON.parse(readFileSync(this.results, 'utf8')) as Results;
    } catch {
      return undefined;
    }
  }
}

function counted(
  results: Results | undefined,
): Pick<DrillOutcome, 'requests' | 'answered' | 'violations'> {
  const files = results?.testResults ?? [];
  const violations = files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const told = failed.map(({ fullName }) => `${name}: ${fullName}`);
    return status === 'failed' && told.length === 0 ? [`${name}: ${message}`] : told;
  });
  const answered = results?.numPassedTests ?? 0;
  if (answered === 0) violations.push('The HTTP specs did not run');
  return { requests: answered + violations.length, answered, violations };
}

/** To a whole group of processes; it may be gone already. */
function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    return;
  }
}
