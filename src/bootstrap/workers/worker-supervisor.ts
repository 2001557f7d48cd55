import cluster, { type Worker } from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from 'pino';
import { createLogger } from '../../api/observability/logging';
import { MemoryRateLimiter } from '../../api/rate-limits/memory-rate-limiter';
import { rateLimiterIpcService } from '../../api/rate-limits/primary-rate-limiter';
import type { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { Semaphore } from '../../core/semaphore';
// Not imported from the index of database and modules: they would load the whole service into the primary.
import { WriteQueueSlot, writeQueueIpcService } from '../../database/dialect/sqlite.write-queue';
import { recentWritersIpcService, RecentWriterSet } from '../../database/replicas/recent-writers';
import {
  type ProcessMetrics,
  metricsReaderIpcService,
  MetricsAggregator,
  metricsAggregatorIpcService,
} from '../../platform/observability/metrics/metrics-aggregator';
import {
  LoginAttemptTracker,
  loginAttemptsIpcService,
} from '../../modules/users/login/login-attempt-tracker';
import { registerInstance } from '../register-instance';
import { SHUTDOWN_GRACE_MS } from '../shutdown-grace';
import { PendingConnections } from './pending-connections';
import { IpcEndpoint } from './ipc-endpoint';

/** Time after the grace period until remaining processes are killed. */
const KILL_MARGIN_MS = 1_000;

/** A process that ends sooner counts as a short run. */
const MIN_UPTIME_MS = 10_000;

/** After this many consecutive short runs, and without any other process, the service gives up. */
const MAX_SHORT_RUNS = 5;

/** Delay before a process is replaced after a short run; it doubles with each one. */
const MIN_RESTART_DELAY_MS = 100;
const MAX_RESTART_DELAY_MS = 10_000;

/** A worker process, as the primary sees it. */
interface SupervisedWorker {
  readonly worker: Worker;
  readonly endpoint: IpcEndpoint;
  readonly writeQueueSlot: WriteQueueSlot;
  readonly pendingConnections: PendingConnections;
  readonly startedAtMs: number;
  isListening: boolean;
}

/** Starts the worker processes of a service, and replaces each one that ends. */
export class WorkerSupervisor {
  private readonly workers = new Set<SupervisedWorker>();
  private readonly rateLimiter: MemoryRateLimiter;
  private readonly loginAttempts: LoginAttemptTracker;
  private readonly writeSemaphore = new Semaphore(1);
  private readonly recentWriters: RecentWriterSet;
  private readonly metricsAggregator = new MetricsAggregator(() => this.readAllMetrics());
  /** Whether a worker has ever listened; before that, the end of a worker ends the start. */
  private hasStarted = false;
  private isStopping = false;
  private exitCode = 0;
  /** Number of consecutive short runs. */
  private shortRunCount = 0;

  constructor(
    private readonly configuration: Configuration,
    private readonly logger: Logger,
    private readonly port: number,
  ) {
    const clock = new Clock();
    this.rateLimiter = new MemoryRateLimiter(clock, configuration.rateLimit ?? Infinity);
    this.loginAttempts = new LoginAttemptTracker(clock);
    this.recentWriters = new RecentWriterSet(configuration.databaseReadOwnSeconds * 1000);
  }

  /**
   * Starts a worker. The first one migrates, and shows whether the service can start: the others follow once it
   * listens.
   */
  startWorker(): void {
    if (this.isStopping) return;
    const worker = cluster.fork({ PORT: String(this.port) });
    const endpoint = new IpcEndpoint(worker);
    const writeQueueSlot = new WriteQueueSlot(this.writeSemaphore);
    const supervised: SupervisedWorker = {
      worker,
      endpoint,
      writeQueueSlot,
      pendingConnections: new PendingConnections(worker.process),
      startedAtMs: performance.now(),
      isListening: false,
    };
    this.workers.add(supervised);
    endpoint.register(rateLimiterIpcService, this.rateLimiter);
    endpoint.register(loginAttemptsIpcService, this.loginAttempts);
    endpoint.register(recentWritersIpcService, this.recentWriters);
    endpoint.register(writeQueueIpcService, writeQueueSlot);
    endpoint.register(metricsAggregatorIpcService, this.metricsAggregator);
    worker.once('listening', () => {
      this.handleListening(supervised);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.handleExit(supervised, code, signal);
    });
  }

  /** Stops all workers after their open requests; the primary exits after the last of them. */
  stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    for (const { worker } of this.workers) worker.process.kill('SIGTERM');
    this.exitIfDone();
    setTimeout(() => {
      this.exitCode = 1;
      for (const { worker } of this.workers) worker.process.kill('SIGKILL');
    }, SHUTDOWN_GRACE_MS + KILL_MARGIN_MS);
  }

  private handleListening(supervised: SupervisedWorker): void {
    supervised.isListening = true;
    if (this.hasStarted) return;
    this.hasStarted = true;
    registerInstance(this.configuration, this.logger);
    while (this.workers.size < this.configuration.workers) this.startWorker();
  }

  private handleExit(
    supervised: SupervisedWorker,
    code: number | null,
    signal: string | null,
  ): void {
    this.workers.delete(supervised);
    supervised.endpoint.failPendingCalls();
    supervised.writeQueueSlot.release();
    supervised.pendingConnections.closeAll();
    this.metricsAggregator.retireProcess(supervised);
    if (this.isStopping) {
      if (supervised.isListening && code !== 0) this.exitCode = 1;
      this.exitIfDone();
    } else if (this.hasStarted) this.replaceWorker(supervised, signal ?? `code ${code}`);
    else {
      // The worker has printed the reason itself, unless a signal killed it.
      if (signal !== null)
        process.stderr.write(`The service can't start: its first process ended with ${signal}\n`);
      process.exit(code ?? 1);
    }
  }

  private replaceWorker({ worker, startedAtMs }: SupervisedWorker, reason: string): void {
    const isShort = performance.now() - startedAtMs < MIN_UPTIME_MS;
    this.shortRunCount = isShort ? this.shortRunCount + 1 : 0;
    if (this.workers.size === 0 && this.shortRunCount >= MAX_SHORT_RUNS) {
      process.stderr.write(
        `The service stops: its processes end right after their start, the last one with ${reason}\n`,
      );
      process.exit(1);
    }
    this.logger.warn(`Process ${worker.process.pid} ended with ${reason} and is being replaced`);
    const delayMs = isShort
      ? Math.min(MIN_RESTART_DELAY_MS * 2 ** (this.shortRunCount - 1), MAX_RESTART_DELAY_MS)
      : 0;
    setTimeout(() => {
      this.startWorker();
    }, delayMs);
  }

  private exitIfDone(): void {
    if (this.workers.size === 0) process.exit(this.exitCode);
  }

  private async readAllMetrics(): Promise<ReadonlyMap<object, ProcessMetrics>> {
    const metricsByWorker = new Map<object, ProcessMetrics>();
    const read = async (supervised: SupervisedWorker): Promise<void> => {
      try {
        metricsByWorker.set(
          supervised,
          (await supervised.endpoint.call(metricsReaderIpcService, 'read', [])) as ProcessMetrics,
        );
      } catch (error) {
        // A worker that has ended in the meantime is skipped.
        if (this.workers.has(supervised)) throw error;
      }
    };
    const listening = [...this.workers].filter(({ isListening }) => isListening);
    await Promise.all(listening.map(read));
    return metricsByWorker;
  }
}

/**
 * Finds a port that stays the same when all workers are replaced.
 * @returns 0 if no port is found: a worker reports why
 */
function findFreePort(host: string): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(0));
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts the worker processes of a service and supervises them until SIGTERM or SIGINT. The primary handles no
 * requests.
 */
export async function runPrimary(configuration: Configuration): Promise<void> {
  // The advanced serialization also transfers values that JSON lacks (NaN, undefined).
  cluster.setupPrimary({ serialization: 'advanced' });
  const port =
    configuration.port === 0 ? await findFreePort(configuration.host) : configuration.port;
  const supervisor = new WorkerSupervisor(
    configuration,
    createLogger(configuration.logLevel),
    port,
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop());
  supervisor.startWorker();
}
