import cluster, { type Worker } from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from 'pino';
import { createLogger } from '../../api/observability/logging';
import { MemoryRateLimiter } from '../../api/rate-limits/memory-rate-limiter';
import { rateLimiterService } from '../../api/rate-limits/primary-rate-limiter';
import type { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { Semaphore } from '../../core/semaphore';
// Not by the index of database and areas: they would load the whole service into a process that serves nobody.
import { WriteQueueSlot, writeQueueService } from '../../database/dialect/sqlite.write-queue';
import { recentWritersService, WriteTimes } from '../../database/replicas/recent-writers';
import {
  type ProcessMetrics,
  metricsReaderIpcService,
  MetricsAggregator,
  metricsAggregatorIpcService,
} from '../../platform/observability/metrics/metrics-aggregator';
import { LoginFailures, loginFailuresIpcService } from '../../modules/users/login/login-failures';
import { registerInstance } from '../register-instance';
import { SHUTDOWN_GRACE_MS } from '../shutdown-grace';
import { PendingConnections } from './pending-connections';
import { IpcEndpoint } from './ipc-endpoint';

/** Milliseconds beyond the grace that processes end by themselves with: then they are ended. */
const KILL_MARGIN_MS = 1_000;

/** A process that ends sooner has never worked well. */
const MIN_UPTIME_MS = 10_000;

/** So many that end soon one after the other, and no other one is there: it won't get better. */
const MAX_SHORT_RUNS = 5;

/** Milliseconds before the place of one that has ended soon is taken; twice as long for the next. */
const MIN_RESTART_DELAY_MS = 100;
const MAX_RESTART_DELAY_MS = 10_000;

/** One of the processes, as the primary sees it. */
interface SupervisedWorker {
  readonly worker: Worker;
  readonly endpoint: IpcEndpoint;
  readonly writeQueue: WriteQueueSlot;
  readonly pendingConnections: PendingConnections;
  readonly startedAt: number;
  isListening: boolean;
}

/** The processes of a service: as many as are wanted, each replaced when it ends. */
export class WorkerSupervisor {
  private readonly workers = new Set<SupervisedWorker>();
  private readonly rateLimiter: MemoryRateLimiter;
  private readonly logins: LoginFailures;
  private readonly writeSemaphore = new Semaphore(1);
  private readonly writingTimes: WriteTimes;
  private readonly metrics = new MetricsAggregator(() => this.readAllMetrics());
  /** Whether one has taken requests; until then what ends it ends the start. */
  private isRunning = false;
  private isStopping = false;
  private exitCode = 0;
  /** How many have ended soon, one after the other. */
  private shortRuns = 0;

  constructor(
    private readonly configuration: Configuration,
    private readonly logger: Logger,
    private readonly port: number,
  ) {
    const clock = new Clock();
    this.rateLimiter = new MemoryRateLimiter(clock, configuration.rateLimit ?? Infinity);
    this.logins = new LoginFailures(clock);
    this.writingTimes = new WriteTimes(configuration.databaseReadOwnSeconds * 1000);
  }

  /** Starts a process. The first one migrates, and finds out whether the service can start: it is alone until it listens. */
  startWorker(): void {
    if (this.isStopping) return;
    const worker = cluster.fork({ PORT: String(this.port) });
    const line = new IpcEndpoint(worker);
    const seat = new WriteQueueSlot(this.writeSemaphore);
    const member: SupervisedWorker = {
      worker,
      endpoint: line,
      writeQueue: seat,
      pendingConnections: new PendingConnections(worker.process),
      startedAt: performance.now(),
      isListening: false,
    };
    this.workers.add(member);
    line.register(rateLimiterService, this.rateLimiter);
    line.register(loginFailuresIpcService, this.logins);
    line.register(recentWritersService, this.writingTimes);
    line.register(writeQueueService, seat);
    line.register(metricsAggregatorIpcService, this.metrics);
    worker.once('listening', () => {
      this.handleListening(member);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.handleExit(member, code, signal);
    });
  }

  /** Has all processes end what they have in hand; the primary ends with the last of them. */
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

  private handleListening(member: SupervisedWorker): void {
    member.isListening = true;
    if (this.isRunning) return;
    this.isRunning = true;
    registerInstance(this.configuration, this.logger);
    while (this.workers.size < this.configuration.workers) this.startWorker();
  }

  private handleExit(member: SupervisedWorker, code: number | null, signal: string | null): void {
    this.workers.delete(member);
    member.endpoint.close();
    member.writeQueue.end();
    member.pendingConnections.closeAll();
    this.metrics.forget(member);
    if (this.isStopping) {
      if (member.isListening && code !== 0) this.exitCode = 1;
      this.exitIfDone();
    } else if (this.isRunning) this.replace(member, signal ?? `code ${code}`);
    else {
      // What is wrong was told by the process itself, unless it was ended.
      if (signal !== null)
        process.stderr.write(`The service can't start: its first process ended with ${signal}\n`);
      process.exit(code ?? 1);
    }
  }

  private replace({ worker, startedAt }: SupervisedWorker, how: string): void {
    const isShort = performance.now() - startedAt < MIN_UPTIME_MS;
    this.shortRuns = isShort ? this.shortRuns + 1 : 0;
    if (this.workers.size === 0 && this.shortRuns >= MAX_SHORT_RUNS) {
      process.stderr.write(
        `The service ends: its processes end as soon as they have started, the last with ${how}\n`,
      );
      process.exit(1);
    }
    this.logger.warn(
      `Process ${worker.process.pid} ended with ${how}; another one takes its place`,
    );
    const pause = isShort
      ? Math.min(MIN_RESTART_DELAY_MS * 2 ** (this.shortRuns - 1), MAX_RESTART_DELAY_MS)
      : 0;
    setTimeout(() => {
      this.startWorker();
    }, pause);
  }

  private exitIfDone(): void {
    if (this.workers.size === 0) process.exit(this.exitCode);
  }

  private async readAllMetrics(): Promise<ReadonlyMap<object, ProcessMetrics>> {
    const readings = new Map<object, ProcessMetrics>();
    const read = async (member: SupervisedWorker): Promise<void> => {
      try {
        readings.set(
          member,
          (await member.endpoint.call(metricsReaderIpcService, 'read', [])) as ProcessMetrics,
        );
      } catch (error) {
        // One that has ended meanwhile counts no more.
        if (this.workers.has(member)) throw error;
      }
    };
    const asked = [...this.workers].filter(({ isListening }) => isListening);
    await Promise.all(asked.map(read));
    return readings;
  }
}

/** A port that stays the same when all workers have been replaced. @returns 0 where there is none: a worker says why */
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

/** Starts the processes of a service, and stays with them until SIGTERM or SIGINT; it takes no request itself. */
export async function runPrimary(configuration: Configuration): Promise<void> {
  // What can't be written as JSON (NaN, undefined) gets through as well.
  cluster.setupPrimary({ serialization: 'advanced' });
  const port =
    configuration.port === 0 ? await findFreePort(configuration.host) : configuration.port;
  const crew = new WorkerSupervisor(configuration, createLogger(configuration.logLevel), port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => crew.stop());
  crew.startWorker();
}
