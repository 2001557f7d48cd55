import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/database';
import { BuiltCommand, buildService } from '../support/servers/built-process';
import type { GaleraCluster } from '../support/servers/galera-cluster';
import { findDifferences } from './cluster-faults';
import type { DrillOutcome } from './drill';

/** A backup that is taken from one member is restored through another one, twice: all members hold it afterwards. */
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
