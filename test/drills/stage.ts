import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database, whereAtLeast, DataAccess } from '../../src/database';
import { FileLock } from '../../src/platform/media/files/file-lock.entity';
import { StoredIdempotentRequest } from '../../src/platform/requests/idempotency/stored-idempotent-request.entity';
import { OutboxMessage } from '../../src/platform/events/outbox/outbox-message.entity';
import { TcpProxy } from '../api/conventions/processes/tcp-proxy';
import { METRICS_TOKEN, untilProcesses } from '../api/metrics/read-metrics';
import { S3Server } from '../files/s3-server';
import { BuiltService } from '../support/servers/built-process';
import { temporaryFolder } from '../support/service/database';
import type { GaleraCluster } from '../support/servers/galera-cluster';
import type { MariaDbServer } from '../support/servers/mariadb-server';
import { RedisServer } from '../support/servers/redis-server';
import { MASTER_KEY } from '../support/service/service';
import { FinalState, type StoredFile } from './final-state';
import { RoundRobinProxy } from '../support/servers/round-robin-proxy';

/** The settings of a stage, on which a drill is played. */
export interface StageOptions {
  /** SQLite: a file of the stage's own, where it is not given. */
  readonly databaseUrl?: string;
  /** Addresses that single processes have of their own to that database, in their order. */
  readonly ownUrls?: readonly string[];
  /** The cluster that the database is in, for those drills that do something to its members. */
  readonly cluster?: GaleraCluster;
  /** The server of the database, for those drills that do something to it. */
  readonly server?: MariaDbServer;
  readonly processes: 1 | 2;
  /** Workers that each process starts; 1 by default: it serves itself. */
  readonly workers?: number;
  readonly files: 'local' | 's3';
  /** Whether processes share a Redis. */
  readonly redis: boolean;
  /** Whether everything local is on a disk of its own that can be filled; takes root. */
  readonly isSmallDisk?: boolean;
  /** A file of `broken/` that spoils the service. */
  readonly broken?: string;
  /** Further settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
}

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
/** A request that was sent and not recorded is sent again after a minute. */
const MAX_DRAIN_POLLS = 900;
const POLL_INTERVAL_MS = 100;
/** Milliseconds. */
const START_TIMEOUT_MS = 60_000;
const SMALL_DISK = '96m';

/** The processes of a service with all that they need, behind one address. */
export class Stage {
  /** Violations apart from those in the records, a line each. */
  readonly violations: string[] = [];
  private readonly services: BuiltService[] = [];
  private proxy?: RoundRobinProxy;
  private s3?: S3Server;
  private s3Line?: TcpProxy;
  private environment: Record<string, string> = {};
  private databaseUrl = '';
  private isDismantled = false;
  redis?: RedisServer;

  private constructor(
    private readonly folder: string,
    private readonly options: StageOptions,
  ) {}

  /** @param made is given the stage before anything on it is started */
  static async create(options: StageOptions, made?: (stage: Stage) => void): Promise<Stage> {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const stage = new Stage(folder, options);
    made?.(stage);
    await stage.open();
    return stage;
  }

  get url(): string {
    return this.front.url;
  }

  /** The file of a stage on SQLite. */
  get sqliteFile(): string {
    return join(this.folder, 'store.sqlite');
  }

  /** The settings of the service, for commands that run alongside it. */
  get commandEnvironment(): Readonly<Record<string, string>> {
    return this.environment;
  }

  get server(): MariaDbServer {
    if (!this.options.server) throw new Error('This drill needs a MariaDB of its own');
    return this.options.server;
  }

  get cluster(): GaleraCluster {
    if (!this.options.cluster) throw new Error('This drill needs a cluster');
    return this.options.cluster;
  }

  /** The name of the database on its server. */
  get database(): string {
    return this.databaseUrl.slice(this.databaseUrl.lastIndexOf('/') + 1);
  }

  /** The addresses of the processes themselves. */
  get urls(): string[] {
    return this.services.map(({ url }) => url);
  }

  /** All processes. */
  get processes(): readonly BuiltService[] {
    return this.services;
  }

  /** The process that something is done to. */
  get first(): BuiltService {
    const [service] = this.services as [BuiltService];
    return service;
  }

  /** Ends the first process like a power cut would, and starts it again. */
  async kill(): Promise<void> {
    const service = this.first;
    this.front.targets.delete(portOf(service));
    await service.kill();
    await this.expireLeases();
    await this.begin(0);
  }

  /** Ends a worker like a power cut would, and waits until another one has taken its place. */
  async killWorker(): Promise<void> {
    const { first } = this;
    const [worker] = first.children();
    if (worker === undefined) throw new Error('This drill needs workers');
    process.kill(worker, 'SIGKILL');
    while (first.children().includes(worker)) await pause(POLL_INTERVAL_MS);
    await untilProcesses(first.url, this.options.workers ?? 1);
  }

  /** Ends the first process as an update does, and starts it again. */
  async terminate(): Promise<void> {
    const service = this.first;
    service.terminate();
    const { code } = await service.ended;
    this.front.targets.delete(portOf(service));
    if (code !== 0) this.violations.push(`SIGTERM: the service ended with ${code}`);
    await this.begin(0);
  }

  /** The next answers do not reach the clients that wait for them. */
  loseAnswers(count: number): void {
    this.front.responsesToDrop = count;
  }

  /** Makes the file store unreachable, or reachable again. */
  cutFiles(isCut: boolean): void {
    if (isCut) this.s3Line?.cut();
    else this.s3Line?.open();
  }

  /** Leaves no room on the disk, or gives it back. */
  fillDisk(isFull: boolean): void {
    const ballast = join(this.folder, 'ballast');
    rmSync(ballast, { force: true });
    // It ends with "no space left", which is its purpose.
    if (isFull) spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']);
  }

  /** Work of a dead process is free at once: nobody wants to wait a minute in every drill. */
  private async expireLeases(): Promise<void> {
    await this.withDatabase(async (database) => {
      const { unitOfWork, writer } = DataAccess.forDatabase(database);
      await unitOfWork.run(async () => {
        await writer.update(StoredIdempotentRequest, { status: null }, { claimedAt: LONG_AGO });
        await writer.update(OutboxMessage, { state: 'pending' }, { dueAt: LONG_AGO });
        // A second process may still hold paths: those of the dead one are free after 15 seconds.
        const isAny = [whereAtLeast('expiresAt', LONG_AGO)];
        if (this.options.processes === 1 && this.options.workers === undefined)
          await writer.remove(FileLock, isAny);
      });
    });
  }

  /** @returns whether every message has gone out in time */
  async drain(): Promise<boolean> {
    return this.withDatabase(async (database) => {
      for (let attempt = 0; attempt < MAX_DRAIN_POLLS; attempt++) {
        const [row] = await database.select<{ n: number }>(
          "SELECT COUNT(*) AS n FROM outbox_messages m WHERE m.state = 'pending'",
        );
        if (Number(row?.n) === 0) return true;
        await pause(POLL_INTERVAL_MS);
      }
      return false;
    });
  }

  final<T>(work: (final: FinalState) => Promise<T>): Promise<T> {
    return this.withDatabase((database) =>
      work(new FinalState(this.url, database, () => this.readFiles())),
    );
  }

  /** Ends all that was started, also when not everything was. */
  async dismantle(): Promise<void> {
    this.isDismantled = true;
    await Promise.all(this.services.map((service) => service.kill()));
    await this.proxy?.stop();
    await this.s3Line?.close();
    await this.s3?.stop();
    await this.redis?.kill();
    if (this.options.isSmallDisk) spawnSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async open(): Promise<void> {
    const { options, folder } = this;
    if (options.isSmallDisk) mountSmallDisk(folder);
    this.databaseUrl = options.databaseUrl ?? `sqlite:${this.sqliteFile}`;
    this.proxy = await RoundRobinProxy.start();
    if (options.redis) this.redis = await RedisServer.start();
    if (options.files === 's3') {
      this.s3 = await S3Server.start();
      this.s3Line = await TcpProxy.before('127.0.0.1', Number(new URL(this.s3.url).port));
    }
    this.environment = {
      ...{ DATABASE_URL: this.databaseUrl, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'error' },
      ...{
        WEBHOOK_PRIVATE_ADDRESSES: 'on',
        WEBHOOK_SECRETS: 'drill=not-so-secret-in-a-drill',
        WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'drill').toString('base64'),
        FILES_URL: `file:${join(folder, 'files')}`,
      },
      ...this.s3?.environment,
      ...(this.s3Line ? { S3_ENDPOINT: `http://127.0.0.1:${this.s3Line.localPort}` } : {}),
      ...(this.redis ? { REDIS_URL: this.redis.url, RATE_LIMIT: '100000000' } : {}),
      ...(options.workers === undefined ? {} : { WORKERS: String(options.workers), METRICS_TOKEN }),
      ...(options.broken ? { NODE_OPTIONS: `--require ${brokenFile(options.broken)}` } : {}),
      ...options.settings,
    };
    for (let at = 0; at < options.processes; at++) await this.begin(at);
  }

  private get front(): RoundRobinProxy {
    if (!this.proxy) throw new Error('The stage is not set');
    return this.proxy;
  }

  private async begin(at: number): Promise<void> {
    if (this.isDismantled) throw new Error('The stage is dismantled');
    const own = this.options.ownUrls?.[at];
    const service = BuiltService.spawn({
      ...this.environment,
      ...(own === undefined ? {} : { DATABASE_URL: own }),
    });
    this.services[at] = service;
    await service.listening(START_TIMEOUT_MS);
    if (this.options.workers !== undefined) await untilProcesses(service.url, this.options.workers);
    this.front.targets.add(portOf(service));
  }

  /** Works on the database without the service. */
  async withDatabase<T>(work: (database: Database) => Promise<T>, poolSize = 2): Promise<T> {
    const database = await Database.open(this.databaseUrl, { poolSize });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  private async readFiles(): Promise<StoredFile[]> {
    const folder = join(this.folder, 'files');
    const { s3 } = this;
    const paths = s3
      ? (await s3.keys()).map((key) => key.slice(s3.prefix.length))
      : readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    // A key that ends so stands for an empty folder.
    const shown = paths.filter((path) => !path.startsWith('.service/') && !path.endsWith('/'));
    const files: StoredFile[] = [];
    for (const path of shown) {
      const answer = await fetch(`${this.url}/static/${path}`);
      files.push({ path, content: answer.ok ? await answer.text() : `HTTP ${answer.status}` });
    }
    return files;
  }
}

function portOf(service: BuiltService): number {
  return Number(new URL(service.url).port);
}

function brokenFile(name: string): string {
  return join(__dirname, 'broken', `${name}.cjs`);
}

function mountSmallDisk(folder: string): void {
  const options = ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No disk of its own can be mounted: ${stderr}`);
}
