import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';
import { scaledTimeoutMs } from '../jest/timeouts';

const SHARED = join(__dirname, '../../../docker/cluster/galera.cnf');
const PATH = `${process.env['PATH']}:/usr/sbin`;
const env = { ...process.env, PATH };

const SIZE = 3;
const GIB = 2 ** 30;
/** Milliseconds. A transfer of all data is among what a member may have to do before it is ready. */
const READY_TIMEOUT_MS = 150_000;

const PROGRAMS = ['mariadbd', 'mariabackup', 'haproxy'];

/** A member of a Galera cluster that runs on this machine. */
export class GaleraMember extends ServerProcess {
  private readonly folder: string;

  /**
   * @param host a loopback address of its own: all members use the usual ports
   * @param peers the addresses of all members
   */
  constructor(
    folder: string,
    readonly host: string,
    private readonly peers: readonly string[],
  ) {
    super();
    this.folder = join(folder, host);
    this.makeFolder(this.folder);
    this.makeFolder(this.data);
    this.makeFolder(this.temporary);
  }

  get url(): string {
    return `mysql://root@${this.host}:3306`;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Makes its data, which hold nothing. */
  install(): void {
    const args = ['--no-defaults', ...this.places, '--auth-root-authentication-method=normal'];
    const { status, stderr } = spawnSync('mariadb-install-db', [...args, '--skip-test-db'], {
      ...{ env, encoding: 'utf8' },
    });
    if (status !== 0) throw new Error(`mariadb-install-db: ${stderr}`);
  }

  /** Takes the data of a member that was stopped: joining it then has nothing to wait for. */
  copy({ data }: GaleraMember): void {
    const args = ['-a', '--reflink=auto', '--sparse=always', `${data}/.`, this.data];
    const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`cp: ${stderr}`);
    rmSync(join(this.data, 'galera.cache'));
  }

  /** Starts it, and waits until it is a ready member. @param isFirst it makes a cluster of its own */
  async begin({ isFirst = false } = {}): Promise<void> {
    const options = [
      ...[`--defaults-file=${SHARED}`, ...this.places, ...this.addresses],
      ...[`--wsrep-cluster-address=gcomm://${isFirst ? '' : this.peers.join()}`],
      // A state transfer arrives at this port of all addresses: another cluster must not have the same one.
      ...[`--wsrep-sst-receive-address=${this.host}:${await freePort()}`],
    ];
    // A member that was killed gets its last position, as the system's service does, too.
    const position = isFirst ? '' : await this.recovered(options);
    const start = position === '' ? [] : [`--wsrep-start-position=${position}`];
    await this.ready(() => {
      this.process = spawn('mariadbd', [...options, ...start], { env, stdio: 'ignore' });
    });
  }

  /**
   * Waits until it can be worked on.
   * @param start starts it, again when it ends: it does when it loses sight of the others on its way to them
   */
  async ready(start?: () => void): Promise<void> {
    const deadline = performance.now() + scaledTimeoutMs(READY_TIMEOUT_MS);
    start?.();
    while (!(await this.isReady())) {
      if (performance.now() > deadline)
        throw new Error(`${this.host} is not ready in time: ${this.lastLogLines()}`);
      if (this.hasEnded) start?.();
      await pause(100);
    }
  }

  /** Makes a cluster of what is left when most members are lost. */
  async bootstrap(): Promise<void> {
    await this.run("SET GLOBAL wsrep_provider_options = 'pc.bootstrap = YES'");
  }

  /** Forgets all data: at its next start another member hands it over. */
  forget(): void {
    // The scripts of a transfer may outlive their server for a moment.
    rmSync(this.data, { recursive: true, maxRetries: 10, retryDelay: 200 });
    this.makeFolder(this.data);
  }

  /** Rows of a statement, on a connection of its own. */
  async run<T = RowDataPacket>(sql: string): Promise<T[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 2_000 });
    try {
      const [rows] = await connection.query({ sql, timeout: 60_000 });
      return rows as T[];
    } finally {
      connection.destroy();
    }
  }

  /** Whether it is ready, in a cluster of so many members. */
  async hasClusterSize(size: number): Promise<boolean> {
    const { isReady, clusterSize } = await this.status();
    return isReady && clusterSize === size;
  }

  /** The state that it reports, and its view of the cluster, for an error. */
  async describe(): Promise<string> {
    const { isReady, clusterSize } = await this.status();
    return `${this.host} is ${isReady ? '' : 'not '}ready and sees ${clusterSize} members`;
  }

  private async isReady(): Promise<boolean> {
    return (await this.status()).isReady;
  }

  /** The status that it reports; without an answer it is not ready. */
  private async status(): Promise<{ isReady: boolean; clusterSize: number }> {
    try {
      const rows = await this.run<{ Variable_name: string; Value: string }>(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_size', 'wsrep_cluster_status', 'wsrep_local_state', 'wsrep_ready')",
      );
      const variables = new Map(rows.map((row) => [row.Variable_name, row.Value]));
      const isReady =
        variables.get('wsrep_ready') === 'ON' &&
        variables.get('wsrep_local_state') === '4' &&
        variables.get('wsrep_cluster_status') === 'Primary';
      return { isReady, clusterSize: Number(variables.get('wsrep_cluster_size')) };
    } catch {
      return { isReady: false, clusterSize: 0 };
    }
  }

  /** The end of its log. */
  private lastLogLines(): string {
    return readFileSync(join(this.folder, 'error.log'), 'utf8').split('\n').slice(-20).join('\n');
  }

  private async recovered(options: readonly string[]): Promise<string> {
    if (readdirSync(this.data).length === 0) return '';
    const log = join(this.folder, 'recovery.log');
    rmSync(log, { force: true });
    const args = [...options, '--wsrep-recover', `--log-error=${log}`];
    await once(spawn('mariadbd', args, { env, stdio: 'ignore' }), 'exit');
    return /Recovered position: (\S+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? '';
  }

  private makeFolder(path: string): void {
    mkdirSync(path);
    if (isRoot) spawnSync('chown', ['mysql', path]);
  }

  /** A folder of its own: a server that starts removes the temporary tables of all others in the same folder. */
  private get temporary(): string {
    return join(this.folder, 'tmp');
  }

  private get places(): string[] {
    const user = isRoot ? 'mysql' : userInfo().username;
    return [`--user=${user}`, `--datadir=${this.data}`, `--tmpdir=${this.temporary}`];
  }

  private get addresses(): string[] {
    const { folder, host } = this;
    const provider = /^wsrep_provider_options = "(.*)"$/m.exec(readFileSync(SHARED, 'utf8'))?.[1];
    return [
      ...[`--bind-address=${host}`, '--port=3306', `--socket=${join(folder, 'my.sock')}`],
      ...[`--pid-file=${join(folder, 'my.pid')}`, `--log-error=${join(folder, 'error.log')}`],
      ...[`--wsrep-node-name=${host}`, `--wsrep-node-address=${host}`],
      '--wsrep-sst-auth=root:',
      // The last first: the first is what most of the work is done on.
      `--wsrep-sst-donor=${[...this.peers].reverse().join()},`,
      `--wsrep-provider-options=${provider}; gmcast.listen_addr=tcp://${host}:4567`,
    ];
  }
}

/** Three members of a Galera cluster on this machine, with the settings of docker/cluster. */
export class GaleraCluster {
  readonly members: readonly GaleraMember[];
  private readonly folder = mkdtempSync(join(roomyFolder(), 'store-galera-'));

  private constructor() {
    chmodSync(this.folder, 0o755);
    const net = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
    const hosts = Array.from({ length: SIZE }, (_, at) => `${net}.${at + 1}`);
    this.members = hosts.map((host) => new GaleraMember(this.folder, host, hosts));
  }

  /**
   * @param made is given the cluster before anything of it is started
   * @throws Error when its programs are not there, or a member does not become ready
   */
  static async start(made?: (cluster: GaleraCluster) => void): Promise<GaleraCluster> {
    const missing = PROGRAMS.filter((name) => spawnSync(name, ['-v'], { env }).error);
    if (missing.length > 0) throw new Error(`A cluster needs ${missing.join(' and ')}`);
    const cluster = new GaleraCluster();
    made?.(cluster);
    const [first, ...others] = cluster.members as [GaleraMember, ...GaleraMember[]];
    first.install();
    // Its first start gives the cluster its identity, which the copies share: a transfer takes 12 s for each.
    await first.begin({ isFirst: true });
    await first.stop();
    for (const member of others) member.copy(first);
    await first.begin({ isFirst: true });
    for (const member of others) await member.begin();
    return cluster;
  }

  /** The hosts with their ports, as DATABASE_URL takes them. */
  get hosts(): string {
    return this.members.map(({ host }) => `${host}:3306`).join();
  }

  at(place: number): GaleraMember {
    const member = this.members[place];
    if (!member) throw new Error(`There is no member ${place}`);
    return member;
  }

  /** Makes an empty database, and waits until all members have it. */
  async createDatabase(name: string): Promise<void> {
    await this.at(0).run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    const sql = `SELECT 1 FROM information_schema.schemata WHERE schema_name = '${name}'`;
    for (const member of this.members) while ((await member.run(sql)).length === 0) await pause(50);
  }

  /** Waits until all members hold the same. @returns what does not, a line each */
  async differences(database: string): Promise<string[]> {
    await this.waitUntilComplete();
    const tables = await this.at(0).run<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${database}'`,
    );
    const names = tables.map(({ name }) => `${database}.${name}`).join();
    const deadline = performance.now() + 10_000;
    for (;;) {
      const sums = await Promise.all(
        this.members.map(async (member) =>
          (await member.run<{ Table: string; Checksum: number }>(`CHECKSUM TABLE ${names}`)).map(
            ({ Table, Checksum }) => `${Table} ${Checksum}`,
          ),
        ),
      );
      const [first = []] = sums;
      const found = first.filter((line) => !sums.every((lines) => lines.includes(line)));
      if (found.length === 0 || performance.now() > deadline) return found;
      await pause(500);
    }
  }

  /**
   * Waits until all members are ready and see each other; one that hung may not know yet that it was left behind.
   * @throws Error with what each member reports if that takes too long
   */
  async waitUntilComplete(): Promise<void> {
    const deadline = performance.now() + scaledTimeoutMs(READY_TIMEOUT_MS);
    for (let times = 0; times < 3;) {
      const seen = await Promise.all(this.members.map((member) => member.hasClusterSize(SIZE)));
      times = seen.every(Boolean) ? times + 1 : 0;
      if (performance.now() > deadline) {
        const views = await Promise.all(this.members.map((member) => member.describe()));
        throw new Error(`The cluster is not complete in time: ${views.join('; ')}`);
      }
      await pause(500);
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isRoot = userInfo().uid === 0;

/** In memory where there is room: three databases write at once. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * GIB ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}
