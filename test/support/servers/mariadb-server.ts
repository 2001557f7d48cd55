import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';
import { scaledTimeoutMs } from '../jest/timeouts';

const PATH = `${process.env['PATH']}:/usr/sbin`;
const env = { ...process.env, PATH };

/** Where a server keeps what it has, and how. */
interface ServerPlacement {
  readonly within?: string;
  readonly options?: readonly string[];
}

/** A MariaDB of one's own, that can be killed, and is removed with all that is in it. */
export class MariaDbServer extends ServerProcess {
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly further: readonly string[],
  ) {
    super();
  }

  /**
   * @param made is given the server before anything of it is started
   * @param place the folder that its own is made in, and further options of mariadbd
   * @throws Error with what the programs wrote when they are not there, or fail
   */
  static async start(
    made?: (server: MariaDbServer) => void,
    { within = tmpdir(), options = [] }: ServerPlacement = {},
  ): Promise<MariaDbServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(within, 'store-mariadb-'));
    const server = new MariaDbServer(folder, port, options);
    made?.(server);
    const isRoot = userInfo().uid === 0;
    if (isRoot) spawnSync('chown', ['mysql', folder]);
    chmodSync(folder, 0o755);
    const args = [...server.options, '--auth-root-authentication-method=normal', '--skip-test-db'];
    const { status, stderr } = spawnSync('mariadb-install-db', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`mariadb-install-db: ${stderr}`);
    await server.begin();
    return server;
  }

  get url(): string {
    return `mysql://root@127.0.0.1:${this.port}`;
  }

  /** The folder of all its data. */
  get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** Makes an empty database. @returns its address */
  async database(name: string): Promise<string> {
    await this.run(`CREATE DATABASE ${name}`);
    return `${this.url}/${name}`;
  }

  /** Runs statements, each on the same connection. @returns the rows of the last one */
  async run<T = RowDataPacket>(...statements: readonly string[]): Promise<T[]> {
    const connection = await createConnection(this.url);
    try {
      let rows: unknown;
      for (const sql of statements) [rows] = await connection.query(sql);
      return rows as T[];
    } finally {
      await connection.end();
    }
  }

  /** Starts it with what it had, and waits until it answers. */
  async begin(): Promise<void> {
    const options = [
      ...[`--port=${this.port}`, '--bind-address=127.0.0.1', '--character-set-server=utf8mb4'],
      ...[`--socket=${join(this.folder, 'my.sock')}`, `--pid-file=${join(this.folder, 'my.pid')}`],
      ...['--innodb-flush-log-at-trx-commit=1', '--max-connections=200'],
    ];
    this.process = spawn('mariadbd', [...this.options, ...options], { env, stdio: 'ignore' });
    const deadline = performance.now() + scaledTimeoutMs(30_000);
    while (!(await this.answers())) {
      if (performance.now() > deadline) throw new Error('mariadbd does not answer');
      await pause(50);
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get options(): string[] {
    const user = userInfo().uid === 0 ? 'mysql' : userInfo().username;
    return [
      ...['--no-defaults', `--user=${user}`, `--datadir=${this.dataFolder}`],
      // A folder of its own: a server that starts removes the temporary tables of all others in the same folder.
      ...[`--tmpdir=${this.folder}`, ...this.further],
    ];
  }

  private async answers(): Promise<boolean> {
    try {
      await (await createConnection(this.url)).end();
      return true;
    } catch {
      return false;
    }
  }
}
