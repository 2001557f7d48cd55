import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { DemoFolder } from './folder';

/** Milliseconds that the service may take until it listens. */
const START_TIMEOUT_MS = 120_000;

/** Where the demo's service listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Makes sure that nothing listens at a place.
 * @param port 0 takes a free one
 * @returns the place with its port
 * @throws Error when something does, or the host is no address of this machine
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
        ? `Port ${port} of ${host} is in use: stop what listens there, or name another one, PORT=3001 npm run demo`
        : `Nothing can listen on port ${port} of ${host} (${code}): PORT and HOST say where.`;
    throw new Error(problem, { cause: error });
  }
}

/** The service that the demo has started, and no other one that may listen there. */
export class DemoService {
  /** What it says until it listens: where people reach it. */
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
      // What comes later is its log.
      if (!this.hasListened) this.greeting += text;
    });
    this.child.once('exit', (code) => process.exit(code ?? 1));
    this.endWithThisProcess();
  }

  /** The address that this machine reaches it by: of no other interface or family, where another one may listen. */
  get url(): string {
    const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
    const host = loopback[this.address.host] ?? this.address.host;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.address.port}`;
  }

  /** The address that it says of itself. */
  get publicUrl(): string {
    return /listens on (\S+)/.exec(this.greeting)?.[1] ?? this.url;
  }

  /** Whether somebody has asked it to end, so that requests to it may fail. */
  get isEnding(): boolean {
    return this.isStopping;
  }

  /** Waits until it has the port. @throws Error when that takes too long */
  async waitUntilListening(): Promise<void> {
    const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
    while (!this.hasListened) {
      try {
        await once(this.child.stdout ?? this.child, 'data', { signal: deadline });
      } catch {
        throw new Error('The service does not start.');
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
    // The terminal sends Ctrl-C to the service, too; it ends, and then this process does.
    process.on('SIGINT', () => {
      this.isStopping = true;
    });
    process.once('exit', () => this.child.kill('SIGKILL'));
  }
}
