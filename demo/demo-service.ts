import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { DemoFolder } from './folder';

/** Time limit of the service's start. */
const START_TIMEOUT_MS = 120_000;

/** The address where the demo's service listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Requires that an address is free.
 * @param port 0 for any free port
 * @returns the address with its port
 * @throws Error if it is in use, or if the host is not an address of this machine
 */
export async function findFreeAddress({ host, port }: ListenAddress): Promise<ListenAddress> {
  const server = createServer().listen(port, host);
  await listening(server, host, port);
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return { host, port: taken };
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const problem =
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is in use: stop the process that uses it, or choose another port, such as PORT=3001 npm run demo`
        : `Can't listen on port ${port} of ${host} (${code}): set another PORT or HOST.`;
    throw new Error(problem, { cause: error });
  }
}

/** The service process that the demo has started. */
export class DemoService {
  /** The output until the service listens, which contains its URL. */
  private greeting = '';
  private readonly child: ChildProcess;
  private isStopping = false;

  /** Starts the built service. @param main path of its main.js */
  constructor(
    main: string,
    private readonly address: ListenAddress,
    key: string,
    folder: DemoFolder,
  ) {
    this.child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        LOG_LEVEL: 'warn',
        RATE_LIMIT: 'off',
        ...process.env,
        PORT: String(address.port),
        HOST: address.host,
        DATABASE_URL: folder.databaseUrl,
        FILES_URL: folder.filesUrl,
        BOOTSTRAP_API_KEY: key,
      },
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      // Later output is its log.
      if (!this.hasListened) this.greeting += text;
    });
    this.child.once('exit', (code) => process.exit(code ?? 1));
    this.endWithThisProcess();
  }

  /**
   * The URL of the service on this machine. It names the exact interface, because another service may listen on others.
   */
  get url(): string {
    const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
    const host = loopback[this.address.host] ?? this.address.host;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.address.port}`;
  }

  /** The URL that the service prints. */
  get publicUrl(): string {
    return /listens on (\S+)/.exec(this.greeting)?.[1] ?? this.url;
  }

  /** Whether the service was asked to stop, so that requests may fail. */
  get isEnding(): boolean {
    return this.isStopping;
  }

  /** Waits until the service listens. @throws Error on timeout */
  async waitUntilListening(): Promise<void> {
    const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
    while (!this.hasListened) {
      try {
        await once(this.child.stdout ?? this.child, 'data', { signal: deadline });
      } catch {
        throw new Error('The service did not start in time.');
      }
    }
  }

  private get hasListened(): boolean {
    return /listens on \S+\n/.test(this.greeting);
  }

  private endWithThisProcess(): void {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        this.isStopping = true;
        this.child.kill('SIGTERM');
      });
    }
    // The terminal sends Ctrl-C to the service as well. It stops, and then this process does.
    process.on('SIGINT', () => {
      this.isStopping = true;
    });
    process.once('exit', () => this.child.kill('SIGKILL'));
  }
}
