import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MariaDbServer } from './mariadb-server';

const PAGE_PATH = join(__dirname, '../../../docs/scaling.md');

/** Whether MariaDB's server is on this machine. */
export function hasMariaDb(): boolean {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  return spawnSync('mariadbd', ['--version'], { env }).error === undefined;
}

/** A block of the documentation by the name behind its fence, with values in the place of those of the example. */
function readDocumentedBlock(
  name: string,
  values: Readonly<Record<string, string>> = {},
): string[] {
  const block = new RegExp(`\`\`\`\\w+ ${name}\n(.*?)\`\`\``, 's').exec(
    readFileSync(PAGE_PATH, 'utf8'),
  )?.[1];
  if (block === undefined) throw new Error(`docs/scaling.md has no block ${name}`);
  let text = block;
  for (const [example, value] of Object.entries(values)) {
    if (!text.includes(example)) throw new Error(`${name} has no ${example}`);
    text = text.replaceAll(example, value);
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('['));
}

/** A server and its asynchronous replica, as the documentation sets them up. */
export class ReplicatedServers {
  private constructor(
    readonly primary: MariaDbServer,
    readonly replica: MariaDbServer,
  ) {}

  /** @param made is given each server before anything of it is started */
  static async start(made: (server: MariaDbServer) => void): Promise<ReplicatedServers> {
    const settings = (name: string): string[] =>
      readDocumentedBlock(name).map((line) => `--${line}`);
    const primary = await MariaDbServer.start(made, { options: settings('primary.cnf') });
    const replica = await MariaDbServer.start(made, { options: settings('replica.cnf') });
    const servers = new ReplicatedServers(primary, replica);
    const place = { "'db-1'": "'127.0.0.1'", '3306': String(primary.port) };
    await primary.run(...readDocumentedBlock('primary.sql', { "'%'": "'127.0.0.1'" }));
    await replica.run(...readDocumentedBlock('replica.sql', place));
    return servers;
  }

  /** The address of a database on the replica, for its user who only reads. */
  urlOf(name: string): string {
    return `mysql://store_reader:a-third-secret@127.0.0.1:${this.replica.port}/${name}`;
  }

  /** The replica takes what comes, and shows none of it. */
  async pauseReplication(): Promise<void> {
    await this.replica.run('STOP SLAVE SQL_THREAD');
  }

  /** The replica shows what has come. */
  async resumeReplication(): Promise<void> {
    await this.replica.run('START SLAVE SQL_THREAD');
  }

  /** Waits until the replica shows all that was committed. */
  async waitUntilCaughtUp(): Promise<void> {
    const [{ position } = { position: '' }] = await this.primary.run<{ position: string }>(
      'SELECT @@gtid_binlog_pos AS position',
    );
    const [row] = await this.replica.run<{ late: number }>(
      `SELECT MASTER_GTID_WAIT('${position}', 30) AS late`,
    );
    if (row?.late !== 0) throw new Error(`The replica does not come to ${position}`);
  }
}
