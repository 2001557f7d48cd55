import cluster, { type Worker } from 'node:cluster';
import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from 'pino';
import { createLogger } from '../../api/observability/logging';
import { MemoryPoints } from '../../api/rate-limits/memory-points';
import { pointsDesk } from '../../api/rate-limits/primary-points';
import type { Configuration } from '../../config/configuration';
import { Clock } from '../../core/clock';
import { Semaphore } from '../../core/lane';
// Not by the index of database and areas: they would load the whole service into a process that serves nobody.
import { WritingSeat, writeQueueService } from '../../database/dialect/sqlite.turns';
import { recentWritersService, WritingTimes } from '../../database/replicas/recent-writers';
import {
  type Readings,
  readerDesk,
  SumOfMetrics,
  sumDesk,
} from '../../platform/observability/metrics/sum-of-metrics';
import { LoginFailures, loginsDesk } from '../../modules/users/login/login-failures';
import { registerInstance } from '../presence';
import { SHUTDOWN_GRACE_MS } from '../stopping-time';
import { Handovers } from './handovers';
import { Line } from './line';

/** Milliseconds beyond the grace that processes end by themselves with: then they are ended. */
const LAST_MS = 1_000;

/** A process that ends sooner has never worked well. */
const STEADY_MS = 10_000;

/** So many that end soon one after the other, and no other one is there: it won't get better. */
const MOST_SHORT = 5;

/** Milliseconds before the place of one that has ended soon is taken; twice as long for the next. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** One of the processes, as the primary sees it. */
interface Member {
  readonly worker: Worker;
  readonly line: Line;
  readonly seat: WritingSeat;
  readonly handovers: Handovers;
  readonly begun: number;
  takesRequests: boolean;
}

/** The processes of a service: as many as are wanted, each replaced when it ends. */
export class Crew {
  private readonly members = new Set<Member>();
  private readonly points: MemoryPoints;
  private readonly logins: LoginFailures;
  private readonly writers = new Semaphore(1);
  private readonly writingTimes: WritingTimes;
  private readonly metrics = new SumOfMetrics(() => this.readAll());
  /** Whether one has taken requests; until then what ends it ends the start. */
  private isUp = false;
  private isStopping = false;
  private code = 0;
  /** How many have ended soon, one after the other. */
  private short = 0;

  constructor(
    private readonly configuration: Configuration,
    private readonly logger: Logger,
    private readonly port: number,
  ) {
    const clock = new Clock();
    this.points = new MemoryPoints(clock, configuration.rateLimit ?? Infinity);
    this.logins = new LoginFailures(clock);
    this.writingTimes = new WritingTimes(configuration.databaseReadOwnSeconds * 1000);
  }

  /** Starts a process. The first one migrates, and finds out whether the service can start: it is alone until it listens. */
  begin(): void {
    if (this.isStopping) return;
    const worker = cluster.fork({ PORT: String(this.port) });
    const line = new Line(worker);
    const seat = new WritingSeat(this.writers);
    const member: Member = {
      worker,
      line,
      seat,
      handovers: new Handovers(worker.process),
      begun: performance.now(),
      takesRequests: false,
    };
    this.members.add(member);
    line.register(pointsDesk, this.points);
    line.register(loginsDesk, this.logins);
    line.register(recentWritersService, this.writingTimes);
    line.register(writeQueueService, seat);
    line.register(sumDesk, this.metrics);
    worker.once('listening', () => {
      this.welcome(member);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.lose(member, code, signal);
    });
  }

  /** Has all processes end what they have in hand; the primary ends with the last of them. */
  stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    for (const { worker } of this.members) worker.process.kill('SIGTERM');
    this.endIfOver();
    setTimeout(() => {
      this.code = 1;
      for (const { worker } of this.members) worker.process.kill('SIGKILL');
    }, SHUTDOWN_GRACE_MS + LAST_MS);
  }

  private welcome(member: Member): void {
    member.takesRequests = true;
    if (this.isUp) return;
    this.isUp = true;
    registerInstance(this.configuration, this.logger);
    while (this.members.size < this.configuration.workers) this.begin();
  }

  private lose(member: Member, code: number | null, signal: string | null): void {
    this.members.delete(member);
    member.line.end();
    member.seat.end();
    member.handovers.end();
    this.metrics.forget(member);
    if (this.isStopping) {
      if (member.takesRequests && code !== 0) this.code = 1;
      this.endIfOver();
    } else if (this.isUp) this.replace(member, signal ?? `code ${code}`);
    else {
      // What is wrong was told by the process itself, unless it was ended.
      if (signal !== null)
        process.stderr.write(`The service can't start: its first process ended with ${signal}\n`);
      process.exit(code ?? 1);
    }
  }

  private replace({ worker, begun }: Member, how: string): void {
    const isShort = performance.now() - begun < STEADY_MS;
    this.short = isShort ? this.short + 1 : 0;
    if (this.members.size === 0 && this.short >= MOST_SHORT) {
      process.stderr.write(
        `The service ends: its processes end as soon as they have started, the last with ${how}\n`,
      );
      process.exit(1);
    }
    this.logger.warn(
      `Process ${worker.process.pid} ended with ${how}; another one takes its place`,
    );
    const pause = isShort ? Math.min(FIRST_PAUSE_MS * 2 ** (this.short - 1), LONGEST_PAUSE_MS) : 0;
    setTimeout(() => {
      this.begin();
    }, pause);
  }

  private endIfOver(): void {
    if (this.members.size === 0) process.exit(this.code);
  }

  private async readAll(): Promise<ReadonlyMap<object, Readings>> {
    const readings = new Map<object, Readings>();
    const read = async (member: Member): Promise<void> => {
      try {
        readings.set(member, (await member.line.call(readerDesk, 'read', [])) as Readings);
      } catch (error) {
        // One that has ended meanwhile counts no more.
        if (this.members.has(member)) throw error;
      }
    };
    const asked = [...this.members].filter(({ takesRequests }) => takesRequests);
    await Promise.all(asked.map(read));
    return readings;
  }
}

/** A port that stays the same when all workers have been replaced. @returns 0 where there is none: a worker says why */
function freePort(host: string): Promise<number> {
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
export async function lead(configuration: Configuration): Promise<void> {
  // What can't be written as JSON (NaN, undefined) gets through as well.
  cluster.setupPrimary({ serialization: 'advanced' });
  const port = configuration.port === 0 ? await freePort(configuration.host) : configuration.port;
  const crew = new Crew(configuration, createLogger(configuration.logLevel), port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => crew.stop());
  crew.begin();
}
