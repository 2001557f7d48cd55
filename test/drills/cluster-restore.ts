import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrate } from '../../src/database';
import { BuiltCommand, buildService } from '../support/servers/built-process';
import type { GaleraCluster, GaleraMember } from '../support/servers/galera-cluster';
import { findDifferences } from './cluster-faults';
import type { DrillOutcome } from './drill';

const ROOT = join(__dirname, '../..');
const RECOVERY = join(ROOT, 'docs/recovery');
/** Milliseconds that a copy of the logs may be behind. */
const COPY_TIMEOUT_MS = 30_000;

/**
 * A backup that is taken from one member is restored through another one, twice: all members hold it afterwards. Then
 * the cluster is lost, and comes back as it was at a time, by the backup and the logs of one member.
 */
export async function restoreOnCluster(
  cluster: GaleraCluster,
  database: string,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const violations: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'store-cluster-backup-'));
  const PATH = process.env['PATH'] ?? '';
  let commands = 0;
  const run = async (place: number, ...args: readonly string[]): Promise<string> => {
    const DATABASE_URL = `${cluster.at(place).url}/${database}`;
    const FILES_URL = `file:${join(folder, 'files')}`;
    commands++;
    const ended = await BuiltCommand.run({ DATABASE_URL, FILES_URL, PATH }, ...args);
    if (ended.code !== 0) throw new Error(`${args.join(' ')}: ${ended.stderr}`);
    return ended.stdout.trim();
  };
  const createKey = (place: number, name: string): Promise<string> =>
    run(place, 'keys', 'create', name, '--scopes', 'news:read');
  const expectKeys = async (...names: readonly string[]): Promise<void> => {
    for (const member of cluster.members) {
      const rows = await member.run<{ name: string }>(
        `SELECT name FROM ${database}.api_keys ORDER BY id`,
      );
      const found = rows.map(({ name }) => name).join();
      if (found !== names.join())
        violations.push(`${member.host} has ${found}, not ${names.join()}`);
    }
    violations.push(...(await findDifferences(cluster, database)));
  };
  try {
    await buildService();
    await cluster.createDatabase(database);
    await migrate(`${cluster.at(0).url}/${database}`);
    await createKey(0, 'first');
    const first = await run(1, 'backup', '--to', join(folder, 'backups'));
    await createKey(2, 'second');
    const second = await run(2, 'backup', '--to', join(folder, 'backups'));
    await createKey(0, 'third');
    await run(2, 'restore', '--from', second);
    await expectKeys('first', 'second');
    await run(0, 'restore', '--from', first);
    await expectKeys('first');
    await createKey(1, 'later');
    await expectKeys('first', 'later');

    const backups = join(folder, 'physical');
    await run(1, 'backup', '--to', backups, '--tool', 'mariadb-backup');
    const logs = await LogFollower.start(folder, cluster.at(1));
    let time: string;
    try {
      // Written through another member: it is in the logs of this one as well.
      await createKey(0, 'after the backup');
      await pause(1100);
      time = new Date().toISOString().slice(0, 19);
      await createKey(2, 'too late');
      await logs.copyAll();
    } finally {
      await logs.stop();
    }
    for (const member of cluster.members.toReversed()) await member.stop();
    const [member, ...others] = cluster.members as [GaleraMember, ...GaleraMember[]];
    await promisify(execFile)('bash', [join(RECOVERY, 'restore-mariadb.sh'), `${time}Z`], {
      cwd: ROOT,
      env: {
        PATH: `${PATH}:/usr/sbin`,
        BACKUPS: backups,
        BINLOGS: logs.folder,
        DATADIR: member.data,
        STORE: database,
      },
    });
    await member.begin({ isFirst: true });
    for (const other of others) {
      other.forget();
      await other.begin();
    }
    await expectKeys('first', 'later', 'after the backup');
    await createKey(1, 'later still');
    await expectKeys('first', 'later', 'after the backup', 'later still');
  } finally {
    rmSync(folder, { recursive: true });
    const databases = await cluster
      .at(0)
      .run<{ name: string }>(
        `SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name LIKE '${database}%'`,
      );
    for (const { name } of databases) await cluster.at(0).run(`DROP DATABASE ${name}`);
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  const counts = { requests: commands, answered: commands, lost: 0, retried: 0 };
  return { ...counts, inFlight: [], violations, seconds };
}

/** Copies the binary logs of a member by the script of the documentation. */
class LogFollower {
  private constructor(
    readonly folder: string,
    private readonly member: GaleraMember,
    private readonly script: ChildProcess,
  ) {}

  static async start(folder: string, member: GaleraMember): Promise<LogFollower> {
    const { hostname, port, username } = new URL(member.url);
    const CNF = join(folder, 'store.cnf');
    const lines = ['[client]', `host=${hostname}`, `port=${port}`, `user=${username}`, ''];
    writeFileSync(CNF, lines.join('\n'));
    const BINLOGS = join(folder, 'logs');
    mkdirSync(BINLOGS);
    const script = spawn('bash', [join(RECOVERY, 'follow-binlogs.sh')], {
      env: { PATH: process.env['PATH'], CNF, BINLOGS },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(script, 'spawn');
    return new LogFollower(BINLOGS, member, script);
  }

  /** Waits until everything that the member has logged is copied. */
  async copyAll(): Promise<void> {
    const [status] = await this.member.run<{ File: string; Position: number }>(
      'SHOW MASTER STATUS',
    );
    const { File = '', Position = 0 } = status ?? {};
    const copiedBytes = (folder: string): number =>
      statSync(join(this.folder, folder, File), { throwIfNoEntry: false })?.size ?? 0;
    const deadline = performance.now() + COPY_TIMEOUT_MS;
    while (!readdirSync(this.folder).some((folder) => copiedBytes(folder) >= Position)) {
      if (performance.now() > deadline) throw new Error(`${File} is not copied in time`);
      await pause(100);
    }
  }

  async stop(): Promise<void> {
    if (this.script.exitCode !== null) throw new Error('The copy of the logs has ended');
    const ended = once(this.script, 'exit');
    this.script.kill();
    await ended;
  }
}
