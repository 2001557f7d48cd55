import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { createDataSource } from '../../../src/database/connection/data-source';
import { migrations } from '../../../src/database/migrations';
import { migrate } from '../../../src/database/migrations/migrate';
import { BuiltCommand } from '../../support/servers/built-process';
import { temporaryFolder } from '../../support/service/database';
import { readContent, fillTables } from '../../support/service/filled-tables';
import type { MariaDbServer } from '../../support/servers/mariadb-server';
import type { DrillOutcome } from '../drill';
import { type MeasuredMigration, measureMigrations, toMigrationEnvironment } from './measure';

/** The baseline: it creates the tables of 1.0.0, the oldest version that is supported. */
const released = migrations.slice(0, 1);
const pending = migrations.slice(released.length).map((one) => String(new one().name));

/** Rows of tables that grow with the store, for each user; all others get these many. */
const sizes: readonly (readonly [RegExp, number])[] = [
  [/^(users|user_.*|search_terms)$/, 1],
  [/^documents$/, 1 / 4],
  [/^document_/, 1 / 2],
];
const OTHERS = 100;

interface MigrationsDrillPlan {
  /** Number of users in the store. */
  readonly users: number;
  /** Whether it is only measured, and nothing killed. */
  readonly isUndisturbed: boolean;
}

/**
 * Updates a filled store of the oldest version by `cli migrate`. Once it is undisturbed, and measured while another
 * process writes. Once it is killed half-way through each migration. Both have to reach the same end.
 */
export async function runMigrationsDrill(
  server: MariaDbServer | undefined,
  { users, isUndisturbed }: MigrationsDrillPlan,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const since = new Date();
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  try {
    const addressOf = (name: string): Promise<string> | string => {
      if (server) return server.database(`drill_migrations_${name}`);
      mkdirSync(join(folder, name));
      return `sqlite:${join(folder, name, 'store.sqlite')}`;
    };
    const whole = await addressOf('whole');
    await fill(whole, users);
    const place = server?.dataFolder ?? join(folder, 'whole');
    const measured = await measureMigrations(whole, pending, place, join(folder, 'statements'));
    print(measured);
    const violations: string[] = [];
    if (!isUndisturbed) {
      const pieces = await addressOf('pieces');
      await fill(pieces, users);
      violations.push(...(await runInPieces(pieces, measured)));
      violations.push(...(await findDifferences(whole, pieces, since)));
    }
    return {
      ...{ requests: pending.length, answered: pending.length, retried: 0, inFlight: [] },
      ...{ lost: isUndisturbed ? 0 : pending.length, violations },
      seconds: Math.round((performance.now() - begin) / 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(url: string, users: number): Promise<void> {
  await migrate(url, released);
  const rowsOf = (table: string): number => {
    const share = sizes.find(([pattern]) => pattern.test(table))?.[1];
    return share === undefined ? Math.min(users, OTHERS) : Math.ceil(users * share);
  };
  await withQueryRunner(url, (runner) => fillTables(runner, rowsOf));
}

/** Every process ends what the one before it was killed in, and is killed half-way through the next migration. */
async function runInPieces(url: string, measured: readonly MeasuredMigration[]): Promise<string[]> {
  const violations: string[] = [];
  for (const [at, { name, statements }] of measured.entries()) {
    const cut = `${at === 0 ? 0 : 1}:${Math.floor(statements / 2)}`;
    const { code, stderr } = await BuiltCommand.run(
      toMigrationEnvironment(url, { CUT_BEFORE: cut }),
      'migrate',
    );
    // A process that was killed has none.
    if (code !== null) violations.push(`${name} was not cut off: ${code} ${stderr.slice(0, 300)}`);
    await forgetClaim(url);
  }
  const { code, stdout, stderr } = await BuiltCommand.run(
    toMigrationEnvironment(url, {}),
    'migrate',
  );
  if (code !== 0 || !stdout.includes('Done'))
    violations.push(`The last run: ${stdout} ${stderr.slice(0, 300)}`);
  return violations;
}

/** The next process need not wait until the dead one's claim has run out. */
async function forgetClaim(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) return;
  await withQueryRunner(url, (runner) => runner.query('DELETE FROM migration_claims'));
}

async function findDifferences(one: string, other: string, since: Date): Promise<string[]> {
  const contents = [one, other].map((url) =>
    withQueryRunner(url, (runner) => readContent(runner, since)),
  );
  const [whole, pieces] = await Promise.all(contents);
  const names = new Set(Object.keys({ ...whole, ...pieces }));
  return [...names]
    .filter((name) => whole?.[name] !== pieces?.[name])
    .map((name) => `${name} is not what it is without a kill`);
}

async function withQueryRunner<T>(
  url: string,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const source = await createDataSource(url, {});
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

function print(measured: readonly MeasuredMigration[]): void {
  const heads = [
    'migration',
    'statements',
    'seconds',
    'a write waited, s',
    'disk, MiB',
    'kept, MiB',
  ];
  const rows = measured.map((one) => [
    ...[`\`${one.name.replace(/\d+$/, '')}\``, one.statements, one.seconds, one.blockedSeconds],
    ...[one.mostMebibytes, one.keptMebibytes],
  ]);
  for (const cells of [heads, heads.map(() => '---'), ...rows])
    console.log(`| ${cells.join(' | ')} |`);
}
